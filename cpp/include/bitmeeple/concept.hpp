#pragma once
// The game interface. Generic algorithms (playout, rollout, perft, batch) are written against it
// and know no game.
//
// A game object holds options and tables and is immutable after construction; a state is a plain
// value. All members that play are `const noexcept`, allocate nothing and draw nothing at random:
// chance is a node with outcomes. Preconditions are asserted, never checked in release builds;
// user input is checked by the caller with `is_legal` and `check`.

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "bitmeeple/actions.hpp"
#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/rng.hpp"
#include "bitmeeple/value.hpp"

namespace bitmeeple {

/// current_player() at a chance node and at a terminal (OpenSpiel's numbers).
inline constexpr int kChancePlayer = -1;
inline constexpr int kTerminalPlayer = -4;

/// The position (compared, hashed, serialised) plus derived fields, which are a canonical function
/// of the position. No padding, no pointers, no history: equal positions are equal bytes.
template <class S>
concept GameState = std::is_trivially_copyable_v<S> && std::has_unique_object_representations_v<S>;

/*
 Members of a game G:

 types and constants
   G::State, G::Actions (an ActionSet), G::Outcomes (an OutcomeSet)
   G::kName         the name in the list of games
   G::kMaxPlayers   largest number of seats under any options

 construction (cold; throws std::invalid_argument, when a table or option is out of range)
   G(FlatTables options, FlatTables tables)     contents: docs/games/<game>/interface.md, 1 and 2

 bounds that always hold
   num_players()                      seats 0 .. num_players()-1
   num_distinct_actions()             decision ids are 0 .. that-1
   max_chance_outcomes()              chance outcome ids are 0 .. that-1
   max_game_length()                  player decisions in one game
   max_chance_nodes_in_history()
   min_utility(), max_utility()       bounds of every entry of returns()
   utility_sum()                      the constant sum of returns(), if there is one

 playing
   initial_state()                    -> State, often a chance node
   current_player(s)                  seat, kChancePlayer or kTerminalPlayer
   legal_actions(s, set)              fills `set` (contents before are discarded).
                                      Precondition: a seat is to move. At least one action.
   chance_outcomes(s, set)            the same for a chance node; weights are numbers of physical
                                      tokens, cards or faces
   is_legal(s, a)                     a: any int. At a chance node about outcome ids; false at a
                                      terminal
   apply_action(s, a)                 Precondition: is_legal(s, a). Runs all automatic
                                      consequences up to the next node
   is_passive(a)                      a decision that only passes, declines, stops or undoes
                                      (policy `eager`)

 results; before the terminal all scores and returns are 0, all ranks 1
   scores(s, span<int32_t>), ranking(s, span<int32_t>), returns<Real>(s, span<Real>): float, the
   default, for arrays of results, double for a single state

 text, views, sets of worlds (cold; these may allocate)
   to_value(s)                        complete state dict
   from_value(v)                      -> State; throws std::invalid_argument naming the broken
                                      invariant ("I-07: ..."). Accepts what `check` accepts. Its
                                      lengths and ranges are those of the interface page (which
                                      Python checks before); derived entries are not read.
   check(s)                           "" or the first broken invariant, derived fields included
   view(s, p)                         what seat p may know, as a dict
   mask(s, p)                         replaces what seat p may not know by fixed values: two
                                      states are equal then exactly if their view(s, p) are
   resample(s, p, rng)                replaces s by a uniformly drawn world consistent with
                                      view(s, p)

 observation
   observation_size()                 floats per seat's tensor
   observation(s, p, span<float>)     fills exactly observation_size() floats

 knowledge (optional; `worlds_of` and `seen_by` below are the defaults)
   worlds(s, p)                       an object with draw(State&, Rng&), which does to a copy of s
                                      what `resample` does and allocates nothing: for callers that
                                      draw many worlds of one information state. It refers to
                                      the game, which must outlive it
   seen(s, id, p)                     a number for what seat p is shown when id is applied in s:
                                      equal numbers, and p cannot tell the moves apart. It is id if
                                      p is shown just this, kUnseen if p is shown nothing, and
                                      kRevealed + any number if things are turned over
*/
template <class G>
concept Game =
    GameState<typename G::State> && ActionSet<typename G::Actions> &&
    OutcomeSet<typename G::Outcomes> && std::constructible_from<G, FlatTables, FlatTables> &&
    requires(const G g, const typename G::State s, typename G::State m, typename G::Actions actions,
             typename G::Outcomes outcomes, int i, std::span<std::int32_t> ints,
             std::span<float> floats, std::span<double> doubles, const Value& value, Rng& rng) {
        { G::kName } -> std::convertible_to<std::string_view>;
        { G::kMaxPlayers } -> std::convertible_to<int>;
        { g.num_players() } noexcept -> std::same_as<int>;
        { g.num_distinct_actions() } noexcept -> std::same_as<int>;
        { g.max_chance_outcomes() } noexcept -> std::same_as<int>;
        { g.max_game_length() } noexcept -> std::same_as<int>;
        { g.max_chance_nodes_in_history() } noexcept -> std::same_as<int>;
        { g.min_utility() } noexcept -> std::same_as<double>;
        { g.max_utility() } noexcept -> std::same_as<double>;
        { g.utility_sum() } noexcept -> std::same_as<std::optional<double>>;
        { g.initial_state() } noexcept -> std::same_as<typename G::State>;
        { g.current_player(s) } noexcept -> std::same_as<int>;
        { g.legal_actions(s, actions) } noexcept -> std::same_as<void>;
        { g.chance_outcomes(s, outcomes) } noexcept -> std::same_as<void>;
        { g.is_legal(s, i) } noexcept -> std::same_as<bool>;
        { g.apply_action(m, i) } noexcept -> std::same_as<void>;
        { g.mask(m, i) } noexcept -> std::same_as<void>;
        { g.is_passive(i) } noexcept -> std::same_as<bool>;
        { g.scores(s, ints) } noexcept -> std::same_as<void>;
        { g.ranking(s, ints) } noexcept -> std::same_as<void>;
        { g.returns(s, floats) } noexcept -> std::same_as<void>;
        { g.template returns<double>(s, doubles) } noexcept -> std::same_as<void>;
        { g.to_value(s) } -> std::same_as<Value>;
        { g.from_value(value) } -> std::same_as<typename G::State>;
        { g.check(s) } -> std::same_as<std::string>;
        { g.view(s, i) } -> std::same_as<Value>;
        { g.resample(m, i, rng) } -> std::same_as<void>;
        { g.observation_size() } noexcept -> std::same_as<int>;
        { g.observation(s, i, floats) } noexcept -> std::same_as<void>;
    };

inline constexpr std::int64_t kUnseen = -1;
inline constexpr std::int64_t kRevealed = std::int64_t{1} << 40;

/// Worlds by `resample`, which need no preparation.
template <Game G>
class ResampledWorlds {
public:
    ResampledWorlds(const G& game, int player) noexcept : game_(&game), player_(player) {}
    void draw(typename G::State& s, Rng& rng) const { game_->resample(s, player_, rng); }

private:
    const G* game_;
    int player_;
};

/// `worlds(s, p)` of the game, or the default.
template <Game G>
[[nodiscard]] auto worlds_of(const G& game, const typename G::State& s, int player) {
    if constexpr (requires { game.worlds(s, player); })
        return game.worlds(s, player);
    else
        return ResampledWorlds<G>(game, player);
}

/// `seen(s, id, p)` of the game, or the default: every move is shown to all.
template <Game G>
[[nodiscard]] std::int64_t seen_by(const G& game, const typename G::State& s, int id,
                                   int player) noexcept {
    if constexpr (requires { game.seen(s, id, player); })
        return game.seen(s, id, player);
    else
        return id;
}

}  // namespace bitmeeple
