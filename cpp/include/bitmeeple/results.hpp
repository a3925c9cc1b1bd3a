#pragma once
// Results that every game computes alike: ranks from an order, shares of a win.

#include <cstdint>
#include <span>

namespace bitmeeple {

/// rank = 1 + number of seats strictly better; better(a, b): seat a is strictly better than b.
template <class Better>
inline void rank_seats(std::span<std::int32_t> ranking, Better&& better) noexcept {
    const int n = static_cast<int>(ranking.size());
    for (int seat = 0; seat < n; ++seat) {
        std::int32_t rank = 1;
        for (int other = 0; other < n; ++other) rank += better(other, seat) ? 1 : 0;
        ranking[static_cast<std::size_t>(seat)] = rank;
    }
}

/// k seats of rank 1 get 1/k each, the others 0. The quotient is rounded once.
template <class Real>
inline void share_win(std::span<const std::int32_t> ranking, std::span<Real> returns) noexcept {
    int winners = 0;
    for (const auto rank : ranking) winners += rank == 1 ? 1 : 0;
    for (std::size_t seat = 0; seat < ranking.size(); ++seat)
        returns[seat] = ranking[seat] == 1 ? Real{1} / static_cast<Real>(winners) : Real{0};
}

}  // namespace bitmeeple
