#pragma once
// Registers everything of one game.

#include "batch_bindings.hpp"
#include "game_bindings.hpp"

namespace bitmeeple::bindings {

/// "el_caballero" -> "ElCaballero"
[[nodiscard]] inline std::string class_prefix(std::string_view name) {
    std::string prefix;
    bool upper = true;
    for (const char c : name) {
        if (c != '_') prefix += upper ? static_cast<char>(c - 'a' + 'A') : c;
        upper = c == '_';
    }
    return prefix;
}

/// Registers <Name>Game, <Name>State and <Name>Batch, and lists them in the module's `games`.
template <Game G>
void register_game(py::module_& m) {
    const std::string prefix = class_prefix(G::kName);
    register_game_class<G>(m, prefix + "Game");
    register_state_class<G>(m, prefix + "State");
    register_batch_class<G>(m, prefix + "Batch");
    m.attr("games")[py::str(std::string(G::kName))] =
        py::make_tuple(m.attr((prefix + "Game").c_str()), m.attr((prefix + "State").c_str()),
                       m.attr((prefix + "Batch").c_str()));
}

}  // namespace bitmeeple::bindings
