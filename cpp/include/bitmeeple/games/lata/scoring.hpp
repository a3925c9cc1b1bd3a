#pragma once
// Lata: values of scoring cards [section 6.1]. Included by rules.hpp.

namespace bitmeeple::lata {

namespace factory {

[[nodiscard]] constexpr int height(std::uint64_t stack) noexcept {
    return stack == 0 ? 0 : msb(stack) / 8 + 1;
}

/// [L-58] [L-59] Covered cards and the starting card included.
[[nodiscard]] constexpr std::uint64_t all_cards(const Seat& seat) noexcept {
    std::uint64_t cards = 0;
    for (std::uint64_t stack : seat.stacks)
        for (; stack != 0; stack >>= 8) cards |= bit(static_cast<int>(stack & 0xFF));
    return cards;
}

[[nodiscard]] constexpr std::uint64_t visible_cards(const Seat& seat) noexcept {
    std::uint64_t cards = 0;
    for (const std::uint64_t stack : seat.stacks) cards |= bit(static_cast<int>(stack & 0xFF));
    return cards & ~std::uint64_t{1};  // bit 0: empty spaces
}

}  // namespace factory

/// Sum over the bits of `select` of f(bit).
template <class F>
[[nodiscard]] constexpr int sum_selected(unsigned select, F&& f) noexcept {
    int total = 0;
    for_each_bit(select, [&](int i) { total += f(static_cast<unsigned>(i)); });
    return total;
}

/// The least f(bit) over the bits of `select`; 0 if there are none.
template <class F>
[[nodiscard]] constexpr int least_selected(unsigned select, F&& f) noexcept {
    int least = select == 0 ? 0 : 1 << 30;
    for_each_bit(select, [&](int i) { least = std::min(least, f(static_cast<unsigned>(i))); });
    return least;
}

/// What one scoring card is worth to a seat now. "Own markets" are completed ones, with their
/// printed numbers [L-52]; one rounding down, on the total [L-54].
inline int Game::value_of(const State& s, int player, const Rule& rule) const noexcept {
    const Seat& seat = s.seats[index(player)];
    const Tables& t = tables_;
    const std::uint64_t own = seat.markets;
    const auto cards = [&] {
        return rule.all ? factory::all_cards(seat) : factory::visible_cards(seat);
    };
    const auto flags_of = [&](unsigned nation) { return t.flags[nation].sum(own); };
    const auto cubes_held = [&] { return seat.held[0] + seat.held[1] + seat.held[2]; };
    const auto cubes_required = [&](unsigned c) { return t.required[c].sum(own); };
    const auto ap_sum = [&] {
        return popcount(own & t.ap_exactly[1]) + 2 * popcount(own & t.ap_exactly[2]) +
               3 * popcount(own & t.ap_exactly[3]);
    };
    switch (rule.kind) {
        case RuleKind::flat: return rule.vp;
        case RuleKind::color:
            return rule.vp * sum_selected(rule.select, [&](unsigned colour) {
                       return popcount(cards() & t.of_colour[colour]);
                   });
        case RuleKind::icon:  // [L-65]
            return rule.vp * sum_selected(rule.select, [&](unsigned icon) {
                       return t.icons[icon].sum(cards());
                   });
        case RuleKind::market_cubes:
            return rule.vp * (sum_selected(rule.select, cubes_required) / rule.per);
        case RuleKind::market_flags:  // [L-63]
            return rule.vp * (sum_selected(rule.select, flags_of) / rule.per);
        case RuleKind::market_ap_sum: return rule.vp * (ap_sum() / rule.per);  // [L-53]
        case RuleKind::market_ap_icon:
            return rule.vp * sum_selected(rule.select, [&](unsigned ap) {
                       return popcount(own & t.ap_exactly[ap]);
                   });
        case RuleKind::flag_sets:  // [L-62]
            return rule.vp * least_selected(rule.select, flags_of);
        case RuleKind::best_space: {  // [L-56]
            int tallest = 0;
            for (const auto stack : seat.stacks)
                tallest = std::max(tallest, factory::height(stack));
            return rule.vp * tallest;
        }
        case RuleKind::space_cost: {  // [L-57]
            int number = 0;
            for (unsigned space = 0; space < kSpaces; ++space)
                if ((rule.select >> t.space_cost[space] & 1) != 0)
                    number += factory::height(seat.stacks[space]);
            return rule.vp * number;
        }
        case RuleKind::color_sets: {  // [L-58]
            const std::uint64_t all = factory::all_cards(seat);
            return rule.vp * least_selected(rule.select, [&](unsigned colour) {
                       return popcount(all & t.of_colour[colour]);
                   });
        }
        case RuleKind::discard_cards: return rule.vp * popcount(s.discard);  // [L-60]
        case RuleKind::discard_icon:
            return rule.vp * sum_selected(rule.select, [&](unsigned icon) {
                       return t.icons[icon].sum(s.discard);
                   });
        case RuleKind::threshold: {  // [L-55] [L-61]
            const int what = (rule.select & 1) != 0   ? cubes_held()
                             : (rule.select & 2) != 0 ? int{seat.money}
                                                      : int{seat.ap};
            return what >= rule.at_least ? rule.vp : 0;
        }
        case RuleKind::flags_and_pairs: {  // [L-64]
            int value = 0;
            for (unsigned nation = 0; nation < index(t.nations); ++nation)
                value += rule.vp * flags_of(nation) + rule.vp2 * (flags_of(nation) / 2);
            return value;
        }
        case RuleKind::money: return rule.vp * seat.money;
        case RuleKind::cubes_made: {  // [L-78]
            int made = cubes_held();
            for (unsigned c = 0; c < kColours; ++c) made += cubes_required(c);
            for_each_bit(s.market_display, [&](int m) {
                const unsigned cubes = s.cubes[index(m)];
                made += static_cast<int>((cubes & 0xF) + (cubes >> 4 & 0xF) + (cubes >> 8 & 0xF));
            });
            return rule.vp * (made / rule.per);
        }
    }
    return 0;
}

/// Running points: all own scoring cards as if the game ended here.
inline int Game::points_of(const State& s, int player) const noexcept {
    int points = value_of(s, player, tables_.rules[tables_.starting_scoring[index(player)]]);
    for_each_bit(s.seats[index(player)].scoring,
                 [&](int card) { points += value_of(s, player, tables_.rules[index(card)]); });
    return points;
}

}  // namespace bitmeeple::lata
