// Latria: the observation tensor (interface page, section 7).

#include "bitmeeple/games/latria/observe.hpp"

namespace bitmeeple::latria {

namespace {

/// Writes one slice after another into zeroed floats.
class Writer {
public:
    Writer(float* out, const State& s, int observer, int players)
        : out_(out), s_(s), observer_(observer), players_(players) {}

    void number(int value, float scale) { *out_++ = static_cast<float>(value) / scale; }
    void one_hot(int value, int size) {
        if (value >= 0 && value < size) out_[value] = 1;
        out_ += size;
    }
    void flags(std::uint64_t mask, int size) {
        for_each_bit(mask, [&](int i) { out_[i] = 1; });
        out_ += size;
    }
    void counts(Counts counts) {
        for (int t = 0; t < kTypes; ++t) number(count_of(counts, t), 13);
    }
    /// A seat, or none if it is negative or kNone.
    void seat(int seat) {
        const bool is_seat = 0 <= seat && seat < players_;
        one_hot(is_seat ? (seat - observer_ + players_) % players_ : -1, players_);
    }
    /// f(seat) for each seat, the observer's own first.
    template <class F>
    void each_seat(F&& f) {
        for (int i = 0; i < players_; ++i) f((observer_ + i) % players_);
    }

    void position(const Game& game);
    void seats(const Game& game);

private:
    float* out_;
    const State& s_;
    int observer_;
    int players_;
};

void Writer::position(const Game& game) {
    one_hot(observer_, players_);
    one_hot(static_cast<int>(s_.node), static_cast<int>(kNodeNames.size()));
    seat(game.current_player(s_));
    number(s_.game_index, 6);
    number(s_.round, 11);
    seat(s_.first_parent);
    seat(s_.parent);
    one_hot(s_.target, kBodies);
    flags(s_.ecl, kSuits);
    counts(join(s_.pile));
    counts(join(s_.stack));
    flags(s_.set_aside, kCards);
    flags(s_.removed, kCards);
    const bool removing = s_.node == Node::remove;
    seat(removing ? s_.seat : -1);
    number(removing ? kSpecialRemoves - s_.pending : 0, 1);
    flags(s_.hand[index(observer_)], kCards);
}

void Writer::seats(const Game& game) {
    const auto worth = [&](int p) { return worth_of(game.tables().values, s_, index(p)); };
    each_seat([&](int p) { number(popcount(s_.hand[index(p)]), 12); });
    each_seat([&](int p) { number(s_.table[index(p)] != kNone ? 1 : 0, 1); });
    each_seat([&](int p) {
        one_hot(sees_table(s_, observer_, p) ? s_.table[index(p)] : -1, kCards);
    });
    each_seat([&](int p) { flags(s_.astrology[kOpen][index(p)], kCards); });
    each_seat([&](int p) { counts(s_.celestial[kOpen][index(p)]); });
    each_seat([&](int p) { flags(s_.astrology[kEclipse][index(p)], kCards); });
    each_seat([&](int p) { counts(s_.celestial[kEclipse][index(p)]); });
    each_seat([&](int p) { number(s_.marker >> p & 1, 1); });
    each_seat([&](int p) {
        for (const auto seats : s_.voids) number(seats >> p & 1, 1);
    });
    each_seat([&](int p) {
        for (unsigned g = 0; g < index(players_); ++g) number(s_.game_points[index(p)][g], 6);
    });
    each_seat([&](int p) { number(worth(p).vp(), 64); });
    each_seat([&](int p) { number(total_points(s_, index(p)), 36); });
    each_seat([&](int p) { number(worth(p).loss, 64); });
}

}  // namespace

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    assert(out.size() == static_cast<std::size_t>(observation_size()));
    for (auto& value : out) value = 0;
    Writer writer(out.data(), s, player, num_players());
    writer.position(*this);
    writer.seats(*this);
}

}  // namespace bitmeeple::latria
