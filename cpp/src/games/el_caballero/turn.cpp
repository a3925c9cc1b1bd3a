// El Caballero: the effects of a turn's actions (4.4 - 4.9), each at its last step.

#include "bitmeeple/games/el_caballero/rules.hpp"

namespace bitmeeple::el_caballero {

void Game::finish(State& s) const noexcept {
    s.node = Node::turn;
    s.pending_tile = kNone;
    s.pending_cell = kNoCell;
    s.pending_ship = ShipFrom::none;
}
/// [L-05] What the court cannot show is lost.
void Game::take_supply(State& s) const noexcept {
    mover(s).court = static_cast<std::uint8_t>(mover(s).court + supply_gain(tables_, s));
    s.turn.supply_taken = 1;
}
/// 4.5: cards that would touch a second land side are forced back, judged before the card lies.
/// [L-01] [L-19] [L-39] [L-40]
void Game::lay_area_card(State& s, int rotation) const noexcept {
    const unsigned cell = s.pending_cell;
    const unsigned code = code_of(s.pending_tile, rotation);
    for_each_bit(tables_.edges[code], [&](int side) {
        const unsigned beside = neighbour(cell, side);
        if (!is_card(s.board[beside]) || card_pattern(s, beside).land_sides == 0) return;
        int player = 0;
        while (card_in(s.seat[index(player)], beside) < 0) ++player;
        const int card = card_in(s.seat[index(player)], beside);
        if (s.seat[index(player)].grande == card) return;
        force_back(s, player, card, strength(tables_, s, player, card));
    });
    const unsigned place = put_area_card(tables_, s, cell, code);
    if (tables_.governors > 0)
        s.free_closed =
            static_cast<std::uint8_t>(s.free_closed + closed_regions_of(tables_, s, place));
    const auto laid = std::ranges::find(s.display, s.pending_tile);
    std::copy(laid + 1, s.display.end(), laid);
    s.display.back() = kNone;
    if (*laid != s.pending_tile) s.display_types &= ~bit(s.pending_tile);
    --s.turn.tiles_left;
    finish(s);
}
/// [L-18] [L-20] [L-38] A castillo saves `value` caballeros and the ships.
void Game::force_back(State& s, int player, int card, int value) const noexcept {
    Seat& seat = s.seat[index(player)];
    const int ships = popcount(nibble(seat.ships, card));
    if (has_castillo(seat, card)) {
        seat.court = static_cast<std::uint8_t>(seat.court + value);
        seat.court_ships = static_cast<std::uint8_t>(seat.court_ships + ships);
        ++s.supply_castillos;
    } else {
        s.supply_ships = static_cast<std::uint8_t>(s.supply_ships + ships);
    }
    remove_card(tables_, s, player, card);
}
/// 4.6 [L-32]
void Game::place_card(State& s, int orientation) const noexcept {
    Seat& seat = mover(s);
    const int card = put_card(tables_, s, s.player, s.pending_cell, orientation);
    int price = strength(tables_, s, s.player, card);
    if (card_pattern(s, s.pending_cell).land_sides > 1) {
        seat.grande = static_cast<std::uint8_t>(card);
        price += tables_.costs.place_grande;
    }
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    --s.turn.card_actions;
    finish(s);
}
/// 4.7 [L-15]
void Game::raise_card(State& s, int orientation) const noexcept {
    Seat& seat = mover(s);
    const int card = card_in(seat, s.pending_cell);
    const int side = card_pattern(s, s.pending_cell).side;
    const int old = static_cast<int>(nibble(seat.number, card));
    const int number = tables_.number[index(orientation)][index(side)];
    seat.face = set_nibble(seat.face, card, (nibble(seat.face, card) & 8) | index(orientation));
    seat.number = set_nibble(seat.number, card, index(number));
    auto& total = s.total[region_beside(s, s.pending_cell, side)][index(s.player)];
    total = static_cast<std::uint8_t>(total + number - old);
    seat.court = static_cast<std::uint8_t>(seat.court - (number - old));
    --s.turn.card_actions;
    finish(s);
}
/// BUY_SHIP and SHIP_FROM_COURT [L-21] [L-41]
void Game::put_ship(State& s, int side) const noexcept {
    Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        seat.ships |= bit(4 * card + side);
    else
        s.governor[index(governor_on(s, kSides * s.pending_cell + index(side)))] |= 1;
    const bool bought = s.pending_ship == ShipFrom::supply;
    const int price = bought ? tables_.costs.buy_ship : tables_.costs.ship_from_court;
    seat.court = static_cast<std::uint8_t>(seat.court - price);
    if (bought) {
        --s.supply_ships;
        --s.turn.ship_buys;
    } else {
        --seat.court_ships;
    }
    finish(s);
}
/// SHIP_TO_COURT [L-21]
void Game::take_ship(State& s, int side) const noexcept {
    Seat& seat = mover(s);
    if (const int card = card_in(seat, s.pending_cell); card >= 0)
        seat.ships &= ~bit(4 * card + side);
    else
        s.governor[index(governor_on(s, kSides * s.pending_cell + index(side)))] &= 0xFFFE;
    ++seat.court_ships;
    finish(s);
}
/// [L-22]
void Game::build_castillo(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.face |= bit(4 * card + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.build_castillo);
    --s.supply_castillos;
    --s.turn.castillo_builds;
    finish(s);
}
/// [L-22]
void Game::move_castillo(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.face ^= bit(4 * card + 3) | bit(4 * card_in(seat, s.pending_cell) + 3);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.move_castillo);
    finish(s);
}
/// 4.8 [L-20] [L-35]
void Game::take_back(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.court_ships =
        static_cast<std::uint8_t>(seat.court_ships + popcount(nibble(seat.ships, card)));
    if (has_castillo(seat, card)) {
        seat.court = static_cast<std::uint8_t>(seat.court + strength(tables_, s, s.player, card));
        ++s.supply_castillos;
    }
    if (seat.grande == card) seat.grande = kNone;
    remove_card(tables_, s, s.player, card);
    finish(s);
}
/// [L-30]
void Game::place_governor(State& s, int side) const noexcept {
    const unsigned edge = kSides * s.pending_cell + index(side);
    int i = s.governors++;
    for (; i > 0 && governor_edge(s.governor[index(i - 1)]) > edge; --i)
        s.governor[index(i)] = s.governor[index(i - 1)];
    s.governor[index(i)] = static_cast<std::uint16_t>(edge << 3 | index(s.player) << 1);
    Seat& seat = mover(s);
    --seat.governors;
    --s.free_closed;
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.place_governor);
    finish(s);
}
/// [L-33]
void Game::place_grande(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(tables_, s, s.player, card);
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.place_grande);
    finish(s);
}
/// 4.9 [L-34] [D-05]: a card that the Grande protected is forced back.
void Game::move_grande(State& s, int card) const noexcept {
    Seat& seat = mover(s);
    const int left = seat.grande;
    seat.court = static_cast<std::uint8_t>(seat.court - tables_.costs.move_grande);
    seat.grande = static_cast<std::uint8_t>(card);
    set_number(tables_, s, s.player, card);
    set_number(tables_, s, s.player, left);
    if (card_pattern(s, seat.cell[index(left)]).land_sides > 1)
        force_back(s, s.player, left, strength(tables_, s, s.player, left));
    --s.turn.grande_moves;
    finish(s);
}

}  // namespace bitmeeple::el_caballero
