// Lata: states to drafts and back. Cold code.

#include "draft.hpp"

#include <algorithm>
#include <cstring>

#include "bitmeeple/games/lata/observe.hpp"
#include "bitmeeple/games/lata/rules.hpp"

namespace bitmeeple::lata {

namespace {

/// Uses left after `uses` of the card in a space, of those it has at the start of a turn.
std::uint32_t after_uses(std::uint32_t specials, int space, int uses) {
    const auto use = [&](Special kind) {
        return std::uint32_t{1} << (kSpaces * static_cast<int>(kind) + space);
    };
    if (uses == 0) return specials;
    const bool buys = (specials & use(Special::buy_first)) != 0;
    for (const auto kind :
         {Special::sell_two, Special::convert_cube, Special::money_to_ap, Special::buy_first})
        specials &= ~use(kind);
    return buys && uses == 1 ? specials | use(Special::buy_second) : specials;
}

}  // namespace

/// Every number of the state has a meaning, so that nothing below can become a wild index. A state
/// that came from outside may hold anything.
bool Game::in_range(const State& s) const noexcept {
    const auto outside = [](std::uint64_t cards, int size) { return (cards >> size) != 0; };
    const auto no_production = [&](std::uint64_t cards) {
        return outside(cards, kProductionCards + 1) || (cards & low_bits(kFirstProduction)) != 0;
    };
    const auto no_card = [](int card) {
        return card != 0 && (card < kFirstProduction || card > kProductionCards);
    };
    if (index(static_cast<int>(s.node)) >= index(kNodes)) return false;
    const bool has_actor = !(s.node <= Node::market_refill || s.node == Node::scoring_setup ||
                             s.node == Node::scoring_refill || s.node == Node::end);
    if (has_actor ? s.actor >= num_players() : s.actor != kNobody) return false;
    if (s.round > kRounds || s.placed_space > kSpaces || s.draws_left > kMaxReplaced ||
        s.sale_market > kMarkets || s.sale_colour > kColours || s.turn.slot > kEndSlot)
        return false;
    for (const int flag : {s.bought, s.seen, s.turn.paid, s.turn.revealed})
        if (flag > 1) return false;
    if (std::ranges::any_of(s.sets, no_card) || std::ranges::any_of(s.pending, no_card) ||
        no_card(s.picked) || no_production(s.discard))
        return false;
    const bool marks = s.node == Node::replace_markets || s.node == Node::replace_scoring;
    if (marks ? outside(s.aside, kMarkets) : no_production(s.aside)) return false;
    if (outside(s.market_display | s.removed_markets, kMarkets) ||
        outside(s.scoring_display | s.removed_scoring, kScoringCards))
        return false;
    return std::all_of(s.seats.begin(), s.seats.begin() + num_players(),
                       [&](const Seat& seat) { return seat_in_range(seat, s.node); });
}

bool Game::seat_in_range(const Seat& seat, Node node) const noexcept {
    const int offers = node == Node::bid ? kActionPoints + 1 : num_players();
    if (seat.token > num_players() || seat.offer > offers || seat.ap > kActionPoints ||
        seat.money > kMaxMoney || (seat.markets >> kMarkets) != 0 ||
        (seat.scoring >> kScoringCards) != 0)
        return false;
    for (const int cubes : seat.held)
        if (cubes > 31) return false;
    for (std::uint64_t stack : seat.stacks) {
        if (stack >> 56 != 0) return false;
        for (; stack != 0; stack >>= 8)
            if ((stack & 0xFF) == 0 || (stack & 0xFF) > index(kProductionCards)) return false;
    }
    return true;
}

/// Precondition: in_range(s).
Draft Game::unpack(const State& s) const {
    Draft d;
    const NodeInfo& node = kNodeInfo[static_cast<unsigned>(s.node)];
    const auto number = [](int i) { return i == 0 ? kNull : i; };
    d.node = node.name;
    d.context = node.context;
    d.actor = s.actor == kNobody ? kNull : s.actor;
    d.round = s.round;
    d.draws_left = number(s.draws_left);
    const auto card_bit = [](int card) { return card == 0 ? 0 : bit(card); };
    for (int i = 0; i < tables_.sets; ++i)
        d.sets[index(i)] = {(s.sets_open >> i & 1) != 0,
                            card_bit(s.sets[index(2 * i)]) | card_bit(s.sets[index(2 * i + 1)])};
    if (d.node == At::replace_markets)
        d.marked_markets = s.aside;
    else if (d.node == At::replace_scoring)
        d.marked_scoring = s.aside;
    else
        d.drawn = s.aside;
    d.picked = number(s.picked);
    d.pending = card_bit(s.pending[0]) | card_bit(s.pending[1]);
    d.placed_space = number(s.placed_space);
    d.sale_market = s.sale_market - 1;
    d.sale_colour = s.sale_colour - 1;
    if (d.node == At::score || d.draws(Why::score)) {
        d.bought = s.bought;
        d.seen = s.seen;
    }
    if (d.in_c1() || d.node == At::sell || d.node == At::deliver || d.draws(Why::sell))
        d.revealed = s.turn.revealed;
    d.market_display = s.market_display;
    for_each_bit(s.market_display, [&](int m) {
        for (unsigned c = 0; c < kColours; ++c)
            d.cubes[index(m)][c] = s.cubes[index(m)] >> 4 * c & 0xF;
    });
    d.scoring_display = s.scoring_display;
    d.discard = s.discard;
    d.removed_markets = s.removed_markets;
    d.removed_scoring = s.removed_scoring;
    for (int q = 0; q < num_players(); ++q) {
        const Seat& from = s.seats[index(q)];
        SeatDraft& seat = d.seats.emplace_back();
        seat.token = alone() ? kNull : number(from.token);
        if (d.node == At::auction) seat.new_token = number(from.offer);
        if (d.node == At::bid) seat.bid = from.offer - 1;
        seat.ap = from.ap;
        seat.money = from.money;
        std::ranges::copy(from.held, seat.held.begin());
        for (unsigned space = 0; space < kSpaces; ++space)
            for (int k = factory::height(from.stacks[space]) - 1; k >= 0; --k)
                seat.stacks[space].push_back(static_cast<int>(from.stacks[space] >> 8 * k & 0xFF));
        seat.markets = from.markets;
        seat.scoring = from.scoring;
    }
    if (!d.in_c1()) return d;

    const Seat& acting = actor(s);
    d.pointer = popcount(icon_slots(tables_, acting) & low_bits(s.turn.slot));
    d.paid = s.turn.paid;
    d.has_uses = true;
    for (unsigned space = 0; space < kSpaces; ++space)
        d.uses[space] = spent_uses(tables_, acting, s.turn.specials, space);
    return d;
}

/// Precondition: I-01 to I-25 hold. Fills in everything derived.
Game::State Game::pack(const Draft& d) const {
    State s{};
    for (unsigned i = 0; i < kNodes; ++i)
        if (kNodeInfo[i].name == d.node && kNodeInfo[i].context == d.context)
            s.node = static_cast<Node>(i);
    const auto number = [](int i) { return i == kNull ? std::uint8_t{0} : byte(i); };
    s.actor = d.actor == kNull ? kNobody : byte(d.actor);
    s.round = byte(d.round);
    s.draws_left = number(d.draws_left);
    const auto put_cards = [](std::uint64_t cards, std::uint8_t* to) {
        for_each_bit(cards, [&](int card) { *to++ = byte(card); });
    };
    for (int i = 0; i < tables_.sets; ++i) {
        if (!d.sets[index(i)].open) continue;
        s.sets_open = byte(s.sets_open | 1 << i);
        put_cards(d.sets[index(i)].cards, &s.sets[index(2 * i)]);
    }
    if (d.node == At::production_draw) s.dealt = byte(d.set_cards());
    s.aside = d.drawn | d.marked_markets | d.marked_scoring;
    s.picked = number(d.picked);
    put_cards(d.pending, s.pending.data());
    s.placed_space = number(d.placed_space);
    s.sale_market = byte(d.sale_market + 1);
    s.sale_colour = byte(d.sale_colour + 1);
    s.bought = number(d.bought);
    s.seen = number(d.seen);
    s.turn.revealed = number(d.revealed);
    s.supply = tables_.all_cubes;
    s.market_display = d.market_display;
    const auto use_cubes = [&](unsigned c, int cubes) { s.supply[c] = byte(s.supply[c] - cubes); };
    for_each_bit(d.market_display, [&](int m) {
        for (unsigned c = 0; c < kColours; ++c) {
            const int cubes = d.cubes[index(m)][c];
            s.cubes[index(m)] = static_cast<std::uint16_t>(s.cubes[index(m)] | cubes << 4 * c);
            use_cubes(c, cubes);
            if (cubes < (tables_.requirement[index(m)] >> 4 * c & 0xF)) s.lacking[c] |= bit(m);
        }
    });
    s.scoring_display = d.scoring_display;
    s.discard = d.discard;
    s.removed_markets = d.removed_markets;
    s.removed_scoring = d.removed_scoring;
    s.production_deck = tables_.production_cards & ~d.production_used();
    s.market_deck = low_bits(kMarkets) & ~d.markets_used();
    s.scoring_deck = tables_.scoring_cards & ~d.scoring_used();
    s.order.fill(kNobody);
    for (int q = 0; q < num_players(); ++q) {
        const SeatDraft& from = d.seats[index(q)];
        Seat& seat = s.seats[index(q)];
        seat.token = alone() ? std::uint8_t{1} : number(from.token);
        if (seat.token != 0) s.order[index(seat.token - 1)] = byte(q);
        seat.offer = from.new_token != kNull ? byte(from.new_token) : byte(from.bid + 1);
        seat.ap = byte(from.ap);
        seat.money = static_cast<std::uint16_t>(from.money);
        for (unsigned c = 0; c < kColours; ++c) {
            seat.held[c] = byte(from.held[c]);
            use_cubes(c, from.held[c]);
        }
        for (unsigned space = 0; space < kSpaces; ++space)
            for (const int card : from.stacks[space])
                seat.stacks[space] = seat.stacks[space] << 8 | index(card);
        seat.markets = from.markets;
        seat.scoring = from.scoring;
    }
    if (d.in_c1()) {
        lay_out_line(s);
        unsigned slots = icon_slots(tables_, actor(s)) | 1U << kEndSlot;
        for (int k = 0; k < d.pointer; ++k) slots &= slots - 1;
        s.turn.slot = byte(lsb(slots));
        s.turn.paid = number(d.paid);
        for (int space = 0; space < kSpaces; ++space)
            s.turn.specials = after_uses(s.turn.specials, space, d.uses[index(space)]);
    }
    s.choices = choices_of(s);
    if (s.node == Node::end)
        for (int q = 0; q < num_players(); ++q) s.points[index(q)] = points_of(s, q);
    return s;
}

std::uint64_t Game::choices_of(const State& s) const noexcept {
    switch (s.node) {
        case Node::token: {
            std::uint64_t tokens = low_bits(num_players()) << 1;
            for (const Seat& seat : s.seats)
                if (seat.token != 0) tokens &= ~bit(seat.token);
            return tokens;
        }
        case Node::production_draw:
        case Node::start_pick: return s.production_deck;
        case Node::market_setup:
        case Node::market_refill:
        case Node::market_replace:
        case Node::market_free:
        case Node::market_produce:
        case Node::market_sell: return s.market_deck;
        case Node::scoring_setup:
        case Node::scoring_refill:
        case Node::scoring_replace:
        case Node::scoring_score: return s.scoring_deck;
        case Node::spend: return tables_.spend;
        case Node::bid: return low_bits(kActionPoints + 1) << kBid;
        case Node::auction: return auction_choices(s);
        case Node::set: return std::uint64_t{s.sets_open} << kSet;
        case Node::pick: return pick_choices(s);
        case Node::keep: return bit(kKeepBoth) | bit(kDiscardLower) | bit(kDiscardHigher);
        case Node::place: return place_choices(s);
        case Node::replace_markets: return replace_market_choices(s);
        case Node::free: return bit(kFreeReveal) | bit(kNoFreeReveal);
        case Node::produce: return produce_choices(s);
        case Node::sell: return sell_choices(s);
        case Node::deliver: return deliver_choices(s);
        case Node::replace_scoring: return replace_scoring_choices(s);
        case Node::score: return score_choices(s);
        case Node::end: return 0;
    }
    return 0;
}

std::string Game::check(const State& s) const {
    if (!in_range(s)) return "a number of the state is out of range";
    State rebuilt{};
    if (std::string reason = broken(unpack(s), rebuilt); !reason.empty()) return reason;
    if (std::memcmp(&rebuilt, &s, sizeof s) != 0) return "I-31: a derived field disagrees";
    return "";
}

}  // namespace bitmeeple::lata
