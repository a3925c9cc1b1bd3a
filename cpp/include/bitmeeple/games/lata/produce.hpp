#pragma once
// Lata: steps C0 and C1 of a turn, production. Included by rules.hpp.
//
// The line has ten slots, two per space, top icon first. Turn::possible holds for each colour the
// slots whose icon can make it; that does not change during a turn.

namespace bitmeeple::lata {

namespace line {

inline constexpr unsigned kSlots = (1U << kEndSlot) - 1;

/// The slots before the last one of `slots`.
[[nodiscard]] constexpr unsigned before_last(unsigned slots) noexcept {
    return std::bit_floor(slots | 1) - 1;
}

/// [4.6] [L-23] [L-24] [L-25] Slots with an icon of the recipe whose partner comes later, paid,
/// used or skipped: nothing is used up but the icon itself.
[[nodiscard]] constexpr unsigned makers(unsigned icons, unsigned partners) noexcept {
    return (icons & before_last(partners)) | (partners & before_last(icons));
}

/// Every colour's bit at one slot.
inline constexpr std::uint64_t kColourBits = 0x0000'0001'0001'0001;
[[nodiscard]] constexpr unsigned colours_at(std::uint64_t possible, unsigned slot) noexcept {
    const std::uint64_t bits = possible >> slot & kColourBits;
    return static_cast<unsigned>(bits | bits >> 15 | bits >> 30) & 7;
}

/// Pairs of colours in the order of SELL_TWO, and of CONVERT.
inline constexpr std::uint8_t kPairs[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
inline constexpr std::uint8_t kConversions[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};

}  // namespace line

/// [4.6, C0] [L-46] Optional, once, without cost; not the paid reveal.
inline void Game::answer_free_reveal(State& s, int action) const noexcept {
    if (action == kFreeReveal) return await(s, Node::market_free, s.market_deck);
    begin_production(s);
}

inline void Game::begin_production(State& s) const noexcept {
    lay_out_line(s);
    continue_production(s);
}

/// Icons and special uses of the visible cards, at the start of C1.
inline void Game::lay_out_line(State& s) const noexcept {
    const std::uint64_t line = line_of(actor(s));
    s.turn.possible = possible_colours(line);
    s.turn.specials = static_cast<std::uint32_t>(line >> kLineSpecials);
}

/// [L-08] The visible cards side by side: icons by slot, then uses of special cards by space.
inline std::uint64_t Game::line_of(const Seat& seat) const noexcept {
    std::uint64_t line = 0;
    for (unsigned space = 0; space < kSpaces; ++space)
        line |= tables_.line[space][seat.stacks[space] & 0xFF];
    return line;
}

/// colours(q) of every icon of the line [4.6] [L-03] [L-27] [L-28].
inline std::uint64_t Game::possible_colours(std::uint64_t line) const noexcept {
    std::uint64_t possible = 0;
    for (int c = 0; c < kColours; ++c) {
        const auto [icon, partner] = tables_.recipe[index(c)];
        unsigned makers = static_cast<unsigned>(line >> kEndSlot * icon) & line::kSlots;
        if (partner >= 0)
            makers = line::makers(makers,
                                  static_cast<unsigned>(line >> kEndSlot * partner) & line::kSlots);
        possible |= std::uint64_t{makers} << 16 * c;
    }
    return possible;
}

/// [4.6, settle] [L-29] Passes icons that can make nothing, and all of them if the next card can't
/// be paid. True at a choice of C1; false when C1 has ended by itself.
inline bool Game::settle(State& s) const noexcept {
    Turn& turn = s.turn;
    const auto any =
        static_cast<unsigned>(turn.possible | turn.possible >> 16 | turn.possible >> 32) &
        line::kSlots;
    const unsigned slot = turn.slot + index(lsb((any | 1U << kEndSlot) >> turn.slot));
    const bool paid = turn.paid != 0 && slot == turn.slot;
    const bool can_pay =
        paid || actor(s).ap > 0 || (turn.specials & special_field(Special::money_to_ap)) != 0;
    turn.slot = can_pay ? byte(static_cast<int>(slot)) : std::uint8_t{kEndSlot};
    turn.paid = paid ? 1 : 0;
    if (turn.slot == kEndSlot && turn.specials == 0) return false;
    await(s, Node::produce, produce_choices(s));
    return true;
}

/// [4.6, C1] [L-26] [L-31] [L-45]
inline std::uint64_t Game::produce_choices(const State& s) const noexcept {
    const Turn& turn = s.turn;
    const Seat& seat = actor(s);
    std::uint64_t choices = bit(kFinish);
    if (turn.slot < kEndSlot) {
        choices |= bit(kSkip);
        if (turn.paid != 0 || seat.ap > 0)
            choices |= std::uint64_t{line::colours_at(turn.possible, turn.slot) & present(s.supply)}
                       << kMake;
    }
    if (turn.specials != 0) choices |= special_choices(s);
    if (turn.revealed == 0 && seat.ap > 0 && s.market_deck != 0) choices |= bit(kRevealMarket);
    return choices;
}

/// Uses of visible special cards [4.6] [L-32] [L-33] [L-34] [L-35] [L-37]. Of several cards with
/// the same effect the leftmost with a use left counts.
inline std::uint64_t Game::special_choices(const State& s) const noexcept {
    const std::uint32_t uses = s.turn.specials;
    const Seat& seat = actor(s);
    const unsigned supply = present(s.supply);
    const unsigned held = present(seat.held);
    std::uint64_t choices = 0;
    if ((uses & special_field(Special::sell_two)) != 0)
        for (int k = 0; k < 6; ++k) {
            const auto [a, b] = line::kPairs[k];
            if (a == b ? seat.held[a] >= 2 : seat.held[a] >= 1 && seat.held[b] >= 1)
                choices |= bit(kSellTwo + k);
        }
    if ((uses & special_field(Special::convert_cube)) != 0)
        for (int k = 0; k < 6; ++k) {
            const auto [from, to] = line::kConversions[k];
            if ((held >> from & supply >> to & 1) != 0) choices |= bit(kConvert + k);
        }
    if ((uses & special_field(Special::money_to_ap)) != 0 && seat.money >= 1 &&
        seat.ap < kActionPoints)
        choices |= bit(kMoneyToAp);
    const unsigned first = uses >> kSpaces * static_cast<int>(Special::buy_first) & 0x1F;
    const unsigned second = uses >> kSpaces * static_cast<int>(Special::buy_second) & 0x1F;
    if ((first | second) != 0 && seat.money >= 1 &&
        (seat.ap >= 1 || std::countr_zero(second) < std::countr_zero(first)))
        choices |= std::uint64_t{supply} << kBuyCube;
    return choices;
}

inline void Game::continue_production(State& s) const noexcept {
    if (!settle(s) && !open_sales(s)) end_turn(s);
}

inline void Game::produce(State& s, int action) const noexcept {
    if (action < kSkip) return make(s, action - kMake);
    if (action == kSkip) return skip(s);
    if (action == kFinish) return finish(s);
    if (action == kRevealMarket) return reveal_market(s, Node::market_produce);
    if (action < kConvert) return sell_two(s, action - kSellTwo);
    if (action < kMoneyToAp) return convert_cube(s, action - kConvert);
    if (action == kMoneyToAp) return money_to_ap(s);
    buy_cube(s, action - kBuyCube);
}

/// [L-26] [L-29] The first cube of a card costs 1 AP, the second icon of the card is then free.
inline void Game::make(State& s, int colour) const noexcept {
    if (s.turn.paid == 0) --actor(s).ap;
    s.turn.paid = s.turn.slot % 2 == 0 ? 1 : 0;
    ++s.turn.slot;
    take_cube(s, colour);
    continue_production(s);
}

/// [L-27] Also a skipped icon is passed for good [L-24].
inline void Game::skip(State& s) const noexcept {
    s.turn.paid = 0;
    ++s.turn.slot;
    continue_production(s);
}

/// [L-40] To C2: no production from here on.
inline void Game::finish(State& s) const noexcept {
    if (!open_sales(s)) end_turn(s);
}

/// [L-33] [L-36] Two cubes of any colours, from this turn or from salt.
inline void Game::sell_two(State& s, int pair) const noexcept {
    const auto [a, b] = line::kPairs[pair];
    give_back_cube(s, a);
    give_back_cube(s, b);
    earn(actor(s), 1);
    spend_use(s, Special::sell_two);
    continue_production(s);
}

/// [L-34] [L-36]
inline void Game::convert_cube(State& s, int pair) const noexcept {
    const auto [from, to] = line::kConversions[pair];
    give_back_cube(s, from);
    take_cube(s, to);
    spend_use(s, Special::convert_cube);
    continue_production(s);
}

/// [L-35] The track ends at 9.
inline void Game::money_to_ap(State& s) const noexcept {
    Seat& seat = actor(s);
    pay(seat, 1);
    seat.ap = byte(std::min(seat.ap + 2, kActionPoints));
    spend_use(s, Special::money_to_ap);
    continue_production(s);
}

/// [L-37] [L-38] The first cube of a card costs 1 AP more.
inline void Game::buy_cube(State& s, int colour) const noexcept {
    const std::uint32_t uses = s.turn.specials;
    const std::uint32_t first = uses >> kSpaces * static_cast<int>(Special::buy_first) & 0x1F;
    const std::uint32_t second = uses >> kSpaces * static_cast<int>(Special::buy_second) & 0x1F;
    pay(actor(s), 1);
    take_cube(s, colour);
    if (std::countr_zero(first) < std::countr_zero(second)) {
        --actor(s).ap;
        spend_use(s, Special::buy_first);
        s.turn.specials |= (first & -first) << kSpaces * static_cast<int>(Special::buy_second);
    } else {
        spend_use(s, Special::buy_second);
    }
    continue_production(s);
}

/// Spends the leftmost use of that kind.
inline void Game::spend_use(State& s, Special kind) noexcept {
    const std::uint32_t left = s.turn.specials & special_field(kind);
    s.turn.specials ^= left & -left;
}

}  // namespace bitmeeple::lata
