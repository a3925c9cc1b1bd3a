#pragma once
// Lumen: Command boards, sections 4.4 (FILL, LINK) and 4.5. Included by rules.hpp.

#include "bitmeeple/games/lumen/rules.hpp"

namespace bitmeeple::lumen {

/// [L-11] Filled neighbours of c that carry v - 1, v and v + 1.
inline Game::Close Game::close_values(const Board& board, int c, int v) const noexcept {
    const Mask around = tables_.cell_adjacency[index(c)];
    const std::uint32_t* const with = &board.with[index(v)];
    return {with[0] & around, with[1] & around, with[2] & around};
}

/// Empty unbarred cells next to a filled one; the first fill is free. [L-13]
inline Mask Game::fillable(const Board& board) const noexcept {
    if (board.filled == 0) [[unlikely]]
        return kAllCells & ~board.barred;
    return board.reach & ~(board.filled | board.barred);
}

/// Empty cells whose loss leaves the unbarred rest connected. [L-28]
inline Mask Game::barrable(const Board& board) const noexcept {
    const Mask barred = board.barred;
    const Mask cut = popcount(barred) <= 1
                         ? tables_.cut_cells[barred == 0 ? kCells : index(lsb(barred))]
                         : cut_cells(tables_.cell_adjacency, barred);
    return kAllCells & ~(board.filled | barred | cut);
}

inline void Game::write_value(Board& board, int c, int v) const noexcept {
    board.with[index(v + 1)] |= cell_bit(c);
    board.filled |= cell_bit(c);
    board.reach |= tables_.cell_adjacency[index(c)];
}

/// FILL: writes the number, counts the Reinforcements, crosses a High Command box.
/// [L-11] [L-14] [L-19]
inline void Game::fill(State& s, int c) const noexcept {
    assert(s.reinforcements == 0 && s.cell == kNone);
    const int p = turn_player(s);
    Board& board = seat(s, p).board;
    const int v = s.value;
    const Close close = close_values(board, c, v);
    write_value(board, c, v);
    if (close.same != 0) {  // every neighbour new to the Area counts, and so does c
        const Mask area = board.area | close.same | cell_bit(c);
        s.reinforcements = u8(popcount(area & ~board.area));
        board.area = area;
    }
    s.value = kNone;
    if (v >= tables_.threshold && cross(s, p)) {
        s.cell = u8(c);
        s.written = u8(v);
        s.node = Node::bonus_draw;
        return;
    }
    if (((close.lower & ~board.up) | (close.upper & ~board.down)) == 0) return begin_phase_3(s, 0);
    s.cell = u8(c);
    s.written = u8(v);
    link_down(s, close);
}

/// The same for the cell just filled, where play was interrupted.
inline Game::Close Game::close_to_cell(const State& s) const noexcept {
    return close_values(seat(s, turn_player(s)).board, s.cell, s.written);
}

/// Neighbours that the new cell may be linked down to: value - 1 and no up-link. [L-16]
inline Mask Game::lower_candidates(const State& s) const noexcept {
    return close_to_cell(s).lower & ~seat(s, turn_player(s)).board.up;
}
inline Mask Game::upper_candidates(const State& s) const noexcept {
    return close_to_cell(s).upper & ~seat(s, turn_player(s)).board.down;
}

inline void Game::link(Board& board, int lower, int upper) noexcept {
    board.links[index(lower)] = u8(upper + 1);
    board.up |= cell_bit(lower);
    board.down |= cell_bit(upper);
}

/// LINK_DOWN: a link is compulsory, a choice only among several. [L-15] [L-17] [L-18]
inline void Game::link_down(State& s, Close close) const noexcept {
    Board& board = seat(s, turn_player(s)).board;
    const Mask candidates = close.lower & ~board.up;
    if (candidates != 0) {
        if (popcount(candidates) >= 2) {
            s.node = Node::link_down;
            return;
        }
        link(board, lsb(candidates), s.cell);
    }
    link_up(s, close);
}

inline void Game::choose_link_down(State& s, int d) const noexcept {
    link(seat(s, turn_player(s)).board, d, s.cell);
    link_up(s, close_to_cell(s));
}

/// LINK_UP: likewise. [L-15] [L-17]
inline void Game::link_up(State& s, Close close) const noexcept {
    Board& board = seat(s, turn_player(s)).board;
    const Mask candidates = close.upper & ~board.down;
    if (candidates != 0) {
        if (popcount(candidates) >= 2) {
            s.node = Node::link_up;
            return;
        }
        link(board, s.cell, lsb(candidates));
    }
    begin_phase_3(s, chain_actions(board, s.cell));
}

inline void Game::choose_link_up(State& s, int d) const noexcept {
    Board& board = seat(s, turn_player(s)).board;
    link(board, s.cell, d);
    begin_phase_3(s, chain_actions(board, s.cell));
}

/// Cells newly in a Chain: c and each linked neighbour that had no other link. [L-16]
inline int Game::chain_actions(const Board& board, int c) const noexcept {
    if (((board.up | board.down) & cell_bit(c)) == 0) return 0;
    int actions = 1;
    if ((board.up & cell_bit(c)) != 0)
        actions += (board.up >> (board.links[index(c)] - 1) & 1) == 0;
    if ((board.down & cell_bit(c)) != 0)
        for_each_bit(tables_.cell_adjacency[index(c)] & board.up, [&](int d) {
            if (board.links[index(d)] == c + 1) actions += (board.down >> d & 1) == 0;
        });
    return actions;
}

/// BAR: for good. [L-28]
inline void Game::bar(State& s, int c) const noexcept {
    seat(s, 1 - s.enter_player).board.barred |= cell_bit(c);
    finish_enter(s);
}

}  // namespace bitmeeple::lumen
