// CoreGame: a game of the compiled core.

#include "bitmeeple/engines.hpp"
#include "game_bindings.hpp"

namespace bitmeeple::bindings {

namespace {

[[nodiscard]] std::shared_ptr<CoreGame> make_game(const py::object& spec) {
    const auto name = spec.attr("name").cast<std::string>();
    for (const auto& entry : kEngines) {
        if (entry.name != name) continue;
        const OwnedTables options(spec.attr("flat_options")());
        const OwnedTables tables(spec.attr("flat_tables")());
        auto engine = entry.make(options.flat(), tables.flat());
        const Bounds bounds = engine->bounds();
        const std::size_t size = engine->state_size();
        return std::make_shared<CoreGame>(CoreGame{std::move(engine), spec, bounds, size});
    }
    throw py::value_error("this build of the core does not have the game '" + name + "'");
}

[[nodiscard]] CoreState initial_state(const std::shared_ptr<CoreGame>& game) {
    CoreState state(game);
    state.engine().initial_state(state.bytes());
    return state;
}

[[nodiscard]] CoreState from_dict(const std::shared_ptr<CoreGame>& game, const py::dict& d) {
    CoreState state(game);
    state.engine().from_value(from_python(d), state.bytes());
    return state;
}

}  // namespace

void register_games(py::module_& m) {
    py::class_<CoreGame, std::shared_ptr<CoreGame>> bound_class(m, "CoreGame");
    Documented cls(bound_class, "bitmeeple.game", "Game");
    bound_class.def(py::init(&make_game), py::arg("spec"));
    bound_class.def_property_readonly("_spec", [](const CoreGame& g) { return g.spec; });
    const auto bound = [&](const char* name, auto member) {
        cls.def(name, [member](const CoreGame& g) { return g.bounds.*member; });
    };
    bound("num_players", &Bounds::num_players);
    bound("num_distinct_actions", &Bounds::num_distinct_actions);
    bound("max_chance_outcomes", &Bounds::max_chance_outcomes);
    bound("max_game_length", &Bounds::max_game_length);
    bound("max_chance_nodes_in_history", &Bounds::max_chance_nodes_in_history);
    bound("min_utility", &Bounds::min_utility);
    bound("max_utility", &Bounds::max_utility);
    bound("utility_sum", &Bounds::utility_sum);
    bound("_observation_size", &Bounds::observation_size);
    cls.def("_state_bytes", [](const CoreGame& g) { return g.state_size; });
    cls.def("new_initial_state", &initial_state);
    cls.def("_from_dict", &from_dict);
}

}  // namespace bitmeeple::bindings
