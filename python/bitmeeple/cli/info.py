"""``bitmeeple info``."""

from __future__ import annotations

import json
import platform
from typing import Any

import click

from bitmeeple.cpus import available_threads
from bitmeeple.native import core, version
from bitmeeple.registry import registered_games, shipped_data


@click.command("info")
@click.option("--json", "as_json", is_flag=True, help="print as JSON")
def command(as_json: bool) -> None:
    """Show version, build and data of this installation.

    \b
    Examples:
      bitmeeple info
      bitmeeple info --json
    """
    import numpy

    facts: dict[str, Any] = {
        "bitmeeple": version,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "platform": platform.platform(),
        "threads": available_threads(),
        "instruction set": core.isa,
        "compiler": core.compiler,
        "flags": core.flags,
        "asserts": core.asserts,
    }
    for name in registered_games():
        facts[f"data of {name}"] = shipped_data(name)[1]
    if as_json:
        click.echo(json.dumps(facts, indent=2))
        return
    width = max(map(len, facts))
    for key, value in facts.items():
        click.echo(f"{key:<{width}}  {value}")
