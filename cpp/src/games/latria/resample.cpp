// Latria: drawing worlds, see worlds.hpp, and what a seat is shown of a move.

#include <algorithm>

#include "bitmeeple/games/latria/observe.hpp"

namespace bitmeeple::latria {

namespace {

using Binomials = std::array<std::array<double, kCards + 1>, kCards + 1>;
constexpr Binomials kChoose = [] {
    Binomials table{};
    for (unsigned n = 0; n <= kCards; ++n) {
        table[n][0] = 1;
        for (unsigned k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

Cards draw_card(Cards cards, Rng& rng) {
    return bit(
        select(cards, static_cast<int>(rng.below(static_cast<std::uint32_t>(popcount(cards))))));
}

}  // namespace

Worlds::Worlds(const Game& game, const State& s, int observer) {
    Cards unseen = game.tables().deck & ~public_cards(s);
    unsigned redrawn = 0;  // seats
    shares_.reserve(kMaxPlayers + 1);
    for (int p = 0; p < game.num_players(); ++p) {
        const int card = s.table[index(p)];
        if (card != kNone && sees_table(s, observer, p)) unseen &= ~bit(card);
        if (sees_hand(observer, p)) {
            unseen &= ~s.hand[index(p)];
            continue;
        }
        const bool pending = card != kNone && !sees_table(s, observer, p);
        shares_.push_back({p, popcount(s.hand[index(p)]) + (pending ? 1 : 0), pending});
        if (pending) follow_ = game.tables().follow[s.target];
        redrawn |= 1U << p;
    }
    if (s.node == Node::deal) shares_.push_back({kDeck, popcount(s.deck), false});
    for (int suit = 0; suit < kSuits; ++suit)
        add_class(unseen & suit_cards(suit), s.voids[index(suit)] & redrawn,
                  (follow_ & suit_cards(suit)) != 0);
    for (unsigned c = 0; c + 1 < classes_; ++c) slots_ *= index(popcount(class_[c].cards)) + 1;
    memo_.resize(shares_.size() * slots_);
    Split left{};
    for (unsigned c = 0; c < classes_; ++c)
        left[c] = static_cast<std::int8_t>(popcount(class_[c].cards));
    count(0, left);
}

/// Joins the cards to the class that is alike, or makes a new one.
void Worlds::add_class(Cards cards, unsigned closed, bool follows) {
    for (unsigned c = 0; c < classes_; ++c) {
        if (class_[c].closed != closed || class_[c].follows != follows) continue;
        class_[c].cards |= cards;
        return;
    }
    class_[classes_++] = {cards, closed, follows};
}

/// The last class is what is missing to the shares still to come.
std::size_t Worlds::slot(unsigned share, const Split& left) const {
    std::size_t slot = 0;
    for (unsigned c = 0; c + 1 < classes_; ++c)
        slot = slot * (index(popcount(class_[c].cards)) + 1) + index(left[c]);
    return share * slots_ + slot;
}

/// All splits of the cards left that the share's voids allow.
template <class Visit>
void Worlds::for_each_split(const Share& share, const Split& left, Visit&& visit) const {
    Split split{};
    const auto extend = [&](const auto& self, unsigned c, int missing) -> void {
        const bool closed = share.seat != kDeck && (class_[c].closed >> share.seat & 1U) != 0;
        const int most = closed ? 0 : std::min(missing, int{left[c]});
        if (c + 1 == classes_) {
            if (missing > most) return;
            split[c] = static_cast<std::int8_t>(missing);
            visit(std::as_const(split));
            return;
        }
        for (split[c] = 0; split[c] <= most; ++split[c]) self(self, c + 1, missing - split[c]);
    };
    extend(extend, 0, share.size);
}

/// Which card of the share may be the pending one: any that follows, else any.
double Worlds::pending_choices(const Share& share, const Split& split) const {
    if (!share.pending) return 1;
    int following = 0;
    for (unsigned c = 0; c < classes_; ++c) following += class_[c].follows ? split[c] : 0;
    return following > 0 ? following : share.size;
}

/// Worlds in which this share gets this split of the cards left.
double Worlds::ways_of(unsigned share, const Split& left, const Split& split) {
    double product = pending_choices(shares_[share], split);
    Split rest = left;
    for (unsigned c = 0; c < classes_; ++c) {
        product *= kChoose[index(left[c])][index(split[c])];
        rest[c] = static_cast<std::int8_t>(rest[c] - split[c]);
    }
    return product * count(share + 1, rest);
}

/// Worlds of this share and the later ones, given the cards left.
double Worlds::count(unsigned share, const Split& left) {
    if (share == shares_.size()) return 1;
    const std::size_t at = slot(share, left);
    if (memo_[at].ways >= 0) return memo_[at].ways;
    // Later shares first, so that the choices of this one lie together.
    for_each_split(shares_[share], left,
                   [&](const Split& split) { (void)ways_of(share, left, split); });
    const auto first = static_cast<std::uint32_t>(choices_.size());
    double sum = 0;
    for_each_split(shares_[share], left, [&](const Split& split) {
        const double ways = ways_of(share, left, split);
        sum += ways;
        if (ways > 0) choices_.push_back({split, ways});
    });
    memo_[at] = {sum, first, static_cast<std::uint32_t>(choices_.size()) - first};
    return sum;
}

const Worlds::Split& Worlds::draw_split(unsigned share, const Split& left, Rng& rng) const {
    const Choices& node = memo_[slot(share, left)];
    assert(node.count > 0);  // the true world is one
    double r = static_cast<double>(rng.next() >> 11) * 0x1p-53 * node.ways;
    std::uint32_t k = node.first;
    // The last possible one, should rounding leave a rest.
    for (const std::uint32_t last = k + node.count - 1; k < last && r >= choices_[k].ways; ++k)
        r -= choices_[k].ways;
    return choices_[k].split;
}

void Worlds::draw(State& s, Rng& rng) const {
    std::array<Cards, kSuits> cards;
    Split left{};
    for (unsigned c = 0; c < classes_; ++c) {
        cards[c] = class_[c].cards;
        left[c] = static_cast<std::int8_t>(popcount(cards[c]));
    }
    for (unsigned i = 0; i < shares_.size(); ++i) {
        const Share& share = shares_[i];
        const Split& split = draw_split(i, left, rng);
        Cards drawn = 0;
        for (unsigned c = 0; c < classes_; ++c) {
            for (int k = 0; k < split[c]; ++k) {
                const Cards card = draw_card(cards[c], rng);
                cards[c] ^= card;
                drawn |= card;
            }
            left[c] = static_cast<std::int8_t>(left[c] - split[c]);
        }
        if (share.seat == kDeck) {
            s.deck = drawn;
            continue;
        }
        if (share.pending) {
            const Cards following = drawn & follow_;
            const Cards card = draw_card(following != 0 ? following : drawn, rng);
            drawn ^= card;
            s.table[index(share.seat)] = static_cast<std::uint8_t>(lsb(card));
        }
        s.hand[index(share.seat)] = drawn;
    }
}

void Game::resample(State& s, int player, Rng& rng) const { worlds(s, player).draw(s, rng); }

/// [L-08] Cards go to their owner's hand. [L-20] A child's card lies face down until the last one
/// has chosen; then all are turned over.
std::int64_t Game::seen(const State& s, int id, int player) const noexcept {
    if (s.node == Node::deal) return s.seat == player ? id : kUnseen;
    if (s.node != Node::child_play) return id;
    if (next_seat(s.seat) != s.parent) return s.seat == player ? id : kUnseen;
    std::int64_t cards = id;
    for (int q = 0; q < num_players(); ++q)
        if (q != s.seat && !sees_table(s, player, q)) cards = 64 * cards + s.table[index(q)];
    return cards == id ? id : kRevealed + cards;
}

}  // namespace bitmeeple::latria
