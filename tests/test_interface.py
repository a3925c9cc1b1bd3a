"""The contract of a game: its interface module, and the tables that its page shows of it.

``pytest tests/test_interface.py --update-golden`` writes the tables anew (nox -s golden): what lies
between ``<!-- interface: NAME -->`` and ``<!-- end -->`` in ``docs/games/<game>/interface.md``.
"""

from __future__ import annotations

import re

import bitmeeple as bm
import pytest
from bitmeeple.contract.ids import Ids, number_of
from bitmeeple.contract.shapes import Field, Fields, Int, ListOf
from bitmeeple.differential import configurations
from conftest import ALL_GAMES, TESTS

PAGES = TESTS.parent / "docs" / "games"
BLOCK = re.compile(r"(<!-- interface: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
GAMES = [g for g in ALL_GAMES if hasattr(bm.load_game(g)._spec.interface, "ACTIONS")]
converted = pytest.mark.parametrize("name", GAMES)


# The tables


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def options_table(spec):
    """Options with their values; in the implementations they are the integers after them."""
    rows, chosen = [], {}
    for option in spec.interface.OPTIONS:
        chosen[option.name] = option.default
        values = []
        for value in option.allowed(chosen, spec.data):
            code = option.code(value, chosen, spec.data)
            values.append(f"`{value}`" + ("" if type(value) is int else f" {code}"))
        rows.append([f"`{option.name}`", ", ".join(values), f"`{option.default}`", option.help])
    return table(["option", "values, as integers", "default", "meaning"], rows)


def nodes_table(spec):
    """Nodes in the order of the tensor."""
    interface = spec.interface
    kinds = dict.fromkeys(interface.CHANCE_NODES, "chance") | {interface.END: "terminal"}
    rows = [[i, f"`{n}`", kinds.get(n, "decision")] for i, n in enumerate(interface.NODES)]
    return table(["number", "node", "kind"], rows)


def ids_table(spec):
    """Names of ids."""
    interface = spec.interface
    spaces = [("action", interface.ACTIONS), ("outcome", interface.OUTCOMES)]
    if interface.ACTIONS is interface.OUTCOMES:
        spaces = [("action, outcome", interface.ACTIONS)]
    rows = []
    for space, names in spaces:
        for name, ids in names.items():
            span = ids.first if len(ids) == 1 else f"{ids.first}..{ids.stop - 1}"
            grid = " x ".join(map(str, ids.shape)) if len(ids.shape) > 1 else ""
            passive = "passive" if space != "outcome" and {*ids} & {*interface.PASSIVE} else ""
            rows.append([span, f"`{name}`", space, " ".join(filter(None, [grid, passive]))])
    return table(["ids", "name", "of", ""], rows)


def fields_table(fields):
    """The entries of a dict."""
    rows = []
    for key, entry in fields.fields.items():
        said = [entry.meaning] if entry.meaning else []
        said += [f"null but at {condition(entry)}"] * bool(entry.at)
        said += [f"*hidden*: {entry.hidden}"] * bool(entry.hidden)
        kind = f"{entry.shape}, *derived*" if entry.derived else str(entry.shape)
        rows.append([f"`{key}`", kind, "; ".join(said)])
    return table(["key", "type", "meaning"], rows)


def condition(entry):
    """Where an entry is not null."""
    lists = [f"{key} {', '.join(f'`{v}`' for v in values)}" for key, values in entry.at.items()]
    return " or ".join(lists)


def tensor_table(spec):
    """The slices, and which entry each encodes."""
    rows = []
    for part in spec.observation_slices:
        shape = " x ".join(map(str, part.shape))
        rows.append([part.offset, f"`{part.name}`", shape, f"`{part.entry}`", part.meaning])
    return table(["from", "slice", "shape", "entry", "value"], rows)


def blocks(spec):
    """All tables of a game by name; shapes are those of its default options."""
    fields = spec.fields
    found = {
        "options": options_table(spec),
        "nodes": nodes_table(spec),
        "ids": ids_table(spec),
        "fields": fields_table(fields),
        "tensor": tensor_table(spec),
    }
    for inner in inner_dicts(fields):
        found[inner.name] = fields_table(inner)
    return found


def inner_dicts(shape):
    """The named dicts in a dict."""
    for entry in shape.fields.values():
        inner = entry.shape
        while hasattr(inner, "inner") and not isinstance(inner, Fields):
            inner = inner.inner if not isinstance(inner.inner, tuple) else None
        if isinstance(inner, Fields):
            yield inner
            yield from inner_dicts(inner)


@converted
def test_the_page_shows_the_interface(name, request):
    path = PAGES / name / "interface.md"
    if not path.exists():  # outside the tree
        return
    spec = bm.load_game(name)._spec
    wanted = blocks(spec)
    page = path.read_text(encoding="utf-8")
    assert {match[2] for match in BLOCK.finditer(page)} == wanted.keys()
    new = BLOCK.sub(lambda match: match[1] + wanted[match[2]] + match[3], page)
    if request.config.getoption("--update-golden"):
        path.write_text(new, encoding="utf-8")
    else:
        assert page == new, "run: nox -s golden"


# The modules


@converted
def test_ids_are_the_bounds_of_the_game(name):
    interface = bm.load_game(name)._spec.interface
    for options in configurations(name):
        game = bm.load_game(name, **options)
        assert number_of(interface.ACTIONS) == game.num_distinct_actions()
        assert number_of(interface.OUTCOMES) == game.max_chance_outcomes()
    for names in (interface.ACTIONS, interface.OUTCOMES):
        taken = [one for ids in names.values() for one in ids]
        assert len(taken) == len(set(taken)), "an id has two names"
    actions = {one for ids in interface.ACTIONS.values() for one in ids}
    assert actions.issuperset(interface.PASSIVE)


@converted
def test_nodes_are_of_the_kinds_that_the_interface_says(name):
    game = bm.load_game(name)
    interface = game._spec.interface
    seen = set()
    for stream in range(3):
        for state in bm.replay(bm.record_playout(game, 5, stream, "eager")):
            node = state.to_dict()["node"]
            seen.add(node)
            assert state.is_chance_node() == (node in interface.CHANCE_NODES)
            assert state.is_terminal() == (node == interface.END)
    assert seen <= {*interface.NODES}


@converted
def test_entries_are_null_where_the_interface_says(name):
    for options in configurations(name)[:6]:
        game = bm.load_game(name, **options)
        for state in bm.replay(bm.record_playout(game, 9, 0, "eager")):
            d = state.to_dict()
            for key, entry in game._spec.fields.fields.items():
                if entry.at:
                    assert (d[key] is None) == entry.is_null(d), (key, d["node"])


@pytest.mark.parametrize("side", [bm.load_game, bm.reference.load_game])
def test_a_wrong_derived_entry_is_named_with_what_it_should_be(side):
    game = side("latria")
    d = game.new_initial_state().to_dict()
    d["seats"][2]["hand_size"] = 5
    said = r"^I-26: seats\[2\].hand_size is 5, .* 0 \(it may be left out\)"
    with pytest.raises(ValueError, match=said):
        game.state_from_dict(d)
    del d["seats"][2]["hand_size"]
    assert game.state_from_dict(d) == game.new_initial_state()


def test_ids_refuse_what_is_not_theirs():
    ids = Ids(10, 3, 4)
    assert [ids.at(*ids.where(one)) for one in ids] == list(range(10, 22))
    assert len(ids) == 12 and ids.index(21) == 11 and 22 not in ids and 9 not in ids
    with pytest.raises(ValueError, match=r"22 is not in 10\.\.21"):
        ids.index(22)
    for wrong in ((3, 0), (0, 4), (0, -1), (0,)):
        with pytest.raises(IndexError):
            ids.at(*wrong)


def test_a_field_is_what_it_is_made_from():
    pair = Field(ListOf(Int(0, 1), 2), derived=True)
    fields = Fields({"a": Int(0, 3), "b": pair}, derived=("a",))
    fields.check({}, "x")
    with pytest.raises(ValueError, match=r"x\.a: 4 is not 0\.\.3"):
        fields.check({"a": 4}, "x")
