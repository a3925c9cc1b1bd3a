"""Writes the interface and the shipped tables of every game as C++ headers.

The sources are the same interface module and JSON that Python loads.

Usage: generate.py OUTPUT_DIR GAME...
"""

import importlib
import json
import sys
import types
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "python" / "bitmeeple"

HEADER = """\
#pragma once
// Generated from python/bitmeeple/games/{game}/data.json by cpp/cmake/generate.py. Do not edit.

#include "bitmeeple/flat_tables.hpp"

namespace bitmeeple::{game}::shipped {{

{arrays}
/// Options at their defaults, except where a variant of the tables says otherwise.
{options}
/// The shipped tables. `variant`: {variants}. Throws std::invalid_argument for any other.
inline FlatTables tables(std::string_view variant = "{first}") {{
{choices}    throw std::invalid_argument("no such variant of the tables");
}}

}}  // namespace bitmeeple::{game}::shipped
"""


def game_module(game: str, part: str):
    """Import a module of a game without the package's __init__, which needs the compiled module."""
    if "bitmeeple" not in sys.modules:
        package = types.ModuleType("bitmeeple")
        package.__path__ = [str(PACKAGE)]
        sys.modules["bitmeeple"] = package
    return importlib.import_module(f"bitmeeple.games.{game}.{part}")


def table_block(prefix: str, flat: dict[str, list[int]]) -> str:
    """constexpr arrays and their list."""
    lines, names = [], []
    for name, values in flat.items():
        body = ", ".join(map(str, values)) or "0"
        lines.append(f"inline constexpr std::int32_t {prefix}_{name}[] = {{{body}}};")
        names.append(f'{{"{name}", std::span({prefix}_{name}).first({len(values)})}}')
    joined = ",\n    ".join(names)
    lines.append(f"inline constexpr FlatTable {prefix}[] = {{\n    {joined}}};\n")
    return "\n".join(lines)


def shipped_data(game: str) -> dict:
    """The nested data of a game."""
    return json.loads((PACKAGE / "games" / game / "data.json").read_text(encoding="utf-8"))


def header(game: str) -> str:
    """The text of <game>/shipped.hpp."""
    loader, data = game_module(game, "loader"), shipped_data(game)
    loader.validate(data)
    defaults: dict = {}
    codes: dict[str, list[int]] = {}
    for option in game_module(game, "interface").OPTIONS:
        codes[option.name] = [option.code(option.default, defaults, data)]
        defaults[option.name] = option.default
    variants = getattr(loader, "VARIANTS", {"": {}})
    arrays, choices = "", ""
    for name, changed in variants.items():
        prefix = f"tables_{name}"
        arrays += table_block(prefix, loader.flatten(data, {**defaults, **changed}))
        choices += f'    if (variant == "{name}") return FlatTables({prefix});\n'
    return HEADER.format(
        game=game,
        arrays=arrays,
        options=table_block("options", codes),
        variants=", ".join(f'"{name}"' for name in variants),
        first=next(iter(variants)),
        choices=choices,
    )


def interface(game: str) -> str:
    """The text of <game>/interface.hpp."""
    module = game_module(game, "interface")
    sys.path.insert(0, str(Path(__file__).parent))
    from interface_header import interface_header  # imports the package, as above

    defaults = {option.name: option.default for option in module.OPTIONS}
    return interface_header(game, module, defaults, shipped_data(game))


def write(path: Path, text: str) -> None:
    """Write a file; untouched if it already says this, so that nothing is rebuilt."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    path.touch()


def main() -> None:
    """Write everything."""
    output, games = Path(sys.argv[1]) / "bitmeeple", sys.argv[2:]
    write(output / "games.inc", "".join(f"BITMEEPLE_GAME({game})\n" for game in games))
    includes = "".join(f'#include "bitmeeple/games/{game}/shipped.hpp"\n' for game in games)
    write(
        output / "shipped.hpp", f"#pragma once\n// The shipped tables of all games.\n\n{includes}"
    )
    for game in games:
        folder = output / "games" / game
        write(folder / "shipped.hpp", header(game))
        if hasattr(game_module(game, "interface"), "ACTIONS"):
            write(folder / "interface.hpp", interface(game))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
