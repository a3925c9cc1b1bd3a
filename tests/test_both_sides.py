"""Core and reference take the same arguments, and say in a line what is wrong with others."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import types
from decimal import Decimal
from enum import IntEnum

import bitmeeple as bm
import numpy as np
import pytest
from conftest import ALL_GAMES, LOADERS, play_on


class Index:
    """What stands for an int, or does not."""

    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Enumerated(IntEnum):
    one = 1


class Whole(int):
    """A subclass that lies about itself."""

    def __index__(self):
        return 2

    def __str__(self):
        return "lies " * 1000

    __repr__ = __str__


SCALARS = [kind(1) for kind in (*np.sctypeDict.values(),) if issubclass(kind, np.number)]
ODD = [
    *(False, True, np.False_, np.True_, None, object(), int, Ellipsis, NotImplemented),
    *(0, 1, 2, 9, -1, 127, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**70),
    *(-(2**31), -(2**31) - 1, -(2**63), -(2**63) - 1, 10**5000, -(10**5000)),
    *(0.0, 1.0, float("nan"), float("inf"), 1j, Decimal(1), "1", "", "x" * 5000, b"1", "eager"),
    *([], [1], (1,), {}, {1}, range(1), bytearray(b"1"), np.str_("uniform"), np.datetime64(1, "s")),
    *(np.array(1), np.array([1]), np.array([1, 2]), np.array(1.0), np.arange(10**4), np.ma.masked),
    *(Index(1), Index(-1), Index(2**70), Index("x"), Index(ZeroDivisionError("no"))),
    *(Enumerated.one, Whole(1), random.Random(1), np.random.default_rng(1)),
    *({kind.dtype.str: kind for kind in SCALARS}.values()),
]


def generator(side):
    return bm.Rng if side == "core" else bm.reference.Rng


def drawn(rng, value):
    """What a call gave, and where it left its generator."""
    return value, rng.next()


def sampled(state, rng, *arguments):
    call = state.sample_chance if state.is_chance_node() else state.sample_action
    return drawn(rng, call(rng, *arguments))


def played(state, call):
    copied = state.clone()
    call(copied)
    return copied.to_dict()


# name -> call(side, state, value)
CALLS = {
    "Rng(v)": lambda side, s, v: generator(side)(v).next(),
    "Rng(0, v)": lambda side, s, v: generator(side)(0, v).next(),
    "Rng(stream=v)": lambda side, s, v: generator(side)(seed=1, stream=v).next(),
    "Rng.from_words": lambda side, s, v: generator(side).from_words(v, 1, 2, 3).next(),
    "below": lambda side, s, v: drawn(r := generator(side)(7), r.below(v)),
    "Rng == v": lambda side, s, v: (generator(side)(7) == v) is True,
    "legal_actions": lambda side, s, v: s.legal_actions(v),
    "apply_action": lambda side, s, v: played(s, lambda c: c.apply_action(v)),
    "child": lambda side, s, v: s.child(v).to_dict(),
    "view": lambda side, s, v: s.view(v),
    "observation_tensor": lambda side, s, v: s.observation_tensor(v).tobytes(),
    "observation_tensor(out=v)": lambda side, s, v: s.observation_tensor(0, out=v).tobytes(),
    "observation_string": lambda side, s, v: s.observation_string(v),
    "information_state_string": lambda side, s, v: s.information_state_string(v),
    "resample": lambda side, s, v: s.resample_from_infostate(v, bm.Rng(1)).view(0),
    "resample(0, v)": lambda side, s, v: s.resample_from_infostate(0, v).view(0),
    "sample(v)": lambda side, s, v: s.sample_action(v),
    "sample_chance(v)": lambda side, s, v: s.sample_chance(v),
    "sample(policy)": lambda side, s, v: drawn(r := bm.Rng(3), s.sample_action(r, v)),
    "sample(policy=)": lambda side, s, v: s.sample_action(rng=bm.Rng(3), policy=v),
    "play_random(v)": lambda side, s, v: played(s, lambda c: c.play_random(v)),
    "play_random(policy)": lambda side, s, v: played(s, lambda c: c.play_random(bm.Rng(3), v)),
    "sample(Rng(v))": lambda side, s, v: sampled(s, generator(side)(v)),
    "action_to_string": lambda side, s, v: s.action_to_string(v),
    "action_to_string(0, v)": lambda side, s, v: s.action_to_string(0, v),
    "action_to_string(v, 0)": lambda side, s, v: s.action_to_string(v, 0),
    "string_to_action": lambda side, s, v: s.string_to_action(v),
    "state == v": lambda side, s, v: (s == v) is True,
    "state_from_dict": lambda side, s, v: s.game.state_from_dict(v).to_dict(),
    "deserialize_state": lambda side, s, v: s.game.deserialize_state(v).to_dict(),
    "rollout(1, seed)": lambda side, s, v: bm.rollout(s, 1, seed=v).digests.tolist(),
    "rollout(policy)": lambda side, s, v: bm.rollout(s, 1, policy=v).digests.tolist(),
    "rollout(threads)": lambda side, s, v: bm.rollout(s, 1, threads=v).digests.tolist(),
    "perft": lambda side, s, v: bm.perft(s, v),
    "explain_observation": lambda side, s, v: str(bm.explain_observation(s, v)),
}
TREES = {"perft": 3}  # greatest argument that takes no time


def outcome(call, side, state, value):
    """The result of a call, or the type of its error, whose text is checked."""
    before = state.to_dict()
    try:
        result = call(side, state, value)
    except Exception as error:
        text = str(error)
        assert text.count("\n") < 3 and len(text) <= 400, text[:600]
        assert "_core_" not in text and "Invoked" not in text and "0x" not in text, text
        result = type(error)
    assert state.to_dict() == before
    return result


@pytest.mark.parametrize("name", ["toy", "lata"])
@pytest.mark.parametrize("steps", [0, 20, 10**6])
@pytest.mark.parametrize("call", CALLS)
def test_odd_values_are_taken_alike(name, steps, call):
    core = bm.load_game(name).new_initial_state()
    play_on(core, bm.Rng(5), steps, "uniform")
    reference = bm.reference.load_game(name).state_from_dict(core.to_dict())
    for value in ODD:
        if call in TREES and isinstance(value, int) and TREES[call] < value <= 10_000:
            continue
        mine, its = (
            outcome(CALLS[call], side, state, value)
            for side, state in (("core", core), ("reference", reference))
        )
        assert mine == its, (call, type(value), str(value)[:50])


@pytest.mark.parametrize("name", ALL_GAMES)
def test_either_generator_drives_either_implementation(name):
    for state in (load(name).new_initial_state() for load in LOADERS.values()):
        ends = []
        for rng in (bm.Rng(9, 2), bm.reference.Rng(9, 2)):
            copied = state.clone()
            for _ in range(15):
                if not copied.is_terminal():
                    copied.apply_action(sampled(copied, rng)[0])
            copied = copied.resample_from_infostate(0, rng)
            copied.play_random(rng, "eager")
            ends.append((copied.to_dict(), rng.next()))
        assert ends[0] == ends[1]


def public_members():
    """(name, callable) of everything public: functions, classes, methods of both sides."""
    for name in bm.__all__:
        member = getattr(bm, name)
        if callable(member) and not (inspect.isclass(member) and issubclass(member, Exception)):
            yield name, member  # Python gives exceptions no signature
    games = [load("toy") for load in LOADERS.values()]
    env = bm.VectorEnv(games[0], 2)
    objects = [*games, *(game.new_initial_state() for game in games), env, bm.Rng(1)]
    objects += [bm.reference.Rng(1), bm.record_playout(games[0], 1), bm.rollout(games[0], 2)]
    for owner in objects:
        for name in dir(owner):
            if not name.startswith("_") and callable(getattr(owner, name)):
                yield f"{type(owner).__name__}.{name}", getattr(owner, name)
                yield f"type {type(owner).__name__}.{name}", getattr(type(owner), name)


def test_signatures_and_docstrings_of_everything_public_can_be_read():
    for name, member in public_members():
        signature = inspect.signature(member)
        assert "_core_" not in str(signature) and "args" not in signature.parameters, name
        assert "_core_" not in repr(member).replace("_core_v3", "_core_" * name.startswith("_"))
        assert inspect.getdoc(member), name


def test_wrong_calls_of_everything_public_are_answered_in_a_line():
    state = bm.load_game("lata").new_initial_state()
    secret = "tokens"
    for name, member in public_members():
        if isinstance(member, types.FunctionType | type) and name in ("load_game", "Summary"):
            continue
        for arguments, named in (((), {}), ((state,) * 9, {}), ((), {"nonsense": state})):
            try:
                member(*arguments, **named)
            except Exception as error:
                text = str(error)
                assert text.count("\n") < 3 and len(text) < 400, (name, text)
                assert "_core_" not in text and secret not in text, (name, text)


@pytest.mark.parametrize("side", LOADERS)
def test_methods_of_both_implementations_have_the_same_signatures(side):
    for base, make in ((bm.Game, lambda s: s.game), (bm.State, lambda s: s)):
        native = type(make(LOADERS[side]("toy").new_initial_state()))
        for name, member in vars(base).items():
            if name.startswith("_") or not inspect.isfunction(member):
                continue
            kinds = [
                [(p.name, p.kind, p.default) for p in inspect.signature(f).parameters.values()]
                for f in (member, getattr(native, name))
            ]
            if len(kinds[0]) > 1:  # C methods without arguments take self by position
                assert kinds[0][1:] == kinds[1][1:], name


# The generator itself


@pytest.mark.parametrize("side", LOADERS)
def test_a_generator_evaluates_back_copies_and_pickles(side):
    for rng in (generator(side)(1), generator(side)(2**64 - 1, 7)):
        for _ in range(3):
            assert eval(repr(rng), {"bitmeeple": bm}) == rng
            twins = [copy.copy(rng), copy.deepcopy(rng)]
            twins += [
                pickle.loads(pickle.dumps(rng, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)
            ]
            number = rng.next()
            assert [twin.next() for twin in twins] == [number] * len(twins)
            assert all(twin == rng for twin in twins)
    assert generator(side)(1) != generator(side)(2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(generator(side)(1))


OLD_PICKLES = {
    "core": b"\x80\x02cbitmeeple._core\nRng\nq\x00)\x81q\x01(\x8a\t\xa5\xd0b\x96\xf6M~\xdf\x00\x8a"
    b"\x08H\x1cms\xed\x95\xddB\x8a\t\x10\xf0\xa6\x92\xad\xc8>\xab\x00\x8a\t\xd2\x01A\xd5\xe8|0\x84"
    b"\x00tq\x02b.",
    "reference": b"\x80\x02cbitmeeple.reference.rng\n"
    b"Rng\nq\x00)\x81q\x01N}q\x02X\x02\x00\x00\x00_sq"
    b"\x03]q\x04(\x8a\t\xa5\xd0b\x96\xf6M~\xdf\x00\x8a\x08H\x1cms\xed\x95\xddB\x8a\t\x10\xf0\xa6\x92"
    b"\xad\xc8>\xab\x00\x8a\t\xd2\x01A\xd5\xe8|0\x84\x00es\x86q\x05b.",
}


@pytest.mark.parametrize("side", LOADERS)
def test_pickled_generators_of_0_1_load_and_truncated_ones_do_not(side):
    assert pickle.loads(OLD_PICKLES[side]).next() == 5707221673947998218
    for state in ((1, 2, 3), (), (1, 2, 3, 4, 5), (0,) * 4, (1, 2, 3, 2**64), (1, 2, 3, -1)):
        with pytest.raises(ValueError):
            generator(side).__new__(generator(side)).__setstate__(state)
    for state in (None, [1, 2, 3, 4], (1, 2, 3, 4.0), (1, 2, 3, True), 5):
        with pytest.raises(TypeError):
            generator(side).__new__(generator(side)).__setstate__(state)


@pytest.mark.parametrize("side", LOADERS)
def test_a_generator_in_use_keeps_its_place(side):
    rng = generator(side)(3)
    with pytest.raises(ValueError, match="in use"):
        rng.__setstate__((1, 2, 3, 4))
    with pytest.raises(TypeError):
        rng.__init__(1.5)
    assert rng == generator(side)(3)


@pytest.mark.parametrize("side", LOADERS)
def test_a_generator_that_was_not_seeded_gives_nothing(side):
    rng = generator(side).__new__(generator(side))
    state = bm.load_game("toy").new_initial_state()
    for call in (rng.next, lambda: rng.below(3), lambda: copy.copy(rng), lambda: pickle.dumps(rng)):
        with pytest.raises(ValueError, match="not been seeded"):
            call()
    with pytest.raises(ValueError, match="not been seeded"):
        state.play_random(rng)
    assert "not seeded" in repr(rng)


def test_no_object_of_a_compiled_class_is_half_made():
    game = bm.load_game("toy")
    state = game.new_initial_state()
    batch = bm.VectorEnv(game, 1)._batch
    for kind in (type(game), type(state), type(batch)):
        for make in (kind, lambda kind=kind: kind.__new__(kind), lambda kind=kind: kind(1, 2)):
            with pytest.raises(TypeError, match="made by"):
                make()
        with pytest.raises(TypeError):
            object.__new__(kind)
        with pytest.raises(TypeError):
            type("Mine", (kind,), {})
