// Latria: a random world that a seat may hold for the true one (interface page, section 8).
//
// Which cards a seat may hold depends on their suits alone: on its voids, and, if it has a card
// face down, on the follow rule. So the unseen cards form at most four classes of cards that no
// rule tells apart. A split says how many cards of each class a seat gets; `ways` counts the worlds
// behind it. Each seat's split is drawn by these counts, then cards within the classes, so that all
// allowed worlds are equally likely. Counts are doubles: they may exceed 64 bits.

#include <algorithm>
#include <vector>

#include "bitmeeple/games/latria/observe.hpp"

namespace bitmeeple::latria {

namespace {

using Split = std::array<int, kSuits>;  ///< cards per class

/// Cards to be redrawn together: a seat's hand and its pending card, or the deck in DEAL.
struct Share {
    int seat = 0;  ///< kDeck: the undealt deck
    int size = 0;
    bool pending = false;  ///< one of the cards lies face down
};
constexpr int kDeck = -1;

/// Cards that no rule tells apart: suits with the same voids that follow alike.
struct CardClass {
    Cards cards = 0;
    unsigned closed = 0;  ///< seats that cannot hold them
    bool follows = false;
};

using Binomials = std::array<std::array<double, kCards + 1>, kCards + 1>;
constexpr Binomials kChoose = [] {
    Binomials table{};
    for (unsigned n = 0; n <= kCards; ++n) {
        table[n][0] = 1;
        for (unsigned k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

class Dealer {
public:
    Dealer(const Game& game, const State& s, int observer);
    /// Replaces what the observer does not see.
    void deal(State& s, Rng& rng);

private:
    void add_class(Cards cards, unsigned closed, bool follows);
    [[nodiscard]] double ways(unsigned share, const Split& left);
    [[nodiscard]] double ways_of(unsigned share, const Split& left, const Split& split);
    [[nodiscard]] double pending_choices(const Share& share, const Split& split) const;
    [[nodiscard]] std::vector<Split> splits(const Share& share, const Split& left) const;
    [[nodiscard]] Split draw_split(unsigned share, const Split& left, Rng& rng);
    [[nodiscard]] std::size_t slot(const Split& left) const;

    unsigned classes_ = 0;
    std::array<CardClass, kSuits> class_{};
    std::vector<Share> shares_;
    Cards follow_ = 0;  ///< cards of the target or Latria, if somebody has a pending card
    /// ways() by share and cards left, -1 where not computed yet.
    std::vector<std::vector<double>> memo_;
};

Dealer::Dealer(const Game& game, const State& s, int observer) {
    Cards unseen = game.tables().deck & ~public_cards(s);
    unsigned redrawn = 0;  // seats
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
    std::size_t slots = 1;
    for (unsigned c = 0; c + 1 < classes_; ++c) slots *= index(popcount(class_[c].cards)) + 1;
    memo_.assign(shares_.size(), std::vector<double>(slots, -1));
}

/// Joins the cards to the class that is alike, or makes a new one.
void Dealer::add_class(Cards cards, unsigned closed, bool follows) {
    for (unsigned c = 0; c < classes_; ++c) {
        if (class_[c].closed != closed || class_[c].follows != follows) continue;
        class_[c].cards |= cards;
        return;
    }
    class_[classes_++] = {cards, closed, follows};
}

/// The last class is what is missing to the shares still to come.
std::size_t Dealer::slot(const Split& left) const {
    std::size_t slot = 0;
    for (unsigned c = 0; c + 1 < classes_; ++c)
        slot = slot * (index(popcount(class_[c].cards)) + 1) + index(left[c]);
    return slot;
}

/// All splits of the cards left that the share's voids allow.
std::vector<Split> Dealer::splits(const Share& share, const Split& left) const {
    std::vector<Split> found;
    Split split{};
    const auto extend = [&](const auto& self, unsigned c, int missing) -> void {
        const bool closed = share.seat != kDeck && (class_[c].closed >> share.seat & 1U) != 0;
        const int most = closed ? 0 : std::min(missing, left[c]);
        if (c + 1 == classes_) {
            if (missing > most) return;
            split[c] = missing;
            found.push_back(split);
            return;
        }
        for (split[c] = 0; split[c] <= most; ++split[c]) self(self, c + 1, missing - split[c]);
    };
    extend(extend, 0, share.size);
    return found;
}

/// Which card of the share may be the pending one: any that follows, else any.
double Dealer::pending_choices(const Share& share, const Split& split) const {
    if (!share.pending) return 1;
    int following = 0;
    for (unsigned c = 0; c < classes_; ++c) following += class_[c].follows ? split[c] : 0;
    return following > 0 ? following : share.size;
}

/// Worlds in which this share gets this split of the cards left.
double Dealer::ways_of(unsigned share, const Split& left, const Split& split) {
    double product = pending_choices(shares_[share], split);
    Split rest = left;
    for (unsigned c = 0; c < classes_; ++c) {
        product *= kChoose[index(left[c])][index(split[c])];
        rest[c] -= split[c];
    }
    return product * ways(share + 1, rest);
}

/// Worlds of this share and the later ones, given the cards left.
double Dealer::ways(unsigned share, const Split& left) {
    if (share == shares_.size()) return 1;
    double& known = memo_[share][slot(left)];
    if (known >= 0) return known;
    double sum = 0;
    for (const Split& split : splits(shares_[share], left)) sum += ways_of(share, left, split);
    return known = sum;
}

Split Dealer::draw_split(unsigned share, const Split& left, Rng& rng) {
    const auto choices = splits(shares_[share], left);
    double r = static_cast<double>(rng.next() >> 11) * 0x1p-53 * ways(share, left);
    const Split* drawn = nullptr;
    for (const Split& split : choices) {
        const double here = ways_of(share, left, split);
        if (here <= 0) continue;
        drawn = &split;  // the last possible one, should rounding leave a rest
        if (r < here) break;
        r -= here;
    }
    assert(drawn != nullptr);  // the true world is one
    return drawn != nullptr ? *drawn : choices.front();
}

Cards draw_card(Cards cards, Rng& rng) {
    return bit(
        select(cards, static_cast<int>(rng.below(static_cast<std::uint32_t>(popcount(cards))))));
}

void Dealer::deal(State& s, Rng& rng) {
    auto classes = class_;
    for (unsigned i = 0; i < shares_.size(); ++i) {
        const Share& share = shares_[i];
        Split left{};
        for (unsigned c = 0; c < classes_; ++c) left[c] = popcount(classes[c].cards);
        const Split split = draw_split(i, left, rng);
        Cards drawn = 0;
        for (unsigned c = 0; c < classes_; ++c)
            for (int k = 0; k < split[c]; ++k) {
                const Cards card = draw_card(classes[c].cards, rng);
                classes[c].cards ^= card;
                drawn |= card;
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

}  // namespace

void Game::resample(State& s, int player, Rng& rng) const { Dealer(*this, s, player).deal(s, rng); }

}  // namespace bitmeeple::latria
