// Lumen: the invariants I-01 .. I-40 of the interface page, in its order. Cold code.
//
// Safe on every sequence of bytes of a State's size: ranges come first, and nothing derived is
// trusted before it has been rebuilt and compared.

#include <cstring>

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

namespace {

using Result = std::string;

bool below(std::uint8_t value, int end) { return value < end; }
bool below_or_none(std::uint8_t value, int end) { return value < end || value == kNone; }

std::string name_of(int p) { return p == 0 ? "Day" : "Night"; }

}  // namespace

/// All checks share the state and a few facts about it.
class Checker {
public:
    Checker(const Game& game, const State& s) : game_(game), tables_(game.tables_), s_(s) {}

    Result run() {
        if (!ranges()) return "shape: a field is out of range";
        p_ = s_.first_player == kNone ? 0 : Game::turn_player(s_);
        using Group = Result (Checker::*)() const;
        for (const Group group :
             {&Checker::places, &Checker::fighters, &Checker::derived, &Checker::high_command,
              &Checker::boards, &Checker::discoveries, &Checker::objectives, &Checker::time,
              &Checker::situation, &Checker::counters, &Checker::pending, &Checker::entering,
              &Checker::pending_fighters, &Checker::elimination, &Checker::links, &Checker::chance,
              &Checker::decisions})
            if (const Result broken = (this->*group)(); !broken.empty()) return broken;
        return {};
    }

private:
    const Seat& seat(int p) const { return s_.seats[index(p)]; }
    bool at(Node node) const { return s_.node == node; }
    /// A Territory in messages: its index, which dicts use, and its id on the board.
    std::string named(int t) const {
        return std::to_string(t) + " (id " + std::to_string(tables_.territory_ids[index(t)]) + ")";
    }
    /// From MOVE_DEST to BAR, and the draws within ENTER.
    bool inside_act() const {
        return (Node::move_dest <= s_.node && s_.node <= Node::bar) || at(Node::discovery_reveal) ||
               at(Node::para_draw) || (at(Node::bonus_draw) && s_.cell == kNone);
    }
    bool set(std::uint8_t field) const { return field != kNone; }

    bool ranges() const;
    bool seat_ranges(const Seat& own) const;
    Result places() const;
    Result fighters() const;
    Result derived() const;
    Result high_command() const;
    Result boards() const;
    Result discoveries() const;
    Result objectives() const;
    Result time() const;
    Result due() const;
    Result situation() const;
    Result counters() const;
    Result pending() const;
    bool pending_fits() const;
    Result entering() const;
    Result pending_fighters() const;
    Result elimination() const;
    Result links() const;
    Result chance() const;
    Result decisions() const;

    const Game& game_;
    const Tables& tables_;
    const State& s_;
    int p_ = 0;
};

bool Checker::ranges() const {
    const State& s = s_;
    Mask tokens = s.face_down;
    for (const auto loot : s.loot) {
        if ((tokens & loot) != 0) return false;
        tokens |= loot;
    }
    for (int k = 0; k < kKinds; ++k)
        if (byte_of(s.unrevealed, k) > 15) return false;
    return seat_ranges(s.seats[0]) && seat_ranges(s.seats[1]) &&
           below(static_cast<std::uint8_t>(s.node), kNodes) && below(s.turn, kTurns + 1) &&
           below(s.half, 2) && below_or_none(s.first_player, 2) && below_or_none(s.dice, kDice) &&
           below_or_none(s.first_row, kRows) && below_or_none(s.value, kMaxValue + 1) &&
           below_or_none(s.cell, kCells) && below(s.reinforcements, 8) && below(s.actions, 10) &&
           below(static_cast<std::uint8_t>(s.step), 3) && below(s.act_left, 2) &&
           below_or_none(s.pending_class, kClasses) &&
           below_or_none(s.pending_territory, kTerritories) &&
           (set(s.pending_territory) || !set(s.pending_class)) &&
           below_or_none(s.target_owner, 2) && below_or_none(s.target_class, kClasses) &&
           set(s.target_owner) == set(s.target_class) && below_or_none(s.enter_player, 2) &&
           below_or_none(s.enter_territory, kTerritories) && below(s.marker, kTerritories) &&
           s.frontiers_closed >> tables_.frontier_count == 0 && below(s.reach_closed, 2) &&
           below(s.crossing_closed, 2) && below(s.mercenary_closed, 2) &&
           below(s.award_count, kObjectiveTokens + 1) && s.awards >> s.award_count == 0;
}

bool Checker::seat_ranges(const Seat& own) const {
    const Board& board = own.board;
    Mask numbered = board.with.front() | board.with.back();  // which have to be empty
    if (numbered != 0) return false;
    for (const auto cells : board.with) {
        if ((numbered & cells) != 0) return false;
        numbered |= cells;
    }
    if ((board.filled | board.barred) >> kCells != 0 || (board.filled & board.barred) != 0 ||
        numbered != board.filled)
        return false;
    for (const auto upper : board.links)
        if (upper > kCells) return false;
    for (const auto boxes : own.rows)
        if (boxes > kTurns) return false;
    for (const auto bonus : own.slots)
        if (!below_or_none(bonus, kBonusTokens)) return false;
    for (const auto n : own.reserve)
        if (n > kReserve) return false;
    for (const auto n : own.loots)
        if (n > 5) return false;
    for (int k = 0; k < 4; ++k)
        if (byte_of(own.objectives, k) > (k < kObjectives ? kObjectiveTokens : 0)) return false;
    return own.boxes <= kBoxes && own.planning <= 3 && own.foul_play <= 3 && own.bag_awarded <= 1 &&
           own.unused == decltype(own.unused){};
}

Result Checker::places() const {
    Mask used = s_.face_down | s_.loot[0] | s_.loot[1] | s_.loot[2] | territory_bit(s_.marker);
    for (const Seat& own : s_.seats)
        for (const auto word : own.fighters)
            used |= static_cast<Mask>((word | word >> 16 | word >> 32 | word >> 48) & 0xFFFF);
    for (const auto t : {s_.pending_territory, s_.enter_territory})
        if (set(t)) used |= territory_bit(t);
    if ((used & ~tables_.in_play) != 0)
        return "I-01: Territory " + named(lsb(used & ~tables_.in_play)) +
               " is not in play, but something is there";
    const auto no_such_side = [](std::uint8_t cls) { return cls == 1 || cls == 3; };
    for (const Seat& own : s_.seats)
        if (Game::where(own, 1) != 0 || Game::where(own, 3) != 0)
            return "I-02: a one-sided Fighter shows side 1";
    if (no_such_side(s_.pending_class) || no_such_side(s_.target_class))
        return "I-02: pending or target is a one-sided Fighter with side 1";
    return {};
}

Result Checker::fighters() const {
    for (int p = 0; p < kPlayers; ++p)
        for (int type = 0; type < kBasicTypes; ++type) {
            int n = seat(p).reserve[index(type)];
            for (int t = 0; t < kTerritories; ++t)
                for (int side = 0; side <= (type >= kRestorer ? 1 : 0); ++side)
                    n += Game::count(seat(p), class_of(type, side), t);
            if (n > tables_.fighter_counts[index(type)])
                return "I-03: " + name_of(p) + " has " + std::to_string(n) + " Fighters of type " +
                       std::to_string(type) + " on the map and in Reserve";
        }
    for (int p = 0; p < kPlayers; ++p) {
        int n = 0;
        for (const auto reserve : seat(p).reserve) n += reserve;
        if (n > kReserve) return "I-04: " + name_of(p) + "'s Reserve holds " + std::to_string(n);
    }
    std::array<int, kBonusTokens> uses{};
    for (const Seat& own : s_.seats) {
        for (const auto bonus : own.slots)
            if (set(bonus)) ++uses[bonus];
        for (int type = kBasicTypes; type < kTypes; ++type)
            for (int side = 0; side < 2; ++side)
                uses[index(type - kBasicTypes)] += popcount(Game::where(own, class_of(type, side)));
    }
    for (int k = 0; k < kBonusTokens; ++k)
        if (uses[index(k)] > 1)
            return "I-05: Bonus token " + std::to_string(k) + " is in two places";
    return {};
}

/// Not reachable from a dict: whoever sets a State by its bytes gets the derived fields right.
Result Checker::derived() const {
    State rebuilt = s_;
    game_.derive(rebuilt);
    return std::memcmp(&rebuilt, &s_, sizeof s_) == 0
               ? ""
               : "derived: a derived field does not agree with the rest";
}

Result Checker::high_command() const {
    for (int p = 0; p < kPlayers; ++p)
        for (int k = 0; k < kSlots; ++k)
            if (tables_.slot_boxes[index(k)] > seat(p).boxes && set(seat(p).slots[index(k)]))
                return "I-06: slot " + std::to_string(k + 1) + " of " + name_of(p) +
                       " is not completed, but holds a token";
    for (int p = 0; p < kPlayers; ++p) {
        int free = at(Node::bonus_draw) && Game::bonus_player(s_) == p ? -1 : 0;
        for (int k = 0; k < kSlots; ++k) {
            free += tables_.slot_boxes[index(k)] <= seat(p).boxes ? 1 : 0;
            free -= set(seat(p).slots[index(k)]) ? 1 : 0;
        }
        for (int cls = 2 * kBasicTypes; cls < kClasses; ++cls)
            free -= popcount(Game::where(seat(p), cls));
        if (free < 0) return "I-07: " + name_of(p) + " has more Bonus tokens than completed slots";
    }
    for (int p = 0; p < kPlayers; ++p)
        for (int r = 0; r < kRows; ++r)
            if (seat(p).rows[index(r)] > tables_.row_boxes[index(r)])
                return "I-08: row " + std::to_string(r) + " of " + name_of(p) + " is too full";
    return {};
}

Result Checker::boards() const {
    const auto each = [&](auto&& broken, const char* what) -> Result {
        for (int p = 0; p < kPlayers; ++p)
            if (broken(seat(p).board)) return what + (" (" + name_of(p) + ")");
        return {};
    };
    const auto bad_link = [&](const Board& board) {
        for (int c = 0; c < kCells; ++c) {
            const int d = board.links[index(c)] - 1;
            if (d < 0) continue;
            const bool filled = (board.filled >> c & board.filled >> d & 1) != 0;
            if (!filled || (tables_.cell_adjacency[index(c)] >> d & 1) == 0 ||
                value_of(board, d) != value_of(board, c) + 1)
                return true;
        }
        return false;
    };
    const auto shared_link = [](const Board& board) {
        Mask to = 0;
        for (const auto upper : board.links) {
            if (upper == 0) continue;
            if ((to & cell_bit(upper - 1)) != 0) return true;
            to |= cell_bit(upper - 1);
        }
        return false;
    };
    const auto& adjacency = tables_.cell_adjacency;
    if (Result r = each(bad_link, "I-09: an up-link does not join adjacent cells v and v + 1");
        !r.empty())
        return r;
    if (Result r = each(shared_link, "I-10: two up-links lead to the same cell"); !r.empty())
        return r;
    if (Result r =
            each([&](const Board& b) { return !connected(adjacency, kAllCells & ~b.barred); },
                 "I-11: the cells that are not barred are not connected");
        !r.empty())
        return r;
    return each([&](const Board& b) { return !connected(adjacency, b.filled); },
                "I-12: the filled cells are not connected");
}

Result Checker::discoveries() const {
    const auto there = [&](int kind) { return byte_of(s_.unrevealed, kind); };
    const auto exist = [&](int kind) { return byte_of(tables_.discovery_counts, kind); };
    for (int kind = 0; kind < kLootKinds; ++kind)
        if (popcount(s_.loot[index(kind)]) + seat(0).loots[index(kind)] +
                seat(1).loots[index(kind)] + there(kind) !=
            exist(kind))
            return "I-13: the Loots of kind " + std::to_string(kind) + " are not " +
                   std::to_string(exist(kind)) + " in all";
    for (int kind = kInterference; kind < kKinds; ++kind) {
        int n = there(kind);
        if (kind == kPlanning) n += seat(0).planning + seat(1).planning;
        if (kind == kFoulPlayToken) n += seat(0).foul_play + seat(1).foul_play;
        if (n > exist(kind))
            return "I-14: more Discovery tokens of kind " + std::to_string(kind) + " than exist";
    }
    if (popcount(s_.face_down) > sum_of_bytes(s_.unrevealed))
        return "I-15: more face-down tokens than unrevealed ones";
    if (popcount(seat(0).board.barred) + popcount(seat(1).board.barred) + (at(Node::bar) ? 1 : 0) >
        exist(kInterference) - there(kInterference))
        return "I-16: more barred cells than revealed Interference tokens";
    return {};
}

Result Checker::objectives() const {
    for (int k = 0; k < kObjectives; ++k)
        if (byte_of(seat(0).objectives, k) + byte_of(seat(1).objectives, k) >
            byte_of(tables_.objective_counts, k))
            return "I-17: more Objective tokens of row " + std::to_string(k) + " than exist";
    if (Game::objectives_held(s_) + s_.award_count + game_.reserved(s_) > kObjectiveTokens)
        return "I-18: Objective tokens held, due and reserved are more than exist";
    const bool wrong =
        (s_.reach_closed != 0 && tables_.reach < 0) ||
        (s_.crossing_closed != 0 && tables_.great_crossing[0] < 0) ||
        (s_.mercenary_closed != 0 && !tables_.first_mercenary_objective) ||
        ((seat(0).bag_awarded | seat(1).bag_awarded) != 0 && tables_.empty_bag_objective == 0);
    return wrong ? "I-19: an award is closed that the scenario does not have" : "";
}

Result Checker::time() const {
    const bool set_up = at(Node::first_player) || (at(Node::reserve_draw) && s_.step == Step::none);
    if ((s_.turn == 0) != set_up) return "I-20: turn 0 is the set-up";
    if (s_.first_player != (s_.turn == 0 ? game_.options_.first_player : s_.first_player) ||
        (s_.turn > 0 && !set(s_.first_player)))
        return "I-21: first_player does not fit the turn and the option";
    if (s_.half == 1 && (s_.turn == 0 || at(Node::planning) || at(Node::dice_roll)))
        return "I-22: half is 1 before anybody has played";
    return due();
}

/// Numbers that p can have calculated and written by now.
Result Checker::due() const {
    for (int p = 0; p < kPlayers; ++p) {
        const bool before_calc = at(Node::planning) || at(Node::dice_roll) || at(Node::calc);
        const bool made = (s_.half == 1 && p == s_.first_player) ||
                          (s_.turn > 0 && p == p_ && !before_calc) || at(Node::terminal);
        const int due = made ? s_.turn : (s_.turn > 0 ? s_.turn - 1 : 0);
        int crossed = 0;
        for (const auto boxes : seat(p).rows) crossed += boxes;
        const int filled = popcount(seat(p).board.filled);
        if (crossed > due || filled > due - (at(Node::fill) && p == p_ ? 1 : 0))
            return "I-23: " + name_of(p) + " has crossed or filled more than the turn allows";
    }
    return {};
}

Result Checker::situation() const {
    const bool cell = set(s_.cell);
    const bool linking = at(Node::link_down) || at(Node::link_up);
    const bool draw = at(Node::bonus_draw) || at(Node::objective_draw);
    Result broken = "I-24: cell, step and enter_player do not fit the node";
    if (cell && s_.step != Step::none) return broken;
    if ((linking && !cell) || (cell && !linking && !draw)) return broken;
    if (at(Node::bonus_draw) && cell == set(s_.enter_player)) return broken;
    Step step = Step::none;
    if (at(Node::deploy) || (at(Node::reserve_draw) && s_.turn > 0)) step = Step::deploy;
    if (at(Node::act) || inside_act()) step = Step::act;
    if (at(Node::objective_draw)) {
        const bool final_draw = s_.turn == kTurns && s_.half == 1;
        if (!cell && s_.step == Step::none && !final_draw) return broken;
        return {};
    }
    return s_.step == step ? "" : broken;
}

Result Checker::counters() const {
    const bool stepping = s_.step != Step::none;
    const bool linking = set(s_.cell);
    const bool order = at(Node::order);
    const bool rolled = at(Node::calc) || at(Node::fill) || order || linking || stepping;
    const bool row = rolled && !(at(Node::calc) && s_.half == 0);
    if (set(s_.dice) != rolled || set(s_.first_row) != row || set(s_.value) != at(Node::fill))
        return "I-25: dice, first_row or value does not fit the node";
    const int r = s_.reinforcements;
    if ((r > 0 && !linking && !order && !stepping) || (r > 0 && at(Node::reserve_draw)) ||
        (r == 0 && (order || at(Node::deploy))))
        return "I-26: reinforcements do not fit the node";
    const bool deploying = s_.step == Step::deploy;
    if ((s_.actions > 0 && !order && !stepping) ||
        (s_.actions > 0 && deploying && s_.act_left == 0) || (s_.act_left != 0 && !deploying))
        return "I-27: actions or act_left does not fit the step";
    if ((s_.award_count > 0) != at(Node::objective_draw))
        return "I-28: awards are due exactly at OBJECTIVE_DRAW";
    return {};
}

/// The table of forms of `pending`.
bool Checker::pending_fits() const {
    const bool none = !set(s_.pending_territory);
    const bool fury = !none && !set(s_.pending_class);
    const auto is = [&](int type) { return s_.pending_class == class_of(type, 1); };
    const bool epic = is(kEpicPusher) || is(kEpicAssassin);
    switch (s_.node) {
        case Node::move_dest:
        case Node::swap_2: return set(s_.pending_class);
        case Node::push_target:
        case Node::push_dest: return is(kPusher) || is(kEpicPusher);
        case Node::kill_target: return is(kAssassin) || is(kEpicAssassin) || is(kBomber);
        case Node::fly_dest: return is(kFeathered);
        case Node::epic_move: return epic;
        case Node::marker_dest: return is(kImpatient);
        case Node::hypno: return is(kHypnotist);
        case Node::fury_2: return fury;
        case Node::discovery_reveal:
        case Node::para_draw:
        case Node::bar: return none || epic;
        case Node::bonus_draw: return none || (epic && set(s_.enter_player));
        case Node::objective_draw: return none || (s_.step == Step::act && (epic || fury));
        default: return none;
    }
}

Result Checker::pending() const {
    if (!pending_fits() || set(s_.target_class) != at(Node::push_dest))
        return "I-29: pending or target does not fit the node";
    return {};
}

Result Checker::entering() const {
    const bool here = at(Node::discovery_reveal) || at(Node::para_draw);
    const bool entering = here || at(Node::bar) || (at(Node::bonus_draw) && !set(s_.cell));
    if (set(s_.enter_player) != entering || set(s_.enter_territory) != here)
        return "I-30: enter_player or enter_territory does not fit the node";
    if (entering && set(s_.pending_class) &&
        (s_.enter_player != p_ || (here && s_.enter_territory != s_.pending_territory)))
        return "I-30: it is not the Epic Fighter that enters";
    return {};
}

Result Checker::pending_fighters() const {
    if (set(s_.pending_class) && Game::count(seat(p_), s_.pending_class, s_.pending_territory) == 0)
        return "I-31: the Fighter of pending is not there";
    if (!set(s_.target_class)) return {};
    const bool own_class = s_.target_owner == p_ && s_.target_class == s_.pending_class;
    if (Game::count(seat(s_.target_owner), s_.target_class, s_.pending_territory) <
        (own_class ? 2 : 1))
        return "I-32: the target is not there";
    return {};
}

Result Checker::elimination() const {
    const bool over = Game::eliminated(s_);
    if (!at(Node::terminal) && over) return "I-33: a clan has no Fighter on the map";
    if (at(Node::terminal) && !over && !(s_.turn == kTurns && s_.half == 1))
        return "I-33: the game is not over";
    return {};
}

Result Checker::links() const {
    if (!set(s_.cell)) return {};
    const Board& board = seat(p_).board;
    const Mask cell = cell_bit(s_.cell);
    if ((board.filled & cell) == 0 || (board.up & cell) != 0 ||
        (!at(Node::link_up) && (board.down & cell) != 0))
        return "I-34: cell is not just filled";
    return {};
}

Result Checker::chance() const {
    const auto can_draw = [&](int p) {
        return seat(p).reserve_size < kReserve && seat(p).bag != 0;
    };
    if (at(Node::reserve_draw) && !can_draw(Game::reserve_player(s_)))
        return "I-35: nothing can be drawn into the Reserve";
    if (at(Node::para_draw) && seat(s_.enter_player).bag == 0)
        return "I-35: the bag of enter_player is empty";
    if (at(Node::first_player) &&
        (game_.options_.first_player != kNone || can_draw(0) || can_draw(1)))
        return "I-35: FIRST_PLAYER is not due";
    if (at(Node::bonus_draw)) {
        const Seat& own = seat(Game::bonus_player(s_));
        const std::uint8_t slot = tables_.slot_of_box[own.boxes];
        if (!set(slot) || set(own.slots[slot])) return "I-36: no slot waits for a Bonus token";
    }
    const Mask tokens = s_.face_down | s_.loot[0] | s_.loot[1] | s_.loot[2];
    if (at(Node::discovery_reveal) && (s_.face_down >> s_.enter_territory & 1) == 0)
        return "I-37: no face-down token lies in Territory " + named(s_.enter_territory);
    if (at(Node::para_draw) && (tokens >> s_.enter_territory & 1) != 0)
        return "I-37: a token lies in Territory " + named(s_.enter_territory);
    return {};
}

Result Checker::decisions() const {
    const bool can_act = s_.actions > 0 || seat(p_).foul_play > 0;
    if ((at(Node::planning) && seat(s_.first_player).planning == 0) ||
        ((at(Node::order) || at(Node::act)) && !can_act) ||
        (at(Node::move_dest) && s_.actions == 0))
        return "I-38: the node needs a token or an action that is not there";
    if ((at(Node::link_down) && popcount(game_.lower_candidates(s_)) < 2) ||
        (at(Node::link_up) && popcount(game_.upper_candidates(s_)) < 2))
        return "I-39: there are not two cells to choose from";
    if (Node::calc <= s_.node && s_.node < Node::terminal) {
        Actions actions;
        game_.legal_actions(s_, actions);
        if (actions.size() < (at(Node::hypno) ? 2 : 1)) return "I-40: there is nothing to choose";
    }
    return {};
}

std::string Game::check(const State& s) const { return Checker(*this, s).run(); }

}  // namespace bitmeeple::lumen
