// Lumen: the game object, state dicts and views (interface page, sections 3 to 5). Cold code.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

namespace {

constexpr int kFaceDown = 8;  // in `discovery`

Value or_null(std::uint8_t value, int base = 0) {
    return value == kNone ? Value() : Value(value + base);
}
std::uint8_t from_null(const Value& value, int lowest, int highest) {
    return value.is_null() ? kNone : u8(value.as_int(lowest, highest));
}
std::uint8_t flag(const Value& value) { return value.as_bool() ? 1 : 0; }

Value byte_list(std::uint64_t lanes, int size) {
    List list;
    for (int k = 0; k < size; ++k) list.emplace_back(byte_of(lanes, k));
    return list;
}

/// The names of steps in the dict.
Value step_name(Step step) {
    switch (step) {
        case Step::deploy: return "DEPLOY";
        case Step::act: return "ACT";
        default: return {};
    }
}

Step step_of(const Value& name) {
    for (const Step step : {Step::none, Step::deploy, Step::act})
        if (name == step_name(step)) return step;
    throw std::invalid_argument("step is neither null nor \"DEPLOY\" nor \"ACT\"");
}

Node node_of(const std::string& name) {
    for (int i = 0; i < kNodes; ++i)
        if (name == kNodeNames[i]) return static_cast<Node>(i);
    throw std::invalid_argument("node '" + name + "' does not exist");
}

/// Reads a list of numbers; the array gives the length.
template <std::size_t N>
void read(const Value& value, int lowest, int highest, std::array<std::uint8_t, N>& out) {
    const List& list = value.as_list(N);
    for (std::size_t i = 0; i < N; ++i) out[i] = u8(list[i].as_int(lowest, highest));
}

/// A complaint about what a State cannot even express; kept until `check` has had its say, so
/// that the first broken invariant is reported.
using Complaint = std::string;

void read_board(const Value& value, Board& board) {
    const List& cells = value.at("cells").as_list(kCells);
    for (int c = 0; c < kCells; ++c) {
        const int v = cells[index(c)].as_int(-2, kMaxValue);
        if (v == -2) board.barred |= Mask{1} << c;
        if (v < 0) continue;
        board.filled |= Mask{1} << c;
        board.with[index(v + 1)] |= Mask{1} << c;
    }
    read(value.at("links"), 0, kCells, board.links);
}

void read_fighters(const Value& value, Seat& own, Complaint& complaint) {
    std::array<int, 3> previous{-1, -1, -1};
    for (const Value& entry : value.as_list()) {
        const List& fields = entry.as_list(4);
        const int t = fields[0].as_int(0, kTerritories - 1);
        const int type = fields[1].as_int(0, kTypes - 1);
        const int side = fields[2].as_int(0, 1);
        const int n = fields[3].as_int(1, kMaxCopies);
        const std::array<int, 3> key{t, type, side};
        if (key <= previous) throw std::invalid_argument("fighters: not strictly ascending");
        previous = key;
        const int cls = class_of(type, side);
        const int at = post(cls, t);
        own.fighters[index(at) / 64] |= bit(at % 64);
        if (type >= kBasicTypes) {
            if (n > 1)
                complaint = "I-05: Mercenary " + std::to_string(type) + " is on the map twice";
        } else if (type >= kRestorer || side == 0) {
            own.counts[count_word(cls)] |= static_cast<std::uint64_t>(n) << 4 * t;
        }  // else: I-02
    }
}

void read_seat(const Value& value, Seat& own, Complaint& complaint) {
    read_board(value, own.board);
    read(value.at("rows"), 0, kTurns, own.rows);
    own.boxes = u8(value.at("boxes").as_int(0, kBoxes));
    const List& slots = value.at("slots").as_list(kSlots);
    for (unsigned k = 0; k < kSlots; ++k) {
        const int bonus = slots[k].as_int(-1, kBonusTokens - 1);
        own.slots[k] = bonus < 0 ? kNone : u8(bonus);
    }
    read(value.at("reserve"), 0, kReserve, own.reserve);
    read_fighters(value.at("fighters"), own, complaint);
    read(value.at("loots"), 0, 5, own.loots);
    own.planning = u8(value.at("planning").as_int(0, 3));
    own.foul_play = u8(value.at("foul_play").as_int(0, 3));
    own.bag_awarded = flag(value.at("bag_awarded"));
    const List& objectives = value.at("objectives").as_list(kObjectives);
    for (unsigned k = 0; k < kObjectives; ++k)
        own.objectives |= static_cast<std::uint32_t>(objectives[k].as_int(0, kObjectiveTokens))
                          << 8 * k;
}

void read_process(const Value& value, State& s) {
    s.node = node_of(value.at("node").as_string());
    s.turn = u8(value.at("turn").as_int(0, kTurns));
    s.half = u8(value.at("half").as_int(0, 1));
    s.first_player = from_null(value.at("first_player"), 0, 1);
    if (const Value& dice = value.at("dice"); !dice.is_null()) {
        const List& pair = dice.as_list(2);
        s.dice = u8(6 * pair[0].as_int(0, 5) + pair[1].as_int(1, 6) - 1);
    }
    s.first_row = from_null(value.at("first_row"), 0, kRows - 1);
    s.value = from_null(value.at("value"), 0, kMaxValue);
    if (const Value& cell = value.at("cell"); !cell.is_null())
        s.cell = u8(cell.as_int(1, kCells) - 1);
    s.reinforcements = u8(value.at("reinforcements").as_int(0, 7));
    s.actions = u8(value.at("actions").as_int(0, 9));  // 6 and three Foul Play tokens
    s.step = step_of(value.at("step"));
    s.act_left = flag(value.at("act_left"));
    s.enter_player = from_null(value.at("enter_player"), 0, 1);
    s.enter_territory = from_null(value.at("enter_territory"), 0, kTerritories - 1);
    const List& awards = value.at("awards").as_list();
    if (awards.size() > kObjectiveTokens) throw std::invalid_argument("awards: too many");
    for (const Value& owner : awards)
        s.awards |= static_cast<std::uint32_t>(owner.as_int(0, 1)) << s.award_count++;
}

void read_pending(const Value& value, State& s, Complaint& complaint) {
    if (const Value& pending = value.at("pending"); !pending.is_null()) {
        const std::uint8_t type = from_null(pending.at("type"), 0, kTypes - 1);
        const std::uint8_t side = from_null(pending.at("side"), 0, 1);
        s.pending_territory = u8(pending.at("territory").as_int(0, kTerritories - 1));
        if ((type == kNone) != (side == kNone))
            complaint = "I-29: pending has a type without a side or a side without a type";
        else if (type != kNone)
            s.pending_class = u8(class_of(type, side));
    }
    if (const Value& target = value.at("target"); !target.is_null()) {
        s.target_owner = u8(target.at("owner").as_int(0, 1));
        s.target_class =
            u8(class_of(target.at("type").as_int(0, kTypes - 1), target.at("side").as_int(0, 1)));
    }
}

void read_map(const Value& value, State& s, int frontier_count) {
    s.marker = u8(value.at("marker").as_int(0, kTerritories - 1));
    const List& discovery = value.at("discovery").as_list(kTerritories);
    for (unsigned t = 0; t < kTerritories; ++t) {
        const int token = discovery[t].as_int(-1, kFaceDown);
        const auto here = static_cast<std::uint16_t>(1U << t);
        if (token == kFaceDown)
            s.face_down |= here;
        else if (token >= kLootKinds)
            throw std::invalid_argument("discovery: " + std::to_string(token));
        else if (token >= 0)
            s.loot[index(token)] |= here;
    }
    const List& unrevealed = value.at("unrevealed").as_list(kKinds);
    for (unsigned k = 0; k < kKinds; ++k)
        s.unrevealed |= static_cast<std::uint64_t>(unrevealed[k].as_int(0, 15)) << 8 * k;
    const List& closed = value.at("frontiers_closed").as_list(index(frontier_count));
    for (int k = 0; k < frontier_count; ++k)
        s.frontiers_closed = u8(s.frontiers_closed | flag(closed[index(k)]) << k);
    s.reach_closed = flag(value.at("reach_closed"));
    s.crossing_closed = flag(value.at("crossing_closed"));
    s.mercenary_closed = flag(value.at("mercenary_closed"));
}

/// A State in which every "none" is kNone and everything else 0.
State blank() {
    State s{};
    s.first_player = s.dice = s.first_row = s.value = s.cell = s.written = kNone;
    s.pending_class = s.pending_territory = s.target_owner = s.target_class = kNone;
    s.enter_player = s.enter_territory = kNone;
    for (auto& own : s.seats) own.slots.fill(kNone);
    return s;
}

/// Derived keys may be omitted; given ones must agree.
void compare(const Value& given, const Value& rebuilt, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (const Value* value = given.find(key); value != nullptr && *value != rebuilt.at(key))
            throw std::invalid_argument(std::string("derived: ") + key +
                                        " does not agree with the rest");
}

Value describe_board(const Board& board) {
    List cells;
    for (int c = 0; c < kCells; ++c) {
        if ((board.filled >> c & 1) != 0)
            cells.emplace_back(value_of(board, c));
        else
            cells.emplace_back((board.barred >> c & 1) != 0 ? -2 : -1);
    }
    return cells;
}

}  // namespace

/// Section 3: Fighters, tokens and marker on the map, bags; Objectives are not checked.
/// Nothing lies on a board that the scenario leaves out. [L-01] [L-02]
Game::Game(FlatTables options, FlatTables tables)
    : options_(options), tables_(tables), initial_(blank()) {
    State& s = initial_;
    s.first_player = options_.first_player;
    s.marker = u8(tables_.initiative);
    s.unrevealed = tables_.discovery_counts;
    Mask empty = tables_.in_play;
    for (const auto& f : tables_.starting_fighters) {
        const int cls = class_of(f.type, 0);
        seat(s, f.seat).counts[count_word(cls)] += bit(4 * f.territory);
        empty &= ~territory_bit(f.territory);
    }
    s.face_down = static_cast<std::uint16_t>(empty);
    derive(s);
    continue_set_up(s);
}

/// Rebuilds everything derived. Safe on any state; wrong ones may wrap around.
void Game::derive(State& s) const noexcept {
    s.player = s.first_player < kPlayers ? u8(s.first_player ^ (s.half & 1)) : kNone;
    const bool has_cell = s.cell < kCells && s.player != kNone;
    s.written = has_cell ? u8(value_of(seat(s, turn_player(s)).board, s.cell)) : kNone;
    s.neutral = (1U << kBonusTokens) - 1;
    for (Seat& own : s.seats) {
        Board& board = own.board;
        board.reach = board.area = board.up = board.down = 0;
        for (int c = 0; c < kCells; ++c) {
            if ((board.filled >> c & 1) != 0) {
                board.reach |= tables_.cell_adjacency[index(c)];
                if (close_values(board, c, value_of(board, c)).same != 0) board.area |= cell_bit(c);
            }
            if (const int upper = board.links[index(c)]; 0 < upper && upper <= kCells)
                link(board, c, upper - 1);
        }
        own.open_rows = 0;
        for (unsigned r = 0; r < kRows; ++r)
            if (own.rows[r] < tables_.row_boxes[r]) own.open_rows = u8(own.open_rows | 1 << r);
        own.deployable = own.bonus = own.occupied = own.control = 0;
        own.reserve_size = 0;
        own.bag = 0;
        own.strength.fill(0);
        own.headcount.fill(0);
        own.mercenaries = 0;
        std::array<int, kBasicTypes> in_bag{};
        for (unsigned type = 0; type < kBasicTypes; ++type) {
            in_bag[type] = tables_.fighter_counts[type] - own.reserve[type];
            own.reserve_size = u8(own.reserve_size + own.reserve[type]);
            if (own.reserve[type] > 0) own.deployable |= static_cast<std::uint16_t>(1U << type);
        }
        for (const auto bonus : own.slots) {
            if (bonus >= kBonusTokens) continue;
            own.bonus |= static_cast<std::uint16_t>(1U << bonus);
            if (bonus < kMercenaries)
                own.deployable |= static_cast<std::uint16_t>(1U << (kBasicTypes + bonus));
        }
        s.neutral &= static_cast<std::uint16_t>(~own.bonus);
        for (int at = 0; at < kPosts; ++at) {
            const int cls = at / kTerritories;
            const int t = at % kTerritories;
            if (cls == 1 || cls == 3) continue;  // no such side: I-02
            const int n = count(own, cls, t);
            if (cls < kBasicClassEnd) {
                in_bag[index(cls) / 2] -= n;
                own.fighters[index(at) / 64] &= ~bit(at % 64);
                own.fighters[index(at) / 64] |= n > 0 ? bit(at % 64) : 0;
            } else if (n > 0) {
                ++own.mercenaries;
                s.neutral &= static_cast<std::uint16_t>(~(1U << (cls / 2 - kBasicTypes)));
            }
            own.strength[index(t)] = u8(own.strength[index(t)] + n * tables_.strength[index(cls)]);
            own.headcount[index(t)] = u8(own.headcount[index(t)] + n);
            if (n > 0) own.occupied |= static_cast<std::uint16_t>(territory_bit(t));
        }
        for (int type = 0; type < kBasicTypes; ++type)
            own.bag |= std::uint64_t{u8(in_bag[index(type)])} << 8 * type;
    }
    for (int t = 0; t < kTerritories; ++t) update_control(s, t);
}

/// How many Objective tokens a seat has is seen by all.
void Game::mask(State& s, int player) const noexcept {
    for (int p = 0; p < kPlayers; ++p)
        if (!sees(s, player, p))
            seat(s, p).objectives = static_cast<std::uint32_t>(sum_of_bytes(seat(s, p).objectives));
}

Value Game::describe(const State& s, int observer) const {
    const bool fury = s.pending_class == kNone;
    Value pending;
    if (s.pending_territory != kNone)
        pending = Dict{{"type", fury ? Value() : Value(s.pending_class / 2)},
                       {"side", fury ? Value() : Value(s.pending_class % 2)},
                       {"territory", int{s.pending_territory}}};
    Value target;
    if (s.target_class != kNone)
        target = Dict{{"owner", int{s.target_owner}},
                      {"type", s.target_class / 2},
                      {"side", s.target_class % 2}};
    List awards;
    for (int k = 0; k < s.award_count; ++k)
        awards.emplace_back(static_cast<int>(s.awards >> k & 1));
    List discovery;
    for (int t = 0; t < kTerritories; ++t) {
        int token = (s.face_down >> t & 1) != 0 ? kFaceDown : -1;
        for (int kind = 0; kind < kLootKinds; ++kind)
            if ((s.loot[index(kind)] >> t & 1) != 0) token = kind;
        discovery.emplace_back(token);
    }
    List closed;
    for (int k = 0; k < tables_.frontier_count; ++k)
        closed.emplace_back((s.frontiers_closed >> k & 1) != 0);
    List neutral;
    for (int k = 0; k < kBonusTokens; ++k) neutral.emplace_back(s.neutral >> k & 1);
    List all_points;
    List seats;
    for (int p = 0; p < kPlayers; ++p) {
        const bool known = sees(s, observer, p);
        all_points.emplace_back(known ? Value(points(s, p)) : Value());
        seats.emplace_back(describe_seat(seat(s, p), known));
    }
    const bool rolled = s.dice != kNone;
    return Dict{{"node", kNodeNames[static_cast<int>(s.node)]},
                {"current_player", current_player(s)},
                {"turn", int{s.turn}},
                {"half", int{s.half}},
                {"first_player", or_null(s.first_player)},
                {"dice", rolled ? Value(List{Value(s.dice / 6), Value(s.dice % 6 + 1)}) : Value()},
                {"first_row", or_null(s.first_row)},
                {"value", or_null(s.value)},
                {"cell", or_null(s.cell, 1)},
                {"reinforcements", int{s.reinforcements}},
                {"actions", int{s.actions}},
                {"step", step_name(s.step)},
                {"act_left", s.act_left != 0},
                {"pending", std::move(pending)},
                {"target", std::move(target)},
                {"enter_player", or_null(s.enter_player)},
                {"enter_territory", or_null(s.enter_territory)},
                {"awards", std::move(awards)},
                {"marker", int{s.marker}},
                {"discovery", std::move(discovery)},
                {"unrevealed", byte_list(s.unrevealed, kKinds)},
                {"frontiers_closed", std::move(closed)},
                {"reach_closed", s.reach_closed != 0},
                {"crossing_closed", s.crossing_closed != 0},
                {"mercenary_closed", s.mercenary_closed != 0},
                {"reserved", reserved(s)},
                {"neutral_bag", std::move(neutral)},
                {"points", std::move(all_points)},
                {"seats", std::move(seats)}};
}

/// `known`: the values of the Objective tokens are shown.
Value Game::describe_seat(const Seat& own, bool known) {
    List slots;
    for (const auto bonus : own.slots) slots.emplace_back(bonus == kNone ? -1 : int{bonus});
    List fighters;
    for (int t = 0; t < kTerritories; ++t)
        for (int cls = 0; cls < kClasses; ++cls)
            if (cls != 1 && cls != 3 && count(own, cls, t) > 0)
                fighters.emplace_back(
                    List{Value(t), Value(cls / 2), Value(cls % 2), Value(count(own, cls, t))});
    return Dict{{"cells", describe_board(own.board)},
                {"links", int_list(own.board.links)},
                {"rows", int_list(own.rows)},
                {"boxes", int{own.boxes}},
                {"slots", std::move(slots)},
                {"reserve", int_list(own.reserve)},
                {"bag", byte_list(own.bag, kBasicTypes)},
                {"fighters", std::move(fighters)},
                {"loots", int_list(own.loots)},
                {"planning", int{own.planning}},
                {"foul_play", int{own.foul_play}},
                {"bag_awarded", own.bag_awarded != 0},
                {"objectives_held", sum_of_bytes(own.objectives)},
                {"objectives", known ? byte_list(own.objectives, kObjectives) : Value()}};
}

Value Game::to_value(const State& s) const { return describe(s, kEveryone); }

/// Only the values of Objective tokens are hidden. [L-65]
Value Game::view(const State& s, int player) const {
    Dict dict{{"player", player}};
    const Value value = describe(s, player);
    for (const auto& member : value.as_dict()) dict.push_back(member);
    return dict;
}

Game::State Game::from_value(const Value& value) const {
    State s = blank();
    Complaint complaint;
    const List& seats = value.at("seats").as_list(kPlayers);
    for (unsigned p = 0; p < kPlayers; ++p) read_seat(seats[p], s.seats[p], complaint);
    read_process(value, s);
    Complaint about_pending;
    read_pending(value, s, about_pending);
    read_map(value, s, tables_.frontier_count);
    derive(s);
    Complaint first = check(s);
    for (const Complaint& other : {complaint, about_pending})  // "I-05" < "I-29" as strings
        if (!other.empty() && (first.empty() || other.substr(0, 4) < first.substr(0, 4)))
            first = other;
    if (!first.empty()) throw std::invalid_argument(first);
    const Value rebuilt = to_value(s);
    compare(value, rebuilt, {"current_player", "reserved", "neutral_bag", "points"});
    const List& rebuilt_seats = rebuilt.at("seats").as_list();
    for (std::size_t p = 0; p < kPlayers; ++p)
        compare(seats[p], rebuilt_seats[p], {"bag", "objectives_held"});
    return s;
}

}  // namespace bitmeeple::lumen
