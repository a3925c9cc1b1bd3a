// El Caballero: dicts and views, in and out. Nothing is hidden (section 7), so a view is the dict.

#include <cstring>

#include "bitmeeple/games/el_caballero/position.hpp"
#include "bitmeeple/games/el_caballero/rules.hpp"

namespace bitmeeple::el_caballero {

namespace {

constexpr int kMaxPoints = 65535;

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

/// Entries of a list of dicts: at most `longest`, strictly ascending by `key`.
const List& ascending(const Value& value, std::size_t longest, const char* what, auto&& key) {
    const List& list = value.as_list();
    if (list.size() > longest) refuse(std::string(what) + ": too many entries");
    for (std::size_t i = 1; i < list.size(); ++i)
        if (key(list[i - 1]) >= key(list[i])) refuse(std::string(what) + " does not ascend");
    return list;
}
std::int64_t cell_key(const Value& entry) { return entry.at("cell").as_int64(); }

unsigned read_cell(const Tables& t, const Value& value) {
    return t.cell_of(value.as_int(0, t.cells - 1));
}
unsigned read_cell_or_null(const Tables& t, const Value& value) {
    return value.is_null() ? kNoCell : read_cell(t, value);
}
Value int_or_null(bool given, int value) {
    if (given) return value;
    return {};
}
Value cell_or_null(const Tables& t, unsigned cell) {
    return int_or_null(cell != kNoCell, t.id_of(cell));
}

void read_map(const Tables& t, const Value& value, Position& p) {
    for (const Value& card : ascending(value.at("area_cards"), kAreaCards, "area_cards", cell_key))
        p.area_cards.push_back({read_cell(t, card.at("cell")),
                                card.at("type").as_int(0, t.types - 1),
                                card.at("rotation").as_int(0, 3)});
    const List& display = value.at("display").as_list(index(t.types));
    for (std::size_t type = 0; type < display.size(); ++type)
        p.display[type] = display[type].as_int(0, kDisplaySize);
    const auto edge_key = [&](const Value& g) {
        return kSides * g.at("cell").as_int(0, t.cells - 1) + g.at("side").as_int(0, 3);
    };
    const auto most = index(t.players * t.governors);
    for (const Value& g : ascending(value.at("governors"), most, "governors", edge_key))
        p.governors.push_back({read_cell(t, g.at("cell")), g.at("side").as_int(0, 3),
                               g.at("owner").as_int(0, t.players - 1), g.at("ship").as_bool()});
}

Position::Player read_seat(const Tables& t, const Value& value) {
    Position::Player seat;
    seat.court = value.at("court").as_int(0, kCourtPerCard * t.cards);
    seat.ships = value.at("ships").as_int(0, t.ships);
    seat.grande = read_cell_or_null(t, value.at("grande"));
    seat.hand = static_cast<unsigned>(bits_of(value.at("hand"), kPowerCards, 1) << 1);
    const Value& played = value.at("played");
    seat.played = played.is_null() ? 0 : played.as_int(1, kPowerCards);
    for (const Value& card : ascending(value.at("cards"), index(t.cards), "cards", cell_key))
        seat.cards.push_back({read_cell(t, card.at("cell")),
                              card.at("orientation").as_int(0, kOrientations - 1),
                              card.at("castillo").as_bool(),
                              static_cast<unsigned>(bits_of(card.at("ships"), kSides))});
    return seat;
}

void read_turn(const Tables& t, const Value& value, Position& p) {
    if (value.is_null()) return;
    const auto counter = [&](const char* key, int highest) {
        return static_cast<std::uint8_t>(value.at(key).as_int(0, highest));
    };
    p.has_turn = true;
    p.turn.index = counter("index", t.players - 1);
    p.turn.tiles_left = counter("tiles_left", 2);
    p.turn.supply_taken = value.at("supply_taken").as_bool() ? 1 : 0;
    p.turn.card_actions = counter("card_actions", t.limits.card_actions);
    p.turn.ship_buys = counter("ship_buys", t.limits.ship_buys);
    p.turn.castillo_builds = counter("castillo_builds", t.limits.castillo_builds);
    p.turn.grande_moves = counter("grande_moves", t.limits.grande_moves);
}

void read_pending(const Tables& t, const Value& value, Position& p) {
    const Value& tile = value.at("tile");
    if (!tile.is_null()) p.pending_tile = tile.as_int(0, t.types - 1);
    p.pending_cell = read_cell_or_null(t, value.at("cell"));
    const Value& from = value.at("ship_from");
    if (from.is_null()) return;
    if (from.as_string() == "supply")
        p.pending_ship = ShipFrom::supply;
    else if (from.as_string() == "court")
        p.pending_ship = ShipFrom::court;
    else
        refuse("pending.ship_from: '" + from.as_string() + "'");
}

Node node_of(const std::string& name) {
    for (unsigned i = 0; i < kNodes; ++i)
        if (name == kNodeNames[i]) return static_cast<Node>(i);
    refuse("node '" + name + "' does not exist");
}

Value write_seat(const Tables& t, const Position::Player& seat, const Seat& derived) {
    List cards;
    for (const auto& card : seat.cards)
        cards.emplace_back(Dict{{"cell", t.id_of(card.cell)},
                                {"orientation", card.orientation},
                                {"castillo", card.castillo},
                                {"ships", bit_list(card.ships)}});
    const int shown = (seat.court + kCourtPerCard - 1) / kCourtPerCard;
    return Dict{{"court", seat.court},
                {"ships", seat.ships},
                {"stock", t.cards - static_cast<int>(seat.cards.size()) - shown},
                {"governors", int{derived.governors}},
                {"grande", cell_or_null(t, seat.grande)},
                {"hand", bit_list(seat.hand >> 1, 1)},
                {"played", int_or_null(seat.played > 0, seat.played)},
                {"cards", std::move(cards)}};
}

Value write_turn(const Position& p) {
    if (!p.has_turn) return {};
    return Dict{{"index", int{p.turn.index}},
                {"tiles_left", int{p.turn.tiles_left}},
                {"supply_taken", p.turn.supply_taken != 0},
                {"card_actions", int{p.turn.card_actions}},
                {"ship_buys", int{p.turn.ship_buys}},
                {"castillo_builds", int{p.turn.castillo_builds}},
                {"grande_moves", int{p.turn.grande_moves}}};
}

Value write_pending(const Tables& t, const Position& p) {
    Value from;
    if (p.pending_ship == ShipFrom::supply) from = "supply";
    if (p.pending_ship == ShipFrom::court) from = "court";
    return Dict{{"tile", int_or_null(p.pending_tile >= 0, p.pending_tile)},
                {"cell", cell_or_null(t, p.pending_cell)},
                {"ship_from", std::move(from)}};
}

/// I-24, I-25: what is pending could have been chosen.
std::string broken_choice(const Game& game, const State& s) {
    if (!is_turn_node(s.node) || s.node == Node::turn) return "";
    State before = s;
    before.node = Node::turn;
    before.pending_tile = kNone;
    before.pending_cell = kNoCell;
    before.pending_ship = ShipFrom::none;
    const int cells = game.tables().cells;
    const int steps = has_pending_cell(s.node) ? 1 : 0;  // taken since the menu
    const auto node = static_cast<Node>(static_cast<int>(s.node) - steps);
    int action = cells + kTile + s.pending_tile;
    for (int menu = 0; menu < static_cast<int>(kOpenings.size()); ++menu)
        if (kOpenings[index(menu)].node == node &&
            kOpenings[index(menu)].ship_from == s.pending_ship)
            action = cells + kMenu + menu;
    if (!game.is_legal(before, action))
        return std::string("I-24: the action of ") + kNodeNames[static_cast<unsigned>(s.node)] +
               " is not legal";
    if (!has_pending_cell(s.node)) return "";
    before.node = node;
    before.pending_tile = s.pending_tile;
    before.pending_ship = s.pending_ship;
    if (!game.is_legal(before, game.tables().id_of(s.pending_cell)))
        return "I-25: pending.cell is not legal";
    return "";
}

/// I-26: derived keys that are given agree with the rest.
std::string broken_derived(const Value& given, const Value& rebuilt) {
    const auto differs = [](const Value& a, const Value& b, const char* key) {
        const Value* found = a.find(key);
        return found != nullptr && *found != b.at(key);
    };
    for (const char* key : {"current_player", "undrawn", "supply_ships", "supply_castillos"})
        if (differs(given, rebuilt, key))
            return std::string("I-26: ") + key + " does not agree with the rest";
    const List& seats = given.at("seats").as_list();
    for (std::size_t p = 0; p < seats.size(); ++p)
        for (const char* key : {"stock", "governors"})
            if (differs(seats[p], rebuilt.at("seats").as_list()[p], key))
                return "I-26: seats." + std::to_string(p) + "." + key +
                       " does not agree with the rest";
    return "";
}

}  // namespace

Position read_position(const Tables& t, const Value& value) {
    Position p;
    p.node = node_of(value.at("node").as_string());
    p.round = value.at("round").as_int(1, t.rounds);
    p.first_player = value.at("first_player").as_int(0, t.players - 1);
    read_map(t, value, p);
    const List& points = value.at("points").as_list(index(t.players));
    const List& seats = value.at("seats").as_list(index(t.players));
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
        p.players.push_back(read_seat(t, seats[seat]));
        p.players.back().points = points[seat].as_int(0, kMaxPoints);
    }
    read_turn(t, value.at("turn"), p);
    read_pending(t, value.at("pending"), p);
    return p;
}

Value write_position(const Tables& t, const Position& p, const State& s) {
    List points;
    List seats;
    List areas;
    List governors;
    std::vector<int> undrawn(t.count.begin(), t.count.begin() + t.types);
    for (std::size_t seat = 0; seat < p.players.size(); ++seat) {
        points.emplace_back(p.players[seat].points);
        seats.push_back(write_seat(t, p.players[seat], s.seat[seat]));
    }
    for (const auto& card : p.area_cards) {
        areas.emplace_back(
            Dict{{"cell", t.id_of(card.cell)}, {"type", card.type}, {"rotation", card.rotation}});
        --undrawn[index(card.type)];
    }
    for (std::size_t type = 0; type < undrawn.size(); ++type) undrawn[type] -= p.display[type];
    for (const auto& governor : p.governors)
        governors.emplace_back(Dict{{"cell", t.id_of(governor.cell)},
                                    {"side", governor.side},
                                    {"owner", governor.owner},
                                    {"ship", governor.ship}});
    return Dict{{"node", kNodeNames[static_cast<unsigned>(p.node)]},
                {"current_player", int{s.player}},
                {"round", p.round},
                {"first_player", p.first_player},
                {"points", std::move(points)},
                {"area_cards", std::move(areas)},
                {"display", int_list(std::span(p.display).first(undrawn.size()))},
                {"undrawn", int_list(undrawn)},
                {"supply_ships", int{s.supply_ships}},
                {"supply_castillos", int{s.supply_castillos}},
                {"governors", std::move(governors)},
                {"seats", std::move(seats)},
                {"turn", write_turn(p)},
                {"pending", write_pending(t, p)}};
}

Value Game::to_value(const State& s) const {
    return write_position(tables_, position_of(tables_, s), s);
}

/// Section 7: everything is public.
Value Game::view(const State& s, int player) const {
    Dict view{{"player", player}};
    const Value whole = to_value(s);
    view.insert(view.end(), whole.as_dict().begin(), whole.as_dict().end());
    return view;
}

void Game::resample(State&, int, Rng&) const {}

State Game::from_value(const Value& value) const {
    const Position p = read_position(tables_, value);
    if (const auto broken = broken_invariant(tables_, p); !broken.empty()) refuse(broken);
    const State s = state_of(tables_, p);
    if (const auto broken = broken_choice(*this, s); !broken.empty()) refuse(broken);
    if (const auto broken = broken_derived(value, to_value(s)); !broken.empty()) refuse(broken);
    return s;
}

std::string Game::check(const State& s) const {
    if (auto broken = broken_range(tables_, s); !broken.empty()) return broken;
    const Position p = position_of(tables_, s);
    if (auto broken = broken_invariant(tables_, p); !broken.empty()) return broken;
    const State rebuilt = state_of(tables_, p);
    if (std::memcmp(&rebuilt, &s, sizeof s) != 0)
        return "derived or unused fields do not agree with the rest";
    return broken_choice(*this, s);
}

}  // namespace bitmeeple::el_caballero
