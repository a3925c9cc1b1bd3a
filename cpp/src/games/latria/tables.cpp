// Latria: reads the flat tables and derives masks from them. Cold code.

#include "bitmeeple/games/latria/tables.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace bitmeeple::latria {

namespace {

void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("tables of latria: ") + what);
}

template <std::size_t N>
std::array<int, N> read(const FlatTables& flat, const char* name, int highest) {
    std::array<int, N> values{};
    std::ranges::copy(flat.list(name, N, 0, highest), values.begin());
    return values;
}

/// [L-01] [L-36] Planes and masks of the values.
Values read_values(const FlatTables& flat) {
    Values v{};
    v.card_vp = read<kCards>(flat, "card_vp", 9);
    v.card_mult = read<kCards>(flat, "card_mult", 2);
    v.type_vp = read<kTypes>(flat, "type_vp", 9);
    v.type_mult = read<kTypes>(flat, "type_mult", 2);
    for (int c = 0; c < kCards; ++c) {
        const int vp = v.card_vp[index(c)];
        const int mult = v.card_mult[index(c)];
        require(mult == 1 || vp == 0, "a card with a multiplier has points");
        for (unsigned k = 0; k < v.vp_plane.size(); ++k)
            if ((vp >> k & 1) != 0) v.vp_plane[k] |= bit(c);
        if (mult == 2) v.card_twice |= bit(c);
        if (mult == 0) v.card_cancel |= bit(c);
        if (vp > 0 || mult != 1) v.valuable |= bit(c);
    }
    for (int t = 0; t < kTypes; ++t) {
        const int vp = v.type_vp[index(t)];
        const int mult = v.type_mult[index(t)];
        require(mult == 1 || vp == 0, "a type with a multiplier has points");
        (t % 2 == 0 ? v.even_vp : v.odd_vp) |= static_cast<Counts>(vp) << (10 * (5 - t / 2));
        if (mult == 2) v.type_twice |= lanes(t, t + 1);
        if (mult == 0) v.type_cancel |= lanes(t, t + 1);
    }
    return v;
}

/// [L-02] [L-03] [L-05] The deck of N players, dealt out completely.
void read_setup(Tables& t, int players, const FlatTables& flat) {
    const unsigned row = index(players - 3);
    const auto in_deck = flat.list("deck_numbers", 4 * kNumbers, 0, 1);
    for (int n = 0; n < kNumbers; ++n)
        if (in_deck[row * kNumbers + index(n)] == 1) t.deck |= kColumn << n;
    t.hand_size = flat.list("hand_size", 4, 2, kMaxHand)[row];
    t.rounds = flat.list("rounds", 4, 1, kMaxRounds)[row];
    require(popcount(t.deck) == players * t.hand_size, "the deck cannot be dealt out");
    require(t.rounds == t.hand_size - 1, "rounds and hand do not agree");
    for (int p = 0; p < players; ++p)
        t.left_after[index(p)] = static_cast<std::uint8_t>((players - 1 - p) * t.hand_size);
}

/// [L-06] [L-12] [L-13] [L-44] [L-50] Celestial cards in use and the boards they flip.
void read_celestial(Tables& t, Variant variant, const FlatTables& flat) {
    const bool simple = variant == Variant::simple;
    const auto body = read<kTypes>(flat, "type_body", kBodies - 1);
    const auto mutation = read<kTypes>(flat, "type_mutation", 1);
    const auto count = read<kTypes>(flat, "type_count", 13);
    const auto removed = read<kTypes>(flat, "simple_removed", 1);
    std::array<int, kBodies> in_box{};
    for (int type = 0; type < kTypes; ++type) {
        const unsigned i = index(type);
        const int b = body[i];
        require(kFirstTypeOf[b] <= type && type < kFirstTypeOf[b + 1], "a type's body is wrong");
        in_box[index(b)] += count[i];
        require(count[i] >= 1, "a type has no card");
        require(b != kPolaris || mutation[i] == 0, "Polaris has a mutation");
        if (!simple || removed[i] == 0) t.avail |= cards_of(type, count[i]);
        if (mutation[i] == 1) t.flips[i] = static_cast<std::uint8_t>(1U << (simple ? kLatria : b));
    }
    for (const Counts mask : kBodyLanes)
        require(total_of(t.avail & mask) >= kMaxRounds, "a pile is too small");
    require(std::ranges::all_of(in_box, [](int n) { return n == 13; }), "a pile has not 13 cards");
    const Values& v = t.values;
    require(count[kSpecial] == 1 && removed[kSpecial] == 1 && v.type_vp[kSpecial] == 0 &&
                v.type_mult[kSpecial] == 1,
            "the special card is not special");
    int doublings = popcount(v.card_twice);
    for (unsigned i = 0; i < kTypes; ++i) doublings += v.type_mult[i] == 2 ? count[i] : 0;
    require(doublings <= 16, "more than 16 cards double");
    t.initial_ecl = variant == Variant::star_eclipse ? 1U << kPolaris : 0;
}

}  // namespace

Tables::Tables(const Options& options, const FlatTables& flat)
    : hand_size(0), rounds(0), deck(0), left_after{}, avail(0), values(read_values(flat)),
      initial_ecl(0), flips{}, follow{}, captured_under{} {
    read_setup(*this, options.players, flat);
    read_celestial(*this, options.variant, flat);
    for (int suit = 0; suit < kBodies; ++suit)
        follow[index(suit)] = suit_cards(suit) | suit_cards(kLatria);
    follow[kNoTarget] = kAllCards;
    for (int card = 0; card < kCards; ++card) {
        const int number = number_of(card);
        const Cards lower = kColumn * low_bits(number - 1);
        const Cards higher = kAllCards & ~(kColumn * low_bits(number));
        auto& captured = captured_under[index(card)];
        captured[0] = lower & values.valuable;
        captured[1] = (options.capture_lower ? lower : higher) & values.valuable;
    }
}

}  // namespace bitmeeple::latria
