// Lata: reading the flat tables. Cold code; the loader has validated the file, ranges are checked
// again so that no table can become a wild index.

#include "bitmeeple/games/lata/tables.hpp"

#include <limits>
#include <stdexcept>
#include <string>

namespace bitmeeple::lata {

namespace {

constexpr int kAny = std::numeric_limits<int>::max();

/// Reads rows of a table, each value in its own range.
class Rows {
public:
    Rows(const FlatTables& flat, std::string_view name, std::size_t rows, std::size_t columns)
        : name_(name), values_(flat.list(name, rows * columns, -kAny, kAny)), columns_(columns) {}

    [[nodiscard]] int at(int row, int column, int lowest, int highest) const {
        const int value =
            values_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)];
        if (value < lowest || value > highest)
            throw std::invalid_argument("table '" + std::string(name_) + "' holds " +
                                        std::to_string(value) + " in column " +
                                        std::to_string(column));
        return value;
    }

private:
    std::string_view name_;
    std::span<const std::int32_t> values_;
    std::size_t columns_;
};

constexpr unsigned index(int i) { return static_cast<unsigned>(i); }
constexpr std::uint8_t byte(int i) { return static_cast<std::uint8_t>(i); }

/// The bits that Rule::select may have, so that none is a wild index.
unsigned named_things(RuleKind kind, int nations) {
    switch (kind) {
        case RuleKind::color:
        case RuleKind::color_sets:
        case RuleKind::space_cost: return 0xF;
        case RuleKind::icon:
        case RuleKind::discard_icon: return 0x1F;
        case RuleKind::market_cubes:
        case RuleKind::threshold: return 0x7;
        case RuleKind::market_flags:
        case RuleKind::flag_sets: return (1U << nations) - 1;
        case RuleKind::market_ap_icon: return 0xE;
        default: return 0;
    }
}

}  // namespace

Tables::Tables(const FlatTables& flat, const Options& options) {
    read_production(flat, options);
    read_markets(flat);
    read_scoring(flat, options);
    read_board(flat, options);
}

/// [L-39] Cards 39-42 have neither icons nor an effect, so they add nothing to a line.
/// [L-67] Marked cards are left out with two players only.
void Tables::read_production(const FlatTables& flat, const Options& options) {
    const Rows recipes(flat, "recipes", kColours, 2);
    for (int c = 0; c < kColours; ++c)
        recipe[index(c)] = {recipes.at(c, 0, 0, 3), recipes.at(c, 1, -1, 3)};

    const Rows rows(flat, "production", kProductionCards, 6);
    for (int card = 1; card <= kProductionCards; ++card) {
        const auto field = [&](int column, int lowest, int highest) {
            return rows.at(card - 1, column, lowest, highest);
        };
        of_colour[index(field(0, 0, 3))] |= bit(card);
        const int top = field(1, -1, 3);
        const int second = field(2, -1, top < 0 ? -1 : 3);
        for (int icon = 0; icon < 4; ++icon)
            icons[index(icon)].set(card, (top == icon ? 1 : 0) + (second == icon ? 1 : 0));
        icons[4].set(card, field(3, 0, 3));
        icon_count[index(card)] = byte((top >= 0 ? 1 : 0) + (second >= 0 ? 1 : 0));
        const int kind = field(4, 0, 4);
        effect[index(card)] = byte(kind);
        if (card >= kFirstProduction && !(field(5, 0, 1) == 1 && options.players == 2))
            production_cards |= bit(card);

        for (int space = 0; space < kSpaces; ++space) {
            std::uint64_t& entry = line[index(space)][index(card)];
            if (top >= 0) entry |= bit(kEndSlot * top + 2 * space);
            if (second >= 0) entry |= bit(kEndSlot * second + 2 * space + 1);
            if (kind > 0) entry |= bit(kLineSpecials + kSpaces * (kind - 1) + space);
        }
    }
}

void Tables::read_markets(const FlatTables& flat) {
    nations = flat.value("nations", 1, kMaxNations);
    const Rows rows(flat, "markets", kMarkets, 7);
    for (int m = 0; m < kMarkets; ++m) {
        const auto field = [&](int column, int lowest, int highest) {
            return rows.at(m, column, lowest, highest);
        };
        const int first = field(0, 0, nations - 1);
        const int second = field(1, -1, nations - 1);
        for (int nation = 0; nation < nations; ++nation)
            flags[index(nation)].set(m, (first == nation ? 1 : 0) + (second == nation ? 1 : 0));
        const int ap = field(2, 1, 3);
        ap_cost[index(m)] = byte(ap);
        ap_exactly[index(ap)] |= bit(m);
        for (int limit = ap; limit <= 3; ++limit) ap_at_most[index(limit)] |= bit(m);
        int cubes = 0;
        for (int c = 0; c < kColours; ++c) {
            const int number = field(3 + c, 0, 4);
            cubes += number;
            requirement[index(m)] =
                static_cast<std::uint16_t>(requirement[index(m)] | number << 4 * c);
            required[index(c)].set(m, number);
            if (number > 0) requiring[index(c)] |= bit(m);
        }
        if (cubes < 1 || cubes > 5) throw std::invalid_argument("table 'markets': cubes");
        reward[index(m)] = byte(field(6, 1, 2));
    }
}

void Tables::read_scoring(const FlatTables& flat, const Options& options) {
    const Rows rows(flat, "scoring", kScoringRules, 10);
    for (int card = 0; card < kScoringRules; ++card) {
        const auto field = [&](int column, int lowest, int highest) {
            return rows.at(card, column, lowest, highest);
        };
        Rule& rule = rules[index(card)];
        rule.kind = static_cast<RuleKind>(field(3, 0, kRuleKinds - 1));
        rule.select = static_cast<std::uint16_t>(field(4, 0, 0xFFFF));
        rule.all = field(5, 0, 1) == 1;
        rule.per = byte(field(6, 1, 20));
        rule.vp = byte(field(7, 0, 20));
        rule.vp2 = byte(field(8, 0, 20));
        rule.at_least = byte(field(9, 0, 99));
        if ((rule.select & ~named_things(rule.kind, nations)) != 0)
            throw std::invalid_argument("table 'scoring': a rule names what does not exist");
        if (card >= kScoringCards) continue;
        const int cost = field(0, 2, 3);
        scoring_cost[index(card)] = byte(cost);
        for (int limit = cost; limit <= 3; ++limit) cost_at_most[index(limit)] |= bit(card);
        if (!(field(2, 0, 1) == 1 && options.players == 2)) scoring_cards |= bit(card);
    }
}

void Tables::read_board(const FlatTables& flat, const Options& options) {
    const bool alone = options.players == 1;
    const int n = options.players;
    const auto cubes = flat.list("cubes", kColours, 1, 31);
    for (unsigned c = 0; c < kColours; ++c) all_cubes[c] = byte(cubes[c]);
    market_display = flat.list("market_display", kMaxPlayers, 1, 8)[index(n - 1)];
    scoring_display = flat.list("scoring_display", kMaxPlayers, 1, 8)[index(n - 1)];
    start_money = flat.value("start_money", 0, 9);

    const Rows boards(flat, "solo", 4, 7);
    if (alone) {
        const auto field = [&](int column, int lowest, int highest) {
            return boards.at(options.solo_board, column, lowest, highest);
        };
        start_money = field(0, 0, 9);
        starting_scoring[0] = byte(field(1, 125, 128) - kFirstScoring);
        solo_sets = field(2, 0, 1) == 1;
        replaces = field(3, 0, 1) == 1;
        salt_all = field(4, 0, 1) == 1;
        start_pick = field(5, 0, 1) == 1;
        spend = static_cast<std::uint64_t>(field(6, 1, 0x3FF));
        if (solo_sets && (spend & ~std::uint64_t{0b10101}) != 0)
            throw std::invalid_argument("table 'solo': a sets board spends 0, 2 or 4");
    } else {
        for (int seat = 0; seat < kMaxPlayers; ++seat)
            starting_scoring[index(seat)] = byte(kFirstStartingScoring - kFirstScoring + seat);
    }

    const Rows costs(flat, "space_costs", 5, kSpaces);
    for (int space = 0; space < kSpaces; ++space) {
        const int cost = costs.at(alone ? 1 + options.solo_board : 0, space, 0, 3);
        space_cost[index(space)] = byte(cost);
        for (int money = cost; money <= 3; ++money)
            affordable[index(money)] = byte(affordable[index(money)] | 1 << space);
    }
    if (popcount(affordable[0]) < 2) throw std::invalid_argument("table 'space_costs': two free");

    const Rows sizes(flat, "set_sizes", kMaxPlayers, kMaxSets);
    sets = alone ? (solo_sets ? 2 : 0) : n + 1;
    for (int set = 0; set < sets; ++set) {
        const int size = alone ? 2 : sizes.at(n - 1, set, 1, 2);
        set_size[index(set)] = byte(size);
        for (int k = 0; k < size; ++k) deal_slot[index(deal_size++)] = byte(2 * set + k);
    }
    if (!alone && kRounds * deal_size > popcount(production_cards))
        throw std::invalid_argument("table 'production': too few cards");
}

}  // namespace bitmeeple::lata
