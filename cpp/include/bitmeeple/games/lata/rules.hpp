#pragma once
// Lata: the game. This header is the table of contents; the functions that play are inline in one
// header per phase: set_up.hpp, phase_a.hpp .. phase_d.hpp, solo.hpp, and scoring.hpp for values
// of cards. Dicts, views, checks and tensors are in cpp/src/games/lata/.
//
// Every function that ends at a node leaves the choices of that node in the state, so that
// legal_actions and chance_outcomes only read them. `<node>_choices` is the one place where the
// legal choices of that node are defined.

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

#include "bitmeeple/concept.hpp"
#include "bitmeeple/games/lata/state.hpp"
#include "bitmeeple/games/lata/tables.hpp"
#include "bitmeeple/results.hpp"

namespace bitmeeple::lata {

struct Draft;

class Game {
public:
    using State = lata::State;
    using Actions = Choices;
    using Outcomes = lata::Outcomes;
    static constexpr std::string_view kName = "lata";
    static constexpr int kMaxPlayers = lata::kMaxPlayers;

    Game(FlatTables options, FlatTables tables);

    // Bounds
    int num_players() const noexcept { return options_.players; }
    int num_distinct_actions() const noexcept { return kActions; }
    int max_chance_outcomes() const noexcept { return kOutcomes; }
    int max_game_length() const noexcept { return 2600; }
    int max_chance_nodes_in_history() const noexcept { return 144; }
    double min_utility() const noexcept { return 0; }
    double max_utility() const noexcept { return max_utility_; }
    std::optional<double> utility_sum() const noexcept {
        return alone() ? std::nullopt : std::optional<double>(1);
    }

    // Playing
    State initial_state() const noexcept;
    int current_player(const State& s) const noexcept {
        if (s.node < Node::start_pick) return kChancePlayer;
        return s.node == Node::end ? kTerminalPlayer : s.actor;
    }
    void legal_actions(const State& s, Actions& actions) const noexcept {
        actions = Actions(s.choices, s.node);
    }
    void chance_outcomes(const State& s, Outcomes& outcomes) const noexcept {
        outcomes = Outcomes(s.choices, s.node);
    }
    bool is_legal(const State& s, int action) const noexcept {
        return Choices(s.choices, s.node).contains(action);
    }
    void apply_action(State& s, int action) const noexcept;
    static bool is_passive(int action) noexcept { return lata::is_passive(action); }

    // Results [section 6.2]
    void scores(const State& s, std::span<std::int32_t> out) const noexcept {
        std::copy_n(s.points.begin(), out.size(), out.begin());  // all 0 before the end
    }
    void ranking(const State& s, std::span<std::int32_t> out) const noexcept {
        rank_seats(out, [&](int a, int b) { return s.points[index(a)] > s.points[index(b)]; });
    }
    template <class Real = float>
    void returns(const State& s, std::span<std::type_identity_t<Real>> out) const noexcept;

    // Text, views, worlds, checks: cpp/src/games/lata/
    Value to_value(const State& s) const;
    State from_value(const Value& value) const;
    std::string check(const State& s) const;
    Value view(const State& s, int player) const;
    void mask(State& s, int player) const noexcept;
    void resample(State& s, int player, Rng& rng) const;
    std::int64_t seen(const State& s, int id, int player) const noexcept;

    // Observation
    int observation_size() const noexcept;
    void observation(const State& s, int player, std::span<float> out) const noexcept;

private:
    static constexpr unsigned index(int i) noexcept { return static_cast<unsigned>(i); }
    static constexpr std::uint8_t byte(int i) noexcept { return static_cast<std::uint8_t>(i); }
    bool alone() const noexcept { return options_.players == 1; }
    static Seat& actor(State& s) noexcept { return s.seats[s.actor]; }
    static const Seat& actor(const State& s) noexcept { return s.seats[s.actor]; }

    // Moving from node to node
    static void await(State& s, Node node, std::uint64_t choices) noexcept {
        s.node = node;
        s.choices = choices;
    }
    bool next_seat(State& s) const noexcept;
    std::uint64_t choices_of(const State& s) const noexcept;

    // Set-up, rounds, draws: set_up.hpp
    void draw_token(State& s, int token) const noexcept;
    void set_up_displays(State& s) const noexcept;
    void begin_round(State& s) const noexcept;
    void deal(State& s, int card) const noexcept;
    void draw_market(State& s, int card) const noexcept;
    void draw_scoring(State& s, int card) const noexcept;

    // Phase A: phase_a.hpp
    void begin_phase_a(State& s) const noexcept;
    void bid(State& s, int points) const noexcept;
    void reveal_bids(State& s) const noexcept;
    void stay(State& s) const noexcept;
    void pass(State& s) const noexcept;
    void next_bidder(State& s) const noexcept;
    void end_auction(State& s) const noexcept;
    static std::uint64_t auction_choices(const State& s) noexcept;

    // Phase B: phase_b.hpp
    void begin_phase_b(State& s) const noexcept;
    void choose_set(State& s, int set) const noexcept;
    void place(State& s, int space) const noexcept;
    void end_phase_b(State& s) const noexcept;
    std::uint64_t place_choices(const State& s) const noexcept;

    // Phase C: phase_c.hpp
    void begin_phase_c(State& s) const noexcept;
    void begin_turns(State& s) const noexcept;
    bool begin_turn(State& s) const noexcept;
    void end_turn(State& s) const noexcept;
    void end_phase_c(State& s) const noexcept;
    void return_cubes(State& s) const noexcept;
    void refill_markets(State& s) const noexcept;

    // C0 and C1: produce.hpp
    void answer_free_reveal(State& s, int action) const noexcept;
    void begin_production(State& s) const noexcept;
    void lay_out_line(State& s) const noexcept;
    std::uint64_t line_of(const Seat& seat) const noexcept;
    std::uint64_t possible_colours(std::uint64_t line) const noexcept;
    bool settle(State& s) const noexcept;
    void produce(State& s, int action) const noexcept;
    void make(State& s, int colour) const noexcept;
    void skip(State& s) const noexcept;
    void finish(State& s) const noexcept;
    void sell_two(State& s, int pair) const noexcept;
    void convert_cube(State& s, int pair) const noexcept;
    void money_to_ap(State& s) const noexcept;
    void buy_cube(State& s, int colour) const noexcept;
    static void spend_use(State& s, Special kind) noexcept;
    void continue_production(State& s) const noexcept;
    std::uint64_t produce_choices(const State& s) const noexcept;
    std::uint64_t special_choices(const State& s) const noexcept;

    // C2: sell.hpp
    bool open_sales(State& s) const noexcept;
    void sell(State& s, int action) const noexcept;
    void begin_sale(State& s, int market) const noexcept;
    void deliver(State& s, int action) const noexcept;
    void complete_market(State& s, int market) const noexcept;
    void end_sale(State& s) const noexcept;
    void continue_sales(State& s) const noexcept;
    void reveal_market(State& s, Node draw) const noexcept;
    std::uint64_t sell_choices(const State& s) const noexcept;
    std::uint64_t deliver_choices(const State& s) const noexcept;

    // Phase D: phase_d.hpp
    void begin_phase_d(State& s) const noexcept;
    void begin_scoring_turns(State& s) const noexcept;
    bool begin_scoring_turn(State& s) const noexcept;
    void score(State& s, int action) const noexcept;
    void continue_scoring(State& s) const noexcept;
    void end_scoring_turn(State& s) const noexcept;
    void end_phase_d(State& s) const noexcept;
    void refill_scoring(State& s) const noexcept;
    void end_game(State& s) const noexcept;
    std::uint64_t score_choices(const State& s) const noexcept;

    // Solo: solo.hpp
    void start_pick(State& s, int card) const noexcept;
    void spend(State& s, int points) const noexcept;
    void await_production(State& s) const noexcept;
    void reveal_card(State& s, int card) const noexcept;
    void pick(State& s, int card) const noexcept;
    void choose_solo_set(State& s, int set) const noexcept;
    void keep(State& s, int action) const noexcept;
    void place_pending(State& s) const noexcept;
    bool offer_market_replacement(State& s) const noexcept;
    void replace_market(State& s, int action) const noexcept;
    bool offer_scoring_replacement(State& s) const noexcept;
    void replace_scoring(State& s, int action) const noexcept;
    static std::uint64_t pick_choices(const State& s) noexcept;
    static std::uint64_t replace_market_choices(const State& s) noexcept;
    static std::uint64_t replace_scoring_choices(const State& s) noexcept;

    // Values of scoring cards: scoring.hpp
    int value_of(const State& s, int seat, const Rule& rule) const noexcept;
    int points_of(const State& s, int seat) const noexcept;

    // Cubes and money
    static unsigned present(const std::array<std::uint8_t, kColours>& cubes) noexcept {
        return (cubes[0] != 0 ? 1U : 0U) | (cubes[1] != 0 ? 2U : 0U) | (cubes[2] != 0 ? 4U : 0U);
    }
    static void take_cube(State& s, int colour) noexcept {
        --s.supply[index(colour)];
        ++actor(s).held[index(colour)];
    }
    static void give_back_cube(State& s, int colour) noexcept {
        --actor(s).held[index(colour)];
        ++s.supply[index(colour)];
    }
    static void earn(Seat& seat, int money) noexcept {
        seat.money = static_cast<std::uint16_t>(std::min(seat.money + money, kMaxMoney));
    }
    static void pay(Seat& seat, int money) noexcept {
        seat.money = static_cast<std::uint16_t>(seat.money - money);
    }
    static int purse(const Seat& seat) noexcept { return std::min(int{seat.money}, 3); }

    // Dict and checks: cpp/src/games/lata/
    bool in_range(const State& s) const noexcept;
    bool seat_in_range(const Seat& seat, Node node) const noexcept;
    Draft unpack(const State& s) const;
    State pack(const Draft& d) const;
    Draft read(const Value& value) const;
    Value write(const Draft& d, const State& s) const;
    std::string broken_node(const Draft& d) const;
    std::string broken_components(const Draft& d) const;
    std::string broken_holdings(const Draft& d) const;
    bool picked_start(const Draft& d, int space) const noexcept;
    std::string broken_sets(const Draft& d) const;
    std::string broken_draws(const Draft& d) const;
    std::string broken_line(const Draft& d) const;
    std::string broken_choices(const Draft& d, const State& s) const;
    std::string broken(const Draft& d, State& packed) const;

    Options options_;
    Tables tables_;
    double max_utility_;
};

}  // namespace bitmeeple::lata

#include "bitmeeple/games/lata/set_up.hpp"

#include "bitmeeple/games/lata/phase_a.hpp"
#include "bitmeeple/games/lata/phase_b.hpp"
#include "bitmeeple/games/lata/phase_c.hpp"
#include "bitmeeple/games/lata/phase_d.hpp"
#include "bitmeeple/games/lata/produce.hpp"
#include "bitmeeple/games/lata/scoring.hpp"
#include "bitmeeple/games/lata/sell.hpp"
#include "bitmeeple/games/lata/solo.hpp"

namespace bitmeeple::lata {
static_assert(bitmeeple::Game<Game>);
}  // namespace bitmeeple::lata
