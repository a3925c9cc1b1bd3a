"""``bitmeeple games``."""

from __future__ import annotations

import json
from typing import Any

import click

from bitmeeple.cli.options import (
    limits_of,
    name_of,
    summary_of,
    values_by_players,
    values_of,
    word_of,
)
from bitmeeple.contract.data import Option
from bitmeeple.registry import game_options, registered_games, shipped_data


@click.command("games")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--json", "as_json", is_flag=True, help="print as JSON")
def command(games: tuple[str, ...], as_json: bool) -> None:
    """List the games and explain their options.

    \b
    Examples:
      bitmeeple games
      bitmeeple games latria
      bitmeeple games --json
    """
    names = [_plain(word) for word in games] or registered_games()
    if as_json:
        click.echo(json.dumps([_facts(name) for name in names], indent=2))
        return
    for name in names:
        click.echo(_page(name))
    example = names[-1]
    option = game_options(example)[0]
    typed = f"{option.name}={word_of(option.default)}"
    click.echo(
        f"On a command line: bitmeeple rollout {example} --{typed.replace('=', ' ')}\n"
        f"As a game string:  bitmeeple rollout '{example}({typed})'"
    )


def _plain(word: str) -> str:
    name = name_of(word)
    if name != word:
        raise click.UsageError(f"{word!r}: leave the options out, they are what is listed")
    return name


def _page(name: str) -> str:
    formatter = click.HelpFormatter(max_width=100)
    rows = [row for option in game_options(name) for row in _rows(name, option)]
    digest = shipped_data(name)[1][:12]
    rows.append(("data", f"own data file in place of the shipped one ({digest})"))
    with formatter.section(f"{name}: {summary_of(name)}"):
        formatter.write_dl(rows)
    return formatter.getvalue().replace(":\n", "\n", 1).lstrip("\n")


def _rows(name: str, option: Option) -> list[tuple[str, str]]:
    mark = {option.default: " (default)"}
    values = ", ".join(word_of(v) + mark.get(v, "") for v in values_of(name, option))
    limits = limits_of(name, option)
    return [(option.name, option.help), ("", f"{values}; {limits}" if limits else values)]


def _facts(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "summary": summary_of(name),
        "data": shipped_data(name)[1],
        "options": [_option_facts(name, option) for option in game_options(name)],
    }


def _option_facts(name: str, option: Option) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "name": option.name,
        "help": option.help,
        "default": option.default,
        "values": values_of(name, option),
    }
    if limits_of(name, option):
        by_players = values_by_players(name, option)
        facts["values_by_players"] = {str(k): values for k, values in by_players.items()}
    return facts
