"""Positions of the toy from short descriptions."""


def build(game, node="TURN", seat=0, dealt=None, drawn=None, **changes):
    """``dealt``: one type per seat; ``drawn``: a list of types per seat; others as given."""
    players = game.num_players()
    dealt = [0] * players if dealt is None else dealt
    drawn = [[]] * players if drawn is None else drawn
    seats = [{"dealt": d, "drawn": list(t)} for d, t in zip(dealt, drawn)]
    return {"node": node, "seat": seat, "seats": seats, **changes}
