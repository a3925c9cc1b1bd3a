#pragma once
// State dicts as structs: how the generated structs of bitmeeple/games/<game>/interface.hpp are
// written and read. Cold code.
//
// Reading converts, and throws std::invalid_argument where nothing can be converted: a key is
// missing, a type is wrong, an id does not fit into its set. That lengths and ranges are those of
// the interface page is the caller's business; Python checks the whole shape before. Derived
// entries are not read.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bitmeeple/value.hpp"

namespace bitmeeple {

/// A set of ids `first` .. `first + size - 1`, in dicts an ascending list: bit 0 is `first`.
template <int first, int size>
struct IdSet {
    static_assert(size <= 64);
    std::uint64_t mask = 0;

    constexpr IdSet() = default;
    constexpr IdSet(std::uint64_t bits) : mask(bits) {}
    constexpr operator std::uint64_t() const noexcept { return mask; }
};

/// A member of a struct that is an entry of a dict.
template <class Struct, class T>
struct Field {
    std::string_view key;
    T Struct::* member;
    bool derived = false;
};

/// How a T is written and read. The primary template is that of the generated structs: they have a
/// function `fields` that gives a tuple of `Field`.
template <class T>
struct EntryCode {
    static Value write(const T& entry) {
        Dict dict;
        std::apply(
            [&](const auto&... field) {
                (dict.emplace_back(std::string(field.key), write_entry(entry.*field.member)), ...);
            },
            T::fields());
        return dict;
    }
    static T read(const Value& value) {
        T entry;
        const auto read_field = [&](const auto& field) {
            using Member = std::remove_cvref_t<decltype(entry.*field.member)>;
            if (!field.derived) entry.*field.member = EntryCode<Member>::read(value.at(field.key));
        };
        std::apply([&](const auto&... field) { (read_field(field), ...); }, T::fields());
        return entry;
    }

private:
    template <class Member>
    static Value write_entry(const Member& member) {
        return EntryCode<Member>::write(member);
    }
};

template <>
struct EntryCode<int> {
    static Value write(int number) { return number; }
    static int read(const Value& value) { return value.as_int(); }
};

template <>
struct EntryCode<bool> {
    static Value write(bool flag) { return flag; }
    static bool read(const Value& value) { return value.as_bool(); }
};

/// Generated enumerations have their names in `names_of`.
template <class T>
    requires std::is_enum_v<T>
struct EntryCode<T> {
    static Value write(T word) { return names_of(word)[static_cast<std::size_t>(word)]; }
    static T read(const Value& value) {
        const auto names = names_of(T{});
        for (std::size_t i = 0; i < names.size(); ++i)
            if (value.as_string() == names[i]) return static_cast<T>(i);
        throw std::invalid_argument("'" + value.as_string() + "' is not one of the known words");
    }
};

template <int first, int size>
struct EntryCode<IdSet<first, size>> {
    static Value write(IdSet<first, size> ids) { return bit_list(ids, first); }
    static IdSet<first, size> read(const Value& value) { return bits_of(value, size, first); }
};

template <class T>
struct EntryCode<std::optional<T>> {
    static Value write(const std::optional<T>& entry) {
        return entry ? EntryCode<T>::write(*entry) : Value();
    }
    static std::optional<T> read(const Value& value) {
        if (value.is_null()) return std::nullopt;
        return EntryCode<T>::read(value);
    }
};

template <class T>
struct EntryCode<std::vector<T>> {
    static Value write(const std::vector<T>& entries) {
        List list;
        for (const T& entry : entries) list.push_back(EntryCode<T>::write(entry));
        return list;
    }
    static std::vector<T> read(const Value& value) {
        std::vector<T> entries;
        for (const Value& entry : value.as_list()) entries.push_back(EntryCode<T>::read(entry));
        return entries;
    }
};

template <std::size_t size>
struct EntryCode<std::array<int, size>> {
    static Value write(const std::array<int, size>& numbers) { return int_list(numbers); }
    static std::array<int, size> read(const Value& value) {
        std::array<int, size> numbers{};
        const List& list = value.as_list(size);
        for (std::size_t i = 0; i < size; ++i) numbers[i] = list[i].as_int();
        return numbers;
    }
};

template <class T>
[[nodiscard]] Value write_dict(const T& position) {
    return EntryCode<T>::write(position);
}

template <class T>
[[nodiscard]] T read_dict(const Value& dict) {
    return EntryCode<T>::read(dict);
}

/// An entry of a list by seat that other seats may not see: the whole entry, or one of its keys.
struct HiddenEntry {
    std::string_view list;
    std::string_view key;    ///< "": the whole entry
    std::string_view until;  ///< node from which on all see it, or ""
    std::string_view but;    ///< key of the seat whose entry all see, or ""
};

/// The view of seat `player`: the dict with null for what is hidden from it, and `player`.
[[nodiscard]] Value view_of(Value dict, std::span<const HiddenEntry> hidden, int player);

}  // namespace bitmeeple
