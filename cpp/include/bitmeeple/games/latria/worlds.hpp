#pragma once
// Latria: the worlds that a seat may hold for the true one (interface page, section 8).
//
// Which cards a seat may hold depends on their suits alone: on its voids, and, if it has a card
// face down, on the follow rule. So the unseen cards form at most four classes of cards that no
// rule tells apart. A split says how many cards of each class a seat gets; its `ways` count the
// worlds behind it. Each seat's split is drawn by these counts, then cards within the classes, so
// that all allowed worlds are equally likely. Counts are doubles: they may exceed 64 bits.
//
// The counts do not depend on the draw: they are made once, for all splits that can come up.

#include <vector>

#include "bitmeeple/games/latria/state.hpp"

namespace bitmeeple::latria {

class Game;

class Worlds {
public:
    Worlds(const Game& game, const State& s, int observer);
    /// Replaces what the observer does not see; nothing of it enters.
    void draw(State& s, Rng& rng) const;

private:
    using Split = std::array<std::int8_t, kSuits>;  ///< cards per class

    /// Cards to be redrawn together: a seat's hand and its pending card, or the deck in DEAL.
    struct Share {
        int seat;  ///< kDeck: the undealt deck
        int size;
        bool pending;  ///< one of the cards lies face down
    };
    static constexpr int kDeck = -1;

    /// Cards that no rule tells apart: suits with the same voids that follow alike.
    struct CardClass {
        Cards cards;
        unsigned closed;  ///< seats that cannot hold them
        bool follows;
    };
    struct Choice {
        Split split;
        double ways;
    };
    /// The splits of one share, given the cards left: choices_[first .. first+count-1].
    struct Choices {
        double ways = -1;  ///< of all of them; -1: not counted yet
        std::uint32_t first = 0, count = 0;
    };

    void add_class(Cards cards, unsigned closed, bool follows);
    double count(unsigned share, const Split& left);
    template <class Visit>
    void for_each_split(const Share& share, const Split& left, Visit&& visit) const;
    [[nodiscard]] double ways_of(unsigned share, const Split& left, const Split& split);
    [[nodiscard]] double pending_choices(const Share& share, const Split& split) const;
    [[nodiscard]] const Split& draw_split(unsigned share, const Split& left, Rng& rng) const;
    [[nodiscard]] std::size_t slot(unsigned share, const Split& left) const;

    unsigned classes_ = 0;
    std::array<CardClass, kSuits> class_;
    std::vector<Share> shares_;
    Cards follow_ = 0;  ///< cards of the target or Latria, if somebody has a pending card
    std::size_t slots_ = 1;
    std::vector<Choices> memo_;  ///< by share and cards left
    std::vector<Choice> choices_;
};

}  // namespace bitmeeple::latria
