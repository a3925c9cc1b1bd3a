"""The checks that all public calls share."""

from __future__ import annotations

import enum

import numpy as np
import pytest
from bitmeeple.arguments import (
    MAX_WORD,
    as_int,
    checked_int,
    checked_policy,
    checked_seat,
    checked_seed,
    shown,
)

NUMPY = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def member(value):
    return enum.IntEnum("Number", {"it": value}).it


@pytest.mark.parametrize("make", [int, *NUMPY, np.array, Index, member])
def test_whatever_is_an_int_becomes_one(make):
    for check in (
        lambda v: as_int(v, "x"),
        lambda v: checked_int(v, "x", 0, 10),
        checked_seed,
        lambda v: checked_seat(v, 9),
    ):
        assert check(make(7)) == 7
        assert type(check(make(7))) is int


NO_INTS = (
    *(True, np.True_, np.array(True), 1.0, np.float32(1), 1j, "1", b"1", None, [1], (1,)),
    *(object(), np.array([1]), np.array([1, 2]), int, Index("1"), Index(1.0)),
)


@pytest.mark.parametrize("bad", NO_INTS, ids=lambda value: type(value).__name__)
def test_whatever_is_none_is_a_type_error(bad):
    for check in (lambda v: as_int(v, "x"), checked_seed, lambda v: checked_seat(v, 9)):
        with pytest.raises(TypeError, match=r"is an int, not \w+$"):
            check(bad)


@pytest.mark.parametrize(
    "bad", [-1, 2**64, 1 << 20_000, -1 << 20_000, np.int8(-1)], ids=lambda v: type(v).__name__
)
def test_out_of_range_is_a_value_error_on_one_short_line(bad):
    for check in (checked_seed, lambda v: checked_seat(v, 9), lambda v: checked_int(v, "x", 0, 9)):
        with pytest.raises(ValueError) as caught:
            check(bad)
        assert len(str(caught.value)) < 100
    assert checked_seed(MAX_WORD) == MAX_WORD


def test_another_policy_is_a_value_error():
    for bad in ("Uniform", "", None, 3, np.array(["uniform"] * 2), "x" * 10**6, "a\nb"):
        with pytest.raises(ValueError, match=r"^policy is .{1,60}; allowed are uniform, eager$"):
            checked_policy(bad)
    assert checked_policy(np.str_("eager")) == "eager"


def test_what_is_shown_is_short_and_on_one_line():
    for value in ("a\nb" * 10**5, 10**30, -(10**30), np.zeros((90, 90)), [1] * 10**5):
        assert len(shown(value)) <= 60
        assert "\n" not in shown(value)
