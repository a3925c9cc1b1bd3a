// El Caballero: the invariants of the interface page, I-01 .. I-23, in its order.

#include <algorithm>
#include <numeric>
#include <span>

#include "bitmeeple/games/el_caballero/position.hpp"
#include "bitmeeple/games/el_caballero/regions.hpp"

namespace bitmeeple::el_caballero {

namespace {

std::string at_seat(std::size_t seat) { return "seat " + std::to_string(seat); }

int player_of_turn(const Position& p) {
    for (std::size_t seat = 0; seat < p.players.size(); ++seat) {
        const auto greater = std::ranges::count_if(
            p.players, [&](const auto& other) { return other.played > p.players[seat].played; });
        if (greater == p.turn.index) return static_cast<int>(seat);
    }
    return 0;
}

/// I-01 .. I-07, I-27: node, power cards, turn, points.
std::string broken_bookkeeping(const Tables& t, const Position& p) {
    const bool in_turn = is_turn_node(p.node);
    if (p.has_turn != in_turn) return "I-01: turn is null exactly outside the turn nodes";
    if ((p.pending_tile >= 0) != has_pending_tile(p.node)) return "I-02: pending.tile";
    if ((p.pending_cell != kNoCell) != has_pending_cell(p.node)) return "I-02: pending.cell";
    if ((p.pending_ship != ShipFrom::none) != has_pending_ship(p.node))
        return "I-02: pending.ship_from";
    const std::size_t n = p.players.size();
    std::size_t have_played = 0;  // the run from the first player on
    while (have_played < n && p.players[(index(p.first_player) + have_played) % n].played > 0)
        ++have_played;
    for (std::size_t k = have_played; k < n; ++k)
        if (p.players[(index(p.first_player) + k) % n].played > 0)
            return "I-03: a seat has played before its turn";
    if (in_turn ? have_played != n : (p.node == Node::power ? have_played == n : have_played > 0))
        return "I-03: the number of played cards does not fit the node";
    for (std::size_t seat = 0; seat < n; ++seat) {
        const int played = p.players[seat].played;
        if (played == 0) continue;
        if (p.players[seat].hand >> played & 1)
            return "I-04: " + at_seat(seat) + " has its played card in hand";
        for (std::size_t other = 0; other < seat; ++other)
            if (p.players[other].played == played)
                return "I-04: value " + std::to_string(played) + " is played twice";
    }
    for (std::size_t seat = 0; seat < n; ++seat) {
        const int used = (p.players[seat].played > 0 ? 1 : 0) + (p.node == Node::game_over ? 1 : 0);
        if (std::popcount(p.players[seat].hand) != 14 - p.round - used)
            return "I-05: " + at_seat(seat) + " has the wrong number of cards in hand";
    }
    if (p.node == Node::game_over && p.round != t.rounds)
        return "I-06: the game is over before the last round";
    if (in_turn &&
        p.turn.tiles_left > t.power_tiles[index(p.players[index(player_of_turn(p))].played)])
        return "I-07: turn.tiles_left is more than the power card says";
    constexpr int kMost = 65535, kScoring = 3168;  // of points, and of points from one scoring
    const int left = p.node == Node::game_over ? 0 : std::popcount(t.scoring_after >> p.round);
    for (std::size_t seat = 0; seat < n; ++seat)
        if (p.players[seat].points > kMost - kScoring * left)
            return "I-27: " + at_seat(seat) + " has " + std::to_string(p.players[seat].points) +
                   " points, at most " + std::to_string(kMost - kScoring * left) + " with " +
                   std::to_string(left) + " scorings to come";
    return "";
}

/// I-08 .. I-16: components. All 48 area cards may lie on the map. [D-06]
std::string broken_components(const Tables& t, const Position& p, const Layout& layout) {
    std::size_t cards = 0;
    for (const auto& player : p.players)
        for (const auto& card : player.cards) {
            ++cards;
            if (layout.area[card.cell] >= 0)
                return "I-08: cell " + std::to_string(t.id_of(card.cell)) + " holds two cards";
        }
    for (const int card : layout.card) cards -= card >= 0 ? 1 : 0;
    if (cards != 0) return "I-08: a cell holds caballero cards of two seats";
    auto used = p.display;
    for (const auto& card : p.area_cards) ++used[index(card.type)];
    for (int type = 0; type < t.types; ++type)
        if (used[index(type)] > t.count[index(type)])
            return "I-09: type " + std::to_string(type) + " is used more often than it exists";
    const int shown = std::accumulate(p.display.begin(), p.display.end(), 0);
    if (p.area_cards.empty() != (p.node == Node::start))
        return "I-10: no area card is on the map exactly at START";
    if (p.node == Node::start && shown > 0) return "I-10: the display is not empty at START";
    if (shown > kDisplaySize) return "I-11: more than 5 cards in the display";
    if (p.node == Node::draw && shown == kDisplaySize) return "I-11: the display is full at DRAW";
    if (p.node == Node::draw && shown + static_cast<int>(p.area_cards.size()) == kAreaCards)
        return "I-11: nothing is left to draw";
    int ships = 0;
    int castillos = 0;
    for (const auto& governor : p.governors) ships += governor.ship ? 1 : 0;
    for (std::size_t seat = 0; seat < p.players.size(); ++seat) {
        const auto& player = p.players[seat];
        const bool on_card = std::ranges::any_of(
            player.cards, [&](const auto& card) { return card.cell == player.grande; });
        if (player.grande != kNoCell && (t.grandes == 0 || !on_card))
            return "I-12: the Grande of " + at_seat(seat) + " is not on an own card";
    }
    for (std::size_t seat = 0; seat < p.players.size(); ++seat) {
        const auto& player = p.players[seat];
        if (player.court > kCourtPerCard * (t.cards - static_cast<int>(player.cards.size())))
            return "I-13: " + at_seat(seat) + " has no card to show its court";
        ships += player.ships;
        for (const auto& card : player.cards) {
            ships += std::popcount(card.ships);
            castillos += card.castillo ? 1 : 0;
        }
    }
    for (std::size_t seat = 0; seat < p.players.size(); ++seat)
        if (std::ranges::count_if(p.governors, [&](const auto& governor) {
                return index(governor.owner) == seat;
            }) > t.governors)
            return "I-14: " + at_seat(seat) + " has too many governors on the map";
    if (ships > t.ships) return "I-15: more ships than there are";
    if (castillos > t.castillos) return "I-16: more castillos than there are";
    return "";
}

/// I-17 .. I-21: the map.
std::string broken_map(const Tables& t, const Position& p, const Layout& layout) {
    for (const auto& card : p.area_cards)
        if (!(t.rotations[index(card.type)] >> card.rotation & 1))
            return "I-17: the rotation in cell " + std::to_string(t.id_of(card.cell)) +
                   " is not canonical";
    for (const auto& card : p.area_cards) {
        const unsigned edges = t.edges[code_of(card.type, card.rotation)];
        if ((sides_of(t, p, layout, card.cell, true) & ~edges) != 0 ||
            (sides_of(t, p, layout, card.cell, false) & edges) != 0)
            return "I-18: edges do not match at cell " + std::to_string(t.id_of(card.cell));
    }
    const auto each_card = [&](auto&& is_broken) {
        for (const auto& player : p.players)
            for (const auto& card : player.cards)
                if (is_broken(player, card, sides_of(t, p, layout, card.cell, true),
                              sides_of(t, p, layout, card.cell, false)))
                    return " in cell " + std::to_string(t.id_of(card.cell));
        return std::string();
    };
    using Player = Position::Player;
    using Card = Position::Card;
    std::string cell = each_card([](const Player&, const Card&, unsigned land, unsigned water) {
        return land + water == 0;
    });
    if (!cell.empty()) return "I-19: the caballero card" + cell + " touches no area card";
    cell = each_card([](const Player& player, const Card& card, unsigned land, unsigned) {
        return card.cell != player.grande && std::popcount(land) > 1;
    });
    if (!cell.empty()) return "I-20: the card without Grande" + cell + " has several land sides";
    cell = each_card([](const Player&, const Card& card, unsigned, unsigned water) {
        return (card.ships & ~water) != 0;
    });
    if (!cell.empty()) return "I-21: a ship" + cell + " is not on a water side";
    return "";
}

/// I-22, I-23: governors.
std::string broken_governors(const Tables& t, const Position& p) {
    if (p.governors.empty()) return "";
    const State s = state_of(t, p);
    Regions regions;
    find_regions(t, s, regions);
    for (const auto& governor : p.governors) {
        const unsigned edge = kSides * governor.cell + index(governor.side);
        const auto found = std::span(regions.list).first(index(regions.count));
        const bool good = std::ranges::any_of(found, [&](const Region& region) {
            return region.closed && map_edge(s, region.canonical_edge) == edge;
        });
        if (!good)
            return "I-22: the governor in cell " + std::to_string(t.id_of(governor.cell)) +
                   " is not on the canonical edge of a closed region";
    }
    for (const auto& governor : p.governors) {
        const unsigned place = s.board[governor.cell] - kAreaOnBoard;
        if (governor.ship && (t.edges[s.area_code[place]] >> governor.side & 1))
            return "I-23: a ship at the governor in cell " +
                   std::to_string(t.id_of(governor.cell)) + " is on land";
    }
    return "";
}

}  // namespace

std::string broken_invariant(const Tables& t, const Position& p) {
    if (auto broken = broken_bookkeeping(t, p); !broken.empty()) return broken;
    const Layout layout = lay_out(p);
    if (auto broken = broken_components(t, p, layout); !broken.empty()) return broken;
    if (auto broken = broken_map(t, p, layout); !broken.empty()) return broken;
    return broken_governors(t, p);
}

}  // namespace bitmeeple::el_caballero
