#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <vector>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "bitmeeple/actions.hpp"
#include "bitmeeple/rng.hpp"
#include "bitmeeple/thread_pool.hpp"
#include "bitmeeple/value.hpp"

using namespace bitmeeple;

TEST_CASE("the generator gives the numbers of the contract") {
    Rng a(0, 0);
    CHECK(a.next() == 0x7b5a9b11faac50c7U);
    CHECK(a.next() == 0x8f252d19e330b34U);
    CHECK(a.next() == 0xc1822c0d9486c724U);
    Rng b(7, 123);
    CHECK(b.next() == 0x79327f6d48a3e5e1U);
    CHECK(b.next() == 0x1d2992bfc0b14996U);
    CHECK(b.next() == 0x9a3ec2d0c42ae567U);
}

TEST_CASE("select finds the n-th set bit, with and without pdep") {
    Rng rng(1, 2);
    for (int round = 0; round < 1000; ++round) {
        const std::uint64_t mask = rng.next() & rng.next();
        int n = 0;
        for_each_bit(mask, [&](int i) {
            CHECK(select(mask, n) == i);
            CHECK(detail::select_portable(mask, n) == i);
            ++n;
        });
        CHECK(n == popcount(mask));
    }
}

TEST_CASE("bit and list actions agree") {
    Rng rng(3, 4);
    for (int round = 0; round < 200; ++round) {
        BitActions<130> bits;
        ListActions<130> list;
        list.clear();
        for (int a = 0; a < 130; ++a) {
            if (rng.below(3) > 0) continue;
            bits.add(a);
            list.add(a);
        }
        const auto odd = [](int a) { return a % 2 == 1; };
        bits.remove_if(odd);
        list.remove_if(odd);
        REQUIRE(bits.size() == list.size());
        for (int k = 0; k < bits.size(); ++k) CHECK(bits.nth(k) == list.nth(k));
        for (int a = -2; a < 140; ++a) CHECK(bits.contains(a) == list.contains(a));
    }
}

TEST_CASE("an outcome is picked by running weight sums, weight 0 is no outcome") {
    ListOutcomes<4> outcomes;
    outcomes.clear();
    outcomes.add(2, 3);
    outcomes.add(4, 0);
    outcomes.add(7, 1);
    CHECK(outcomes.size() == 2);
    CHECK(outcomes.total() == 4);
    CHECK(outcomes.pick(0) == 2);
    CHECK(outcomes.pick(2) == 2);
    CHECK(outcomes.pick(3) == 7);
}

TEST_CASE("reading a value says what was expected") {
    const Value value(Dict{{"a", List{1, true}}});
    CHECK(value.at("a").as_list(2)[0].as_int(0, 5) == 1);
    CHECK_THROWS_WITH((void)value.at("b").as_int(), "the key 'b' is missing");
    CHECK_THROWS_WITH((void)value.at("a").as_list(3), "expected a list of 3 entries, got 2");
    CHECK_THROWS_WITH((void)value.at("a").as_list()[1].as_int(), "expected an int");
    CHECK_THROWS_WITH((void)value.at("a").as_list()[0].as_int(2, 3), "1 is not in 2..3");
    CHECK_THROWS_AS((void)bits_of(int_list(std::vector<int>{3, 3}), 8), std::invalid_argument);
    CHECK(bits_of(bit_list(0b1010, 5), 8, 5) == 0b1010);
}

namespace {
/// Whether a pool does every item of every range once.
bool does_all(ThreadPool& pool) {
    for (const int count : {0, 1, 2, 3, 7, 64, 1000}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
        pool.run(count, 1, [&](std::int64_t first, std::int64_t last) {
            for (auto i = first; i < last; ++i) ++done[static_cast<std::size_t>(i)];
        });
        for (const auto& times : done)
            if (times != 1) return false;
    }
    return true;
}
}  // namespace

TEST_CASE("a pool does everything once, and grows while it is used") {
    for (const int threads : {1, 2, 3, 5}) {
        ThreadPool pool(threads);
        for (int round = 0; round < 20; ++round) CHECK(does_all(pool));
    }
}

// ThreadSanitizer starts no threads in the child of a fork.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__SANITIZE_THREAD__)
TEST_CASE("the child of a fork uses and drops its parent's pool") {
    ThreadPool pool(3);
    REQUIRE(does_all(pool));
    const auto code_of_child = [](auto&& work) -> int {
        const pid_t child = fork();
        if (child == 0) _exit(work() ? 5 : 6);
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    CHECK(code_of_child([&] { return does_all(pool); }) == 5);
    CHECK(code_of_child([&] {
              pool.~ThreadPool();
              return true;
          }) == 5);
    CHECK(code_of_child([&] {
              if (!does_all(pool)) return false;
              return code_of_child([&] { return does_all(pool); }) == 5;  // a grandchild
          }) == 5);
    CHECK(does_all(pool));
}
#endif
