#pragma once
// CoreGame and CoreState: any game behind bitmeeple::Engine, with the methods of the public
// surface. What is text, or shared with the reference, is added in Python
// (python/bitmeeple/native.py).

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "bitmeeple/engine.hpp"
#include "convert.hpp"

namespace bitmeeple::bindings {

struct CoreGame {
    std::unique_ptr<const Engine> engine;
    py::object spec;  // the GameSpec it was built from
    Bounds bounds;
    std::size_t state_size;
};

/// A game and a block of bytes; a value.
class CoreState {
public:
    explicit CoreState(std::shared_ptr<CoreGame> game)
        : game_(std::move(game)), bytes_(new std::byte[game_->state_size]) {}
    CoreState(const CoreState& other) : CoreState(other.game_) {
        std::memcpy(bytes(), other.bytes(), game_->state_size);
    }
    CoreState(CoreState&&) noexcept = default;
    CoreState& operator=(const CoreState&) = delete;

    [[nodiscard]] const std::shared_ptr<CoreGame>& game() const { return game_; }
    [[nodiscard]] const Engine& engine() const { return *game_->engine; }
    [[nodiscard]] std::byte* bytes() { return bytes_.get(); }
    [[nodiscard]] const std::byte* bytes() const { return bytes_.get(); }
    [[nodiscard]] int player() const { return engine().current_player(bytes()); }

private:
    std::shared_ptr<CoreGame> game_;
    std::unique_ptr<std::byte[]> bytes_;
};

template <class T>
using Array = py::array_t<T, py::array::c_style>;

/// Gives a class methods that carry the docstrings of the public surface, which are written once,
/// in python/bitmeeple/{game,state}.py.
template <class Class>
class Documented {
public:
    Documented(Class& cls, const char* module, const char* base)
        : cls_(cls), base_(py::module_::import(module).attr(base)) {}

    template <class F, class... Extra>
    void def(const char* name, F&& function, Extra&&... extra) {
        cls_.def(name, std::forward<F>(function), std::forward<Extra>(extra)..., doc(name).c_str());
    }

    [[nodiscard]] std::string doc(const char* name) const {
        if (!py::hasattr(base_, name) || base_.attr(name).attr("__doc__").is_none()) return "";
        return py::module_::import("inspect")
            .attr("getdoc")(base_.attr(name))
            .template cast<std::string>();
    }

private:
    Class& cls_;
    py::object base_;
};

[[nodiscard]] Policy policy_of(const std::string& name);
void register_games(py::module_& m);
void register_states(py::module_& m);
void register_batches(py::module_& m);

}  // namespace bitmeeple::bindings
