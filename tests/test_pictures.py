"""Pictures: well-formed, faithful to the view, equal on both sides, inert (`bitmeeple.svg`)."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import xml.etree.ElementTree as ET
from itertools import count
from pathlib import Path

import bitmeeple as bm
import pytest
from bitmeeple.cli.main import cli
from bitmeeple.registry import shipped_data
from bitmeeple.svg import PALETTE, el, text
from click.testing import CliRunner
from conftest import ALL_GAMES, LOADERS

PICTURED = [
    name for name in ALL_GAMES if importlib.util.find_spec(f"bitmeeple.games.{name}.picture")
]
PLAIN = [name for name in ALL_GAMES if name not in PICTURED]
EXAMPLES = Path(__file__).parent.parent / "examples"
# Games whose pictures have a target for every legal action.
EVERY_TARGET = ("el_caballero", "lata", "latria", "lumen")
OPTIONS = {
    "latria": [{}, {"players": 6, "variant": "simple"}, {"players": 3, "campaign": True}],
    "el_caballero": [{}, {"players": 4, "variant": "expanded"}],
    "lumen": [{"scenario": letter} for letter in "ABCDEFG"],
    "lata": [{}, {"players": 1, "solo_board": "aveiro"}, {"players": 3, "turn_order": "open"}],
}
ALONG = [(name, options) for name in PICTURED for options in OPTIONS.get(name, [{}])]
every_line = pytest.mark.parametrize(("name", "options"), ALONG)


def line_of(game, seed, every=1):
    """States of a random game, every few nodes and the last one."""
    state, rng = game.new_initial_state(), bm.Rng(seed)
    for step in count():
        if state.is_terminal() or step % every == 0:
            yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(state.sample(rng, "eager"))


def seats_of(state):
    return range(state.game.num_players())


def targets(picture):
    return {int(action) for action in re.findall(r'data-action="(\d+)"', picture)}


def check_inert(picture):
    """One element, no scripts, no handlers, nothing fetched."""
    root = ET.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag in {"svg", "title", "style", "g", "rect", "circle", "path", "line", "text"} | {
            "tspan",
            "polygon",
            "polyline",
            "ellipse",
        }
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
    assert "url(" not in picture


@every_line
def test_a_seat_s_picture_is_that_of_its_view_and_of_every_world_it_may_be_in(name, options):
    check_worlds(bm.load_game(name, **options), seed=1, every=13)


@pytest.mark.long
@every_line
def test_a_hundred_games_of_pictures(name, options):
    game = bm.load_game(name, **options)
    for seed in range(100):
        check_worlds(game, seed, every=5)


def check_worlds(game, seed, every):
    """Along a game: each seat's picture, that of its view, and that of another world."""
    rng = bm.Rng(seed, 1)
    for state in line_of(game, seed, every):
        check_inert(bm.svg(state))
        assert bm.svg(state) == bm.svg(state.to_dict(), game=game) == state._repr_svg_()
        for seat in seats_of(state):
            picture = bm.svg(state, player=seat)
            check_inert(picture)
            assert picture == bm.svg(state.view(seat), game=game)
            assert picture == bm.svg(state.resample_from_infostate(seat, rng), seat)


@every_line
def test_core_and_reference_give_equal_pictures(name, options):
    core, reference = (load(name, **options) for load in LOADERS.values())
    for state in line_of(core, 11, every=37):
        other = reference.state_from_dict(state.to_dict())
        assert bm.svg(state) == bm.svg(other)
        assert bm.svg(state, player=0) == bm.svg(other, player=0)


@every_line
def test_marks_are_legal_actions(name, options):
    for state in line_of(bm.load_game(name, **options), 5, every=5):
        legal = set(state.legal_actions())
        seat = state.current_player() if state.is_player_node() else None
        marked = targets(bm.svg(state, seat, marked=legal))
        if state.is_player_node() and name in EVERY_TARGET:
            assert marked == legal
            assert targets(bm.svg(state, marked=legal)) == legal
        assert marked <= legal
        assert not targets(bm.svg(state, seat))


def test_a_hidden_card_of_latria_is_nowhere_in_the_picture():
    for state in line_of(bm.load_game("latria"), 2, every=31):
        whole = state.to_dict()
        for seat in seats_of(state):
            hidden = [card for other in whole["seats"] for card in other["hand"]]
            hidden += [other["table"] for other in whole["seats"] if other["table"] is not None]
            view = state.view(seat)["seats"]
            known = {*(view[seat]["hand"]), *(other["table"] for other in view)}
            names = ("Sun", "Moon", "Polaris", "Latria")
            for card in set(hidden) - known:
                words = rf"{names[card // 15]} {card % 15 + 1}\b"
                assert not re.search(words, bm.svg(state, player=seat))
                assert re.search(words, bm.svg(state)) or whole["node"] == "END"


def test_a_pending_bid_is_in_no_other_seat_s_picture():
    found = 0
    for state in line_of(bm.load_game("lata", players=3), 4):
        if state.to_dict()["node"] == "BID" and state.current_player() == 2:
            shown = [re.findall(r"bids \d AP", bm.svg(state, player=seat)) for seat in range(3)]
            assert [len(bids) for bids in shown] == [1, 1, 0]
            assert len(re.findall(r"bids \d AP", bm.svg(state))) == 2
            found += 1
    assert found


def test_an_objective_token_of_lumen_is_open_to_its_owner_alone():
    found = 0
    for state in line_of(bm.load_game("lumen"), 4, every=9):
        whole = state.to_dict()
        held = [seat["objectives_held"] for seat in whole["seats"]]
        if whole["node"] == "TERMINAL" or not any(held):
            continue
        for seat in range(2):
            shown = re.findall(r"Objectives ([\d?–][\d? –]*)", bm.svg(state, player=seat))
            assert shown[1 - seat].split() == (["?"] * held[1 - seat] or ["–"])
            assert "?" not in shown[seat]
            found += held[1 - seat]
    assert found


def test_the_last_move_leaves_a_mark_only_where_it_is_seen():
    def dots(state, seat, last):
        return bm.svg(state, player=seat, last=last).count('r="6" fill="var(--last)"')

    found = set()
    state, rng = bm.load_game("latria").new_initial_state(), bm.Rng(9)
    while not state.is_terminal():
        node, seat = state.to_dict()["node"], state.current_player()
        action = state.sample(rng)
        state.apply_action(action)
        if state.to_dict()["node"] not in ("CHILD_PLAY", "NAME_BODY"):
            continue
        seen = [dots(state, other, action) for other in range(4)]
        if node == "PARENT_PLAY":
            assert seen == [1] * 4
        elif node == "CHILD_PLAY":
            assert seen == [int(other == seat) for other in range(4)]
        found.add(node)
    assert {"PARENT_PLAY", "CHILD_PLAY"} <= found


def test_a_nation_named_script_is_inert():
    bad = "</title><script>alert(1)</script>"
    data = json.loads(json.dumps(dict(shipped_data("lata")[0])).replace("portugal", bad))
    pictures = [bm.svg(state) for state in line_of(bm.load_game("lata", data=data), 1, every=29)]
    for picture in pictures:
        check_inert(picture)
    assert any("script" in picture.lower() for picture in pictures)


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not installed")
def test_the_gallery_is_what_its_command_makes(tmp_path, capsys):
    main = runpy.run_path(str(EXAMPLES / "gallery.py"))["main"]
    made = {file.name: file.read_bytes() for file in main(["--out", str(tmp_path)])}
    kept = (EXAMPLES.parent / "docs" / "pictures").glob("*.svg")
    assert made == {file.name: file.read_bytes() for file in kept}
    assert sum(map(len, made.values())) < 300_000
    page = (EXAMPLES.parent / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(pictures/(.*)\)", page)) == sorted(made)


def test_what_makes_no_picture_is_said():
    game = bm.load_game("latria")
    state = game.new_initial_state()
    for arguments, options, error, words in (
        ((state, 4), {}, ValueError, "4"),
        ((state.view(0),), {}, TypeError, "game=game"),
        ((state.view(0), 0), {"game": game}, TypeError, "player goes with a state"),
        ((state,), {"game": game}, TypeError, "game goes with a dict"),
        (("latria",), {}, TypeError, "not str"),
        ((state.view(0),), {"game": bm.load_game("lata")}, ValueError, "another game than lata"),
        (({},), {"game": game}, ValueError, "has no 'current_player'"),
        (({**state.view(0), "x": 1},), {"game": game}, ValueError, "has a 'x'"),
        ((state.view(0),), {"game": bm.load_game("latria", players=3)}, ValueError, "4 seats"),
    ):
        with pytest.raises(error, match=re.escape(words)):
            bm.svg(*arguments, **options)


@pytest.mark.parametrize("name", PLAIN)
def test_a_game_without_a_picture_has_none_in_notebooks(name):
    state = bm.load_game(name).new_initial_state()
    assert state._repr_svg_() is None
    with pytest.raises(ValueError, match="has no picture"):
        bm.svg(state)


def test_show_writes_the_picture_of_the_end(tmp_path):
    file = tmp_path / "end.svg"
    arguments = ["show", "latria", "--seed", "7", "--svg", str(file)]
    told = CliRunner().invoke(cli, arguments)
    assert told.exit_code == 0
    assert told.output == CliRunner().invoke(cli, arguments[:-2]).output
    record = bm.record_playout(bm.load_game("latria"), seed=7, stream=0, policy="eager")
    assert file.read_text(encoding="utf-8") == bm.svg(record.state) + "\n"


def test_show_refuses_a_picture_where_none_is_to_be_had(tmp_path):
    nowhere = tmp_path / "none" / "end.svg"
    for arguments in ([PLAIN[0], "--svg", "end.svg"], ["latria", "--svg", str(nowhere)]):
        told = CliRunner().invoke(cli, ["show", *arguments])
        assert told.exit_code != 0
        assert "round" not in told.output


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", (0, 1))
def test_words_stand_out_in_both_schemes(scheme):
    surfaces = ("bg", "panel", "card", "tray")
    inks = [name for name in PALETTE if name.endswith("-ink") and name != "night-ink"]
    pairs = [(ink, surface) for ink in ("ink", "soft") for surface in surfaces]
    pairs += [(ink, surface) for ink in inks for surface in ("panel", "card")]
    pairs += [("ink", name) for name in PALETTE if name.endswith("-tint")]
    pairs += [("night-ink", "night"), ("bg", "brown"), ("bg", "blue"), ("bg", "green-ink")]
    low = [
        (a, b, round(contrast(PALETTE[a][scheme], PALETTE[b][scheme]), 2))
        for a, b in pairs
        if contrast(PALETTE[a][scheme], PALETTE[b][scheme]) < 4.5
    ]
    assert low == []


def test_elements_escape_what_they_are_given():
    made = el("text", text("<&>\x00\x1b\ud800"), title='"<', x=1.504, y=2.0, fill=None)
    assert made == '<text title="&quot;&lt;" x="1.5" y="2">&lt;&amp;&gt;\ufffd\ufffd\ufffd</text>'
    ET.fromstring(made)
    assert el("g", class_="a", font_size=3) == '<g class="a" font-size="3"/>'
