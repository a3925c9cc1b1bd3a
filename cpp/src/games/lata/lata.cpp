// Lata: construction, bounds, redrawing hidden bids, and the observation tensor.

#include <algorithm>
#include <functional>

#include "bitmeeple/games/lata/observe.hpp"
#include "bitmeeple/games/lata/rules.hpp"
#include "bitmeeple/tensor.hpp"

namespace bitmeeple::lata {

namespace {

/// No play reaches a higher value of this rule; 39 markets have at most 156 cubes of a colour, 78
/// flags and 117 AP, a factory has at most 14 cards, and no card more than 3 icons of a kind.
int cap_of(const Rule& rule) {
    switch (rule.kind) {
        case RuleKind::flat:
        case RuleKind::threshold: return rule.vp;
        case RuleKind::color:
        case RuleKind::space_cost:
        case RuleKind::color_sets: return 14 * rule.vp;
        case RuleKind::icon: return 42 * rule.vp;
        case RuleKind::best_space: return 7 * rule.vp;
        case RuleKind::market_cubes: return rule.vp * (156 / rule.per);
        case RuleKind::market_flags: return rule.vp * (78 / rule.per);
        case RuleKind::market_ap_sum: return rule.vp * (117 / rule.per);
        case RuleKind::market_ap_icon: return 39 * rule.vp;
        case RuleKind::flag_sets: return 78 * rule.vp;
        case RuleKind::discard_cards: return 42 * rule.vp;
        case RuleKind::discard_icon: return 126 * rule.vp;
        case RuleKind::flags_and_pairs: return 78 * rule.vp + 39 * rule.vp2;
        case RuleKind::money: return kMaxMoney * rule.vp;
        case RuleKind::cubes_made: return rule.vp * (288 / rule.per);
    }
    return 0;
}

/// Solo: the starting card and the six best of the others.
int solo_cap(const Tables& tables) {
    std::array<int, kScoringCards> caps{};
    for (unsigned card = 0; card < caps.size(); ++card) caps[card] = cap_of(tables.rules[card]);
    std::ranges::partial_sort(caps, caps.begin() + kRounds, std::greater());
    int total = cap_of(tables.rules[tables.starting_scoring[0]]);
    for (unsigned k = 0; k < kRounds; ++k) total += caps[k];
    return total;
}

}  // namespace

Game::Game(FlatTables options, FlatTables tables)
    : options_(options), tables_(tables, options_), max_utility_(alone() ? solo_cap(tables_) : 1) {}

/// [section 7] Each pending bid of another seat is any of 0..9, independently.
void Game::resample(State& s, int player, Rng& rng) const {
    if (s.node != Node::bid) return;
    for (int q = 0; q < s.actor; ++q)
        if (!sees_offer(s, player, q))
            s.seats[index(q)].offer = byte(1 + static_cast<int>(rng.below(kActionPoints + 1)));
}

/// [4.3] The last bid turns over all of them.
std::int64_t Game::seen(const State& s, int id, int player) const noexcept {
    if (s.node != Node::bid) return id;
    if (s.actor + 1 < num_players()) return s.actor == player ? id : kUnseen;
    std::int64_t bids = id;
    for (int q = 0; q < s.actor; ++q)
        if (q != player) bids = 16 * bids + s.seats[index(q)].offer;
    return bids == id ? id : kRevealed + bids;
}

int Game::observation_size() const noexcept {
    const int n = num_players();
    return kCommonSlices + 2 * n + 43 * tables_.sets + n * (kSeatSlices + 2 * n);
}

namespace {

constexpr int kDealt = kProductionCards - kFirstProduction + 1;

/// A SparseTensorWriter for stacks of cards.
class Slices : public SparseTensorWriter {
public:
    using SparseTensorWriter::SparseTensorWriter;
    /// How near to the top each card lies.
    void stack(std::uint64_t cards) {
        const auto slice = zeros(kProductionCards);
        for (int above = 0; cards != 0; cards >>= 8, ++above)
            slice[(cards & 0xFF) - 1] = static_cast<float>(7 - above) / 7.0F;
    }
    /// A set of the cards that are dealt; bit i is card i.
    void production(std::uint64_t cards) { flags<kDealt>(cards >> kFirstProduction); }
    void few(std::uint64_t cards) { flags(cards >> kFirstProduction, kDealt); }
};

void observe_seat(const State& s, int player, int q, int players, Slices& to) {
    const Seat& seat = s.seats[static_cast<unsigned>(q)];
    const bool tells = players > 1;  // solo has no tokens
    to.one_hot(tells ? seat.token - 1 : -1, players);
    to.one_hot(s.node == Node::auction ? seat.offer - 1 : -1, players);
    to.one_hot(s.node == Node::bid && sees_offer(s, player, q) ? seat.offer - 1 : -1,
               kActionPoints + 1);
    to.one_hot(seat.ap, kActionPoints + 1);
    to.number(seat.money, 16);
    for (const int cubes : seat.held) to.number(cubes, 16);
    for (const auto stack : seat.stacks) to.stack(stack);
    to.flags<kMarkets>(seat.markets);
    to.flags<kScoringCards>(seat.scoring);
}

/// Per market a flag and its cubes.
void observe_display(const State& s, Slices& to) {
    const auto slice = to.zeros(4 * kMarkets);
    for_each_bit(s.market_display, [&](int m) {
        const unsigned cubes = s.cubes[static_cast<unsigned>(m)];
        const auto market = slice.subspan(4 * static_cast<unsigned>(m), 4);
        market[0] = 1;
        for (unsigned c = 0; c < kColours; ++c)
            market[1 + c] = static_cast<float>(cubes >> 4 * c & 0xF) / 4.0F;
    });
}

void observe_line(const State& s, const Tables& tables, Slices& to) {
    if (s.node != Node::produce && s.node != Node::market_produce) {
        to.zeros(kEndSlot + 1 + 1 + kSpaces);
        return;
    }
    const Seat& seat = s.seats[s.actor];
    to.one_hot(popcount(icon_slots(tables, seat) & low_bits(s.turn.slot)), kEndSlot + 1);
    to.flag(s.turn.paid != 0);
    for (unsigned space = 0; space < kSpaces; ++space)
        to.number(spent_uses(tables, seat, s.turn.specials, space), 2);
}

}  // namespace

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    const int n = num_players();
    Slices to(out);
    const NodeInfo& node = kNodeInfo[static_cast<unsigned>(s.node)];
    const auto card_bit = [](int card) { return card == 0 ? 0 : bit(card); };
    to.one_hot(static_cast<int>(node.name), static_cast<int>(kAtNames.size()));
    to.one_hot(node.context ? static_cast<int>(*node.context) : -1,
               static_cast<int>(kWhyNames.size()));
    to.one_hot(s.actor == kNobody ? -1 : (s.actor + n - player) % n, n);
    to.one_hot(player, n);
    to.one_hot(s.round, kRounds + 1);
    to.number(s.draws_left, kMaxReplaced);
    for (int k = 0; k < n; ++k) observe_seat(s, player, (player + k) % n, n, to);

    for (const int cubes : s.supply) to.number(cubes, 16);
    observe_display(s, to);
    to.flags<kScoringCards>(s.scoring_display);
    to.production(s.production_deck);
    to.flags<kMarkets>(s.market_deck);
    to.flags<kScoringCards>(s.scoring_deck);
    to.production(s.discard);
    to.flags(s.removed_markets, kMarkets);
    to.flags(s.removed_scoring, kScoringCards);

    const bool marks_markets = s.node == Node::replace_markets;
    const bool marks_scoring = s.node == Node::replace_scoring;
    to.flags(s.sets_open, tables_.sets);
    for (int i = 0; i < tables_.sets; ++i)
        to.few(card_bit(s.sets[index(2 * i)]) | card_bit(s.sets[index(2 * i + 1)]));
    to.few(marks_markets || marks_scoring ? 0 : s.aside);
    to.few(card_bit(s.picked));
    to.few(card_bit(s.pending[0]) | card_bit(s.pending[1]));
    to.one_hot(s.placed_space - 1, kSpaces);
    observe_line(s, tables_, to);
    to.flag(s.turn.revealed != 0);
    to.one_hot(s.sale_market - 1, kMarkets);
    to.one_hot(s.sale_colour - 1, kColours);
    to.flag(s.bought != 0);
    to.flag(s.seen != 0);
    to.flags(marks_markets ? s.aside : 0, kMarkets);
    to.flags(marks_scoring ? s.aside : 0, kScoringCards);
    assert(to.is_full());
}

}  // namespace bitmeeple::lata
