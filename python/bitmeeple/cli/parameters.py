"""Parameters that several commands have, and what is typed for them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

import click

from bitmeeple.constants import POLICIES

Convert = Callable[[click.Context, click.Parameter, Any], Any]


def whole(lowest: int, highest: int) -> Convert:
    """A callback that reads an int in a range, also as ``1e6`` or ``1_000_000``."""

    def convert(ctx: click.Context, param: click.Parameter, value: Any) -> int | None:
        if value is None:
            return None
        number = _exact(str(value))
        if number is None:
            raise click.BadParameter(f"{value!r} is not a whole number such as 1000000 or 1e6")
        if not lowest <= number <= highest:
            raise click.BadParameter(f"{value} is not in {lowest} .. {highest}")
        return int(number)

    return convert


def _exact(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
        return number if text.isascii() and number == number.to_integral_value() else None
    except InvalidOperation:  # no number, or one of thousands of digits
        return None


def number(
    *names: str,
    help: str,
    lowest: int,
    highest: int,
    default: int | None = None,
    metavar: str = "N",
    shown: str | None = None,
) -> click.Option:
    """An option that takes a whole number; ``shown`` is the default in the help."""
    return click.Option(
        list(names),
        type=click.UNPROCESSED,
        callback=whole(lowest, highest),
        default=default,
        show_default=shown or default is not None,
        metavar=metavar,
        help=help,
    )


def seed(help: str = "start of all random choices, 0 .. 2**64-1") -> click.Option:
    """``--seed``."""
    return number("--seed", lowest=0, highest=(1 << 64) - 1, default=0, metavar="SEED", help=help)


def policy(default: str) -> click.Option:
    """``--policy``."""
    return click.Option(
        ["--policy"],
        type=click.Choice(POLICIES),
        default=default,
        show_default=True,
        help="uniform: every legal action is equally likely; eager: passive ones (pass, end turn) "
        "are mostly left out",
    )
