"""States as bytes: small, quick, and never anything that a dict could not give."""

from __future__ import annotations

import json
import pickle
import random
import struct
import sys
import zlib

import bitmeeple as bm
import pytest
from bitmeeple.registry import shipped_data
from conftest import LOADERS

HEAD = 6 + 32 + 8  # magic, version, implementation; identity; layout


def points(game, stream=3, policy="eager", count=12):
    """States along a game, the first and the last among them."""
    states = list(bm.replay(bm.record_playout(game, 17, stream, policy)))
    return states[:: max(1, len(states) // count)] + states[-1:]


def sealed(data):
    """Bytes with the checksum that belongs to them."""
    body = data[:-4]
    return body + struct.pack("<I", zlib.crc32(body))


def words_of(game, data):
    """The difference to the initial state that bytes hold, as a dict of words."""
    size = game._state_bytes()
    payload = data[HEAD + 4 : -4]
    number = (size + 7) // 8
    at = (number + 7) // 8
    words = {}
    for w in range(number):
        if payload[w // 8] >> w % 8 & 1:
            words[w] = int.from_bytes(payload[at : at + 8], "little")
            at += 8
    assert at == len(payload)
    return words


def bytes_of(game, head, words):
    """The inverse of `words_of`."""
    number = (game._state_bytes() + 7) // 8
    used = {w: word for w, word in words.items() if word}
    marks = sum(1 << w for w in used).to_bytes((number + 7) // 8, "little")
    payload = marks + b"".join(word.to_bytes(8, "little") for _, word in sorted(used.items()))
    return sealed(head[:HEAD] + struct.pack("<I", len(payload)) + payload + bytes(4))


@pytest.mark.parametrize("side", LOADERS)
def test_bytes_and_pickles_give_the_state_back(game_name, side):
    load = LOADERS[side]
    own = load(game_name, data={**shipped_data(game_name)[0], "note": "own"})
    for game in (load(game_name), own):
        for state in points(game):
            data = state.serialize()
            for form in (data, bytearray(data), memoryview(data)):
                assert game.deserialize_state(form) == state
            assert game.deserialize_state(data).serialize() == data
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(state, protocol))
                assert again == state
                assert again.game == game
    states = points(own)
    again = pickle.loads(pickle.dumps(states))
    assert again == states
    assert len({id(state.game) for state in again}) == 1


def test_bytes_are_fewer_than_those_of_the_state(game_name):
    game = bm.load_game(game_name)
    for state in points(game):
        assert len(state.serialize()) <= HEAD + 8 + game._state_bytes() * 9 // 8 + 16
    assert len(game.new_initial_state().serialize()) <= HEAD + 8 + game._state_bytes() // 64 + 1


def test_own_data_are_parsed_once(game_name, monkeypatch):
    game = bm.load_game(game_name, data={**shipped_data(game_name)[0], "note": "once"})
    data = pickle.dumps(game.new_initial_state())
    monkeypatch.setattr(json, "loads", None)
    assert pickle.loads(data).game is pickle.loads(data).game


def test_no_spelling_hints_are_made_for_valid_data(game_name, monkeypatch):
    data = {**shipped_data(game_name)[0], "note": "valid"}
    monkeypatch.setitem(sys.modules, "difflib", None)
    assert bm.load_game(game_name, data=data).data_digest != shipped_data(game_name)[1]


def test_bytes_of_something_else_are_refused(game_name):
    game = bm.load_game(game_name)
    data = points(game)[5].serialize()
    own = bm.load_game(game_name, data={**shipped_data(game_name)[0], "note": "own"})
    reference = bm.reference.load_game(game_name)
    with pytest.raises(ValueError, match="another game, options or data"):
        own.deserialize_state(data)
    with pytest.raises(ValueError, match="other implementation"):
        reference.deserialize_state(data)
    with pytest.raises(ValueError, match="other implementation"):
        game.deserialize_state(reference.new_initial_state().serialize())
    layout = bytearray(data)
    layout[40] ^= 1
    with pytest.raises(ValueError, match="lays out states in another way"):
        game.deserialize_state(sealed(bytes(layout)))
    other = bytearray(data)
    other[5] = 1
    with pytest.raises(ValueError, match="other implementation"):
        game.deserialize_state(sealed(bytes(other)))
    for size in range(len(data)):
        with pytest.raises(ValueError, match="serialized state"):
            game.deserialize_state(data[:size])
    for tail in (b"\0", b"12345678"):
        with pytest.raises(ValueError, match="too many"):
            game.deserialize_state(data + tail)
    for at in range(0, len(data), 3):
        broken = bytearray(data)
        broken[at] ^= 0x10
        with pytest.raises(ValueError, match=r"serialized state|format version"):
            game.deserialize_state(bytes(broken))
    for bad in ("text", 3, None, [1]):
        with pytest.raises(TypeError, match="is bytes"):
            game.deserialize_state(bad)


def test_payloads_have_one_form(game_name):
    game = bm.load_game(game_name)
    state = points(game)[5]
    data = state.serialize()
    words = words_of(game, data)
    assert bytes_of(game, data, words) == data
    number = (game._state_bytes() + 7) // 8
    zero = next((w for w in range(number) if w not in words), None)
    marks = bytearray((number + 7) // 8)
    variants = [data[HEAD + 4 : -4] + bytes(8), data[HEAD + 4 : -12]]
    if zero is not None:  # a word that does not differ
        marks[zero // 8] |= 1 << zero % 8
        variants.append(bytes(marks) + bytes(8))
    if number % 8:  # a word behind the end
        marks = bytearray((number + 7) // 8)
        marks[-1] |= 0x80
        variants.append(bytes(marks) + b"12345678")
    for payload in variants:
        wrong = data[:HEAD] + struct.pack("<I", len(payload)) + payload + bytes(4)
        with pytest.raises(ValueError, match="broken payload"):
            game.deserialize_state(sealed(wrong))


def check_accepted(game, state):
    """What bytes give must be what a dict gives, and a position to go on from."""
    assert game.state_from_dict(state.to_dict()) == state
    twin = bm.reference.load_game(str(game)).state_from_dict(state.to_dict())
    assert twin.legal_actions() == state.legal_actions()
    state.play_random(bm.Rng(1, 2), "eager")
    assert state._check() == ""


@pytest.mark.parametrize("rounds", [1500, pytest.param(20_000, marks=pytest.mark.long)])
def test_changed_states_with_right_checksums_are_refused_or_sound(game_name, rounds):
    """Of the positions near real ones, bytes give those that dicts give."""
    draw = random.Random(4)
    accepted = 0
    for options in (0, 1):
        game = bm.load_game(
            game_name, **({"players": 3} if options and game_name != "lumen" else {})
        )
        states = [s for stream in range(3) for s in points(game, stream, count=40)]
        number = (game._state_bytes() + 7) // 8
        initial = states[0].serialize()
        for _ in range(rounds):
            words = words_of(game, draw.choice(states).serialize())
            for _ in range(draw.choice((1, 1, 1, 2, 3))):
                w = draw.randrange(number)
                change = draw.choice(
                    (1 << draw.randrange(64), draw.randrange(256) << 8 * draw.randrange(8))
                )
                limit = 8 * min(8, game._state_bytes() - 8 * w)
                words[w] = words.get(w, 0) ^ (change & ((1 << limit) - 1))
            try:
                state = game.deserialize_state(bytes_of(game, initial, words))
            except ValueError:
                continue
            accepted += 1
            check_accepted(game, state)
        for _ in range(rounds // 10):
            words = {w: draw.getrandbits(64) for w in range(game._state_bytes() // 8)}
            with pytest.raises(ValueError, match="broken payload"):
                game.deserialize_state(bytes_of(game, initial, words))
    assert accepted > 0, "nothing was accepted: the test says nothing"


# Keys of information states


@pytest.mark.parametrize(
    ("side", "wanted"),
    [("core", 6000), ("reference", 300), pytest.param("core", 250_000, marks=pytest.mark.long)],
)
def test_keys_are_equal_exactly_if_views_are(game_name, side, wanted):
    """In the long tier a million positions in all."""
    game = LOADERS[side](game_name)
    views, keys, visited = {}, {}, 0
    stream = 0
    while visited < wanted:
        stream += 1
        rng = bm.Rng(stream, 1)
        state = game.new_initial_state()
        while True:
            for p in range(game.num_players()):
                view, key = state.information_state_string(p), state.information_state_key(p)
                visited += 1
                assert 0 <= key < 1 << 64
                digest = zlib.crc32(view.encode()), hash(view)
                assert views.setdefault(digest, key) == key, "equal views, different keys"
                assert keys.setdefault(key, digest) == digest, "different views, one key"
                if state.is_player_node() and visited % 7 == 0:
                    world = state.resample_from_infostate(p, rng)
                    assert world.information_state_key(p) == key, "something hidden leaks"
            if state.is_terminal():
                break
            chance = state.is_chance_node()
            state.apply_action(
                state.sample_chance(rng) if chance else state.sample_action(rng, "eager")
            )
    assert len(keys) > 100


@pytest.mark.parametrize("side", LOADERS)
def test_keys_name_the_seat_that_moves(side):
    game = LOADERS[side]("latria")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="name the observing seat"):
        state.information_state_key()
    for bad in (-1, 4, 99):
        with pytest.raises(ValueError, match="no seat"):
            state.information_state_key(bad)
    for bad in (True, "0", 1.0):
        with pytest.raises(TypeError):
            state.information_state_key(bad)
    while not state.is_player_node():
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    assert state.information_state_key() == state.information_state_key(seat)
    assert state.information_state_key(0) != state.information_state_key(1)
