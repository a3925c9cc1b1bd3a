// Lata: the invariants of the interface page, section 5, in its order. Cold code.

#include <string>

#include "bitmeeple/games/lata/rules.hpp"
#include "draft.hpp"

namespace bitmeeple::lata {

namespace {

std::string seat_name(int q) { return "seat " + std::to_string(q); }

/// The first card that lies in two of the places, or 0 / -1 (`none`) if there is none.
template <class Places>
int shared_card(const Places& places, int none) {
    std::uint64_t seen = 0;
    std::uint64_t twice = 0;
    for (const std::uint64_t cards : places) {
        twice |= seen & cards;
        seen |= cards;
    }
    return twice == 0 ? none : lsb(twice);
}

/// Cards 5..46, one entry per place; a card twice in one stack makes two entries.
std::vector<std::uint64_t> production_places(const Draft& d) {
    std::vector<std::uint64_t> places{d.drawn, d.pending, d.discard};
    for (const SetDraft& set : d.sets) places.push_back(set.cards);
    for (const SeatDraft& seat : d.seats)
        for (const auto& stack : seat.stacks)
            for (const int card : stack)
                if (card >= kFirstProduction) places.push_back(bit(card));
    return places;
}

std::vector<std::uint64_t> market_places(const Draft& d) {
    std::vector<std::uint64_t> places{d.market_display, d.removed_markets};
    for (const SeatDraft& seat : d.seats) places.push_back(seat.markets);
    return places;
}

std::vector<std::uint64_t> scoring_places(const Draft& d) {
    std::vector<std::uint64_t> places{d.scoring_display, d.removed_scoring};
    for (const SeatDraft& seat : d.seats) places.push_back(seat.scoring);
    return places;
}

std::uint64_t all_of(const std::vector<std::uint64_t>& places) {
    std::uint64_t all = 0;
    for (const std::uint64_t cards : places) all |= cards;
    return all;
}

}  // namespace

std::uint64_t Draft::production_used() const noexcept { return all_of(production_places(*this)); }
std::uint64_t Draft::markets_used() const noexcept { return all_of(market_places(*this)); }
std::uint64_t Draft::scoring_used() const noexcept { return all_of(scoring_places(*this)); }

int Draft::set_cards() const noexcept {
    int number = 0;
    for (const SetDraft& set : sets) number += popcount(set.cards);
    return number;
}

/// B(q) of the interface page.
int Draft::phases_b_ended(int seat) const noexcept {
    if (round == 0) return 0;
    switch (node) {
        case At::production_draw:
        case At::bid:
        case At::auction:
        case At::spend:
        case At::pick:
        case At::keep: return round - 1;
        case At::set:
        case At::place: return lower(seat) ? round : round - 1;
        default: return round;
    }
}

/// D(q) of the interface page.
int Draft::phases_d_ended(int seat) const noexcept {
    if (round == 0) return 0;
    if (in_phase_d()) return lower(seat) ? round : round - 1;
    const bool refill = node == At::scoring_draw && draws(Why::refill);
    return refill || node == At::end ? round : round - 1;
}

/// I-01 to I-06: the node, and what has a meaning there.
std::string Game::broken_node(const Draft& d) const {
    const int n = num_players();
    const auto exists = [&] {
        switch (d.node) {
            case At::token: return !alone();
            case At::bid: return !alone() && options_.turn_order == TurnOrder::hidden;
            case At::auction: return !alone() && options_.turn_order == TurnOrder::open;
            case At::set: return !alone() || tables_.solo_sets;
            case At::spend: return alone();
            case At::pick: return alone() && !tables_.solo_sets;
            case At::keep: return tables_.solo_sets;
            case At::start_pick: return tables_.start_pick;
            case At::replace_markets:
            case At::replace_scoring: return tables_.replaces;
            default: return true;
        }
    };
    if (!exists())
        return std::string("I-01: this game has no node ") +
               kAtNames[static_cast<unsigned>(d.node)];

    const bool market_draw = d.node == At::market_draw;
    const bool scoring_draw = d.node == At::scoring_draw;
    const bool fits = market_draw    ? d.context.has_value() && !d.draws(Why::score)
                      : scoring_draw ? d.draws(Why::setup) || d.draws(Why::refill) ||
                                           d.draws(Why::replace) || d.draws(Why::score)
                                     : !d.context;
    if (!fits || (d.draws(Why::replace) && !tables_.replaces))
        return "I-02: context does not fit the node";

    const bool set_up = d.node == At::token || d.node == At::start_pick || d.draws(Why::setup);
    const bool round_fits = set_up                 ? d.round == 0
                            : d.draws(Why::refill) ? d.round >= 1 && d.round <= kRounds - 1
                            : d.node == At::end    ? d.round == kRounds
                                                   : d.round >= 1;
    if (!round_fits) return "I-03: round " + std::to_string(d.round) + " does not fit the node";

    const bool nobody = d.node == At::token || d.node == At::production_draw || d.node == At::end ||
                        d.draws(Why::setup) || d.draws(Why::refill);
    if (nobody != (d.actor == kNull)) return "I-04: actor does not fit the node";

    const auto misplaced = [](const char* key) {
        return std::string("I-05: ") + key + " does not fit the node";
    };
    const bool in_c2 = d.node == At::sell || d.node == At::deliver || d.draws(Why::sell);
    const bool delivers = d.node == At::deliver;
    const bool scores = d.node == At::score || d.draws(Why::score);
    const bool places = d.node == At::place;
    const bool replaces = d.node == At::replace_markets || d.node == At::replace_scoring;
    if ((d.draws_left != kNull) != d.draws(Why::replace)) return misplaced("draws_left");
    if (d.drawn != 0 && (!alone() || (d.node != At::production_draw && d.node != At::pick)))
        return misplaced("drawn");
    if (d.picked != kNull && d.node != At::pick) return misplaced("picked");
    if (d.pending != 0 && !places && d.node != At::keep) return misplaced("pending");
    if (d.placed_space != kNull && !places) return misplaced("placed_space");
    if ((d.pointer != kNull) != d.in_c1()) return misplaced("pointer");
    if ((d.paid != kNull) != d.in_c1()) return misplaced("paid");
    if (d.has_uses != d.in_c1()) return misplaced("uses");
    if ((d.revealed != kNull) != (d.in_c1() || in_c2)) return misplaced("revealed");
    if ((d.draws(Why::produce) || d.draws(Why::sell)) && d.revealed != 1)
        return misplaced("revealed");
    if ((d.sale_market != kNull) != delivers) return misplaced("sale_market");
    if (d.sale_colour != kNull && !delivers) return misplaced("sale_colour");
    if ((d.bought != kNull) != scores) return misplaced("bought");
    if ((d.seen != kNull) != scores) return misplaced("seen");
    if (d.draws(Why::score) && d.seen != 1) return misplaced("seen");
    if ((d.marked_markets | d.marked_scoring) != 0 && !replaces) return misplaced("marked");
    for (const SeatDraft& seat : d.seats) {
        if (seat.new_token != kNull && d.node != At::auction) return misplaced("new_token");
        if (seat.bid != kNull && d.node != At::bid) return misplaced("bid");
    }

    std::uint64_t tokens = 0;
    int holders = 0;
    for (int q = 0; q < n; ++q) {
        const int token = d.seats[index(q)].token;
        if (token == kNull) continue;
        if (alone() || q != holders || (tokens & bit(token)) != 0)
            return "I-06: the token of " + seat_name(q) + " does not fit";
        tokens |= bit(token);
        ++holders;
    }
    if (!alone() && (d.node == At::token ? holders >= n : holders < n))
        return "I-06: tokens do not fit the node";
    return "";
}

/// I-07 to I-13: every component exists once.
std::string Game::broken_components(const Draft& d) const {
    for (int q = 0; q < num_players(); ++q) {
        const auto& stacks = d.seats[index(q)].stacks;
        for (unsigned space = 0; space < kSpaces; ++space)
            for (unsigned k = 0; k < stacks[space].size(); ++k) {
                const bool start = space == 0 && k == 0;
                const int card = stacks[space][k];
                if (start ? card != q + 1 : card < kFirstProduction)
                    return "I-07: starting card in the stacks of " + seat_name(q);
            }
        if (stacks[0].empty()) return "I-07: " + seat_name(q) + " has no starting card";
    }

    const auto production = production_places(d);
    if (const int card = shared_card(production, 0); card != 0)
        return "I-08: card " + std::to_string(card) + " is in two places";
    if ((all_of(production) & ~tables_.production_cards) != 0)
        return "I-08: a card that is not in this game";
    if (const int m = shared_card(market_places(d), -1); m >= 0)
        return "I-09: market " + std::to_string(kFirstMarket + m) + " is in two places";
    const auto scoring = scoring_places(d);
    if (const int card = shared_card(scoring, -1); card >= 0)
        return "I-10: card " + std::to_string(kFirstScoring + card) + " is in two places";
    if ((all_of(scoring) & ~tables_.scoring_cards) != 0)
        return "I-10: a scoring card that is not in this game";
    if ((d.removed_markets | d.removed_scoring) != 0 && !tables_.replaces)
        return "I-11: replaced cards in a game without replacements";

    std::array<int, kColours> used{};
    std::string reason;
    for_each_bit(d.market_display, [&](int m) {
        const unsigned required = tables_.requirement[index(m)];
        bool complete = true;
        bool too_many = false;
        for (unsigned c = 0; c < kColours; ++c) {
            const int limit = static_cast<int>(required >> 4 * c & 0xF);
            const int cubes = d.cubes[index(m)][c];
            used[c] += cubes;
            complete = complete && cubes == limit;
            too_many = too_many || cubes > limit;
        }
        if (reason.empty() && (complete || too_many))
            reason = "I-12: the cubes on market " + std::to_string(kFirstMarket + m);
    });
    if (!reason.empty()) return reason;
    for (const SeatDraft& seat : d.seats)
        for (unsigned c = 0; c < kColours; ++c) used[c] += seat.held[c];
    for (unsigned c = 0; c < kColours; ++c)
        if (used[c] > tables_.all_cubes[c])
            return "I-13: colour " + std::to_string(c) + " has more cubes than exist";
    return "";
}

/// I-14, I-15: no seat has more cards than it can have got.
std::string Game::broken_holdings(const Draft& d) const {
    for (int q = 0; q < num_players(); ++q) {
        const int ended = d.phases_b_ended(q);
        const bool placing = d.acts(q) && d.placed_space != kNull;
        int total = 0;
        for (int space = 0; space < kSpaces; ++space) {
            const int extra = space == 0 ? 1 : picked_start(d, space) ? 1 : 0;
            const int placed = placing && d.placed_space == space + 1 ? 1 : 0;
            const int cards = static_cast<int>(d.seats[index(q)].stacks[index(space)].size());
            total += cards - extra;
            if (cards > ended + extra + placed)
                return "I-14: space " + std::to_string(space + 1) + " of " + seat_name(q) +
                       " has too many cards";
        }
        if (total > 2 * ended + (placing ? 1 : 0))
            return "I-14: the stacks of " + seat_name(q) + " have too many cards";
    }
    for (int q = 0; q < num_players(); ++q) {
        const int bought = d.acts(q) && d.bought == 1 ? 1 : 0;
        if (popcount(d.seats[index(q)].scoring) > d.phases_d_ended(q) + bought)
            return "I-15: " + seat_name(q) + " has too many scoring cards";
    }
    return "";
}

bool Game::picked_start(const Draft& d, int space) const noexcept {
    return space == 1 && tables_.start_pick && d.node != At::start_pick;
}

/// I-16 to I-18: sets and the production deck.
std::string Game::broken_sets(const Draft& d) const {
    int open = 0;
    int full = 0;  // full sets, as many as come first
    bool ordered = true;
    bool all_full = true;
    for (int i = 0; i < tables_.sets; ++i) {
        const SetDraft& set = d.sets[index(i)];
        const int size = tables_.set_size[index(i)];
        const int cards = popcount(set.cards);
        open += set.open ? 1 : 0;
        if (set.open && cards != size) all_full = false;
        if (cards > size || (cards > 0 && full < i)) ordered = false;
        if (cards == size && full == i) ++full;
    }
    const int sets = tables_.sets;
    const auto filling = [&] { return open == sets && ordered && full < sets; };
    const auto full_sets = [&](int taken) { return open == sets - taken && all_full; };
    int lower = 0;
    for (int q = 0; q < num_players(); ++q) lower += !alone() && d.lower(q) ? 1 : 0;
    const bool fits = [&] {
        if (d.node == At::set) return full_sets(lower);
        if (d.node == At::production_draw && alone() && sets > 0 && d.seats[0].ap == kActionPoints)
            return open == 0;
        if (d.node == At::production_draw) return sets == 0 || filling();
        if (alone()) return open == 0;
        if (d.node == At::bid || d.node == At::auction) return full_sets(0);
        if (d.node == At::place) return full_sets(lower + 1);
        return open == 0;
    }();
    if (!fits) return "I-16: sets do not fit the node";

    const int deck = popcount(tables_.production_cards & ~d.production_used());
    if (!alone()) {
        const int missing = d.node == At::production_draw ? tables_.deal_size - d.set_cards() : 0;
        if (deck < missing + (kRounds - d.round) * tables_.deal_size)
            return "I-17: the production deck is too small";
    }

    if (d.node == At::start_pick && deck < popcount(tables_.production_cards))
        return "I-18: a card has left the production deck";
    if (d.node != At::production_draw) return "";
    if (deck == 0) return "I-18: the production deck is empty";
    if (!alone()) return "";
    const int spent = kActionPoints - d.seats[0].ap;
    const int room = !tables_.solo_sets ? 2 + spent : spent == 0 ? 2 : 1;
    if ((tables_.spend & bit(spent)) == 0) return "I-18: AP can't have been spent so";
    if (popcount(d.drawn) >= room) return "I-18: too many cards are drawn";
    return "";
}

/// I-19 to I-24: nodes with draws, bids and pending cards.
std::string Game::broken_draws(const Draft& d) const {
    const int markets = popcount(d.market_display);
    const int market_deck = kMarkets - popcount(d.markets_used());
    const int scorings = popcount(d.scoring_display);
    const int scoring_deck = popcount(tables_.scoring_cards & ~d.scoring_used());
    if (d.node == At::market_draw || d.node == At::scoring_draw) {
        const bool market = d.node == At::market_draw;
        const int deck = market ? market_deck : scoring_deck;
        const int size = market ? tables_.market_display : tables_.scoring_display;
        if (deck == 0) return "I-19: the deck is empty";
        if ((d.draws(Why::setup) || d.draws(Why::refill)) && (market ? markets : scorings) >= size)
            return "I-19: the display is full";
        if (d.draws(Why::replace) && d.draws_left > deck) return "I-19: draws_left";
        if (d.draws(Why::free) && markets > 1) return "I-19: no free reveal is due";
    }
    const int n = num_players();
    if (d.node == At::bid)
        for (int q = 0; q < n; ++q)
            if ((d.seats[index(q)].bid != kNull) != (q < d.actor))
                return "I-20: the bid of " + seat_name(q);
    if (d.node == At::auction) {
        if (d.acting().new_token != kNull) return "I-21: the actor is out";
        std::uint64_t taken = 0;
        int out = 0;
        for (const SeatDraft& seat : d.seats) {
            if (seat.new_token == kNull) continue;
            taken |= bit(seat.new_token);
            ++out;
        }
        if (out > n - 2 || taken != (low_bits(out) << (n + 1 - out)))
            return "I-21: the new tokens have a gap or a repetition";
    }

    const int spent = alone() ? kActionPoints - d.seats[0].ap : 0;
    const bool spendable = (tables_.spend & bit(spent)) != 0;
    if (d.node == At::pick) {
        if (popcount(d.drawn) != 2 + spent || spent < 1 || !spendable) return "I-22: drawn";
        if (d.picked != kNull && (d.drawn >> d.picked & 1) == 0) return "I-22: picked";
        if (d.picked != kNull && d.picked == msb(d.drawn)) return "I-22: picked";
    }
    if (d.node == At::set && alone() && (!spendable || (spent != 2 && spent != 4)))
        return "I-22: sets are not dealt for this AP";
    if (d.node == At::keep && popcount(d.pending) != 2) return "I-23: pending";
    if (d.node == At::place) {
        const int pending = popcount(d.pending);
        if (pending < 1 || pending > 2) return "I-23: pending";
        if (d.placed_space != kNull) {
            const auto& stack = d.acting().stacks[index(d.placed_space - 1)];
            if (pending != 1 || stack.empty() || stack.back() < kFirstProduction ||
                stack.back() >= lsb(d.pending))
                return "I-23: placed_space";
        }
    }
    if (d.node == At::free && (markets > 1 || market_deck == 0))
        return "I-24: no free reveal is due";
    return "";
}

/// I-25: the pointer into the line of icons, and uses of visible cards.
std::string Game::broken_line(const Draft& d) const {
    if (!d.in_c1()) return "";
    std::vector<bool> second;  // by icon of the line: the second one of its card
    for (const auto& stack : d.acting().stacks) {
        const int icons = stack.empty() ? 0 : tables_.icon_count[index(stack.back())];
        for (int k = 0; k < icons; ++k) second.push_back(k == 1);
    }
    const auto length = static_cast<int>(second.size());
    if (d.pointer > length) return "I-25: pointer";
    if (d.paid == 1 && (d.pointer == length || !second[index(d.pointer)])) return "I-25: paid";
    for (unsigned space = 0; space < kSpaces; ++space) {
        const auto& stack = d.acting().stacks[space];
        const int effect = stack.empty() ? 0 : tables_.effect[index(stack.back())];
        const bool buys = effect == static_cast<int>(Special::buy_first) + 1;
        if (d.uses[space] > (effect == 0 ? 0 : buys ? 2 : 1)) return "I-25: uses";
    }
    return "";
}

/// I-26 to I-30: the node has a choice that is worth asking for.
std::string Game::broken_choices(const Draft& d, const State& s) const {
    if (d.node == At::produce) {
        State settled = s;
        if (!settle(settled) || settled.turn != s.turn) return "I-26: production is not settled";
    }
    if (d.node == At::sell && s.choices == 0) return "I-27: nothing can be sold or revealed";
    if (d.node == At::deliver) {
        if ((d.market_display >> d.sale_market & 1) == 0) return "I-28: no displayed market";
        if ((s.choices & (7 * bit(kDeliver))) == 0) return "I-28: nothing can be delivered";
        if (d.sale_colour != kNull && d.cubes[index(d.sale_market)][index(d.sale_colour)] == 0)
            return "I-28: sale_colour";
    }
    if (d.node == At::score && s.choices == 0) return "I-29: nothing can be bought or revealed";
    if (d.node == At::replace_markets) {
        bool displayed = d.marked_scoring == 0 && (d.marked_markets & ~d.market_display) == 0;
        for_each_bit(d.marked_markets,
                     [&](int m) { displayed = displayed && s.cubes[index(m)] == 0; });
        if (!displayed || s.choices == 0) return "I-30: marked";
    }
    if (d.node == At::replace_scoring) {
        const bool displayed =
            d.marked_markets == 0 && (d.marked_scoring & ~d.scoring_display) == 0;
        if (!displayed || s.choices == 0) return "I-30: marked";
    }
    return "";
}

/// The first broken invariant, or "" and then `packed` is the state.
std::string Game::broken(const Draft& d, State& packed) const {
    for (const auto part : {&Game::broken_node, &Game::broken_components, &Game::broken_holdings,
                            &Game::broken_sets, &Game::broken_draws, &Game::broken_line})
        if (std::string reason = (this->*part)(d); !reason.empty()) return reason;
    packed = pack(d);
    return broken_choices(d, packed);
}

}  // namespace bitmeeple::lata
