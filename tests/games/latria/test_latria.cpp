#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bitmeeple/games/latria/observe.hpp"
#include "bitmeeple/games/latria/shipped.hpp"
#include "generic.hpp"

using namespace bitmeeple;

namespace {

struct Setting {
    int players = 4;
    int variant = 0;  ///< standard, simple, star_eclipse
    bool campaign = false;
    int first_parent = latria::kRandom;
    bool lower = false;
};

latria::Game make(const Setting& setting) {
    const std::int32_t values[] = {setting.players, setting.variant, setting.campaign ? 1 : 0,
                                   setting.first_parent, setting.lower ? 1 : 0};
    const auto value = [&](std::size_t i) { return std::span(values).subspan(i, 1); };
    const FlatTable options[] = {{"players", value(0)},
                                 {"variant", value(1)},
                                 {"campaign", value(2)},
                                 {"first_parent", value(3)},
                                 {"simple_capture", value(4)}};
    return {FlatTables(options), latria::shipped::tables()};
}

/// All players, variants and capture rules.
std::vector<Setting> settings(bool campaign) {
    std::vector<Setting> all;
    for (int players = 3; players <= 6; ++players)
        for (int variant = 0; variant < 3; ++variant)
            for (const bool lower : {false, true})
                if (!lower || variant == 1)
                    all.push_back(
                        {players, variant, campaign, players == 4 ? 2 : latria::kRandom, lower});
    return all;
}

/// The id of a card: `M12` = card('M', 12).
int card(char suit, int number) {
    return latria::kNumbers * static_cast<int>(std::string("SMPL").find(suit)) + number - 1;
}

int id(const std::string& name) { return card(name[0], std::stoi(name.substr(1))); }

latria::Cards cards(const std::vector<std::string>& names) {
    latria::Cards set = 0;
    for (const auto& name : names) set |= bit(id(name));
    return set;
}

latria::Counts counts(const std::vector<int>& types) {
    latria::Counts sum = 0;
    for (const int type : types) sum += latria::cards_of(type);
    return sum;
}

/// One round is played with these cards by seat; all other fields are as in a new game after the
/// deal. Hands hold nothing but the card to play, so every card may be played.
latria::State play_round(const latria::Game& game, int parent,
                         const std::vector<std::string>& plays, unsigned ecl, latria::Counts stack,
                         int named = latria::kNoTarget) {
    auto s = game.initial_state();
    s.deck = 0;
    s.node = latria::Node::parent_play;
    s.round = 1;
    s.pending = 0;
    s.parent = s.seat = static_cast<std::uint8_t>(parent);
    s.ecl = static_cast<std::uint8_t>(ecl);
    s.stack = latria::split(stack);
    for (std::size_t p = 0; p < plays.size(); ++p) s.hand[p] = bit(id(plays[p]));
    for (std::size_t k = 0; k < plays.size(); ++k) {
        const std::size_t p = (static_cast<std::size_t>(parent) + k) % plays.size();
        game.apply_action(s, id(plays[p]));
        if (s.node == latria::Node::name_body) game.apply_action(s, latria::kNameBody + named);
    }
    return s;
}

constexpr int sun1m = 0, sun2 = 1, sun4 = 3, sunx0 = 4, moon1m = 5, moon2 = 6, moon3 = 7,
              moonx2 = 8, pol1 = 9, pol2 = 10, polrm = 11;
constexpr unsigned kSunEclipse = 1, kMoonEclipse = 2, kReversed = 8;

/// What the piles of a seat are worth.
latria::Worth worth(const latria::Game& game, const std::vector<std::string>& open,
                    const std::vector<int>& open_types, const std::vector<std::string>& eclipse,
                    const std::vector<int>& eclipse_types) {
    auto s = game.initial_state();
    s.astrology = {latria::PerSeat<latria::Cards>{cards(open)},
                   latria::PerSeat<latria::Cards>{cards(eclipse)}};
    s.celestial = {latria::PerSeat<latria::Counts>{counts(open_types)},
                   latria::PerSeat<latria::Counts>{counts(eclipse_types)}};
    return latria::worth_of(game.tables().values, s, 0);
}

}  // namespace

TEST_CASE("random games keep every invariant") {
    for (const auto& setting : settings(false)) {
        CAPTURE(setting.players);
        CAPTURE(setting.variant);
        testing::check_random_games(make(setting), 6, 1);
    }
}

TEST_CASE("random campaigns keep every invariant") {
    for (const auto& setting : settings(true)) {
        CAPTURE(setting.players);
        CAPTURE(setting.variant);
        testing::check_random_games(make(setting), 1, 2);
    }
}

TEST_CASE("a playout takes the same way as its steps") {
    for (const auto& setting : settings(false)) {
        testing::check_play_out<Policy::uniform>(make(setting), 20, 3);
        testing::check_play_out<Policy::eager>(make(setting), 5, 4);
    }
}

TEST_CASE("the output of a rollout does not depend on the number of threads") {
    testing::check_threads(make({}), 300);
    testing::check_threads(make({3, 1, true}), 30);
}

TEST_CASE("V-02 the highest number takes the stack, a lower child captures") {
    const auto game = make({.players = 3});
    for (const char* lead : {"M10", "M9", "M11"}) {
        const auto s = play_round(game, 0, {lead, "L8", "M12"}, 0, counts({moon2, sun4}));
        CHECK(s.celestial[latria::kOpen][2] == counts({moon2}));
        CHECK(latria::join(s.stack) == counts({sun4}));
        CHECK(s.astrology[latria::kOpen][1] == cards({"L8"}));
        CHECK(s.set_aside == cards({lead, "M12"}));
        CHECK(s.parent == 2);
        CHECK(s.marker == 0);
    }
}

TEST_CASE("V-04 an eclipsed target sends everything under the markers") {
    const auto s =
        play_round(make({}), 0, {"M7", "P2", "M9", "L4"}, kMoonEclipse, counts({moon2, moon3}));
    CHECK(s.celestial[latria::kEclipse][2] == counts({moon2, moon3}));
    CHECK(s.astrology[latria::kEclipse][1] == cards({"P2"}));
    CHECK(s.set_aside == cards({"M7", "M9", "L4"}));
    CHECK(s.marker == 0b0110);
    CHECK(s.voids == std::array<std::uint8_t, 4>{0, 0b0010, 0, 0b0010});
}

TEST_CASE("V-08 to V-12 ties go to the target, then to Latria, else to nobody") {
    const auto three = make({.players = 3});
    const auto five = make({.players = 5});
    const auto stack = counts({sun2, moon2, pol1});
    // A child's M9 beats the parent's L9 when the Moon is named.
    auto s = play_round(three, 0, {"L9", "M9", "S9"}, 0, stack, latria::kMoon);
    CHECK(s.celestial[0][1] == counts({moon2}));
    CHECK(s.set_aside == cards({"L9", "M9", "S9"}));
    s = play_round(three, 0, {"M5", "L11", "S11"}, 0, stack);
    CHECK(s.parent == 1);
    for (const char* fourth : {"M4", "M12"}) {
        s = play_round(five, 0, {"M5", "S13", "P13", fourth, "P3"}, 0, stack);
        CHECK(latria::join(s.stack) == stack);
        CHECK(s.parent == 0);
        CHECK(s.astrology[0][4] == cards({"P3"}));
        CHECK(s.astrology[0][3] == 0);
    }
    s = play_round(three, 0, {"M8", "L8", "S8"}, 0, stack);
    CHECK(s.celestial[0][0] == counts({moon2}));
    CHECK(s.set_aside == cards({"M8", "L8", "S8"}));
    s = play_round(five, 1, {"S8", "S15", "L10", "P4", "S3"}, 0, stack);
    CHECK(s.parent == 1);
    CHECK(s.astrology[0][2] == cards({"L10"}));
    CHECK(s.astrology[0][3] == cards({"P4"}));
    CHECK(s.astrology[0][0] == cards({"S8"}));
    CHECK(s.set_aside == cards({"S3", "S15"}));
}

TEST_CASE("V-13 children follow the target or play Latria") {
    const auto game = make({.players = 3});
    const auto legal = [&](const std::vector<std::string>& hand) {
        auto s = game.initial_state();
        s.node = latria::Node::child_play;
        s.target = latria::kMoon;
        s.hand[0] = cards(hand);
        latria::Game::Actions actions;
        game.legal_actions(s, actions);
        return actions.word(0);
    };
    CHECK(legal({"S3", "L5", "P9"}) == cards({"L5"}));
    CHECK(legal({"S3", "P9"}) == cards({"S3", "P9"}));
    CHECK(legal({"M2", "L5", "S3"}) == cards({"M2", "L5"}));
    CHECK(legal({"M2", "S3"}) == cards({"M2"}));
}

TEST_CASE("V-23 to V-25 reversal turns strength round, and capture by option") {
    const auto stack = counts({sun2, moon2, pol1});
    const auto weaker = make({.players = 4, .variant = 1});
    const auto lower = make({.players = 4, .variant = 1, .lower = true});
    auto s = play_round(weaker, 0, {"M7", "M4", "M9", "L6"}, kReversed, stack);
    CHECK(s.celestial[0][1] == counts({moon2}));
    CHECK(s.astrology[0][2] == cards({"M9"}));
    CHECK(s.set_aside == cards({"M7", "M4", "L6"}));
    s = play_round(lower, 0, {"M7", "M4", "M9", "L6"}, kReversed, stack);
    CHECK(s.astrology[0][3] == cards({"L6"}));
    CHECK(s.set_aside == cards({"M7", "M4", "M9"}));
    s = play_round(lower, 0, {"M7", "M6", "M9", "L8"}, kReversed, stack);
    CHECK(s.celestial[0][1] == counts({moon2}));
    CHECK(s.astrology[0][1] == cards({"M6"}));
    const auto three = make({.players = 3, .variant = 1});
    s = play_round(three, 0, {"M9", "S4", "P4"}, kReversed, stack);
    CHECK(latria::join(s.stack) == stack);
    CHECK(play_round(three, 0, {"S5", "L5", "M5"}, kReversed, stack).parent == 0);
}

TEST_CASE("V-01 and V-06 mutations flip a board") {
    for (const int variant : {0, 1}) {
        const auto game = make({.players = 4, .variant = variant, .first_parent = 0});
        Rng rng(3, 0);
        auto s = game.initial_state();
        while (s.node == latria::Node::deal) game.apply_action(s, pick_outcome(game, s, rng));
        game.apply_action(s, latria::kReveal + sun1m);
        CHECK(s.ecl == (variant == 0 ? kSunEclipse : kReversed));
        game.apply_action(s, latria::kReveal + moon1m);
        game.apply_action(s, latria::kReveal + pol2);
        CHECK(s.ecl == (variant == 0 ? kSunEclipse | kMoonEclipse : 0));
    }
}

TEST_CASE("V-03 and V-14 to V-18 groups multiply, the eclipse pile as one") {
    const auto game = make({});
    auto w = worth(game, {"P2", "P3", "L6"}, {sun4, sun4, sun2, moon2, moon2, pol1, pol2}, {},
                   {moon3, moon2, moonx2});
    CHECK(w.gain == 27);
    CHECK(w.loss == 10);
    CHECK(worth(game, {}, {sun2, pol2}, {}, {moon1m, moon2}).vp() == 1);
    CHECK(worth(game, {"S8"}, {sun4, 2, sunx0, moon2}, {}, {}).vp() == 2);
    CHECK(worth(game, {}, {pol2}, {"P7"}, {sun4, moon3, sunx0}).vp() == 2);
    CHECK(worth(game, {}, {}, {"P1", "P2"}, {sun4, moonx2}).vp() == -32);
    CHECK(worth(game, {"P1", "P2"}, {moon3}, {}, {}).vp() == 3);
    CHECK(worth(game, {"P5", "L6"}, {sun4, moon3}, {}, {}).vp() == 10);
}

TEST_CASE("V-05 and V-26 campaign points are dense, the last ones get -1") {
    const auto points = [](const std::vector<std::int32_t>& vp) {
        std::vector<std::int8_t> out(vp.size());
        latria::campaign_points(vp, out);
        return std::vector<int>(out.begin(), out.end());
    };
    CHECK(points({30, 20, 20, -4}) == std::vector{4, 3, 3, -1});
    CHECK(points({20, 12, 12, 9, 3}) == std::vector{5, 4, 4, 3, -1});
    CHECK(points({20, 12, 12, 9, 9}) == std::vector{5, 4, 4, -1, -1});
    CHECK(points({5, 5, 1}) == std::vector{3, 3, -1});
    CHECK(points({5, 5, 5}) == std::vector{3, 3, 3});
}

TEST_CASE("V-27 with six players nine rounds are played and four cards per pile are left") {
    for (const int variant : {0, 1}) {
        const auto game = make({.players = 6, .variant = variant});
        for (std::uint64_t i = 0; i < 20; ++i) {
            Rng rng(11, i);
            Digest digest;
            auto s = game.initial_state();
            play_out<Policy::uniform>(game, s, rng, digest);
            CHECK(s.round == 9);
            for (const auto mask : latria::kBodyLanes)
                CHECK(latria::total_of(latria::join(s.pile) & mask) == (variant == 0 ? 4 : 3));
            for (const auto hand : s.hand) CHECK(popcount(hand) == 1);
            CHECK(popcount(latria::public_cards(s)) == 54);
        }
    }
}

namespace {
/// A game after `steps` random steps.
latria::State after(const latria::Game& game, std::uint64_t stream, int steps) {
    Rng rng(5, stream);
    auto s = game.initial_state();
    for (int k = 0; k < steps && game.current_player(s) != kTerminalPlayer; ++k)
        game.apply_action(s, game.current_player(s) == kChancePlayer
                                 ? pick_outcome(game, s, rng)
                                 : pick_action<Policy::uniform>(game, s, rng));
    return s;
}
}  // namespace

TEST_CASE("resampled worlds are legal and look the same to the observer") {
    for (const int players : {3, 4, 5, 6}) {
        const auto game = make({.players = players});
        for (int steps = 0; steps < 165; steps += 3) {
            const auto s = after(game, static_cast<std::uint64_t>(steps), steps);
            for (int p = 0; p < players; ++p) {
                CAPTURE(steps);
                CAPTURE(p);
                auto world = s;
                Rng rng(8, static_cast<std::uint64_t>(steps));
                game.resample(world, p, rng);
                REQUIRE(game.check(world) == "");
                REQUIRE(game.view(world, p) == game.view(s, p));
            }
        }
    }
}

TEST_CASE("observations fill their span and depend on the view alone") {
    const auto game = make({.players = 5, .campaign = true});
    std::vector<float> before(static_cast<std::size_t>(game.observation_size()));
    auto after_it = before;
    for (int steps = 0; steps < 200; steps += 7) {
        const auto s = after(game, 77, steps);
        auto world = s;
        Rng rng(9, static_cast<std::uint64_t>(steps));
        game.resample(world, 1, rng);
        game.observation(s, 1, before);
        game.observation(world, 1, after_it);
        CHECK(before == after_it);
    }
}

TEST_CASE("every world of small cases is drawn equally often") {
    // Round 10 or 11 of three players, one or two cards face down.
    int cases = 0;
    for (std::uint64_t stream = 0; cases < 12; ++stream) {
        const auto game = make({.players = 3});
        const auto s = after(game, stream, 36 + 1 + 9 * 6 + static_cast<int>(stream % 12));
        if (s.node != latria::Node::child_play || s.round < 10 || (s.seat + 1) % 3 != s.parent)
            continue;
        ++cases;
        const int observer = s.parent;
        std::map<std::vector<latria::Cards>, int> worlds;
        const auto key = [](const latria::State& world) {
            return std::vector<latria::Cards>{world.hand[0],  world.hand[1],  world.hand[2],
                                              world.table[0], world.table[1], world.table[2]};
        };
        // All permutations of the hidden cards; equal worlds come up equally often.
        const auto first = static_cast<unsigned>((observer + 1) % 3);
        const auto second = static_cast<unsigned>((observer + 2) % 3);
        std::vector<int> hidden{s.table[first]};
        for (const auto hand : {s.hand[first], s.hand[second]})
            for_each_bit(hand, [&](int c) { hidden.push_back(c); });
        std::sort(hidden.begin(), hidden.end());
        do {
            auto world = s;
            world.table[first] = static_cast<std::uint8_t>(hidden[0]);
            const auto size = static_cast<std::size_t>(popcount(s.hand[first]));
            world.hand[first] = world.hand[second] = 0;
            for (std::size_t k = 1; k < hidden.size(); ++k)
                world.hand[k <= size ? first : second] |= bit(hidden[k]);
            if (game.check(world).empty()) worlds.emplace(key(world), 0);
        } while (std::next_permutation(hidden.begin(), hidden.end()));
        const int draws = 400 * static_cast<int>(worlds.size());
        Rng rng(21, stream);
        for (int k = 0; k < draws; ++k) {
            auto world = s;
            game.resample(world, observer, rng);
            REQUIRE(worlds.contains(key(world)));
            ++worlds[key(world)];
        }
        double chi_square = 0;
        for (const auto& [world, count] : worlds)
            chi_square += (count - 400) * (count - 400) / 400.0;
        const double freedom = static_cast<double>(worlds.size()) - 1;
        CAPTURE(stream);
        CAPTURE(worlds.size());
        CHECK(chi_square < freedom + 5 * std::sqrt(2 * freedom) + 12);
    }
}

TEST_CASE("broken positions are refused with the first broken invariant") {
    using latria::State;
    const auto game = make({.players = 3, .first_parent = 0});
    const auto s = after(game, 1, 36 + 3);
    REQUIRE(s.node == latria::Node::parent_play);
    REQUIRE(game.check(s) == "");
    const auto refused = [&](auto&& spoil) {
        State broken = s;
        spoil(broken);
        try {
            (void)game.from_value(game.to_value(broken));
        } catch (const std::invalid_argument& error) {
            CHECK(game.check(broken) == error.what());
            return std::string(error.what()).substr(0, 4);
        }
        return std::string();
    };
    const int held = lsb(s.hand[0]);
    CHECK(refused([](State& b) { b.set_aside |= bit(0); }) == "I-01");
    CHECK(refused([&](State& b) { b.hand[1] |= bit(held); }) == "I-02");
    CHECK(refused([](State& b) { b.parent = latria::kNone; }) == "I-03");
    CHECK(refused([](State& b) { b.game_index = 1; }) == "I-04");
    CHECK(refused([](State& b) { b.first_parent = 1; }) == "I-05");
    CHECK(refused([](State& b) { b.round = 0; }) == "I-08");
    CHECK(refused([&](State& b) {
              b.hand[0] ^= bit(held);
              b.table[0] = static_cast<std::uint8_t>(held);
          }) == "I-09");
    CHECK(refused([&](State& b) {
              b.hand[0] ^= bit(held);
              b.set_aside |= bit(held);
          }) == "I-11");
    CHECK(refused([](State& b) { b.stack[0] += 4; }) == "I-15");
    CHECK(refused([](State& b) { b.stack = {}; }) == "I-16");
    CHECK(refused([](State& b) { b.ecl = 4; }) == "I-18");
    CHECK(refused([](State& b) {
              b.celestial[1][2] = latria::join(b.stack);
              b.stack = {};
          }) == "I-21");
    CHECK(refused([&](State& b) { b.voids[latria::index(latria::suit_of(held))] = 1; }) == "I-22");
    CHECK(refused([](State& b) { b.node = latria::Node::end; }) == "I-08");
}

TEST_CASE("values of other types are refused, derived entries are not read") {
    const auto game = make({});
    for (const Value& value : {Value(), Value(3), Value("x"), Value(List{}), Value(Dict{})})
        CHECK_THROWS_AS((void)game.from_value(value), std::invalid_argument);
    const Value good = game.to_value(after(game, 4, 70));
    const Dict& members = good.as_dict();
    const std::set<std::string> derived = {"current_player", "points", "totals"};
    for (std::size_t i = 0; i < members.size(); ++i) {
        CAPTURE(members[i].first);
        Dict changed = members;
        changed[i].second = Dict{};
        Dict without = members;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        for (const Dict& dict : {changed, without})
            if (derived.contains(members[i].first))
                CHECK(game.from_value(dict) == game.from_value(good));
            else
                CHECK_THROWS_AS((void)game.from_value(dict), std::invalid_argument);
    }
}

TEST_CASE("check is safe on any bytes, and what passes it can be played to the end") {
    for (const auto& setting : settings(true)) {
        const auto game = make(setting);
        Rng rng(31, static_cast<std::uint64_t>(setting.players));
        for (int i = 0; i < 2000; ++i) {
            auto s = after(game, rng.next(), static_cast<int>(rng.below(170)));
            std::array<unsigned char, sizeof s> bytes;
            std::memcpy(bytes.data(), &s, sizeof s);
            for (std::uint32_t k = rng.below(3); k < 3; ++k) {
                auto& byte = bytes[rng.below(sizeof s)];
                byte = static_cast<unsigned char>(rng.below(4) == 0 ? rng.below(256)
                                                                    : byte ^ (1U << rng.below(8)));
            }
            std::memcpy(&s, bytes.data(), sizeof s);
            if (!game.check(s).empty()) continue;
            Digest digest;
            play_out<Policy::uniform>(game, s, rng, digest);
            CHECK(s.node == latria::Node::end);
        }
    }
}

TEST_CASE("V-19 to V-21 the special card removes two cards, and less loss breaks a tie") {
    using latria::State;
    const auto game = make({.players = 4, .first_parent = 0});
    // The last child of the last round plays a card that changes nothing for seat 1.
    const auto finish = [&](auto&& fill) {
        auto s = game.initial_state();
        s.deck = 0;
        s.parent = 0;
        s.round = 11;
        s.node = latria::Node::child_play;
        s.target = latria::kSun;
        s.seat = 3;
        s.hand[3] = bit(id("S5"));
        for (unsigned p = 0; p < 3; ++p)
            s.table[p] = static_cast<std::uint8_t>(card('S', 11) + static_cast<int>(p));
        fill(s);
        game.apply_action(s, id("S5"));
        return s;
    };
    const auto special = finish([](State& s) {
        s.astrology[0][1] = cards({"P3", "S8"});
        s.celestial = {latria::PerSeat<latria::Counts>{0, counts({polrm, pol2})},
                       latria::PerSeat<latria::Counts>{0, counts({sun4, moonx2})}};
    });
    REQUIRE(special.node == latria::Node::remove);
    latria::Game::Actions actions;
    game.legal_actions(special, actions);
    std::vector<int> legal;
    actions.for_each([&](int a) { legal.push_back(a); });
    CHECK(legal == std::vector{7, 32, 85, 86, 90, 95});
    const auto vp_after = [&](int first, int second) {
        auto s = special;
        game.apply_action(s, first);
        game.apply_action(s, second);
        CHECK(s.node == latria::Node::end);
        return s.result[1];
    };
    CHECK(vp_after(86, 90) == 7);
    CHECK(vp_after(90, 86) == 7);
    CHECK(vp_after(7, 85) == -8);
    CHECK(vp_after(95, 86) == 3);

    const auto two = finish([](State& s) {
        s.astrology[0][1] = cards({"M8"});
        s.celestial[0][1] = counts({polrm});
    });
    CHECK(two.node == latria::Node::end);
    CHECK(two.removed == cards({"M8"}));
    CHECK(two.result[1] == 0);

    // Gains 10, 8, 7, 6 and losses 3, 1, 0, 0.
    const auto tied = finish([](State& s) {
        s.celestial = {latria::PerSeat<latria::Counts>{
                           counts({sun4, sun4, sun2}), counts({sun4, sun4}),
                           counts({moon3, moon3, pol1}), counts({moon3, sun2, pol1})},
                       latria::PerSeat<latria::Counts>{counts({moon3}), counts({moon1m})}};
    });
    std::array<std::int32_t, 4> ranks{};
    std::array<float, 4> returns{};
    game.ranking(tied, ranks);
    game.returns(tied, returns);
    CHECK(ranks == std::array{3, 2, 1, 4});
    CHECK(returns == std::array{0.0F, 0.0F, 1.0F, 0.0F});
}
