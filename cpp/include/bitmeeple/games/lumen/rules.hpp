#pragma once
// Lumen: the rules, docs/games/lumen/rules.md. This header is the table of contents; the functions are
// defined, inline, in the headers included at its end, one per phase of the game:
//
//   nodes.hpp   all nodes: what can be chosen, what it does
//   map.hpp     Fighters on the map, where they can go
//   board.hpp   Command boards: fill, Areas, Chains, barring
//   turn.hpp    set-up, Turns and half-turns, phase 1 and 2, order of the steps
//   deploy.hpp  the DEPLOY step and the Reserve
//   act.hpp     the ACT step: what can be chosen
//   abilities.hpp  ... and what it does
//   settle.hpp  draws, discoveries, automatic consequences, end of the game
//
// Functions on the way of most events are always_inline: which of them the compiler would inline
// by itself depends on what else a program does with the game.
//
// On the numbers: p is always a seat, q the other one, t and u Territories, c and d cells 0..19.
// Rules that several nodes share (captured, rooted, prey) are masks of Territories, so that "each
// Fighter that ..." is one operation on the set of posts.

#include <optional>
#include <span>
#include <type_traits>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/lumen/state.hpp"
#include "bitmeeple/games/lumen/tables.hpp"
#include "bitmeeple/results.hpp"

namespace bitmeeple::lumen {

/// The observer of the complete dict.
inline constexpr int kEveryone = -1;

class Game {
public:
    using State = lumen::State;
    using Actions = lumen::Actions;
    using Outcomes = lumen::Outcomes;
    static constexpr std::string_view kName = "lumen";
    static constexpr int kMaxPlayers = kPlayers;

    Game(FlatTables options, FlatTables tables);

    // Bounds
    int num_players() const noexcept { return kPlayers; }
    int num_distinct_actions() const noexcept { return kNumActions; }
    int max_chance_outcomes() const noexcept { return kDice; }
    int max_game_length() const noexcept { return 3500; }
    int max_chance_nodes_in_history() const noexcept { return 175; }
    double min_utility() const noexcept { return 0; }
    double max_utility() const noexcept { return 1; }
    std::optional<double> utility_sum() const noexcept { return 1; }

    // Playing
    State initial_state() const noexcept { return initial_; }
    int current_player(const State& s) const noexcept;
    void legal_actions(const State& s, Actions& actions) const noexcept;
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept;
    bool is_legal(const State& s, int action) const noexcept;
    void apply_action(State& s, int action) const noexcept;
    /// To the end of the game, see `Playing` in playout.hpp.
    template <class Choose>
    void play(State& s, Choose& choose) const noexcept;
    static bool is_passive(int action) noexcept { return action == kRoll || action == kDone; }

    // Results
    void scores(const State& s, std::span<std::int32_t> out) const noexcept;
    void ranking(const State& s, std::span<std::int32_t> out) const noexcept;
    template <class Real = float>
    void returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept;

    // Text, views, worlds: cpp/src/games/lumen/{dict,check,observe}.cpp
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    void mask(State& s, int player) const noexcept;
    void resample(State& s, int player, Rng& rng) const;
    std::int64_t seen(const State& s, int id, int player) const noexcept {
        const bool of_other = static_cast<int>(s.awards & 1) != player;
        return s.node == Node::objective_draw && of_other ? kUnseen : id;
    }

    // Observation: observe.hpp, cpp/src/games/lumen/observe.cpp
    int observation_size() const noexcept;
    void observation(const State& s, int player, std::span<float> out) const noexcept;

private:
    // nodes.hpp
    template <class Visit>
    bool visit_node(const State& s, const Visit& visit) const noexcept;

    static int turn_player(const State& s) noexcept { return s.player; }
    static int reserve_player(const State& s) noexcept;
    static int bonus_player(const State& s) noexcept;
    static Seat& seat(State& s, int p) noexcept { return s.seats[index(p)]; }
    static const Seat& seat(const State& s, int p) noexcept { return s.seats[index(p)]; }

    // Fighters on the map (map.hpp)
    [[gnu::always_inline]] void put(State& s, int p, int cls, int t) const noexcept;
    [[gnu::always_inline]] void take(State& s, int p, int cls, int t) const noexcept;
    void move(State& s, int p, int cls, int from, int to) const noexcept;
    void flip(State& s, int p, int cls, int t) const noexcept;
    void return_fighter(State& s, int p, int cls, int t) const noexcept;
    static int count(const Seat& seat, int cls, int t) noexcept;
    static Mask where(const Seat& seat, int cls) noexcept;
    template <const Posts& classes>
    static std::uint64_t lanes_of(const Seat& seat) noexcept;
    template <const Posts& classes>
    static Mask territories_of(const Seat& seat) noexcept;
    static void update_control(State& s, int t) noexcept;

    // Where Fighters can go (map.hpp)
    static Mask captured(const State& s, int p) noexcept;
    static Mask rooted(const State& s, int p) noexcept;
    static Mask prey(const State& s, int q) noexcept;
    Mask open_from(const State& s, Mask from, const std::array<std::uint16_t, kTerritories>& roads,
                   Mask has_road, Mask closed) const noexcept;
    bool mobile(int cls) const noexcept;
    Mask move_destinations(const State& s, int p, int cls, int t) const noexcept;
    Mask epic_destinations(const State& s, int p, int t) const noexcept;
    Mask push_destinations(const State& s, int owner, int t) const noexcept;
    Mask flight_destinations(const State& s, int p, int t) const noexcept;
    bool push_possible(const State& s, int p, int t) const noexcept;

    // Command boards (board.hpp)
    struct Close {
        Mask lower, same, upper;
    };
    Close close_values(const Board& board, int c, int v) const noexcept;
    Mask fillable(const Board& board) const noexcept;
    Mask barrable(const Board& board) const noexcept;
    void write_value(Board& board, int c, int v) const noexcept;
    static void link(Board& board, int lower, int upper) noexcept;
    int chain_actions(const Board& board, int c) const noexcept;
    Mask lower_candidates(const State& s) const noexcept;
    Mask upper_candidates(const State& s) const noexcept;
    void fill(State& s, int c) const noexcept;
    void link_down(State& s, Close close) const noexcept;
    void choose_link_down(State& s, int d) const noexcept;
    void link_up(State& s, Close close) const noexcept;
    void choose_link_up(State& s, int d) const noexcept;
    Close close_to_cell(const State& s) const noexcept;
    void bar(State& s, int c) const noexcept;

    // Turns (turn.hpp)
    void continue_set_up(State& s) const noexcept;
    void begin_turn(State& s) const noexcept;
    void first_player(State& s, int p) const noexcept;
    void plan(State& s, int action) const noexcept;
    void roll(State& s, int dice) const noexcept;
    static unsigned calc_rows(const State& s) noexcept;
    [[gnu::always_inline]] void calc(State& s, int row) const noexcept;
    void begin_phase_3(State& s, int actions) const noexcept;
    void end_half_turn(State& s) const noexcept;
    void end_turn(State& s) const noexcept;

    // DEPLOY step (deploy.hpp)
    void begin_deploy(State& s, bool act_left) const noexcept;
    static Actions deploy_choices(const State& s) noexcept;
    static void spend_bonus(Seat& own, int bonus) noexcept;
    void deploy(State& s, int action) const noexcept;
    void continue_deploy(State& s) const noexcept;
    void refill(State& s) const noexcept;
    void reserve_draw(State& s, int type) const noexcept;
    void bag_check(State& s, int p) const noexcept;

    // ACT step: choices (act.hpp)
    [[gnu::always_inline]] void begin_act(State& s) const noexcept;
    static bool can_act(const State& s) noexcept;
    [[gnu::always_inline]] void next_act(State& s) const noexcept;
    void continue_act(State& s) const noexcept;
    void end_act(State& s) const noexcept;
    [[gnu::cold]] bool second_part(State& s) const noexcept;
    Actions act_choices(const State& s) const noexcept;
    std::uint64_t glow_choices(const State& s, int p) const noexcept;
    struct Movable {
        std::uint64_t one_sided, two_sided;
    };
    Movable movable_posts(const State& s, int p) const noexcept;
    Mask restorer_posts(const State& s, int p) const noexcept;
    Mask pusher_posts(const State& s, int p) const noexcept;
    Mask assassin_posts(const State& s, int p) const noexcept;
    Mask feathered_posts(const State& s, int p) const noexcept;
    void mercenary_choices(const State& s, int p, std::uint64_t word_1,
                           Actions& actions) const noexcept;
    Mask near_to(Mask from, Mask of) const noexcept;
    Mask epic_posts(const State& s, int p, Mask of) const noexcept;
    Actions push_targets(const State& s) const noexcept;
    Mask kill_territories(const State& s) const noexcept;
    Mask hypno_territories(const State& s) const noexcept;
    Actions hypno_choices(const State& s) const noexcept;
    Mask elsewhere(const State& s) const noexcept;
    Mask clean_territories(const State& s) const noexcept;
    Posts swappable(const State& s, int p) const noexcept;
    Mask with_partner(const Posts& fighters) const noexcept;
    static void add_targets(Actions& actions, int owner, const Posts& fighters,
                            const Posts& classes, Mask territories) noexcept;

    // ACT step: effects (abilities.hpp)
    void act(State& s, int action) const noexcept;
    void choose_move(State& s, int p) const noexcept;
    void move_to(State& s, int u) const noexcept;
    void activate(State& s, int type, int t) const noexcept;
    void glow(State& s, int bonus) const noexcept;
    void restore(State& s, int p, int t) const noexcept;
    static void choose_push(State& s, int target) noexcept;
    void push_to(State& s, int u) const noexcept;
    void kill(State& s, int target) const noexcept;
    void fly_to(State& s, int u) const noexcept;
    void epic_move(State& s, int u) const noexcept;
    void move_marker(State& s, int t) const noexcept;
    void hypnotise(State& s, int target) const noexcept;
    void fury(State& s, int target) const noexcept;
    void clean(State& s, int t) const noexcept;
    void swap(State& s, int target) const noexcept;

    // Draws, discoveries, consequences, end (settle.hpp)
    static int objectives_held(const State& s) noexcept;
    int reserved(const State& s) const noexcept;
    static void award(State& s, int p) noexcept;
    void gain(State& s, int p, int n) const noexcept;
    void gain_reserved(State& s, int p) const noexcept;
    bool cross(State& s, int p) const noexcept;
    void bonus_draw(State& s, int bonus) const noexcept;
    TokenOutcomes objective_outcomes(const State& s) const noexcept;
    void objective_draw(State& s, int value) const noexcept;
    void enter(State& s, int p, int t) const noexcept;
    void discovery_reveal(State& s, int kind) const noexcept;
    void para_draw(State& s, int type) const noexcept;
    void finish_enter(State& s) const noexcept;
    void settle(State& s) const noexcept;
    void claim_loot(State& s, Mask loot) const noexcept;
    void award_frontiers(State& s) const noexcept;
    void award_presence(State& s) const noexcept;
    void proceed(State& s) const noexcept;
    void resume(State& s) const noexcept;
    static void clear_half_turn(State& s) noexcept;
    static void terminate(State& s) noexcept;
    [[gnu::cold]] void finish_game(State& s) const noexcept;
    void award_missions(State& s, int p) const noexcept;
    void award_end_objectives(State& s) const noexcept;
    int discovery_tokens(const Seat& seat) const noexcept;
    static bool eliminated(const State& s) noexcept;
    int points(const State& s, int p) const noexcept;
    int marker_controller(const State& s) const noexcept;

    // Cold helpers
    void derive(State& s) const noexcept;
    Value describe(const State& s, int observer) const;
    static Value describe_seat(const Seat& own, bool known);
    bool sees(const State& s, int observer, int p) const noexcept;
    friend class Checker;

    Options options_;
    Tables tables_;
    State initial_;
};

}  // namespace bitmeeple::lumen

#include "bitmeeple/games/lumen/abilities.hpp"
#include "bitmeeple/games/lumen/act.hpp"
#include "bitmeeple/games/lumen/board.hpp"
#include "bitmeeple/games/lumen/deploy.hpp"
#include "bitmeeple/games/lumen/map.hpp"
#include "bitmeeple/games/lumen/nodes.hpp"
#include "bitmeeple/games/lumen/observe.hpp"
#include "bitmeeple/games/lumen/settle.hpp"
#include "bitmeeple/games/lumen/turn.hpp"

namespace bitmeeple::lumen {
static_assert(bitmeeple::Game<Game>);
}
