#pragma once
// Latria: the rules. This header is the table of contents: bounds, the nodes, results. The nodes
// are in setup.hpp (the deal, campaign games), round.hpp (section 4 and RESOLVE) and ending.hpp
// (the special card, SCORE). Dicts, views and worlds: observe.hpp and cpp/src/games/latria.

#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/latria/scoring.hpp"
#include "bitmeeple/games/latria/worlds.hpp"
#include "bitmeeple/results.hpp"

namespace bitmeeple::latria {

class Game {
public:
    using State = latria::State;
    using Actions = BitActions<kActions>;
    using Outcomes = latria::Outcomes;
    static constexpr std::string_view kName = "latria";
    static constexpr int kMaxPlayers = latria::kMaxPlayers;

    Game(FlatTables options, FlatTables tables) : options_(options), tables_(options_, tables) {}

    const Options& options() const noexcept { return options_; }
    const Tables& tables() const noexcept { return tables_; }

    // Bounds
    int num_players() const noexcept { return options_.players; }
    int num_distinct_actions() const noexcept { return kActions; }
    int max_chance_outcomes() const noexcept { return kOutcomes; }
    int max_game_length() const noexcept {
        return games() * (tables_.rounds * (num_players() + 1) + kSpecialRemoves);
    }
    int max_chance_nodes_in_history() const noexcept {
        return games() * (popcount(tables_.deck) + kBodies * tables_.rounds) +
               (options_.first_parent == kRandom ? 1 : 0);
    }
    double min_utility() const noexcept { return 0; }
    double max_utility() const noexcept { return 1; }
    std::optional<double> utility_sum() const noexcept { return 1; }

    // Playing
    State initial_state() const noexcept;
    int current_player(const State& s) const noexcept {
        if (s.node <= Node::reveal_polaris) return kChancePlayer;
        return s.node == Node::end ? kTerminalPlayer : s.seat;
    }
    void legal_actions(const State& s, Actions& actions) const noexcept;
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept;
    bool is_legal(const State& s, int action) const noexcept;
    void apply_action(State& s, int action) const noexcept;
    /// To the end, see `Playing` in playout.hpp.
    template <class Choose>
    void play(State& s, Choose& choose) const noexcept {
        Choose local = choose;  // the compiler keeps locals in registers
        while (events<false>(s, local)) {}
        choose = local;
    }
    static bool is_passive(int action) noexcept { return latria::is_passive(action); }

    // Results
    void scores(const State& s, std::span<std::int32_t> out) const noexcept {
        for (unsigned p = 0; p < out.size(); ++p) out[p] = s.result[p];
    }
    void ranking(const State& s, std::span<std::int32_t> out) const noexcept {
        for (unsigned p = 0; p < out.size(); ++p) out[p] = 1 + s.beaten[p];
    }
    template <class Real = float>
    void returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept {
        PerSeat<std::int32_t> ranks{};
        const auto ranking_of = std::span(ranks).first(out.size());
        ranking(s, ranking_of);
        if (s.node == Node::end) return share_win<Real>(ranking_of, out);
        for (auto& value : out) value = 0;
    }

    // Text, views, worlds
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    void mask(State& s, int player) const noexcept;
    void resample(State& s, int player, Rng& rng) const;
    Worlds worlds(const State& s, int player) const { return {*this, s, player}; }
    std::int64_t seen(const State& s, int id, int player) const noexcept;

    // Observation
    int observation_size() const noexcept { return 344 + num_players() * (159 + num_players()); }
    void observation(const State& s, int player, std::span<float> out) const noexcept;

private:
    int games() const noexcept { return options_.campaign ? num_players() : 1; }
    unsigned next_seat(unsigned seat) const noexcept {
        return seat + 1 == index(num_players()) ? 0 : seat + 1;
    }

    IdOutcomes first_parents() const noexcept {
        return {low_bits(num_players()), num_players(), kFirstParent};
    }

    template <bool one_event, class Choose>
    bool events(State& s, Choose& choose) const noexcept;

    // Set-up: setup.hpp
    void begin_game(State& s) const noexcept;
    template <bool one_event, class Choose>
    void deal(State& s, Choose& choose) const noexcept;
    void begin_rounds(State& s) const noexcept;
    void begin_first_round(State& s, int parent) const noexcept;

    // A round: round.hpp
    void reveal(State& s, unsigned body, int type) const noexcept;
    void parent_play(State& s, int card) const noexcept;
    void name_body(State& s, int body) const noexcept;
    template <bool one_event, class Choose>
    void child_play(State& s, Choose& choose) const noexcept;
    void end_round(State& s) const noexcept;
    template <unsigned players>
    void resolve(State& s) const noexcept;

    // The end of a game: ending.hpp
    void end_game(State& s) const noexcept;
    void remove(State& s, int action) const noexcept;
    void score(State& s) const noexcept;

    Options options_;
    Tables tables_;
};

/// The ids of NAME_BODY.
inline constexpr std::uint64_t kBodyNames = low_bits(kBodies) << kNameBody;

/// [L-08] DEAL: any card that is left.
[[nodiscard]] inline IdOutcomes deck_of(const State& s) noexcept { return {s.deck, s.pending, 0}; }

/// [L-07] REVEAL_*: the undrawn cards of one body, each equally likely.
[[nodiscard]] inline PileOutcomes pile_of(const State& s, unsigned body) noexcept {
    return {s.pile[body], kReveal + kFirstTypeOf[body]};
}

/// A mask of ids below 64 as actions.
[[nodiscard]] constexpr BitActions<64> ids_of(std::uint64_t mask) noexcept {
    BitActions<64> actions;
    actions.set_word(0, mask);
    return actions;
}

/// [L-15] [L-17] [L-18] [L-19] Cards of the target or Latria, if there are any; the parent's
/// `kNoTarget` lets every card follow.
[[nodiscard]] constexpr Cards playable(Cards hand, Cards follow) noexcept {
    return (hand & follow) != 0 ? hand & follow : hand;
}

/// Ids 64 .. 104 of REMOVE: celestial types in the open and the eclipse pile of the owner [L-38].
[[nodiscard]] inline std::uint64_t removable_types(const State& s) noexcept {
    return types_in(s.celestial[kOpen][s.seat]) << (kRemoveOpen - 64) |
           types_in(s.celestial[kEclipse][s.seat]) << (kRemoveEclipse - 64);
}

inline void Game::legal_actions(const State& s, Actions& actions) const noexcept {
    switch (s.node) {
        case Node::name_body:  // [L-16] always all three
            actions.set_word(0, kBodyNames);
            return actions.set_word(1, 0);
        case Node::remove:
            actions.set_word(0, s.astrology[kOpen][s.seat] | s.astrology[kEclipse][s.seat]);
            return actions.set_word(1, removable_types(s));
        default:
            actions.set_word(0, playable(s.hand[s.seat], tables_.follow[s.target]));
            return actions.set_word(1, 0);
    }
}

inline void Game::chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
    switch (s.node) {
        case Node::deal: outcomes = deck_of(s); break;
        case Node::first_parent: outcomes = first_parents(); break;
        case Node::reveal_sun: outcomes = pile_of(s, kSun); break;
        case Node::reveal_moon: outcomes = pile_of(s, kMoon); break;
        default: outcomes = pile_of(s, kPolaris);
    }
}

inline bool Game::is_legal(const State& s, int action) const noexcept {
    if (action < 0 || action >= kActions || s.node == Node::end) return false;
    if (s.node <= Node::reveal_polaris) {
        Outcomes outcomes;
        chance_outcomes(s, outcomes);
        bool found = false;
        outcomes.for_each([&](int id, std::uint32_t) { found = found || id == action; });
        return found;
    }
    Actions actions;
    legal_actions(s, actions);
    return actions.contains(action);
}

/// The events of the game in their order: one, or all up to the end of the deal or of the round,
/// which saves going back to the switch. False at the end, where there is none. Always inline, or
/// `choose` would live in memory.
template <bool one_event, class Choose>
[[gnu::always_inline]] inline bool Game::events(State& s, Choose& choose) const noexcept {
    switch (s.node) {
        case Node::deal: deal<one_event>(s, choose); break;
        case Node::first_parent:
            begin_first_round(s, choose(*this, s, first_parents()) - kFirstParent);
            break;
        case Node::reveal_sun:
            reveal(s, kSun, choose(*this, s, pile_of(s, kSun)) - kReveal);
            if constexpr (one_event) break;
            [[fallthrough]];
        case Node::reveal_moon:
            reveal(s, kMoon, choose(*this, s, pile_of(s, kMoon)) - kReveal);
            if constexpr (one_event) break;
            [[fallthrough]];
        case Node::reveal_polaris:
            reveal(s, kPolaris, choose(*this, s, pile_of(s, kPolaris)) - kReveal);
            if constexpr (one_event) break;
            [[fallthrough]];
        case Node::parent_play:
            parent_play(s, choose(*this, s, ids_of(s.hand[s.seat])));
            if constexpr (one_event) break;
            [[fallthrough]];
        case Node::name_body:
            if (s.node == Node::name_body)
                name_body(s, choose(*this, s, ids_of(kBodyNames)) - kNameBody);
            if constexpr (one_event) break;
            [[fallthrough]];
        case Node::child_play: child_play<one_event>(s, choose); break;
        case Node::remove: {
            Actions actions;
            legal_actions(s, actions);
            remove(s, choose(*this, s, actions));
            break;
        }
        case Node::end: return false;
    }
    return true;
}

inline void Game::apply_action(State& s, int action) const noexcept {
    assert(is_legal(s, action));
    auto choose = [action](const auto&...) { return action; };
    events<true>(s, choose);
}

}  // namespace bitmeeple::latria

#include "bitmeeple/games/latria/ending.hpp"
#include "bitmeeple/games/latria/round.hpp"
#include "bitmeeple/games/latria/setup.hpp"

static_assert(bitmeeple::Game<bitmeeple::latria::Game>);
