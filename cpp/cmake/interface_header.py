"""The C++ header of an interface module: nodes, ids, and structs for the state dict."""

from bitmeeple.contract.shapes import (
    Bool,
    Field,
    Fields,
    Int,
    ListOf,
    Optional,
    Shape,
    Tuple,
    Word,
)

HEADER = """\
#pragma once
// Generated from python/bitmeeple/games/{game}/interface.py by cpp/cmake/generate.py. Do not edit.

#include <algorithm>

#include "bitmeeple/fields.hpp"

namespace bitmeeple::{game} {{

{words}
// Ids: the first of each range.
{ids}
/// Decisions that only pass, decline, stop or undo.
inline constexpr std::array<int, {passives}> kPassive = {{{passive}}};
[[nodiscard]] constexpr bool is_passive([[maybe_unused]] int action) noexcept {{
    return std::ranges::find(kPassive, action) != kPassive.end();
}}

{structs}
/// What `view(p)` hides.
inline constexpr std::array<HiddenEntry, {hiddens}> kHidden = {{{hidden}}};

}}  // namespace bitmeeple::{game}
"""

KEYWORDS = {"void", "new", "delete", "switch", "case", "default", "class", "public", "short"}


def camel(name: str) -> str:
    """``NAME_BODY`` as ``NameBody``."""
    return "".join(word.capitalize() for word in name.split("_"))


def member(key: str) -> str:
    """A key as the name of a member or an enumerator."""
    name = key.lower()
    return f"{name}_" if name in KEYWORDS else name


def cpp_type(shape: Shape) -> str:
    """The type of an entry."""
    match shape:
        case Bool():
            return "bool"
        case Int():
            return "int"
        case Word(name=name):
            return name
        case Fields(name=name):
            return name
        case Optional(inner=inner):
            return f"std::optional<{cpp_type(inner)}>"
        case Tuple(inner=inner):
            return f"std::array<int, {len(inner)}>"
        case ListOf(inner=Int(lowest=first, highest=last), ascending=True) if last - first < 64:
            return f"IdSet<{first}, {last - first + 1}>"
        case ListOf(inner=inner):
            return f"std::vector<{cpp_type(inner)}>"
    raise TypeError(f"no C++ type for {shape!r}")


def inner_shapes(shape: Shape):
    """A shape and all shapes in it, the inner ones first."""
    if isinstance(shape, Fields):
        for entry in shape.fields.values():
            yield from inner_shapes(entry.shape)
    elif isinstance(shape, Optional | ListOf):
        yield from inner_shapes(shape.inner)
    yield shape


def enumeration(word: Word) -> str:
    """An enum class and the names of its values."""
    values = ", ".join(map(member, word.words))
    names = ", ".join(f'"{name}"' for name in word.words)
    table = f"k{word.name}Names"
    return f"""\
enum class {word.name} : std::uint8_t {{ {values} }};
inline constexpr std::array<const char*, {len(word.words)}> {table} = {{{names}}};
[[nodiscard]] constexpr std::span<const char* const> names_of({word.name}) {{ return {table}; }}
"""


def struct(fields: Fields) -> str:
    """A struct for a dict."""

    def line(key: str, entry: Field) -> str:
        return f"    {cpp_type(entry.shape)} {member(key)}{{}};{'  ///< derived' * entry.derived}"

    name = fields.name
    members = "\n".join(line(key, entry) for key, entry in fields.fields.items())
    listed = ",\n            ".join(
        f'Field{{"{key}", &{name}::{member(key)}{", true" * entry.derived}}}'
        for key, entry in fields.fields.items()
    )
    return f"""\
struct {name} {{
{members}

    static constexpr auto fields() {{
        return std::tuple{{
            {listed}}};
    }}
}};
"""


def hidden_entries(fields: Fields) -> list[str]:
    """What is hidden in lists by seat."""

    def text(key: str, inner: str, entry: Field) -> list[str]:
        rule = entry.hidden
        return [f'{{"{key}", "{inner}", "{rule.until}", "{rule.but}"}}'] if rule else []

    found = [one for key, entry in fields.fields.items() for one in text(key, "", entry)]
    return found + [
        one for key, entry in fields.seats.fields.items() for one in text("seats", key, entry)
    ]


def interface_header(game: str, interface, options: dict, data: dict) -> str:
    """The text of <game>/interface.hpp."""
    fields = interface.state_schema(options, data)
    shapes = list(inner_shapes(fields))
    named = {shape.name: shape for shape in shapes if isinstance(shape, Word | Fields)}
    ids = {**interface.OUTCOMES, **interface.ACTIONS}
    lines = [
        f"inline constexpr int k{camel(name)} = {one.first};  ///< .. {one.stop - 1}"
        for name, one in sorted(ids.items(), key=lambda item: item[1].first)
    ]
    for name, spaces in (("Actions", interface.ACTIONS), ("Outcomes", interface.OUTCOMES)):
        number = max(one.stop for one in spaces.values())
        lines.append(f"inline constexpr int k{name} = {number};  ///< the greatest id + 1")
    hidden = hidden_entries(fields)
    return HEADER.format(
        game=game,
        words="\n".join(enumeration(w) for w in named.values() if isinstance(w, Word)),
        ids="\n".join(lines) + "\n",
        passives=len(interface.PASSIVE),
        passive=", ".join(map(str, interface.PASSIVE)),
        structs="\n".join(struct(f) for f in named.values() if isinstance(f, Fields)),
        hiddens=len(hidden),
        hidden=f"{{{', '.join(hidden)}}}" if hidden else "",
    )
