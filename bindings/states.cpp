// CoreState: a state of the compiled core.

#include "background.hpp"
#include "classes.hpp"

namespace bitmeeple::bindings {

Policy policy_in(py::handle object) {
    if (!object) return Policy::uniform;
    if (!PyUnicode_Check(object.ptr()))
        throw py::value_error("policy is a " + type_name(object) + "; allowed are uniform, eager");
    if (PyUnicode_CompareWithASCIIString(object.ptr(), "uniform") == 0) return Policy::uniform;
    if (PyUnicode_CompareWithASCIIString(object.ptr(), "eager") == 0) return Policy::eager;
    const py::object shown = py::module_::import("bitmeeple.arguments").attr("shown")(object);
    throw py::value_error("policy is " + py::cast<std::string>(shown) +
                          "; allowed are uniform, eager");
}

namespace {

using Self = Object<CoreState>;

/// Functions of python/bitmeeple/state.py that make exceptions; never released.
struct Makers {
    PyObject *illegal_action, *wrong_node;
} makers;

/// Raises what `maker` makes of two arguments, new references both. Plain pointers: should Python end
/// in the middle, nothing must be released without the GIL.
[[noreturn]] void raise(PyObject* maker, PyObject* first, PyObject* second) {
    PyObject* const error =
        in_python([&] { return PyObject_CallFunctionObjArgs(maker, first, second, nullptr); });
    Py_DECREF(first);
    Py_DECREF(second);
    if (error) {
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error)), error);
        Py_DECREF(error);
    }
    throw py::error_already_set();
}

[[noreturn]] void raise_wrong_node(Self& self, const char* call) {
    raise(makers.wrong_node, self.handle().inc_ref().ptr(), PyUnicode_FromString(call));
}

[[nodiscard]] int seat_in(const CoreState& s, py::handle player) {
    const py::object number = index_in(player, "a seat");
    const int seat = id_of(number.ptr());
    const int players = s.game().bounds.num_players;
    if (seat < 0 || seat >= players)
        throw py::value_error("no seat " + shown(number) + "; seats are 0.." +
                              std::to_string(players - 1));
    return seat;
}

/// A list through the C API: this is half of every Python loop. make(k) gives a new reference.
template <class Make>
[[nodiscard]] PyObject* list_of(int size, Make&& make) {
    PyObject* list = PyList_New(size);
    if (!list) throw py::error_already_set();
    for (int k = 0; k < size; ++k) PyList_SET_ITEM(list, k, make(static_cast<std::size_t>(k)));
    return list;
}

constexpr Parameters kLegalActions{"legal_actions", {{{"player", "None"}}}, true};
[[nodiscard]] PyObject* legal_actions(Self& self, const Arguments& given) {
    const CoreState& s = self.value;
    if (given[0] && !given[0].is_none() && seat_in(s, given[0]) != s.player()) return PyList_New(0);
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    return list_of(legal.size, [&](std::size_t k) { return PyLong_FromLong(legal.ids[k]); });
}

constexpr Parameters kInformationStateKey{"information_state_key", {{{"player", "None"}}}, true};
[[nodiscard]] PyObject* information_state_key(Self& self, const Arguments& given) {
    const CoreState& s = self.value;
    const bool named = given[0] && !given[0].is_none();
    const int seat = named ? seat_in(s, given[0]) : s.player();
    if (seat < 0) throw py::value_error("no seat is to move: name the observing seat");
    return PyLong_FromUnsignedLongLong(s.engine().information_state_key(s.bytes(), seat));
}

[[nodiscard]] PyObject* legal_actions_mask(Self& self) {
    const CoreState& s = self.value;
    const Bounds& bounds = s.game().bounds;
    const bool chance = s.player() == kChancePlayer;
    const int size = chance ? bounds.max_chance_outcomes : bounds.num_distinct_actions;
    py::array_t<std::int8_t> mask(size);
    std::memset(mask.mutable_data(), 0, static_cast<std::size_t>(size));
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    for (int k = 0; k < legal.size; ++k)
        mask.mutable_data()[legal.ids[static_cast<std::size_t>(k)]] = 1;
    return mask.release().ptr();
}

/// [(id, make(weight, total))]
template <class Make>
[[nodiscard]] PyObject* outcome_list(Self& self, const char* call, Make&& make) {
    const CoreState& s = self.value;
    if (s.player() != kChancePlayer) raise_wrong_node(self, call);
    LegalIds legal;
    s.engine().legal_ids(s.bytes(), legal);
    return list_of(legal.size, [&](std::size_t k) {
        PyObject* pair = PyTuple_New(2);
        PyTuple_SET_ITEM(pair, 0, PyLong_FromLong(legal.ids[k]));
        PyTuple_SET_ITEM(pair, 1, make(legal.weights[k], legal.total));
        return pair;
    });
}

[[nodiscard]] PyObject* chance_outcomes(Self& self) {
    return outcome_list(self, "chance_outcomes()", [](std::uint32_t weight, std::uint32_t total) {
        return PyFloat_FromDouble(static_cast<double>(weight) / static_cast<double>(total));
    });
}

[[nodiscard]] PyObject* chance_weights(Self& self) {
    return outcome_list(self, "chance_weights()", [](std::uint32_t weight, std::uint32_t) {
        return PyLong_FromUnsignedLong(weight);
    });
}

/// The id in an argument, if it is legal here.
[[nodiscard]] int legal_id_in(Self& self, py::handle action) {
    const CoreState& s = self.value;
    if (PyLong_CheckExact(action.ptr())) {  // the common case is checked first
        const int id = id_of(action.ptr());
        if (s.engine().is_legal(s.bytes(), id)) return id;
    }
    py::object number = index_in(action, "an action");
    const int id = id_of(number.ptr());
    if (!s.engine().is_legal(s.bytes(), id))
        raise(makers.illegal_action, self.handle().inc_ref().ptr(), number.release().ptr());
    return id;
}

[[nodiscard]] PyObject* apply_action(Self& self, py::handle action) {
    const int id = legal_id_in(self, action);
    self.value.engine().apply_action(self.value.bytes(), id);
    Py_RETURN_NONE;
}

[[nodiscard]] PyObject* child(Self& self, py::handle action) {
    const int id = legal_id_in(self, action);
    CoreState next = self.value;
    next.engine().apply_action(next.bytes(), id);
    return new_object(std::move(next));
}

[[nodiscard]] PyObject* clone(Self& self) { return new_object(CoreState(self.value)); }

[[nodiscard]] PyObject* current_player(Self& self) { return PyLong_FromLong(self.value.player()); }
[[nodiscard]] PyObject* is_chance_node(Self& self) {
    return PyBool_FromLong(self.value.player() == kChancePlayer);
}
[[nodiscard]] PyObject* is_terminal(Self& self) {
    return PyBool_FromLong(self.value.player() == kTerminalPlayer);
}
[[nodiscard]] PyObject* is_player_node(Self& self) {
    return PyBool_FromLong(self.value.player() >= 0);
}

constexpr Parameters kSampleAction{"sample_action", {{{"rng"}, {"policy", "'uniform'"}}}};
[[nodiscard]] PyObject* sample_action(Self& self, const Arguments& given) {
    const CoreState& s = self.value;
    Draws rng(given[0]);
    const Policy policy = policy_in(given[1]);
    if (s.player() < 0) raise_wrong_node(self, "sample_action()");
    return PyLong_FromLong(s.engine().sample_action(s.bytes(), policy, rng));
}

constexpr Parameters kSampleChance{"sample_chance", {{{"rng"}}}};
[[nodiscard]] PyObject* sample_chance(Self& self, const Arguments& given) {
    const CoreState& s = self.value;
    Draws rng(given[0]);
    if (s.player() != kChancePlayer) raise_wrong_node(self, "sample_chance()");
    return PyLong_FromLong(s.engine().sample_chance(s.bytes(), rng));
}

constexpr Parameters kPlayRandom{"play_random", {{{"rng"}, {"policy", "'uniform'"}}}};
[[nodiscard]] PyObject* play_random(Self& self, const Arguments& given) {
    Draws rng(given[0]);
    const Policy policy = policy_in(given[1]);
    self.value.engine().play_random(self.value.bytes(), policy, rng);
    Py_RETURN_NONE;
}

/// The list of what `fill` writes, one number per seat.
template <class T, class Fill>
[[nodiscard]] PyObject* per_seat(const CoreState& s, Fill&& fill) {
    std::vector<T> values(static_cast<std::size_t>(s.game().bounds.num_players));
    fill(std::span<T>(values));
    return list_of(s.game().bounds.num_players, [&](std::size_t k) {
        if constexpr (std::is_integral_v<T>)
            return PyLong_FromLong(values[k]);
        else
            return PyFloat_FromDouble(static_cast<double>(values[k]));
    });
}

[[nodiscard]] PyObject* scores(Self& self) {
    const CoreState& s = self.value;
    return per_seat<std::int32_t>(s, [&](auto out) { s.engine().scores(s.bytes(), out); });
}
[[nodiscard]] PyObject* ranking(Self& self) {
    const CoreState& s = self.value;
    return per_seat<std::int32_t>(s, [&](auto out) { s.engine().ranking(s.bytes(), out); });
}
[[nodiscard]] PyObject* returns(Self& self) {
    const CoreState& s = self.value;
    return per_seat<double>(s, [&](auto out) { s.engine().returns(s.bytes(), out); });
}

/// Stable within a version: a chain of mixes over the bytes, read as little-endian words.
[[nodiscard]] PyObject* key(Self& self) {
    const CoreState& s = self.value;
    const std::size_t size = s.game().state_size;
    std::uint64_t hash = size;
    for (std::size_t i = 0; i < size; i += 8) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < 8 && i + k < size; ++k)
            word |= std::to_integer<std::uint64_t>(s.bytes()[i + k]) << (8 * k);
        hash = mix(hash ^ word) + 0x9E3779B97F4A7C15U;
    }
    return PyLong_FromUnsignedLongLong(hash);
}

[[nodiscard]] bool equal(const CoreState& a, const CoreState& b) {
    if (!a.owner().is(b.owner()) && !in_python([&] { return a.game().spec.equal(b.game().spec); }))
        return false;
    return std::memcmp(a.bytes(), b.bytes(), a.game().state_size) == 0;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) noexcept {
    if ((operation != Py_EQ && operation != Py_NE) || !is_a<CoreState>(other))
        Py_RETURN_NOTIMPLEMENTED;
    return guarded([&] {
        const bool same = equal(value_in<CoreState>(self), value_in<CoreState>(other));
        return PyBool_FromLong(same == (operation == Py_EQ));
    });
}

[[nodiscard]] PyObject* to_dict(Self& self) {
    return to_python(self.value.engine().to_value(self.value.bytes())).release().ptr();
}

[[nodiscard]] PyObject* view(Self& self, py::handle player) {
    const CoreState& s = self.value;
    return to_python(s.engine().view(s.bytes(), seat_in(s, player))).release().ptr();
}

constexpr Parameters kResample{"resample_from_infostate", {{{"player"}, {"rng"}}}, true};
[[nodiscard]] PyObject* resample_from_infostate(Self& self, const Arguments& given) {
    const int seat = seat_in(self.value, given[0]);
    Draws rng(given[1]);
    CoreState world = self.value;
    world.engine().resample(world.bytes(), seat, rng);
    return new_object(std::move(world));
}

PyObject* game(PyObject* self, void*) noexcept {
    return py::reinterpret_borrow<py::object>(value_in<CoreState>(self).owner()).release().ptr();
}

/// The arrays have been made by the Python side; their sizes are checked all the same.
template <class T>
[[nodiscard]] T* rows_of(Array<T>& array, std::int64_t size) {
    if (array.size() != size) throw py::value_error("an output array has the wrong size");
    return array.mutable_data();
}

void write_observation(const CoreState& s, py::handle player, Array<float> out) {
    const int size = s.game().bounds.observation_size;
    s.engine().observation(s.bytes(), seat_in(s, player),
                           {rows_of(out, size), static_cast<std::size_t>(size)});
}

/// A rollout, on the heap, as `run_in_background` wants it.
struct RolloutTask {
    CoreState start;
    Policy policy;
    std::uint64_t seed;
    std::int64_t count;
    int threads;
    RolloutRows rows;
    RolloutControl control{};

    void run(std::int64_t until) {
        start.engine().rollout(start.bytes(), policy, seed, until, threads, rows, control);
    }
};

/// Where no thread can be started: in the calling thread, a slice of rows at a time.
template <class Progress>
void run_here(RolloutTask& task, Progress&& progress) {
    task.threads = 1;
    std::int64_t slice = kPlayoutsPerChunk;
    for (std::int64_t first = 0; first < task.count;) {
        const std::int64_t last = std::min(task.count, first + slice);
        const auto begin = std::chrono::steady_clock::now();
        {
            const WithoutGil elsewhere;
            task.control.next = first;
            task.run(last);
        }
        if (std::chrono::steady_clock::now() - begin < kAttention / 2) slice *= 2;
        first = last;
        handle_signals();
        in_python(progress);
    }
}

void run_rollout(const CoreState& s, std::int64_t count, std::uint64_t seed, std::uint64_t first,
                 py::handle policy, int threads, Array<std::int32_t> scores, Array<float> returns,
                 Array<std::int32_t> plies, Array<std::int32_t> chance,
                 Array<std::uint64_t> digests, const py::object& progress) {
    const auto cells = count * s.game().bounds.num_players;
    const RolloutRows rows{rows_of(scores, cells), rows_of(returns, cells), rows_of(plies, count),
                           rows_of(chance, count), rows_of(digests, count), first};
    const std::unique_ptr<RolloutTask> owner(
        new RolloutTask{s, policy_in(policy), seed, count, threads, rows});
    RolloutTask* const task = owner.get();
    const auto report = [&] {  // plain pointers, as in `raise`
        if (progress.is_none()) return;
        PyObject* const done = PyLong_FromLongLong(task->control.done.load());
        PyObject* const answer = PyObject_CallFunctionObjArgs(progress.ptr(), done, nullptr);
        Py_XDECREF(done);
        if (!answer) throw py::error_already_set();
        Py_DECREF(answer);
    };
    if (!run_in_background(task->control.stop, [task] { task->run(task->count); }, report))
        run_here(*task, report);
}

/// A perft, on the heap.
struct PerftTask {
    CoreState start;
    int depth;
    std::uint64_t nodes = 0;
    std::atomic<bool> stop{false};
};

/// Where no thread can be started: small trees at a time, so that Ctrl-C is heard between them.
class PerftHere {
public:
    explicit PerftHere(const Engine& engine) : engine_(engine) {}

    [[nodiscard]] std::uint64_t nodes(const std::vector<std::byte>& state, int depth) {
        if (depth <= kSmall) {
            listen();
            return engine_.perft(state.data(), depth, never_);
        }
        const auto legal = std::make_unique<LegalIds>();
        engine_.legal_ids(state.data(), *legal);
        std::uint64_t total = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(legal->size); ++k) {
            std::vector<std::byte> next = state;
            engine_.apply_action(next.data(), legal->ids[k]);
            total += nodes(next, depth - 1);
        }
        return total;
    }

private:
    static constexpr int kSmall = 2;
    void listen() {
        const auto now = std::chrono::steady_clock::now();
        if (now - heard_ < kAttention / 2) return;
        heard_ = now;
        handle_signals();
    }

    const Engine& engine_;
    const std::atomic<bool> never_{false};
    std::chrono::steady_clock::time_point heard_{};
};

[[nodiscard]] std::uint64_t run_perft(const CoreState& s, int depth) {
    const std::unique_ptr<PerftTask> owner(new PerftTask{s, depth});
    PerftTask* const task = owner.get();
    const auto run = [task] {
        task->nodes = task->start.engine().perft(task->start.bytes(), task->depth, task->stop);
    };
    if (run_in_background(task->stop, run, [] {})) return task->nodes;
    return PerftHere(s.engine()).nodes({s.bytes(), s.bytes() + s.game().state_size}, depth);
}

constexpr const char* kMakers = "states are made by games: game.new_initial_state()";

PyGetSetDef properties[] = {{"game", &game, nullptr, "The game of this state.", nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

void register_states(py::module_& m) {
    const auto module = py::module_::import("bitmeeple.state");
    makers = {module.attr("illegal_action").cast<py::object>().release().ptr(),
              module.attr("wrong_node").cast<py::object>().release().ptr()};
    Class<CoreState> cls(m, "CoreState", "CoreState()\n--\n\nA state of the compiled core.",
                         {{Py_tp_new, reinterpret_cast<void*>(&refuse_new<kMakers>)},
                          {Py_tp_getset, properties},
                          {Py_tp_richcompare, reinterpret_cast<void*>(&compare)}},
                         module.attr("State"));
    cls.def<&current_player>("current_player");
    cls.def<&is_chance_node>("is_chance_node");
    cls.def<&is_terminal>("is_terminal");
    cls.def<&is_player_node>("is_player_node");
    cls.def<&legal_actions, kLegalActions>();
    cls.def<&legal_actions_mask>("legal_actions_mask");
    cls.def<&chance_outcomes>("chance_outcomes");
    cls.def<&chance_weights>("chance_weights");
    cls.def<&apply_action>("apply_action", "action");
    cls.def<&child>("child", "action");
    cls.def<&serialize>("serialize");
    cls.def<&reduce>("__reduce__");
    cls.def<&information_state_key, kInformationStateKey>();
    cls.def<&clone>("clone");
    cls.def<&sample_action, kSampleAction>();
    cls.def<&sample_chance, kSampleChance>();
    cls.def<&play_random, kPlayRandom>();
    cls.def<&scores>("scores");
    cls.def<&ranking>("ranking");
    cls.def<&returns>("returns");
    cls.def<&key>("key");
    cls.def<&to_dict>("to_dict");
    cls.def<&view>("view", "player");
    cls.def<&resample_from_infostate, kResample>();

    cls.def_private("_seen", [](const CoreState& state, int id, py::handle player) {
        return state.engine().seen(state.bytes(), id, seat_in(state, player));
    });
    cls.def_private("_write_observation", &write_observation);
    cls.def_private("_rollout", &run_rollout);
    cls.def_private("_perft", &run_perft);
    cls.def_private("_nothing", [](const CoreState&) {});  // what any call costs (bench/)
    cls.def_private("_check", [](const CoreState& s) { return s.engine().check(s.bytes()); });
}

}  // namespace bitmeeple::bindings
