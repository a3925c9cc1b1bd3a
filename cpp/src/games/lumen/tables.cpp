// Lumen: reading the tables. The loader has validated the file; ranges are checked again.

#include "bitmeeple/games/lumen/tables.hpp"

#include <algorithm>

namespace bitmeeple::lumen {

namespace {

constexpr int kAllTerritories = 0xFFFF;

[[noreturn]] void refuse(const char* table) {
    throw std::invalid_argument(std::string("table '") + table + "' is not as specified");
}

/// A fixed property of the types; the rules are written for just these values.
template <std::size_t N>
void require_fixed(const FlatTables& flat, const char* name, const std::array<int, N>& fixed) {
    if (!std::ranges::equal(flat.list(name, N, 0, 255), fixed)) refuse(name);
}

/// A list of small numbers as bytes.
template <std::size_t N>
std::array<std::uint8_t, N> bytes(const FlatTables& flat, const char* name, int lowest,
                                  int highest) {
    std::array<std::uint8_t, N> out{};
    const auto values = flat.list(name, N, lowest, highest);
    for (std::size_t i = 0; i < N; ++i) out[i] = u8(values[i]);
    return out;
}

std::array<std::uint16_t, kTerritories> masks(const FlatTables& flat, const char* name,
                                              Mask in_play) {
    std::array<std::uint16_t, kTerritories> out{};
    const auto values = flat.list(name, kTerritories, 0, kAllTerritories);
    for (unsigned t = 0; t < kTerritories; ++t) {
        const auto mask = static_cast<Mask>(values[t]);
        if ((mask & ~in_play) != 0 || (mask >> t & 1) != 0) refuse(name);
        if (mask != 0 && (in_play >> t & 1) == 0) refuse(name);
        out[t] = static_cast<std::uint16_t>(mask);
    }
    return out;
}

Mask flags(const FlatTables& flat, const char* name) {
    Mask mask = 0;
    const auto values = flat.list(name, kTerritories, 0, 1);
    for (unsigned t = 0; t < kTerritories; ++t) mask |= static_cast<Mask>(values[t]) << t;
    return mask;
}

/// Indices whose mask is not empty.
Mask non_empty(const std::array<std::uint16_t, kTerritories>& of) {
    Mask mask = 0;
    for (unsigned t = 0; t < kTerritories; ++t) mask |= Mask{of[t] != 0} << t;
    return mask;
}

}  // namespace

bool connected(const std::array<Mask, kCells>& adjacency, Mask mask) {
    Mask reached = mask & (~mask + 1);
    for (Mask before = 0; before != reached;) {
        before = reached;
        for_each_bit(before, [&](int c) { reached |= adjacency[index(c)] & mask; });
    }
    return reached == mask;
}

Mask cut_cells(const std::array<Mask, kCells>& adjacency, Mask barred) {
    Mask cut = 0;
    for (int c = 0; c < kCells; ++c)
        if (!connected(adjacency, kAllCells & ~barred & ~(Mask{1} << c))) cut |= Mask{1} << c;
    return cut;
}

Tables::Tables(const FlatTables& flat) {
    if (flat.value("turns", 0, 99) != kTurns) refuse("turns");
    if (flat.value("reserve_slots", 0, 99) != kReserve) refuse("reserve_slots");
    read_board(flat);
    read_tokens(flat);
    read_map(flat);
    read_scenario(flat);
}

void Tables::read_board(const FlatTables& flat) {
    row_boxes = bytes<kRows>(flat, "row_boxes", 0, kTurns);
    int sum = 0;
    for (const auto boxes : row_boxes) sum += boxes;
    if (sum != kTurns) refuse("row_boxes");  // CALC is never empty (4.8)
    const auto adjacent = flat.list("cell_adjacency", kCells, 0, static_cast<int>(kAllCells));
    for (unsigned c = 0; c < kCells; ++c) cell_adjacency[c] = static_cast<Mask>(adjacent[c]);
    for (unsigned c = 0; c < kCells; ++c) {
        if (popcount(cell_adjacency[c]) > kMaxNeighbours) refuse("cell_adjacency");
        for (unsigned d = 0; d < kCells; ++d)
            if ((cell_adjacency[c] >> d & 1) != (c == d ? 0 : cell_adjacency[d] >> c & 1))
                refuse("cell_adjacency");
    }
    if (!connected(cell_adjacency, kAllCells)) refuse("cell_adjacency");
    cut_cells[kCells] = lumen::cut_cells(cell_adjacency, 0);
    for (unsigned c = 0; c < kCells; ++c)
        cut_cells[c] = lumen::cut_cells(cell_adjacency, Mask{1} << c);
    const auto ends = flat.list("edges", 1, kCells);
    if (ends.size() % 2 != 0 || ends.size() > 2 * kMaxEdges) refuse("edges");
    for (std::size_t i = 0; i < ends.size(); i += 2)
        edges.push_back({ends[i] - 1, ends[i + 1] - 1});

    threshold = flat.value("threshold", 0, kMaxValue + 1);
    slot_boxes = bytes<kSlots>(flat, "slot_boxes", 1, kBoxes);
    slot_of_box.fill(kNone);
    for (unsigned s = 0; s < kSlots; ++s) {
        if (s > 0 && slot_boxes[s] <= slot_boxes[s - 1]) refuse("slot_boxes");
        slot_of_box[slot_boxes[s]] = static_cast<std::uint8_t>(s);
    }
    const auto objective = flat.list("slot_objective", kSlots, 0, 1);
    slot_objective = 0;
    for (unsigned s = 0; s < kSlots; ++s)
        slot_objective |= static_cast<unsigned>(objective[s]) << s;
}

/// Counts, strengths and values are those of the data. [L-06]
void Tables::read_tokens(const FlatTables& flat) {
    fighter_counts = bytes<kTypes>(flat, "fighter_counts", 1, kMaxCopies);
    int basic = 0;
    for (unsigned t = 0; t < kBasicTypes; ++t) basic += fighter_counts[t];
    if (basic != 16) refuse("fighter_counts");
    for (unsigned t = kBasicTypes; t < kTypes; ++t)
        if (fighter_counts[t] != 1) refuse("fighter_counts");
    const auto on = flat.list("strength_active", kTypes, 0, 9);
    const auto off = flat.list("strength_inactive", kTypes, 0, 9);
    for (unsigned t = 0; t < kTypes; ++t) {
        strength[2 * t] = u8(on[t]);
        strength[2 * t + 1] = u8(off[t]);
    }
    require_fixed<kTypes>(flat, "fighter_two_sided", {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    require_fixed<kTypes>(flat, "fighter_immune", {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    require_fixed<kTypes>(flat, "fighter_land_move",
                          {kAlways, kNever, kAlways, kAlways, kAlways, kAlways, kAlways, kAlways,
                           kAlways, kAlways, kActiveSide, kActiveSide, kAlways, kInactiveSide});

    const auto kinds = flat.list("discovery_counts", kKinds, 0, 15);
    discovery_counts = 0;
    int tokens = 0;
    for (unsigned k = 0; k < kKinds; ++k) {
        if (k >= kLootKinds && kinds[k] > 3) refuse("discovery_counts");
        discovery_counts |= static_cast<std::uint64_t>(kinds[k]) << 8 * k;
        tokens += kinds[k];
    }
    if (tokens != 15) refuse("discovery_counts");
    loot_values = bytes<kLootKinds>(flat, "loot_values", 1, 20);
    least_loot = *std::min_element(loot_values.begin(), loot_values.end());
    objective_values = bytes<kObjectives>(flat, "objective_values", 1, 35);
    const auto counts = flat.list("objective_counts", kObjectives, 0, kObjectiveTokens);
    objective_counts = 0;
    int objectives = 0;
    for (unsigned k = 0; k < kObjectives; ++k) {
        if (k > 0 && objective_values[k] <= objective_values[k - 1]) refuse("objective_values");
        objective_counts |= static_cast<std::uint32_t>(counts[k]) << 8 * k;
        objectives += counts[k];
    }
    if (objectives != kObjectiveTokens) refuse("objective_counts");
}

/// Territories are adjacent where the data say so. [L-04] [L-05]
void Tables::read_map(const FlatTables& flat) {
    territory_ids = bytes<kTerritories>(flat, "territory_ids", 10, 79);
    lumens = bytes<kTerritories>(flat, "territory_lumens", 0, 20);
    in_play = flags(flat, "in_play");
    adjacency = masks(flat, "adjacency", in_play);
    river_links = masks(flat, "river_links", in_play);
    river_banks = flags(flat, "river_banks") & in_play;

    const auto seasons = flat.list("territory_seasons", kTerritories, 0, 3);
    const auto of_season = [&](int season) {
        Mask mask = 0;
        for (unsigned t = 0; t < kTerritories; ++t) mask |= Mask{seasons[t] == season} << t;
        return mask & in_play;
    };
    winter = of_season(kWinter);
    mud = of_season(flat.value("muddy_season", -1, 3));
    active = in_play & ~of_season(flat.value("no_activation_season", -1, 3));

    const int count = flat.value("island_count", 0, 7);
    islands.assign(index(count), 0);
    const auto island_of = flat.list("islands", kTerritories, -1, count - 1);
    const auto zones = flat.list("air_zones", kTerritories, -1, 6);
    const bool air = flat.value("air_allowed", 0, 1) == 1;
    const bool has_passages = flat.value("winter_passages", 0, 1) == 1;
    for (unsigned t = 0; t < kTerritories; ++t)
        if (island_of[t] >= 0) islands[index(island_of[t])] |= Mask{1} << t;
    for (unsigned t = 0; t < kTerritories; ++t) {
        const Mask self = Mask{1} << t;
        near[t] = static_cast<std::uint16_t>(adjacency[t] | self);
        river_links[t] = static_cast<std::uint16_t>(river_links[t] & ~adjacency[t]);
        island[t] = static_cast<std::uint16_t>(
            count > 0 && island_of[t] >= 0 ? islands[index(island_of[t])] : in_play);
        Mask zone = 0;
        for (unsigned u = 0; u < kTerritories; ++u) zone |= Mask{zones[u] == zones[t]} << u;
        flights[t] = static_cast<std::uint16_t>(
            air && (in_play & self) != 0 ? zone & island[t] & in_play & ~self : 0);
        passages[t] =
            static_cast<std::uint16_t>(has_passages && (winter & self) != 0 ? winter & ~self : 0);
    }
    has_step = non_empty(adjacency);
    has_river_link = non_empty(river_links);
    has_passage = non_empty(passages);
    has_flight = non_empty(flights);
    mudshell_land_move = flat.value("mudshell_land_move", 0, 1) == 1;
}

void Tables::read_scenario(const FlatTables& flat) {
    const auto playable = [&](int t) { return t >= 0 && (in_play >> t & 1) != 0; };
    const auto start = flat.list("starting_fighters", 0, kTerritories - 1);
    if (start.size() % 3 != 0) refuse("starting_fighters");
    std::array<std::array<int, kBasicTypes>, kPlayers> placed{};
    std::array<int, kPlayers> total{};
    Mask occupied = 0;
    for (std::size_t i = 0; i < start.size(); i += 3) {
        const StartingFighter f{start[i], start[i + 1], start[i + 2]};
        if (f.seat >= kPlayers || f.type >= kBasicTypes || !playable(f.territory) ||
            ++placed[index(f.seat)][index(f.type)] > fighter_counts[index(f.type)])
            refuse("starting_fighters");
        ++total[index(f.seat)];
        occupied |= Mask{1} << f.territory;
        starting_fighters.push_back(f);
    }
    if (total[0] == 0 || total[1] == 0 || popcount(in_play & ~occupied) > 15)
        refuse("starting_fighters");
    initiative = flat.value("initiative", 0, kTerritories - 1);
    if (!playable(initiative)) refuse("initiative");
    const auto letters = flat.list("frontiers", 1, kAllTerritories);
    if (letters.size() > kMaxFrontiers) refuse("frontiers");
    frontier_count = static_cast<int>(letters.size());
    frontiers.fill(0);
    for (std::size_t k = 0; k < letters.size(); ++k) {
        frontiers[k] = static_cast<std::uint16_t>(letters[k]);
        if ((frontiers[k] & ~in_play) != 0) refuse("frontiers");
    }
    reach = flat.value("reach", -1, kTerritories - 1);
    if (reach >= 0 && !playable(reach)) refuse("reach");
    const auto crossing = flat.list("great_crossing", 3, -1, kObjectiveTokens);
    great_crossing = {crossing[0], crossing[1]};
    crossing_tokens = crossing[2];
    if (crossing_tokens < 0 || (crossing[0] < 0) != (crossing[1] < 0)) refuse("great_crossing");
    for (const int t : great_crossing)
        if (t >= kTerritories || (t >= 0 && !playable(t))) refuse("great_crossing");
    has_presence_award = reach >= 0 || great_crossing[0] >= 0;
    first_mercenary_objective = flat.value("first_mercenary_objective", 0, 1) == 1;
    empty_bag_objective = flat.value("empty_bag_objective", 0, kObjectiveTokens);
    const auto ends = flat.list("end_objectives", 4, 0, 1);
    end_initiative = ends[0] == 1;
    end_loose_cells = ends[1] == 1;
    end_islands = ends[2] == 1;
    end_winter = ends[3] == 1;
}

}  // namespace bitmeeple::lumen
