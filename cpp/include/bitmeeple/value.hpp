#pragma once
// A JSON-like value: how a position leaves and enters the core (state dicts, views). Cold code:
// it allocates, and reading it throws std::invalid_argument, which the binding turns into
// ValueError. Nothing here is used while a game is played.

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bitmeeple {

class Value;
using List = std::vector<Value>;
/// Members in order of insertion.
using Dict = std::vector<std::pair<std::string, Value>>;

class Value {
public:
    Value() = default;  ///< null
    Value(bool b) : data_(b) {}
    Value(int i) : data_(std::int64_t{i}) {}
    Value(unsigned i) : data_(std::int64_t{i}) {}
    Value(std::int64_t i) : data_(i) {}
    Value(const char* s) : data_(std::string(s)) {}
    Value(std::string_view s) : data_(std::string(s)) {}
    Value(std::string s) : data_(std::move(s)) {}
    Value(List list) : data_(std::move(list)) {}
    Value(Dict dict) : data_(std::move(dict)) {}

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
    [[nodiscard]] bool is_bool() const { return std::holds_alternative<bool>(data_); }
    [[nodiscard]] bool is_int() const { return std::holds_alternative<std::int64_t>(data_); }
    [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(data_); }
    [[nodiscard]] bool is_list() const { return std::holds_alternative<List>(data_); }
    [[nodiscard]] bool is_dict() const { return std::holds_alternative<Dict>(data_); }

    [[nodiscard]] bool as_bool() const { return as<bool>("a bool"); }
    [[nodiscard]] int as_int() const;
    /// Throws unless lowest <= value <= highest.
    [[nodiscard]] int as_int(int lowest, int highest) const;
    [[nodiscard]] std::int64_t as_int64() const { return as<std::int64_t>("an int"); }
    [[nodiscard]] const std::string& as_string() const { return as<std::string>("a string"); }
    [[nodiscard]] const List& as_list() const { return as<List>("a list"); }
    [[nodiscard]] const Dict& as_dict() const { return as<Dict>("a dict"); }
    /// Throws unless the list has exactly `size` entries.
    [[nodiscard]] const List& as_list(std::size_t size) const;

    /// Member of a dict; throws if it is missing.
    [[nodiscard]] const Value& at(std::string_view key) const;
    /// Member of a dict, or nullptr.
    [[nodiscard]] const Value* find(std::string_view key) const;
    /// Member of a dict, or the entries of a list, to be changed.
    [[nodiscard]] Value& member(std::string_view key);
    [[nodiscard]] List& entries() { return std::get<List>(data_); }
    /// Appends a member to a dict; the value must be a dict.
    void set(std::string_view key, Value value);

    friend bool operator==(const Value&, const Value&) = default;

private:
    template <class T>
    [[nodiscard]] const T& as(const char* what) const {
        if (const T* p = std::get_if<T>(&data_)) return *p;
        throw std::invalid_argument(std::string("expected ") + what);
    }
    std::variant<std::monostate, bool, std::int64_t, std::string, List, Dict> data_;
};

/// A list of ints from any range of integers.
template <class Range>
[[nodiscard]] Value int_list(const Range& range) {
    List list;
    for (const auto entry : range) list.emplace_back(static_cast<std::int64_t>(entry));
    return list;
}

/// The ascending list of the set bits of a mask, each plus `base`.
[[nodiscard]] Value bit_list(std::uint64_t mask, int base = 0);
/// The inverse of bit_list: throws unless ascending, distinct and in base .. base + size - 1.
[[nodiscard]] std::uint64_t bits_of(const Value& list, int size, int base = 0);

}  // namespace bitmeeple
