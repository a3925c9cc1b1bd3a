#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
// Tensors: what the writer puts into slices, and rows streamed to any address.

#include "bitmeeple/tensor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

using bitmeeple::SparseTensorWriter;
using bitmeeple::TensorWriter;

TEST_CASE("slices are written whole, whatever was there, and nothing beyond the tensor") {
    for (int lead = 0; lead < 8; ++lead)
        for (int size = 1; size <= 64; ++size) {
            std::vector<float> memory(static_cast<std::size_t>(lead + size + 2), 9.0F);
            const std::span all(memory);
            TensorWriter writer(all.first(static_cast<std::size_t>(lead + size)));
            writer.zeros(lead);
            const std::uint64_t mask = 0x9E3779B97F4A7C15U & bitmeeple::low_bits(size);
            writer.flags(mask, size);
            REQUIRE(writer.is_full());
            for (int i = 0; i < lead; ++i) REQUIRE(memory[static_cast<std::size_t>(i)] == 0);
            for (int i = 0; i < size; ++i)
                REQUIRE(memory[static_cast<std::size_t>(lead + i)] ==
                        static_cast<float>(mask >> i & 1));
            REQUIRE(memory[memory.size() - 2] == 9);
            REQUIRE(memory.back() == 9);
        }
}

TEST_CASE_TEMPLATE("one-hots, numbers and counts", Writer, TensorWriter, SparseTensorWriter) {
    for (const int size : {1, 5, 64, 65, 200}) {
        for (const int value : {-1, 0, size / 2, size - 1, size, 255}) {
            std::vector<float> memory(static_cast<std::size_t>(size) + 3, 9.0F);
            Writer writer(memory);
            writer.one_hot(value, size);
            writer.number(3, 7);
            writer.template count<13>(5);
            writer.flag(true);
            REQUIRE(writer.is_full());
            const bool is_one = 0 <= value && value < size;
            const auto slice = std::span(memory).first(static_cast<std::size_t>(size));
            REQUIRE(std::accumulate(slice.begin(), slice.end(), 0.0F) == (is_one ? 1 : 0));
            if (is_one) REQUIRE(slice[static_cast<std::size_t>(value)] == 1);
            REQUIRE(memory[memory.size() - 3] == 3.0F / 7.0F);
            REQUIRE(memory[memory.size() - 2] == 5.0F / 13.0F);
            REQUIRE(memory.back() == 1);
        }
    }
}

TEST_CASE("the two writers agree on sets") {
    for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{0x8000000000000F1}}) {
        std::vector<float> dense(140, 9.0F), sparse(140, 8.0F);
        TensorWriter one(dense);
        SparseTensorWriter other(sparse);
        one.flags<60>(mask), other.flags<60>(mask);
        one.zeros(3)[1] = 0.5F, other.zeros(3)[1] = 0.5F;
        one.flags(mask, 60), other.flags(mask, 60);
        one.flags<17>(mask & 0x1FFFF), other.flags(mask & 0x1FFFF, 17);
        REQUIRE(one.is_full());
        REQUIRE(other.is_full());
        REQUIRE(dense == sparse);
    }
}

TEST_CASE("rows are streamed to any address") {
    for (std::size_t lead = 0; lead < 5; ++lead)
        for (std::size_t size = 0; size < 40; ++size) {
            std::vector<float> row(size), memory(lead + size + 1, -1.0F);
            std::iota(row.begin(), row.end(), 1.0F);
            bitmeeple::stream_row(row, memory.data() + lead);
            bitmeeple::flush_rows();
            REQUIRE(std::equal(row.begin(), row.end(), memory.begin() + static_cast<long>(lead)));
            REQUIRE(memory.back() == -1);
            if (lead > 0) REQUIRE(memory[lead - 1] == -1);
        }
}
