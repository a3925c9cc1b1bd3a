// Lumen: the observation tensor and resampling. Cold code.

#include "bitmeeple/games/lumen/rules.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::lumen {

namespace {

/// A SparseTensorWriter for ranges and packed bytes.
class Writer : public SparseTensorWriter {
public:
    using SparseTensorWriter::SparseTensorWriter;
    template <class Range>
    void numbers(const Range& values, int constant) {
        for (const auto value : values) number(value, constant);
    }
    void bytes(std::uint64_t lanes, int size, int constant) {
        for (int k = 0; k < size; ++k) number(byte_of(lanes, k), constant);
    }
};

/// A seat as one-hot (self, other); kNone gives zeros.
int relative(int seat, int player) { return seat == kNone ? kNone : seat ^ player; }

void write_process(const State& s, int player, Writer& out) {
    out.number(s.turn, kTurns);
    out.number(s.half, 1);
    out.one_hot(relative(s.first_player, player), 2);
    out.one_hot(s.dice == kNone ? kNone : s.dice / 6, 6);
    out.one_hot(s.dice == kNone ? kNone : s.dice % 6, 6);
    out.one_hot(s.first_row, kRows);
    out.flag(s.value != kNone);
    out.number(s.value == kNone ? 0 : s.value, kMaxValue);
    out.one_hot(s.cell, kCells);
    out.flag(s.step == Step::deploy);
    out.flag(s.step == Step::act);
    out.flag(s.act_left != 0);
    out.number(s.reinforcements, 7);
    out.number(s.actions, 6);
    const bool has_type = s.pending_class != kNone;
    out.flag(s.pending_territory != kNone);
    out.one_hot(has_type ? s.pending_class / 2 : kNone, kTypes);
    out.flag(has_type && s.pending_class % 2 == 1);
    out.one_hot(s.pending_territory, kTerritories);
    const bool has_target = s.target_class != kNone;
    out.one_hot(relative(s.target_owner, player), 2);
    out.one_hot(has_target ? s.target_class / 2 : kNone, kTypes);
    out.flag(has_target && s.target_class % 2 == 1);
    out.one_hot(relative(s.enter_player, player), 2);
    out.one_hot(s.enter_territory, kTerritories);
    for (int k = 0; k < kObjectiveTokens; ++k)
        out.one_hot(k < s.award_count ? static_cast<int>(s.awards >> k & 1) ^ player : kNone, 2);
}

void write_map(const State& s, Writer& out) {
    out.one_hot(s.marker, kTerritories);
    for (int t = 0; t < kTerritories; ++t) {
        int token = 0;
        for (int kind = 0; kind < kLootKinds; ++kind)
            if ((s.loot[index(kind)] >> t & 1) != 0) token = 1 + kind;
        out.one_hot((s.face_down >> t & 1) != 0 ? 4 : token, 5);
    }
    out.bytes(s.unrevealed, kKinds, 15);
    out.flags(s.frontiers_closed, kMaxFrontiers);
    out.flag(s.reach_closed != 0);
    out.flag(s.crossing_closed != 0);
    out.flag(s.mercenary_closed != 0);
}

void write_board(const Board& board, const Tables& tables, Writer& out) {
    out.flags<kCells>(board.filled);
    out.flags<kCells>(board.barred);
    for (int c = 0; c < kCells; ++c) {
        out.number((board.filled >> c & 1) != 0 ? value_of(board, c) : 0, kMaxValue);
    }
    for (const auto& [a, b] : tables.edges)
        out.flag(board.links[index(a)] == b + 1 || board.links[index(b)] == a + 1);
}

/// Fighters: row 2 * type + side, the number of a post is also its place in the slice.
void write_fighters(const Seat& own, Writer& out) {
    const auto slice = out.zeros(kPosts);
    for (unsigned w = 0; w < kPostWords; ++w)
        for_each_bit(own.fighters[w], [&](int i) {
            const int at = 64 * static_cast<int>(w) + i;
            const int cls = at / kTerritories;
            const int n =
                cls < 2 * kBasicTypes
                    ? static_cast<int>(own.counts[count_word(cls)] >> 4 * (at % kTerritories) & 15)
                    : 1;
            slice[index(at)] = static_cast<float>(n) / 16.0F;
        });
}

}  // namespace

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    Writer writer(out);
    writer.one_hot(static_cast<int>(s.node), kNodes);
    const int to_move = current_player(s);
    writer.one_hot(to_move == kChancePlayer     ? 2
                   : to_move == kTerminalPlayer ? 3
                                                : to_move ^ player,
                   4);
    writer.one_hot(player, kPlayers);
    write_process(s, player, writer);
    write_map(s, writer);
    for (const int p : {player, 1 - player}) {
        const Seat& own = seat(s, p);
        write_board(own.board, tables_, writer);
        writer.numbers(own.rows, kTurns);
        writer.number(own.boxes, kBoxes);
        for (const auto bonus : own.slots) writer.one_hot(bonus, kBonusTokens);
        writer.numbers(own.reserve, kReserve);
        writer.bytes(own.bag, kBasicTypes, 16);
        write_fighters(own, writer);
        writer.numbers(own.strength, 32);
        writer.numbers(own.loots, 5);
        writer.number(own.planning, 3);
        writer.number(own.foul_play, 3);
        writer.flag(own.bag_awarded != 0);
        writer.number(sum_of_bytes(own.objectives), kObjectiveTokens);
        if (sees(s, player, p)) {
            writer.flag(true);
            writer.bytes(own.objectives, kObjectives, kObjectiveTokens);
            writer.number(points(s, p), 100);
        } else {
            writer.zeros(2 + kObjectives);
        }
    }
}

/// The other seat's Objective tokens are a uniform subset of those `player` does not hold
/// (section 7); nothing else is hidden and drawn already.
void Game::resample(State& s, int player, Rng& rng) const {
    if (s.node == Node::terminal) return;
    Seat& other = seat(s, 1 - player);
    std::uint32_t pool = tables_.objective_counts - seat(s, player).objectives;
    const int held = sum_of_bytes(other.objectives);
    other.objectives = 0;
    for (int k = 0; k < held; ++k) {
        const TokenOutcomes tokens(pool);
        const int row = tokens.pick(rng.below(tokens.total()));
        pool -= 1U << 8 * row;
        other.objectives += 1U << 8 * row;
    }
}

}  // namespace bitmeeple::lumen
