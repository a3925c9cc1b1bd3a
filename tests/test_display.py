"""How things show themselves: one line in the interpreter, a small table in a notebook."""

from __future__ import annotations

import json
import subprocess
import sys
from html.parser import HTMLParser

import bitmeeple as bm
import pytest
from bitmeeple.registry import shipped_data
from conftest import play_on

BAD_NOTE = "<script>alert(1)</script>"


class Balanced(HTMLParser):
    """Fails unless every tag is one of ours and is closed in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        assert tag in ("table", "caption", "tr", "th", "td", "div")
        assert not attrs
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check_html(text):
    parser = Balanced()
    parser.feed(text)
    parser.close()
    assert parser.open == []


def test_a_line_each(game_name, implementation):
    game = implementation(game_name)
    state = game.new_initial_state()
    play_on(state, bm.Rng(3), 30, "eager")
    over = state.clone()
    over.play_random(bm.Rng(4))
    result = bm.rollout(state, 2)
    whole = bm.rollout(game, 2)
    record = whole.record(1)
    begun = bm.Record(state)
    for thing in (game, state, over, result, result.summary(), whole, record, begun):
        text = repr(thing)
        assert "\n" not in text
        assert len(text) < 300
        assert game_name in text
    assert f"scores {' '.join(map(str, over.scores()))}" in repr(over)
    for thing in (game, result, result.summary(), record, begun):
        check_html(thing._repr_html_())


def test_the_line_of_a_state_hides_what_is_hidden(game_name, implementation):
    state = implementation(game_name).new_initial_state()
    rng = bm.Rng(6)
    for number in range(40):
        state.apply_action(state.sample(rng, "eager"))
        if state.is_terminal():
            break
        for seat in range(state.game.num_players()):
            world = state.resample_from_infostate(seat, bm.Rng(number, seat))
            assert repr(world) == repr(state)


def test_own_data_do_not_flood_the_line_and_are_escaped(game_name, implementation):
    data = {**shipped_data(game_name)[0], "note": BAD_NOTE * 500}
    game = implementation(game_name, data=data)
    result = bm.rollout(game, 1)
    for thing in (game, game.new_initial_state(), result, result.summary(), result.record(0)):
        assert len(repr(thing)) < 300
        assert game.data_digest[:8] in repr(thing)
    for thing in (game, result, result.summary(), result.record(0)):
        check_html(thing._repr_html_())
    with pytest.raises(ValueError) as caught:
        game.deserialize_state(implementation(game_name).new_initial_state().serialize())
    assert len(str(caught.value)) < 300


def test_paths_are_escaped(tmp_path, game_name):
    path = tmp_path / "<b>&.json"
    path.write_text(json.dumps({**shipped_data(game_name)[0], "note": 1}), encoding="utf-8")
    result = bm.rollout(bm.load_game(game_name, data=path), 1)
    check_html(result._repr_html_())
    check_html(result.record(0)._repr_html_())


def test_the_package_shows_public_names_only():
    assert sorted(dir(bm)) == sorted([*bm.__all__, "__version__"])
    script = "import bitmeeple as bm; [getattr(bm, name) for name in dir(bm)]; bm.adapters.as_game"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
