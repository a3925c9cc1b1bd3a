// Latria: the invariants of the interface page, section 5, in its order.

#include <cstdlib>

#include "position.hpp"

namespace bitmeeple::latria {

namespace {

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

std::string card_name(int card) {
    return std::string("card ") + "SMPL"[suit_of(card)] + std::to_string(number_of(card));
}

/// The invariants of one position, with the abbreviations they share.
class Invariants {
public:
    Invariants(const Game& game, const Position& position)
        : game_(game), d_(position), n_(game.num_players()),
          simple_(game.options().variant == Variant::simple),
          dealing_(d_.node == Node::deal || d_.node == Node::first_parent) {}

    [[nodiscard]] std::string first_broken() const {
        using Check = std::string (Invariants::*)() const;
        for (const Check check :
             {&Invariants::named_cards, &Invariants::presence, &Invariants::campaign,
              &Invariants::round, &Invariants::table, &Invariants::hands, &Invariants::zones,
              &Invariants::celestial, &Invariants::boards, &Invariants::seats,
              &Invariants::following, &Invariants::special})
            if (std::string broken = (this->*check)(); !broken.empty()) return broken;
        return "";
    }

private:
    [[nodiscard]] const SeatPosition& seat(int p) const { return d_.seats[index(p)]; }
    [[nodiscard]] const Tables& tables() const { return game_.tables(); }
    [[nodiscard]] bool is(Node node) const { return d_.node == node; }
    [[nodiscard]] bool over() const { return is(Node::remove) || is(Node::end); }

    /// Calls f(cards) for each place where cards are named.
    template <class F>
    void for_each_place(F&& f) const {
        f(d_.set_aside);
        f(d_.removed);
        for (int p = 0; p < n_; ++p) {
            f(seat(p).hand);
            if (seat(p).table) f(bit(*seat(p).table));
            f(seat(p).open);
            f(seat(p).eclipse);
        }
    }

    std::string named_cards() const {
        Cards named = 0;
        Cards twice = 0;
        for_each_place([&](Cards cards) {
            twice |= named & cards;
            named |= cards;
        });
        if (const Cards foreign = named & ~tables().deck; foreign != 0)
            return "I-01: " + card_name(lsb(foreign) % kCards) + " is not in the deck";
        if (twice != 0) return "I-02: " + card_name(lsb(twice)) + " is named twice";
        return "";
    }

    std::string presence() const {
        if (d_.parent.has_value() == dealing_)
            return "I-03: parent is null exactly in DEAL and FIRST_PARENT";
        if (d_.target.has_value() != is(Node::child_play))
            return "I-03: target is non-null exactly in CHILD_PLAY";
        if (d_.remover.has_value() != is(Node::remove) ||
            d_.removals.has_value() != is(Node::remove))
            return "I-03: remover and removals are non-null exactly in REMOVE";
        return "";
    }

    std::string campaign() const {
        const bool campaign = game_.options().campaign;
        const int option = game_.options().first_parent;
        if (!campaign && d_.game_index != 0) return "I-04: game_index is not 0";
        if (campaign && is(Node::end) && d_.game_index != n_ - 1)
            return "I-04: a campaign ends with its last game";
        if (!campaign && d_.first_parent) return "I-05: first_parent is not null";
        const bool undecided = option == kRandom && dealing_ && d_.game_index == 0;
        if (campaign && d_.first_parent.has_value() == undecided)
            return "I-05: first_parent is null exactly until it is drawn";
        if (campaign && option != kRandom && *d_.first_parent != option)
            return "I-05: first_parent is not the option's seat";
        if (is(Node::first_parent) && (option != kRandom || d_.game_index != 0))
            return "I-06: the first parent is not drawn here";
        const int games = !campaign ? 0 : is(Node::end) ? n_ : d_.game_index;
        for (int p = 0; p < n_; ++p)
            if (static_cast<int>(seat(p).game_points.size()) != games)
                return "I-07: game_points of " + seat_name(p) + " has not " +
                       std::to_string(games) + " entries";
        return "";
    }

    std::string round() const {
        if ((d_.round == 0) != dealing_) return "I-08: round is 0 exactly in DEAL and FIRST_PARENT";
        if (over() && d_.round != tables().rounds) return "I-08: round is not the last one";
        return "";
    }

    std::string table() const {
        const bool led = is(Node::name_body) || is(Node::child_play);
        int cards = 0;
        bool gap = false;
        for (int k = 0; k < n_; ++k) {
            const int p = (d_.parent.value_or(0) + k) % n_;
            if (!seat(p).table) {
                gap = true;
                continue;
            }
            ++cards;
            if (!led || gap || (is(Node::name_body) && k > 0))
                return "I-09: " + seat_name(p) + " has a table card before its turn";
        }
        if (led && cards == 0) return "I-09: the parent has no table card";
        if (cards == n_) return "I-09: all children have played";
        if (!led) return "";
        const int suit = suit_of(*seat(*d_.parent).table);
        if (suit != kLatria && (is(Node::name_body) || suit != *d_.target))
            return "I-10: the parent's table card does not fit the node";
        return "";
    }

    std::string hands() const {
        const int full = tables().hand_size;
        int dealt = 0;
        for (int p = 0; p < n_; ++p) dealt += popcount(seat(p).hand);
        if (is(Node::deal) && dealt >= popcount(tables().deck)) return "I-11: all cards are dealt";
        for (int p = 0; p < n_; ++p) {
            int size = full;
            if (is(Node::deal))
                size = std::min(full, std::max(0, dealt - p * full));
            else if (over() || seat(p).table)
                size = full - d_.round;
            else if (!is(Node::first_parent))
                size = full - d_.round + 1;
            if (popcount(seat(p).hand) != size)
                return "I-11: the hand of " + seat_name(p) + " has not " + std::to_string(size) +
                       " cards";
        }
        return "";
    }

    std::string zones() const {
        bool acquired = d_.set_aside != 0;
        for (int p = 0; p < n_; ++p) acquired = acquired || (seat(p).open | seat(p).eclipse) != 0;
        if (d_.round == 0 && acquired) return "I-12: cards are acquired or set aside at round 0";
        if (d_.removed != 0 && !over()) return "I-13: cards are removed before the end";
        Cards named = 0;
        for_each_place([&](Cards cards) { named |= cards; });
        if (d_.round > 0 && named != tables().deck)
            return "I-14: " + card_name(lsb(tables().deck & ~named)) + " is nowhere";
        return "";
    }

    std::string celestial() const {
        int missing = popcount(d_.removed);
        for (int t = 0; t < kTypes; ++t) {
            const unsigned i = index(t);
            int used = d_.pile[i] + d_.stack[i];
            for (int p = 0; p < n_; ++p)
                used += seat(p).open_celestial[i] + seat(p).eclipse_celestial[i];
            const int avail = count_of(tables().avail, t);
            if (used > avail)
                return "I-15: type " + std::to_string(t) + " is used more often than it exists";
            missing += avail - used;
        }
        const int allowed = is(Node::remove)            ? *d_.removals
                            : is(Node::end) && !simple_ ? kSpecialRemoves
                                                        : 0;
        if (missing > allowed || (is(Node::remove) && missing < allowed))
            return "I-16: " + std::to_string(missing) + " cards have left the game";
        for (int b = 0; b < kBodies; ++b) {
            int left = total_of(tables().avail & kBodyLanes[index(b)]);
            for (int t = kFirstTypeOf[b]; t < kFirstTypeOf[b + 1]; ++t) left -= d_.pile[index(t)];
            const int turn = static_cast<int>(Node::reveal_sun) + b;
            const int reveals =
                d_.round == 0 ? 0 : d_.round - 1 + (static_cast<int>(d_.node) > turn ? 1 : 0);
            if (left != reveals)
                return "I-17: the pile of body " + std::to_string(b) + " does not fit the round";
        }
        return "";
    }

    /// [D-05] Whether the mutations revealed lead to these boards is not asked.
    std::string boards() const {
        const Variant variant = game_.options().variant;
        const unsigned free = d_.round == 0 ? 0
                              : simple_     ? 1U << kLatria
                                            : 1U << kSun | 1U << kMoon;
        const unsigned fixed = variant == Variant::star_eclipse ? 1U << kPolaris : 0;
        if ((boards_of(d_) & ~free) != fixed)
            return "I-18: the boards do not fit variant and round";
        return "";
    }

    std::string seats() const {
        const auto in_eclipse = [&](int p) {
            return seat(p).eclipse != 0 || to_counts(seat(p).eclipse_celestial) != 0;
        };
        for (int p = 0; p < n_; ++p)
            if (d_.round == 0 && (seat(p).marker || seat(p).void_ != 0))
                return "I-19: " + seat_name(p) + " has a marker or a void at round 0";
        for (int p = 0; p < n_; ++p)
            if (simple_ && (seat(p).marker || in_eclipse(p)))
                return "I-20: " + seat_name(p) + " has an eclipse pile in simple";
        for (int p = 0; p < n_; ++p)
            if (in_eclipse(p) && !seat(p).marker)
                return "I-21: " + seat_name(p) + " has an eclipse pile without a marker";
        return "";
    }

    std::string following() const {
        for (int p = 0; p < n_; ++p) {
            const Cards own = seat(p).hand | (seat(p).table ? bit(*seat(p).table) : 0);
            for (int suit = 0; suit < kSuits; ++suit)
                if ((seat(p).void_ >> suit & 1U) != 0 && (own & suit_cards(suit)) != 0)
                    return "I-22: " + seat_name(p) + " holds a suit that it is void of";
        }
        if (!is(Node::child_play)) return "";
        const Cards follow = tables().follow[index(*d_.target)];
        for (int p = 0; p < n_; ++p)
            if (p != *d_.parent && seat(p).table && (bit(*seat(p).table) & follow) == 0 &&
                (seat(p).hand & follow) != 0)
                return "I-23: " + seat_name(p) + " did not follow";
        return "";
    }

    std::string special() const {
        if (!is(Node::remove)) return "";
        if (simple_) return "I-24: REMOVE does not occur in simple";
        const SeatPosition& owner = seat(*d_.remover);
        const bool held = owner.open_celestial[kSpecial] + owner.eclipse_celestial[kSpecial] > 0;
        int anywhere = d_.pile[kSpecial] + d_.stack[kSpecial];
        for (int p = 0; p < n_; ++p)
            anywhere += seat(p).open_celestial[kSpecial] + seat(p).eclipse_celestial[kSpecial];
        if (!held && !(*d_.removals == 1 && anywhere == 0))
            return "I-24: the remover does not own the special card";
        const int cards = *d_.removals + popcount(owner.open) + popcount(owner.eclipse) +
                          total_of(to_counts(owner.open_celestial)) +
                          total_of(to_counts(owner.eclipse_celestial));
        if (cards <= kSpecialRemoves) return "I-25: the remover has too few cards";
        return "";
    }

    const Game& game_;
    const Position& d_;
    int n_;
    bool simple_;
    bool dealing_;
};

}  // namespace

std::string broken_invariant(const Game& game, const Position& position) {
    return Invariants(game, position).first_broken();
}

}  // namespace bitmeeple::latria
