// Latria: the observation tensor (interface page, section 7).

#include "bitmeeple/games/latria/observe.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::latria {

namespace {

/// Two lanes of counts at a time as thirteenths: a tensor has ten sets of counts.
constexpr auto kThirteenths = [] {
    std::array<std::array<float, 2>, 1 << 2 * kLane> table{};
    for (unsigned m = 0; m < table.size(); ++m)
        for (unsigned lane = 0; lane < 2; ++lane)
            table[m][lane] = static_cast<float>(m >> lane * kLane & low_bits(kLane)) / 13.0F;
    return table;
}();

/// A TensorWriter that knows whose tensor it is.
class Writer : public TensorWriter {
public:
    Writer(std::span<float> out, const State& s, int observer, int players)
        : TensorWriter(out), s_(s), observer_(observer), players_(players) {
        for (int i = 0; i < players; ++i)
            seats_[index(i)] = observer + i < players ? observer + i : observer + i - players;
    }

    void counts(Counts counts) {
        const auto slice = zeros(kTypes);
        for (unsigned t = 0; t < kTypes; t += 2, counts >>= 2 * kLane)
            std::memcpy(&slice[t], &kThirteenths[counts & low_bits(2 * kLane)], 2 * sizeof(float));
    }
    /// A seat, or none if it is negative or kNone.
    void seat(int seat) {
        const bool is_seat = 0 <= seat && seat < players_;
        const int relative = seat < observer_ ? seat - observer_ + players_ : seat - observer_;
        one_hot(is_seat ? relative : -1, players_);
    }
    /// f(seat) for each seat, the observer's own first.
    template <class F>
    void each_seat(F&& f) {
        for (int i = 0; i < players_; ++i) f(seats_[index(i)]);
    }

    void position(const Game& game);
    void seats(const Game& game);

private:
    const State& s_;
    int observer_;
    int players_;
    PerSeat<int> seats_{};  ///< in order, the observer first
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
    flags<kSuits>(s_.ecl);
    counts(join(s_.pile));
    counts(join(s_.stack));
    flags<kCards>(s_.set_aside);
    flags<kCards>(s_.removed);
    const bool removing = s_.node == Node::remove;
    seat(removing ? s_.seat : -1);
    number(removing ? kSpecialRemoves - s_.pending : 0, 1);
    flags<kCards>(s_.hand[index(observer_)]);
}

void Writer::seats(const Game& game) {
    PerSeat<Worth> worth{};
    for (unsigned p = 0; p < index(players_); ++p) worth[p] = worth_of(game.tables().values, s_, p);
    each_seat([&](int p) { number(popcount(s_.hand[index(p)]), 12); });
    each_seat([&](int p) { flag(s_.table[index(p)] != kNone); });
    one_hot(s_.table[index(observer_)], kCards);
    one_hot(s_.parent < players_ ? s_.table[s_.parent] : kNone, kCards);
    each_seat([&](int p) { flags<kCards>(s_.astrology[kOpen][index(p)]); });
    each_seat([&](int p) { counts(s_.celestial[kOpen][index(p)]); });
    each_seat([&](int p) { flags<kCards>(s_.astrology[kEclipse][index(p)]); });
    each_seat([&](int p) { counts(s_.celestial[kEclipse][index(p)]); });
    each_seat([&](int p) { flag((s_.marker >> p & 1) != 0); });
    each_seat([&](int p) {
        for (const auto seats : s_.voids) flag((seats >> p & 1) != 0);
    });
    each_seat([&](int p) {
        for (unsigned g = 0; g < index(players_); ++g) number(s_.game_points[index(p)][g], 6);
    });
    each_seat([&](int p) { number(worth[index(p)].vp(), 64); });
    each_seat([&](int p) { number(total_points(s_, index(p)), 36); });
    each_seat([&](int p) { number(worth[index(p)].loss, 64); });
}

}  // namespace

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    Writer writer(out, s, player, num_players());
    writer.position(*this);
    writer.seats(*this);
    assert(writer.is_full());
}

}  // namespace bitmeeple::latria
