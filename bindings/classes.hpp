#pragma once
// What the classes of the module hold: a game, a state, a generator. What is text, or shared with
// the reference, is added in Python (python/bitmeeple/native.py).

#include <pybind11/numpy.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "bitmeeple/engine.hpp"
#include "convert.hpp"

namespace bitmeeple::bindings {

struct ByteForm;
struct CoreGame;

/// A ByteForm that is made when it is first asked for (pickles.cpp). Destroyed with the GIL.
class ByteFormSlot {
public:
    ByteFormSlot() = default;
    ByteFormSlot(ByteFormSlot&& other) noexcept : form_(other.form_.exchange(nullptr)) {}
    ByteFormSlot& operator=(ByteFormSlot&&) = delete;
    ~ByteFormSlot();
    [[nodiscard]] const ByteForm& get(const CoreGame& game) const;

private:
    mutable std::atomic<const ByteForm*> form_{nullptr};
};

/// Any game behind bitmeeple::Engine.
struct CoreGame {
    std::unique_ptr<const Engine> engine;
    py::object spec;  // the GameSpec it was built from
    Bounds bounds;
    std::size_t state_size;
    ByteFormSlot byte_form{};
};

/// A game and a block of bytes; a value. Copied and destroyed with the GIL.
class CoreState {
public:
    /// `game` is a CoreGame; the bytes are not set yet.
    explicit CoreState(py::handle game)
        : owner_(py::reinterpret_borrow<py::object>(game)), game_(&value_in<CoreGame>(game)),
          bytes_(new std::byte[game_->state_size]) {}
    CoreState(const CoreState& other) : CoreState(other.owner_) {
        std::memcpy(bytes(), other.bytes(), game_->state_size);
    }
    CoreState(CoreState&&) noexcept = default;
    CoreState& operator=(const CoreState&) = delete;

    [[nodiscard]] py::handle owner() const { return owner_; }
    [[nodiscard]] const CoreGame& game() const { return *game_; }
    [[nodiscard]] const Engine& engine() const { return *game_->engine; }
    [[nodiscard]] std::byte* bytes() { return bytes_.get(); }
    [[nodiscard]] const std::byte* bytes() const { return bytes_.get(); }
    [[nodiscard]] int player() const { return engine().current_player(bytes()); }

private:
    py::object owner_;  // keeps the game alive
    const CoreGame* game_;
    std::unique_ptr<std::byte[]> bytes_;
};

/// bitmeeple.Rng, and what it was made from, for its repr.
struct Generator {
    Rng rng{0, 0};
    std::uint64_t seed = 0, stream = 0;
    bool seeded = false;  // not between __new__ and __init__ or __setstate__
};

template <class T>
using Array = py::array_t<T, py::array::c_style>;

/// `State.serialize` and `State.__reduce__`.
[[nodiscard]] PyObject* serialize(Object<CoreState>& self);
[[nodiscard]] PyObject* reduce(Object<CoreState>& self);
/// `Game.deserialize_state`.
[[nodiscard]] PyObject* deserialize_state(Object<CoreGame>& self, py::handle data);

/// The generator in an argument for the time of a call: bitmeeple.Rng, or the reference's, whose
/// words are fetched and put back. Throws TypeError for anything else.
class Draws {
public:
    explicit Draws(py::handle object);
    Draws(const Draws&) = delete;
    Draws& operator=(const Draws&) = delete;
    ~Draws();
    operator Rng&() { return *rng_; }

private:
    Rng copy_{0, 0};
    Rng* rng_ = &copy_;
    py::handle reference_;  // where the copy goes back to, if it came from there
};

/// uniform for null.
[[nodiscard]] Policy policy_in(py::handle object);
void register_rng(py::module_& m);
void register_games(py::module_& m);
void register_states(py::module_& m);
void register_batches(py::module_& m);
void register_searches(py::module_& m);

}  // namespace bitmeeple::bindings

BITMEEPLE_OBJECT_CASTER(bitmeeple::bindings::CoreGame);
BITMEEPLE_OBJECT_CASTER(bitmeeple::bindings::CoreState);

/// Rng& as the argument of functions bound with pybind11.
template <>
class pybind11::detail::type_caster<bitmeeple::Rng> {
public:
    static constexpr auto name = const_name("Rng");
    template <class>
    using cast_op_type = bitmeeple::Rng&;
    operator bitmeeple::Rng&() { return *draws_; }
    bool load(handle source, bool) {
        draws_.emplace(source);
        return true;
    }

private:
    std::optional<bitmeeple::bindings::Draws> draws_;
};
