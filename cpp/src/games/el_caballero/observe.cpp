// El Caballero: the observation tensor (interface page, section 7). Everything is public, only the
// order of seats depends on the observer.

#include <algorithm>

#include "bitmeeple/games/el_caballero/rules.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::el_caballero {

namespace {

constexpr int kAreaFeatures = 11;
constexpr int kCardFeatures = 17;
constexpr int kGovernorFeatures = 8;

/// A SparseTensorWriter for cells and the sides of cards.
class Writer : public SparseTensorWriter {
public:
    Writer(const Tables& t, std::span<float> out) : SparseTensorWriter(out), t_(t) {}

    void sides(unsigned mask) {
        for (int d = 0; d < kSides; ++d) flag((mask >> d & 1) != 0);
    }
    void cell(unsigned cell) {
        number(static_cast<int>(cell / kCellStride), t_.size - 1);
        number(static_cast<int>(cell % kCellStride), t_.size - 1);
    }

private:
    const Tables& t_;
};

}  // namespace

int Game::observation_size() const noexcept {
    const int players = num_players();
    return 37 + 34 * players + 3 * tables_.types + kAreaCards * (kAreaFeatures + tables_.types) +
           kCardFeatures * players * tables_.cards +
           kGovernorFeatures * players * tables_.governors;
}

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    Writer w(tables_, out);
    const int n = num_players();
    const auto each_seat = [&](auto&& f) {
        for (int k = 0; k < n; ++k) f(s.seat[index((player + k) % n)]);
    };
    const auto relative = [&](int seat) { return seat < 0 ? -1 : (seat - player + n) % n; };
    w.one_hot(static_cast<int>(s.node), kNodes);
    w.one_hot(relative(s.player), n);
    w.number(s.round, 10);
    w.one_hot(relative(s.first_player), n);
    each_seat([&](const Seat& seat) { w.one_hot(seat.played - 1, kPowerCards); });
    each_seat(
        [&](const Seat& seat) { w.flags(static_cast<unsigned>(seat.hand) >> 1, kPowerCards); });
    each_seat([&](const Seat& seat) { w.number(seat.points, 100); });
    each_seat([&](const Seat& seat) { w.number(seat.court, 80); });
    each_seat([&](const Seat& seat) { w.number(seat.court_ships, 16); });
    each_seat([&](const Seat& seat) { w.number(stock(tables_, seat), 10); });
    each_seat([&](const Seat& seat) { w.number(seat.governors, 5); });
    w.number(s.supply_ships, 16);
    w.number(s.supply_castillos, 16);
    std::array<int, kMaxTypes> display{};
    std::array<int, kMaxTypes> undrawn{};
    std::ranges::copy(tables_.count, undrawn.begin());
    for (const auto type : s.display)
        if (type != kNone) ++display[type], --undrawn[type];
    for (unsigned i = 0; i < s.area_cards; ++i) --undrawn[s.area_code[i] / 4];
    for (int type = 0; type < tables_.types; ++type) w.number(display[index(type)], kDisplaySize);
    for (int type = 0; type < tables_.types; ++type) w.number(undrawn[index(type)], kAreaCards);
    w.one_hot(is_turn_node(s.node) ? s.turn.index : -1, n);
    w.number(s.turn.tiles_left, 2);
    w.flag(s.turn.supply_taken != 0);
    w.number(s.turn.card_actions, 2);
    w.number(s.turn.ship_buys, 2);
    w.number(s.turn.castillo_builds, 2);
    w.number(s.turn.grande_moves, 1);
    w.one_hot(s.pending_tile == kNone ? -1 : s.pending_tile, tables_.types);
    w.flag(s.pending_cell != kNoCell);
    if (s.pending_cell != kNoCell)
        w.cell(s.pending_cell);
    else
        w.zeros(2);
    w.flag(s.pending_ship == ShipFrom::supply);
    w.flag(s.pending_ship == ShipFrom::court);
    for (unsigned i = 0; i < s.area_cards; ++i) {
        const unsigned code = s.area_code[i];
        w.flag(true);
        w.cell(s.area_cell[i]);
        w.one_hot(code % 4, kSides);
        w.sides(tables_.edges[code]);
        w.one_hot(static_cast<int>(code / 4), tables_.types);
    }
    w.zeros((kAreaCards - s.area_cards) * (kAreaFeatures + tables_.types));
    each_seat([&](const Seat& seat) {
        for (int i = 0; i < seat.cards; ++i) {
            w.flag(true);
            w.cell(seat.cell[index(i)]);
            w.one_hot(orientation_of(seat, i), kOrientations);
            w.flag(has_castillo(seat, i));
            w.flag(seat.grande == i);
            w.sides(nibble(seat.ships, i));
        }
        w.zeros((tables_.cards - seat.cards) * kCardFeatures);
    });
    if (tables_.governors == 0) return;
    for (int k = 0; k < n; ++k) {
        int own = 0;
        for (unsigned i = 0; i < s.governors; ++i) {
            const unsigned governor = s.governor[i];
            if (governor_owner(governor) != (player + k) % n) continue;
            ++own;
            w.flag(true);
            w.cell(governor_cell(governor));
            w.one_hot(governor_side(governor), kSides);
            w.flag(governor_has_ship(governor));
        }
        w.zeros((tables_.governors - own) * kGovernorFeatures);
    }
}

}  // namespace bitmeeple::el_caballero
