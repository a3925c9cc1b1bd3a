// El Caballero: states and positions, and the derived fields built from nothing.

#include "bitmeeple/games/el_caballero/position.hpp"

#include <algorithm>
#include <span>

#include "bitmeeple/games/el_caballero/regions.hpp"

namespace bitmeeple::el_caballero {

Layout lay_out(const Position& p) {
    Layout layout;
    layout.area.fill(-1);
    layout.card.fill(-1);
    for (std::size_t i = 0; i < p.area_cards.size(); ++i)
        layout.area[p.area_cards[i].cell] = static_cast<int>(i);
    for (std::size_t seat = 0; seat < p.players.size(); ++seat)
        for (std::size_t i = 0; i < p.players[seat].cards.size(); ++i)
            layout.card[p.players[seat].cards[i].cell] = static_cast<int>(kMaxCards * seat + i);
    return layout;
}

unsigned sides_of(const Tables& t, const Position& p, const Layout& layout, unsigned cell,
                  bool land) {
    unsigned sides = 0;
    for (int side = 0; side < kSides; ++side) {
        const int beside = layout.area[neighbour(cell, side)];
        if (beside < 0) continue;
        const auto& card = p.area_cards[index(beside)];
        const unsigned edges = t.edges[code_of(card.type, card.rotation)];
        if ((edges >> opposite(side) & 1) == (land ? 1 : 0)) sides |= 1U << side;
    }
    return sides;
}

std::string broken_range(const Tables& t, const State& s) {
    const auto in_table = [&](unsigned cell) {
        return cell < kCellSpace && t.empty_board[cell] == 0;
    };
    const auto players = index(t.players);
    if (static_cast<int>(s.node) >= kNodes) return "the node does not exist";
    if (s.round < 1 || s.round > t.rounds || s.first_player >= players)
        return "round or first_player is out of range";
    if (s.turn.index >= players || s.turn.tiles_left > 2 || s.turn.supply_taken > 1 ||
        s.turn.card_actions > t.limits.card_actions || s.turn.ship_buys > t.limits.ship_buys ||
        s.turn.castillo_builds > t.limits.castillo_builds ||
        s.turn.grande_moves > t.limits.grande_moves)
        return "a counter of the turn is out of range";
    if ((s.pending_tile != kNone && s.pending_tile >= t.types) ||
        (s.pending_cell != kNoCell && !in_table(s.pending_cell)) ||
        static_cast<int>(s.pending_ship) > 2)
        return "a pending choice is out of range";
    if (s.area_cards > kAreaCards || s.governors > kMaxGovernors) return "a list is too long";
    for (unsigned i = 0; i < s.area_cards; ++i)
        if (!in_table(s.area_cell[i]) || s.area_code[i] / 4 >= t.types ||
            (i > 0 && s.area_cell[i - 1] >= s.area_cell[i]))
            return "an area card is out of range";
    for (unsigned i = 0; i < s.governors; ++i)
        if (!in_table(governor_cell(s.governor[i])) || governor_owner(s.governor[i]) >= t.players ||
            (i > 0 && governor_edge(s.governor[i - 1]) >= governor_edge(s.governor[i])))
            return "a governor is out of range";
    for (const auto type : s.display)
        if (type != kNone && type >= t.types) return "the display is out of range";
    for (unsigned p = 0; p < players; ++p) {
        const Seat& seat = s.seat[p];
        if (seat.cards > t.cards || seat.court > kCourtPerCard * t.cards ||
            seat.court_ships > t.ships || seat.hand % 2 != 0 || seat.hand >> 14 != 0 ||
            seat.played > kPowerCards || (seat.grande != kNone && seat.grande >= seat.cards))
            return "seat " + std::to_string(p) + " is out of range";
        for (unsigned i = 0; i < seat.cards; ++i)
            if (!in_table(seat.cell[i]) || (i > 0 && seat.cell[i - 1] >= seat.cell[i]))
                return "a caballero card of seat " + std::to_string(p) + " is out of range";
    }
    return "";
}

Position position_of(const Tables& t, const State& s) {
    Position p;
    p.node = s.node;
    p.round = s.round;
    p.first_player = s.first_player;
    for (unsigned i = 0; i < s.area_cards; ++i)
        p.area_cards.push_back({s.area_cell[i], s.area_code[i] / 4, s.area_code[i] % 4});
    for (const auto type : s.display)
        if (type != kNone) ++p.display[type];
    for (unsigned i = 0; i < s.governors; ++i)
        p.governors.push_back({governor_cell(s.governor[i]), governor_side(s.governor[i]),
                               governor_owner(s.governor[i]), governor_has_ship(s.governor[i])});
    for (unsigned seat = 0; seat < index(t.players); ++seat) {
        const Seat& from = s.seat[seat];
        Position::Player player;
        player.points = from.points;
        player.court = from.court;
        player.ships = from.court_ships;
        if (from.grande != kNone) player.grande = from.cell[from.grande];
        player.hand = from.hand;
        player.played = from.played;
        for (int i = 0; i < from.cards; ++i)
            player.cards.push_back({from.cell[index(i)], orientation_of(from, i),
                                    has_castillo(from, i), nibble(from.ships, i)});
        p.players.push_back(std::move(player));
    }
    p.has_turn = is_turn_node(s.node);
    if (p.has_turn) p.turn = s.turn;
    if (s.pending_tile != kNone) p.pending_tile = s.pending_tile;
    p.pending_cell = s.pending_cell;
    p.pending_ship = s.pending_ship;
    return p;
}

namespace {

/// The seat to move, kChancePlayer or kTerminalPlayer (section 3 of the interface page).
int player_to_move(const Position& p) {
    const int players = static_cast<int>(p.players.size());
    if (p.node == Node::start || p.node == Node::draw) return kChancePlayer;
    if (p.node == Node::game_over) return kTerminalPlayer;
    if (p.node == Node::power) {
        const auto have_played = std::ranges::count_if(
            p.players, [](const Position::Player& player) { return player.played > 0; });
        return (p.first_player + static_cast<int>(have_played)) % players;
    }
    for (int seat = 0; seat < players; ++seat) {
        const auto greater = std::ranges::count_if(p.players, [&](const Position::Player& other) {
            return other.played > p.players[index(seat)].played;
        });
        if (greater == p.turn.index) return seat;
    }
    return kChancePlayer;  // not with different values
}

void build_bookkeeping(const Tables& t, const Position& p, State& s) {
    s.node = p.node;
    s.player = static_cast<std::int8_t>(player_to_move(p));
    s.round = static_cast<std::uint8_t>(p.round);
    s.first_player = static_cast<std::uint8_t>(p.first_player);
    s.turn = p.turn;
    s.pending_tile = p.pending_tile < 0 ? kNone : static_cast<std::uint8_t>(p.pending_tile);
    s.pending_cell = static_cast<std::uint16_t>(p.pending_cell);
    s.pending_ship = p.pending_ship;
    s.display.fill(kNone);
    unsigned shown = 0;
    for (int type = 0; type < t.types; ++type)
        for (int i = 0; i < p.display[index(type)]; ++i) {
            s.display[shown++] = static_cast<std::uint8_t>(type);
            s.display_types |= bit(type);
        }
}

/// Board, frontier, and the regions of the area cards.
void build_map(const Tables& t, const Position& p, const Layout& layout, State& s) {
    s.board = t.empty_board;
    for (const auto& card : p.area_cards) {
        s.area_cell[s.area_cards] = static_cast<std::uint16_t>(card.cell);
        s.area_code[s.area_cards] = static_cast<std::uint8_t>(code_of(card.type, card.rotation));
        s.board[card.cell] = static_cast<std::uint8_t>(kAreaOnBoard + s.area_cards++);
    }
    std::array<std::uint16_t, kSides * kAreaCards> seeing;  // cells beside an area card
    unsigned count = 0;
    for (const auto& card : p.area_cards) {
        const unsigned edges = t.edges[code_of(card.type, card.rotation)];
        for (int side = 0; side < kSides; ++side) {
            const unsigned cell = neighbour(card.cell, side);
            if (t.empty_board[cell] != 0 || layout.area[cell] >= 0) continue;
            if (s.board[cell] == 0) seeing[count++] = static_cast<std::uint16_t>(cell);
            const unsigned digit = 1 + (edges >> side & 1);
            s.board[cell] =
                static_cast<std::uint8_t>(s.board[cell] + kDigit[index(opposite(side))] * digit);
        }
    }
    for (const unsigned cell : std::span(seeing).first(count)) {
        if (layout.card[cell] >= 0) continue;
        const Pattern& pattern = kPattern[s.board[cell]];
        s.fits += pattern.counts;
        if (pattern.land_sides != 1) add_cell(s.frontier_low, cell);
        if (pattern.land_sides != 0) add_cell(s.frontier_high, cell);
    }
    for (const auto& player : p.players)
        for (const auto& card : player.cards)
            s.board[card.cell] = static_cast<std::uint8_t>(s.board[card.cell] + kCardOnBoard);
    Regions regions;
    find_regions(t, s, regions);
    s.region.fill(kNone);
    for (unsigned place = 0; place < s.area_cards; ++place) {
        s.region[place] = static_cast<std::uint8_t>(place);
        const unsigned edges = t.edges[s.area_code[place]];
        if (edges == 0) continue;
        const unsigned edge = kSides * place + index(lsb(edges));
        const Region& region = regions.list[regions.of_edge[edge]];
        s.region[place] = static_cast<std::uint8_t>(region.canonical_edge / kSides);
    }
    int closed = 0;
    for (int r = 0; r < regions.count; ++r) closed += regions.list[index(r)].closed ? 1 : 0;
    if (t.governors > 0)
        s.free_closed = static_cast<std::uint8_t>(closed - static_cast<int>(p.governors.size()));
}

void build_seat(const Tables& t, const Position& p, const Layout& layout, unsigned number,
                State& s) {
    const Position::Player& from = p.players[number];
    Seat& seat = s.seat[number];
    seat.hand = static_cast<std::uint16_t>(from.hand);
    seat.points = static_cast<std::uint16_t>(from.points);
    seat.court = static_cast<std::uint8_t>(from.court);
    seat.court_ships = static_cast<std::uint8_t>(from.ships);
    seat.played = static_cast<std::uint8_t>(from.played);
    seat.cards = static_cast<std::uint8_t>(from.cards.size());
    for (unsigned i = 0; i < from.cards.size(); ++i) {
        const Position::Card& card = from.cards[i];
        const int at = static_cast<int>(4 * i);
        const unsigned land = sides_of(t, p, layout, card.cell, true);
        const bool grande = card.cell == from.grande;
        seat.cell[i] = static_cast<std::uint16_t>(card.cell);
        if (grande) seat.grande = static_cast<std::uint8_t>(i);
        seat.face |= std::uint64_t{index(card.orientation) | (card.castillo ? 8U : 0U)} << at;
        seat.ships |= std::uint64_t{card.ships} << at;
        seat.water |= std::uint64_t{sides_of(t, p, layout, card.cell, false)} << at;
        for_each_bit(land, [&](int side) {
            const unsigned shown = t.number[index(card.orientation)][index(side)];
            if (std::popcount(land) == 1 && !grande) seat.number |= std::uint64_t{shown} << at;
            auto& total = s.total[region_beside(s, card.cell, side)][number];
            total = static_cast<std::uint8_t>(total + shown);
        });
        s.supply_ships = static_cast<std::uint8_t>(s.supply_ships - std::popcount(card.ships));
        if (card.castillo) --s.supply_castillos;
    }
    s.supply_ships = static_cast<std::uint8_t>(s.supply_ships - from.ships);
    seat.governors = static_cast<std::uint8_t>(t.governors);
}

}  // namespace

State state_of(const Tables& t, const Position& p) {
    const Layout layout = lay_out(p);
    State s{};
    for (auto& seat : s.seat) seat.grande = kNone;
    s.supply_ships = static_cast<std::uint8_t>(t.ships);
    s.supply_castillos = static_cast<std::uint8_t>(t.castillos);
    build_bookkeeping(t, p, s);
    build_map(t, p, layout, s);
    for (unsigned seat = 0; seat < p.players.size(); ++seat) build_seat(t, p, layout, seat, s);
    for (const auto& governor : p.governors) {
        const unsigned edge = kSides * governor.cell + index(governor.side);
        s.governor[s.governors++] = static_cast<std::uint16_t>(
            edge << 3 | index(governor.owner) << 1 | (governor.ship ? 1U : 0U));
        --s.seat[index(governor.owner)].governors;
        if (governor.ship) --s.supply_ships;
    }
    return s;
}

}  // namespace bitmeeple::el_caballero
