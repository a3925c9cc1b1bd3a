#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "bitmeeple/games/el_caballero/rules.hpp"
#include "bitmeeple/games/el_caballero/shipped.hpp"
#include "generic.hpp"

#include <algorithm>
#include <sstream>

using namespace bitmeeple;
namespace ec = bitmeeple::el_caballero;

namespace {

/// The shipped tables, or some of them replaced.
ec::Game make(int players, int variant, int first = 0, std::vector<FlatTable> other = {}) {
    const std::int32_t values[] = {players, variant, first};
    const FlatTable options[] = {{"players", std::span(values).subspan(0, 1)},
                                 {"variant", std::span(values).subspan(1, 1)},
                                 {"first_player", std::span(values).subspan(2, 1)}};
    for (const FlatTable& table : ec::shipped::tables_)
        if (std::ranges::none_of(other, [&](const auto& o) { return o.name == table.name; }))
            other.push_back(table);
    return {FlatTables(options), FlatTables(other)};
}

/// A position in the notation of section 10: "A(15,15)=10/0 K(14,15)=0:3+C+G+sNE N=5,8".
/// Seat p has played 13 - p; `player` is to move with one area card to lay.
struct Built {
    const ec::Game& game;
    int player = 0;
    std::vector<int> display{};
    int governor_ship = 0;

    ec::State operator()(const std::string& text) const { return game.from_value(dict(text)); }

    Value dict(const std::string& text) const {
        const int n = game.num_players();
        const int size = game.tables().size;
        std::vector<std::pair<int, Value>> areas;
        std::vector<std::vector<std::pair<int, Value>>> cards(static_cast<std::size_t>(n));
        std::vector<int> courts(static_cast<std::size_t>(n), 5);
        std::vector<Value> grandes(static_cast<std::size_t>(n));
        List governors;
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            int row = 0, col = 0, first = 0, second = 0;
            char side = 0;
            if (std::sscanf(word.c_str(), "A(%d,%d)=%d/%d", &row, &col, &first, &second) == 4) {
                areas.emplace_back(
                    size * row + col,
                    Dict{{"cell", size * row + col}, {"type", first}, {"rotation", second}});
            } else if (std::sscanf(word.c_str(), "K(%d,%d)=%d:%d", &row, &col, &first, &second) ==
                       4) {
                const auto marks = word.substr(word.find(':') + 2);
                List ships;
                const auto at = marks.find('s');
                for (int d = 0; d < 4; ++d)
                    if (at != std::string::npos && marks.find("NESW"[d], at) != std::string::npos)
                        ships.emplace_back(d);
                const auto seat = static_cast<std::size_t>(first);
                if (marks.find("+G") != std::string::npos) grandes[seat] = size * row + col;
                cards[seat].emplace_back(size * row + col,
                                         Dict{{"cell", size * row + col},
                                              {"orientation", second},
                                              {"castillo", marks.find("+C") != std::string::npos},
                                              {"ships", std::move(ships)}});
            } else if (std::sscanf(word.c_str(), "V(%d,%d,%c)=%d", &row, &col, &side, &first) ==
                       4) {
                governors.emplace_back(
                    Dict{{"cell", size * row + col},
                         {"side", static_cast<int>(std::string("NESW").find(side))},
                         {"owner", first},
                         {"ship", governor_ship > 0}});
            } else if (word.starts_with("N=")) {
                std::istringstream numbers(word.substr(2));
                std::string number;
                for (std::size_t p = 0; std::getline(numbers, number, ','); ++p)
                    courts[p] = std::stoi(number);
            }
        }
        const auto sorted = [](auto entries) {
            std::ranges::sort(entries, {}, [](const auto& e) { return e.first; });
            List list;
            for (auto& [cell, value] : entries) list.push_back(value);
            return list;
        };
        std::vector<int> shown(static_cast<std::size_t>(game.tables().types));
        for (const int type : display) ++shown[static_cast<std::size_t>(type)];
        List seats;
        for (int p = 0; p < n; ++p) {
            List hand;
            for (int v = 1; v <= 13; ++v)
                if (v != 13 - p) hand.emplace_back(v);
            const auto seat = static_cast<std::size_t>(p);
            seats.emplace_back(Dict{{"court", courts[seat]},
                                    {"ships", 0},
                                    {"grande", grandes[seat]},
                                    {"hand", std::move(hand)},
                                    {"played", 13 - p},
                                    {"cards", sorted(cards[seat])}});
        }
        return Dict{
            {"node", "TURN"},
            {"round", 1},
            {"first_player", 0},
            {"points", int_list(std::vector<int>(static_cast<std::size_t>(n)))},
            {"area_cards", sorted(areas)},
            {"display", int_list(shown)},
            {"governors", std::move(governors)},
            {"seats", std::move(seats)},
            {"turn", Dict{{"index", player},
                          {"tiles_left", 1},
                          {"supply_taken", false},
                          {"card_actions", 2},
                          {"ship_buys", 2},
                          {"castillo_builds", 2},
                          {"grande_moves", 1}}},
            {"pending", Dict{{"tile", Value()}, {"cell", Value()}, {"ship_from", Value()}}}};
    }
};

int cell(const ec::Game& game, int row, int col) { return game.tables().size * row + col; }
int id(const ec::Game& game, ec::Menu menu) {
    return game.tables().cells + ec::kMenu + static_cast<int>(menu);
}
int tile(const ec::Game& game, int type) { return game.tables().cells + ec::kTile + type; }
int rot(const ec::Game& game, int k) { return game.tables().cells + ec::kRot + k; }
int ori(const ec::Game& game, int o) { return game.tables().cells + ec::kOri + o; }

/// Plays ids one after another; each must be legal, and the state stays sound.
void play(const ec::Game& game, ec::State& s, std::initializer_list<int> actions) {
    for (const int action : actions) {
        CAPTURE(action);
        REQUIRE(game.is_legal(s, action));
        game.apply_action(s, action);
        REQUIRE(game.check(s) == "");
    }
}
std::vector<int> legal(const ec::Game& game, const ec::State& s) {
    ec::Actions actions;
    game.legal_actions(s, actions);
    std::vector<int> ids;
    actions.for_each([&](int a) { ids.push_back(a); });
    return ids;
}
/// Orientations in which the mover may place a card in a cell, as they are.
std::vector<int> orientations(const ec::Game& game, ec::State s, int row, int col,
                              ec::Menu menu = ec::Menu::place_card) {
    play(game, s, {id(game, menu), cell(game, row, col)});
    auto ids = legal(game, s);
    for (int& a : ids) a -= game.tables().cells + ec::kOri;
    return ids;
}
using Ints = std::vector<int>;

}  // namespace

TEST_CASE("random games keep every invariant") {
    for (const int players : {2, 3, 4})
        for (const int variant : {0, 1})
            testing::check_random_games(make(players, variant, players - 1), 2, 1);
}

TEST_CASE("random games on a small table of strips and water keep every invariant") {
    const std::int32_t table[] = {9, 4, 4};
    const std::int32_t count[] = {8, 2, 2, 1, 2, 2, 1, 1, 12, 10, 2, 1, 1, 2, 1};
    for (const int variant : {0, 1})
        testing::check_random_games(make(3, variant, 0, {{"TABLE", table}, {"COUNT", count}}), 4,
                                    5);
}

TEST_CASE("the output of a rollout does not depend on the number of threads") {
    testing::check_threads(make(3, 0), 40);
}

TEST_CASE("X-04: the unequal rule and the court bound the numbers") {
    const auto game = make(3, 0);
    const std::string map = "A(15,15)=10/0 A(15,16)=2/3 A(16,15)=10/0 K(14,15)=0:3 K(16,16)=1:0 ";
    CHECK(orientations(game, Built{game, 2}(map + "N=3,1,8"), 17, 15) == Ints{0, 2, 4, 5, 6, 7});
    CHECK(orientations(game, Built{game, 2}(map + "N=3,1,5"), 17, 15) == Ints{0, 2, 4});
    // T-06: a second card counts with the first
    CHECK(orientations(game, Built{game, 0}(map + "N=8,1,5"), 17, 15) == Ints{0, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("T-05: a raise pays the difference") {
    const auto game = make(3, 0);
    auto s = Built{game,
                   0}("A(15,15)=10/0 A(15,16)=2/3 A(16,15)=10/0 K(14,15)=0:3 K(16,16)=1:0 N=8,1,5");
    // the south side shows 2 at o = 3; 4 would equal D's total
    CHECK(orientations(game, s, 14, 15, ec::Menu::raise_card) == Ints{0, 4, 5, 6, 7});
    play(game, s, {id(game, ec::Menu::raise_card), cell(game, 14, 15), ori(game, 0)});
    CHECK(s.seat[0].court == 7);
}

TEST_CASE("X-06: water-only cards cost one, land that comes later is free, ties are kept") {
    const auto game = make(3, 0);
    auto s = Built{game, 0, {5}}("A(15,15)=10/0 A(16,15)=5/3 K(14,15)=1:1");
    CHECK(orientations(game, s, 15, 14) == Ints{0, 1, 2, 3});
    play(game, s, {id(game, ec::Menu::place_card), cell(game, 15, 14), ori(game, 1)});
    CHECK(s.seat[0].court == 4);
    play(game, s, {tile(game, 5), cell(game, 16, 14), rot(game, 0)});
    CHECK(s.total[s.region[0]] == std::array<std::uint8_t, 4>{4, 4, 0, 0});
    CHECK(s.seat[0].court == 4);
}

TEST_CASE("X-07, T-04: a second land side forces a card back") {
    const auto game = make(3, 0);
    const std::string map = "A(15,15)=10/0 A(15,16)=5/3 ";
    auto s = Built{game, 0, {5}}(map + "K(14,15)=0:1 N=5");
    play(game, s, {tile(game, 5), cell(game, 14, 16), rot(game, 2)});
    CHECK(s.seat[0].cards == 0);
    CHECK(s.seat[0].court == 5);
    auto saved = Built{game, 0, {5}}(map + "K(14,15)=0:6+C N=2");
    play(game, saved, {tile(game, 5), cell(game, 14, 16), rot(game, 2)});
    CHECK(saved.seat[0].court == 7);
    CHECK(saved.supply_castillos == 12);
}

TEST_CASE("X-11: the scoring example") {
    const std::string map =
        "A(14,16)=2/0 A(15,14)=13/0 A(15,15)=13/0 A(15,16)=7/2 A(15,17)=11/0 A(16,15)=12/0 "
        "A(16,16)=6/3 K(14,15)=0:4+sE K(16,14)=1:0+sE K(15,18)=0:2 K(14,17)=1:0 K(13,16)=1:1";
    const auto three = make(3, 0);
    CHECK(ec::score_map(three.tables(), Built{three}(map)) == std::array{18, 14, 0, 0});
    const auto two = make(2, 0);
    CHECK(ec::score_map(two.tables(), Built{two}(map)) == std::array{16, 8, 0, 0});
}

TEST_CASE("T-08: a strip whose waters meet counts once") {
    const auto game = make(2, 0);
    const auto s = Built{game}(
        "A(15,15)=8/0 A(16,15)=2/0 A(16,14)=0/0 A(15,14)=4/0 A(16,16)=0/0 A(15,16)=2/0 "
        "K(17,15)=0:0+sN");
    CHECK(ec::score_map(game.tables(), s)[0] == 7);
}

TEST_CASE("X-12, X-13: governors") {
    const auto game = make(2, 1);
    auto s = Built{game}("A(15,15)=2/1 A(15,16)=3/3");
    play(game, s,
         {id(game, ec::Menu::place_governor), cell(game, 15, 15),
          game.tables().cells + ec::kSide + 1});
    CHECK(s.seat[0].court == 4);
    CHECK(ec::score_map(game.tables(), s)[0] == 6);
    const std::string water = "A(15,15)=10/2 A(15,16)=12/0 V(15,15,E)=0";
    auto w = Built{game}(water);
    CHECK(ec::score_map(game.tables(), w)[0] == 0);
    play(game, w,
         {id(game, ec::Menu::buy_ship), cell(game, 15, 15), game.tables().cells + ec::kSide + 1});
    CHECK(ec::score_map(game.tables(), w)[0] == 3);
    CHECK(!game.is_legal(w, id(game, ec::Menu::buy_ship)));
    play(game, w,
         {id(game, ec::Menu::ship_to_court), cell(game, 15, 15),
          game.tables().cells + ec::kSide + 1});
    CHECK(ec::score_map(game.tables(), w)[0] == 0);
    CHECK_THROWS_WITH_AS(Built{game}("A(15,15)=5/0 A(15,16)=3/3 K(14,15)=0:0 V(15,15,N)=0"),
                         doctest::Contains("I-22"), std::invalid_argument);
}

TEST_CASE("X-14: a card with several land sides needs the Grande") {
    const auto game = make(3, 1);
    const std::string map = "A(15,15)=2/1 A(14,15)=0/0 A(14,16)=5/1 A(14,17)=6/2 A(15,17)=5/3 ";
    auto s = Built{game}(map + "N=6");
    play(game, s, {id(game, ec::Menu::place_card), cell(game, 15, 16), ori(game, 0)});
    CHECK(s.seat[0].court == 0);
    CHECK(ec::score_map(game.tables(), s)[0] == 10);
    CHECK(orientations(game, Built{game}(map + "N=5"), 15, 16) == Ints{1});
    auto poor = Built{game}(map + "N=4");
    play(game, poor, {id(game, ec::Menu::place_card)});
    CHECK(!game.is_legal(poor, cell(game, 15, 16)));
    const auto base = make(3, 0);
    auto none = Built{base}(map + "N=8");
    play(base, none, {id(base, ec::Menu::place_card)});
    CHECK(!base.is_legal(none, cell(base, 15, 16)));
}

TEST_CASE("X-15: the Grande leaves, the castillo pays the next card") {
    const auto game = make(2, 1);
    auto s = Built{game}(
        "A(15,15)=10/0 A(16,15)=10/0 A(15,14)=10/2 A(16,14)=5/3 A(15,13)=5/1 K(14,15)=0:5 "
        "K(15,16)=1:4 K(17,15)=1:6 K(16,13)=0:6+C+G N=1,5");
    play(game, s, {id(game, ec::Menu::move_grande), cell(game, 14, 15)});
    CHECK(s.seat[0].court == 8);
    CHECK(s.seat[0].cards == 1);
    CHECK(s.seat[0].grande == 0);
    const auto numbers = orientations(game, s, 16, 16);
    CHECK(std::ranges::count(numbers, 7) == 0);  // west shows 6 at 6, 7 at 7: 15 = 15
    play(game, s, {id(game, ec::Menu::place_card), cell(game, 16, 16), ori(game, 4)});
    CHECK(s.seat[0].court == 0);
}

TEST_CASE("T-02: payment and placement are one") {
    const auto game = make(2, 0);
    const auto s = Built{game}(
        "A(15,15)=0/0 A(14,15)=0/0 A(13,15)=1/0 A(12,15)=10/3 K(15,14)=0:0 K(15,16)=0:0 "
        "K(14,14)=0:0 K(14,16)=0:0 K(13,14)=0:0 K(13,16)=0:0 N=12");
    CHECK(orientations(game, s, 11, 15) == Ints{1, 4, 5, 6, 7});  // south shows 4 .. 8
}

TEST_CASE("T-09, T-10: tiers 2 and 3, and nothing fits") {
    const auto game = make(2, 0);
    const std::string map =
        "A(15,15)=13/0 K(14,15)=0:0 K(16,15)=0:1 K(15,16)=1:1 K(15,14)=1:0 N=3,3";
    const auto cells = [&](int player) {
        auto s = Built{game, player, {2, 5, 10, 10, 13}}(map);
        play(game, s, {tile(game, 10)});
        return legal(game, s);
    };
    const auto c = [&](int row, int col) { return cell(game, row, col); };
    CHECK(cells(0) == Ints{c(13, 15), c(14, 14), c(14, 16), c(16, 14), c(16, 16), c(17, 15)});
    CHECK(cells(1) == Ints{c(14, 14), c(14, 16), c(15, 13), c(15, 17), c(16, 14), c(16, 16)});
    auto s = Built{game, 0, {2, 5, 10, 10, 13}}(map);
    play(game, s, {tile(game, 10), c(14, 14), rot(game, 0)});
    CHECK(s.seat[0].cards == 1);
    CHECK(s.seat[1].cards == 1);
    const auto stuck = Built{game, 0, {0, 0, 1, 1}}("A(15,15)=13/0");
    CHECK(game.is_legal(stuck, id(game, ec::Menu::end_turn)));
    CHECK(!game.is_legal(stuck, tile(game, 0)));
}

TEST_CASE("broken invariants are named") {
    const auto game = make(2, 0);
    const auto refused = [&](const std::string& map, const char* invariant) {
        CAPTURE(map);
        CHECK_THROWS_WITH_AS(Built{game}(map), doctest::Contains(invariant), std::invalid_argument);
    };
    refused("A(15,15)=10/0 K(15,15)=0:0", "I-08");
    refused("A(15,15)=14/0 A(17,17)=14/0", "I-09");
    refused("", "I-10");
    refused("A(15,15)=0/0 K(15,16)=0:0+G", "I-12");
    refused("A(15,15)=0/0 K(15,16)=0:0 N=57", "I-13");
    refused("A(15,15)=0/1", "I-17");
    refused("A(15,15)=0/0 A(15,16)=13/0", "I-18");
    refused("A(15,15)=0/0 K(15,17)=0:0", "I-19");
    refused("A(15,15)=13/0 A(14,16)=13/0 K(14,15)=0:0", "I-20");
    refused("A(15,15)=13/0 K(14,15)=0:0+sS", "I-21");
}
