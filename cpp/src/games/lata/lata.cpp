// Lata: construction, bounds, redrawing hidden bids, and the observation tensor.

#include <algorithm>
#include <functional>

#include "bitmeeple/games/lata/observe.hpp"
#include "bitmeeple/games/lata/rules.hpp"

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
    : options_(options), tables_(tables, options_),
      max_utility_(alone() ? solo_cap(tables_) : 1) {}

/// [section 7] Each pending bid of another seat is any of 0..9, independently.
void Game::resample(State& s, int player, Rng& rng) const {
    if (s.node != Node::bid) return;
    for (int q = 0; q < s.actor; ++q)
        if (!sees_offer(s, player, q))
            s.seats[index(q)].offer = byte(1 + static_cast<int>(rng.below(kActionPoints + 1)));
}

int Game::observation_size() const noexcept {
    const int n = num_players();
    return kCommonSlices + 2 * n + 43 * tables_.sets + n * (kSeatSlices + 2 * n);
}

namespace {

/// Writes slices one after the other into a tensor that is all 0.
class Slices {
public:
    explicit Slices(float* begin) : next_(begin) {}

    /// Flags of `size` ids, the first of them is bit `first` of the mask. For sets that are mostly
    /// empty.
    void flags(std::uint64_t mask, int size, int first = 0) {
        for_each_bit(mask >> first, [&](int i) { next_[i] = 1; });
        next_ += size;
    }
    /// The same without a branch per set bit, in halves that compilers turn into vectors.
    template <int Size>
    void many_flags(std::uint64_t mask, int first = 0) {
        static_assert(32 < Size && Size <= 64);
        const auto low = static_cast<std::uint32_t>(mask >> first);
        const auto high = static_cast<std::uint32_t>(mask >> first >> 32);
        for (int i = 0; i < 32; ++i) next_[i] = static_cast<float>(low >> i & 1);
        for (int i = 32; i < Size; ++i) next_[i] = static_cast<float>(high >> (i - 32) & 1);
        next_ += Size;
    }
    /// One of `size`; nothing if `number` is negative.
    void one_hot(int number, int size) {
        if (number >= 0) next_[number] = 1;
        next_ += size;
    }
    void number(int value, int scale) {
        *next_++ = static_cast<float>(value) / static_cast<float>(scale);
    }
    void flag(bool value) { *next_++ = value ? 1.0F : 0.0F; }
    /// A stack of production cards: how near to the top each lies.
    void stack(std::uint64_t cards) {
        for (int above = 0; cards != 0; cards >>= 8, ++above)
            next_[(cards & 0xFF) - 1] = static_cast<float>(7 - above) / 7.0F;
        next_ += kProductionCards;
    }
    /// An entry of the slice that `skip` ends.
    void put(int offset, float value) { next_[offset] = value; }
    void skip(int size) { next_ += size; }
    [[nodiscard]] const float* end() const { return next_; }

private:
    float* next_;
};

constexpr int kDealt = kProductionCards - kFirstProduction + 1;

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
    to.many_flags<kMarkets>(seat.markets);
    to.many_flags<kScoringCards>(seat.scoring);
}

/// Per market a flag and its cubes.
void observe_display(const State& s, Slices& to) {
    for_each_bit(s.market_display, [&](int m) {
        const unsigned cubes = s.cubes[static_cast<unsigned>(m)];
        to.put(4 * m, 1);
        for (int c = 0; c < kColours; ++c)
            to.put(4 * m + 1 + c, static_cast<float>(cubes >> 4 * c & 0xF) / 4.0F);
    });
    to.skip(4 * kMarkets);
}

void observe_line(const State& s, const Tables& tables, Slices& to) {
    if (s.node != Node::produce && s.node != Node::market_produce)
        return to.skip(kEndSlot + 1 + 1 + kSpaces);
    const Seat& seat = s.seats[s.actor];
    to.one_hot(popcount(icon_slots(tables, seat) & low_bits(s.turn.slot)), kEndSlot + 1);
    to.flag(s.turn.paid != 0);
    for (unsigned space = 0; space < kSpaces; ++space)
        to.number(spent_uses(tables, seat, s.turn.specials, space), 2);
}

}  // namespace

void Game::observation(const State& s, int player, std::span<float> out) const noexcept {
    const int n = num_players();
    std::ranges::fill(out, 0.0F);
    Slices to(out.data());
    const NodeInfo& node = kNodeInfo[static_cast<unsigned>(s.node)];
    const auto production = [&](std::uint64_t cards) { to.flags(cards, kDealt, kFirstProduction); };
    const auto card_bit = [](int card) { return card == 0 ? 0 : bit(card); };
    to.one_hot(node.name, kNodeNameCount);
    to.one_hot(node.context, kContexts);
    to.one_hot(s.actor == kNobody ? -1 : (s.actor + n - player) % n, n);
    to.one_hot(player, n);
    to.one_hot(s.round, kRounds + 1);
    to.number(s.draws_left, kMaxReplaced);
    for (int k = 0; k < n; ++k) observe_seat(s, player, (player + k) % n, n, to);

    for (const int cubes : s.supply) to.number(cubes, 16);
    observe_display(s, to);
    to.many_flags<kScoringCards>(s.scoring_display);
    to.many_flags<kDealt>(s.production_deck, kFirstProduction);
    to.many_flags<kMarkets>(s.market_deck);
    to.many_flags<kScoringCards>(s.scoring_deck);
    to.many_flags<kDealt>(s.discard, kFirstProduction);
    to.flags(s.removed_markets, kMarkets);
    to.flags(s.removed_scoring, kScoringCards);

    const bool marks_markets = s.node == Node::replace_markets;
    const bool marks_scoring = s.node == Node::replace_scoring;
    to.flags(s.sets_open, tables_.sets);
    for (int i = 0; i < tables_.sets; ++i)
        production(card_bit(s.sets[index(2 * i)]) | card_bit(s.sets[index(2 * i + 1)]));
    production(marks_markets || marks_scoring ? 0 : s.aside);
    production(card_bit(s.picked));
    production(card_bit(s.pending[0]) | card_bit(s.pending[1]));
    to.one_hot(s.placed_space - 1, kSpaces);
    observe_line(s, tables_, to);
    to.flag(s.turn.revealed != 0);
    to.one_hot(s.sale_market - 1, kMarkets);
    to.one_hot(s.sale_colour - 1, kColours);
    to.flag(s.bought != 0);
    to.flag(s.seen != 0);
    to.flags(marks_markets ? s.aside : 0, kMarkets);
    to.flags(marks_scoring ? s.aside : 0, kScoringCards);
    assert(to.end() == out.data() + out.size());
}

}  // namespace bitmeeple::lata
