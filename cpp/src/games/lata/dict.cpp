// Lata: positions as dicts and views. Cold code.

#include "bitmeeple/games/lata/observe.hpp"
#include "bitmeeple/games/lata/rules.hpp"
#include "draft.hpp"

namespace bitmeeple::lata {

namespace {

constexpr unsigned index(int i) { return static_cast<unsigned>(i); }

Value or_null(int number, int base = 0) { return number == kNull ? Value() : Value(number + base); }
Value flag_or_null(int flag) { return flag == kNull ? Value() : Value(flag != 0); }

int int_or_null(const Value& value, int lowest, int highest) {
    return value.is_null() ? kNull : value.as_int(lowest, highest);
}
int flag_of(const Value& value) { return value.is_null() ? kNull : (value.as_bool() ? 1 : 0); }

/// A set of production cards 5..46.
std::uint64_t production_set(const Value& list) {
    return bits_of(list, kProductionCards - kFirstProduction + 1, kFirstProduction)
           << kFirstProduction;
}
Value production_list(std::uint64_t cards) { return bit_list(cards); }

/// Marked cards are markets or scoring cards.
void read_marked(const Value& list, Draft& d) {
    int previous = 0;
    for (const Value& entry : list.as_list()) {
        const int card = entry.as_int(kFirstMarket, kFirstScoring + kScoringCards - 1);
        if (card <= previous) throw std::invalid_argument("marked: not strictly ascending");
        previous = card;
        if (card < kFirstScoring)
            d.marked_markets |= bit(card - kFirstMarket);
        else
            d.marked_scoring |= bit(card - kFirstScoring);
    }
}

void read_display(const Value& list, Draft& d) {
    int previous = -1;
    for (const Value& entry : list.as_list()) {
        const int m =
            entry.at("card").as_int(kFirstMarket, kFirstMarket + kMarkets - 1) - kFirstMarket;
        if (m <= previous) throw std::invalid_argument("market_display: not strictly ascending");
        previous = m;
        d.market_display |= bit(m);
        const List& cubes = entry.at("cubes").as_list(kColours);
        for (unsigned c = 0; c < kColours; ++c) d.cubes[index(m)][c] = cubes[c].as_int(0, 31);
    }
}

SeatDraft read_seat(const Value& value, int players) {
    SeatDraft seat;
    seat.token = int_or_null(value.at("token"), 1, players);
    seat.new_token = int_or_null(value.at("new_token"), 1, players);
    seat.bid = int_or_null(value.at("bid"), 0, kActionPoints);
    seat.ap = value.at("ap").as_int(0, kActionPoints);
    seat.money = value.at("money").as_int(0, kMaxMoney);
    const List& held = value.at("held").as_list(kColours);
    for (unsigned c = 0; c < kColours; ++c) seat.held[c] = held[c].as_int(0, 31);
    const List& stacks = value.at("stacks").as_list(kSpaces);
    for (unsigned space = 0; space < kSpaces; ++space) {
        const List& stack = stacks[space].as_list();
        if (stack.size() > 7) throw std::invalid_argument("stacks: more than 7 cards");
        for (const Value& card : stack)
            seat.stacks[space].push_back(card.as_int(1, kProductionCards));
    }
    seat.markets = bits_of(value.at("markets"), kMarkets, kFirstMarket);
    seat.scoring = bits_of(value.at("scoring"), kScoringCards, kFirstScoring);
    return seat;
}

Value write_seat(const SeatDraft& seat, List breakdown) {
    List stacks;
    for (const auto& stack : seat.stacks) stacks.emplace_back(int_list(stack));
    return Dict{{"token", or_null(seat.token)},
                {"new_token", or_null(seat.new_token)},
                {"bid", or_null(seat.bid)},
                {"ap", seat.ap},
                {"money", seat.money},
                {"held", int_list(seat.held)},
                {"stacks", std::move(stacks)},
                {"markets", bit_list(seat.markets, kFirstMarket)},
                {"scoring", bit_list(seat.scoring, kFirstScoring)},
                {"breakdown", std::move(breakdown)}};
}

Value write_display(const Draft& d) {
    List display;
    for_each_bit(d.market_display, [&](int m) {
        display.emplace_back(
            Dict{{"card", kFirstMarket + m}, {"cubes", int_list(d.cubes[index(m)])}});
    });
    return display;
}

}  // namespace

Draft Game::read(const Value& value) const {
    const int n = num_players();
    Draft d;
    d.node = EntryCode<At>::read(value.at("node"));
    d.actor = int_or_null(value.at("actor"), 0, n - 1);
    d.round = value.at("round").as_int(0, kRounds);
    d.context = EntryCode<std::optional<Why>>::read(value.at("context"));
    d.draws_left = int_or_null(value.at("draws_left"), 1, kMaxReplaced);
    const List& sets = value.at("sets").as_list(index(tables_.sets));
    for (unsigned i = 0; i < sets.size(); ++i) {
        if (sets[i].is_null()) continue;
        d.sets[i] = {true, production_set(sets[i])};
        if (popcount(d.sets[i].cards) > 2) throw std::invalid_argument("sets: more than 2 cards");
    }
    d.drawn = production_set(value.at("drawn"));
    d.picked = int_or_null(value.at("picked"), kFirstProduction, kProductionCards);
    d.pending = production_set(value.at("pending"));
    d.placed_space = int_or_null(value.at("placed_space"), 1, kSpaces);
    d.pointer = int_or_null(value.at("pointer"), 0, kEndSlot);
    d.paid = flag_of(value.at("paid"));
    if (const Value& uses = value.at("uses"); !uses.is_null()) {
        d.has_uses = true;
        const List& list = uses.as_list(kSpaces);
        for (unsigned space = 0; space < kSpaces; ++space) d.uses[space] = list[space].as_int(0, 2);
    }
    d.revealed = flag_of(value.at("revealed"));
    const int market =
        int_or_null(value.at("sale_market"), kFirstMarket, kFirstMarket + kMarkets - 1);
    d.sale_market = market == kNull ? kNull : market - kFirstMarket;
    d.sale_colour = int_or_null(value.at("sale_colour"), 0, kColours - 1);
    d.bought = flag_of(value.at("bought"));
    d.seen = flag_of(value.at("seen"));
    read_marked(value.at("marked"), d);
    read_display(value.at("market_display"), d);
    d.scoring_display = bits_of(value.at("scoring_display"), kScoringCards, kFirstScoring);
    d.discard = production_set(value.at("discard"));
    d.removed_markets = bits_of(value.at("removed_markets"), kMarkets, kFirstMarket);
    d.removed_scoring = bits_of(value.at("removed_scoring"), kScoringCards, kFirstScoring);
    for (const Value& seat : value.at("seats").as_list(index(n)))
        d.seats.push_back(read_seat(seat, n));
    return d;
}

Value Game::write(const Draft& d, const State& s) const {
    const int n = num_players();
    List points;
    List seats;
    for (int q = 0; q < n; ++q) {
        List breakdown;
        int sum = 0;
        const auto add = [&](int card) {
            const int vp = value_of(s, q, tables_.rules[index(card)]);
            breakdown.emplace_back(List{kFirstScoring + card, vp});
            sum += vp;
        };
        for_each_bit(s.seats[index(q)].scoring, add);
        add(tables_.starting_scoring[index(q)]);
        points.emplace_back(sum);
        seats.emplace_back(write_seat(d.seats[index(q)], std::move(breakdown)));
    }
    List sets;
    for (int i = 0; i < tables_.sets; ++i)
        sets.emplace_back(d.sets[index(i)].open ? production_list(d.sets[index(i)].cards)
                                                : Value());
    Value marked = d.marked_markets != 0 ? bit_list(d.marked_markets, kFirstMarket)
                                         : bit_list(d.marked_scoring, kFirstScoring);
    Dict dict;
    const auto put = [&](const char* key, Value entry) {
        dict.emplace_back(key, std::move(entry));
    };
    put("node", EntryCode<At>::write(d.node));
    put("current_player", current_player(s));
    put("actor", or_null(d.actor));
    put("round", d.round);
    put("points", std::move(points));
    put("context", EntryCode<std::optional<Why>>::write(d.context));
    put("draws_left", or_null(d.draws_left));
    put("sets", std::move(sets));
    put("drawn", production_list(d.drawn));
    put("picked", or_null(d.picked));
    put("pending", production_list(d.pending));
    put("placed_space", or_null(d.placed_space));
    put("pointer", or_null(d.pointer));
    put("paid", flag_or_null(d.paid));
    put("uses", d.has_uses ? int_list(d.uses) : Value());
    put("revealed", flag_or_null(d.revealed));
    put("sale_market", or_null(d.sale_market, kFirstMarket));
    put("sale_colour", or_null(d.sale_colour));
    put("bought", flag_or_null(d.bought));
    put("seen", flag_or_null(d.seen));
    put("marked", std::move(marked));
    put("supply", int_list(s.supply));
    put("market_display", write_display(d));
    put("scoring_display", bit_list(d.scoring_display, kFirstScoring));
    put("production_deck", production_list(s.production_deck));
    put("market_deck", bit_list(s.market_deck, kFirstMarket));
    put("scoring_deck", bit_list(s.scoring_deck, kFirstScoring));
    put("discard", production_list(d.discard));
    put("removed_markets", bit_list(d.removed_markets, kFirstMarket));
    put("removed_scoring", bit_list(d.removed_scoring, kFirstScoring));
    put("seats", std::move(seats));
    return dict;
}

Value Game::to_value(const State& s) const { return write(unpack(s), s); }

Value Game::view(const State& s, int player) const { return view_of(to_value(s), kHidden, player); }

void Game::mask(State& s, int player) const noexcept {
    for (int q = 0; q < num_players(); ++q)
        if (!sees_offer(s, player, q)) s.seats[index(q)].offer = 0;
}

/// Precedence: shape (by the caller), invariants in the order of the page. Derived entries are not read.
Game::State Game::from_value(const Value& value) const {
    State s{};
    if (const std::string reason = broken(read(value), s); !reason.empty())
        throw std::invalid_argument(reason);
    return s;
}

}  // namespace bitmeeple::lata
