#pragma once
// Between the compiled core of one instruction set (core.cpp) and the bindings of them all: a
// capsule with the engines of its games. Both sides are built from the same headers: their digest
// is part of the capsule's name.

#include <span>

#include "bitmeeple/engines.hpp"

namespace bitmeeple::bindings {

using Engines = std::span<const EngineEntry>;
inline constexpr const char* kCapsule = "bitmeeple engines " BITMEEPLE_HEADERS;

/// The engines of the core that was given to `use`.
[[nodiscard]] Engines engines();

}  // namespace bitmeeple::bindings
