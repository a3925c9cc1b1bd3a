"""What a game shows to the outside: the vocabulary of its interface page.

An interface module ``bitmeeple.games.<game>.interface`` says, once, for both implementations,
text, tests, pages and the generated C++ header:

``SUMMARY``
    a few words on what the game is, for ``bitmeeple games``.
``OPTIONS``
    tuple of `Option`, in the order of the specification's table, without ``data``.
``NODES``, ``CHANCE_NODES``, ``END``
    names of all nodes in the order of the tensor, of those where chance acts, of the terminal.
``ACTIONS``, ``OUTCOMES``
    mappings of names to `Ids`: what the ids of decisions and chance outcomes mean.
``PASSIVE``
    ids of the actions that only pass, decline, stop or undo (policy ``eager``).
``DERIVED``
    id of the invariant that derived entries agree.
``state_schema(options, tables)``
    a `Fields`: the entries of ``to_dict()`` under these options (dict with defaults filled in) and
    this nested data; which are derived, and which are hidden from whom.
``observation_slices(options, tables)``
    list of `Slice`, in the order of the tensor: which entry of the view each encodes, and how.
``UNSAID``
    paths of the entries that the tensor leaves out though they are not derived.
"""
