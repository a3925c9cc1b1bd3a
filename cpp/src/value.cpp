#include "bitmeeple/value.hpp"

#include <limits>

#include "bitmeeple/bits.hpp"
#include "bitmeeple/fields.hpp"

namespace bitmeeple {

int Value::as_int() const {
    return as_int(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
}

int Value::as_int(int lowest, int highest) const {
    const std::int64_t value = as_int64();
    if (value < lowest || value > highest)
        throw std::invalid_argument(std::to_string(value) + " is not in " + std::to_string(lowest) +
                                    ".." + std::to_string(highest));
    return static_cast<int>(value);
}

const List& Value::as_list(std::size_t size) const {
    const List& list = as_list();
    if (list.size() != size)
        throw std::invalid_argument("expected a list of " + std::to_string(size) +
                                    " entries, got " + std::to_string(list.size()));
    return list;
}

const Value* Value::find(std::string_view key) const {
    for (const auto& [name, value] : as_dict())
        if (name == key) return &value;
    return nullptr;
}

const Value& Value::at(std::string_view key) const {
    if (const Value* value = find(key)) return *value;
    throw std::invalid_argument("the key '" + std::string(key) + "' is missing");
}

Value& Value::member(std::string_view key) {
    return const_cast<Value&>(std::as_const(*this).at(key));  // *this is not const
}

void Value::set(std::string_view key, Value value) {
    std::get<Dict>(data_).emplace_back(std::string(key), std::move(value));
}

Value bit_list(std::uint64_t mask, int base) {
    List list;
    for_each_bit(mask, [&](int i) { list.emplace_back(base + i); });
    return list;
}

std::uint64_t bits_of(const Value& list, int size, int base) {
    std::uint64_t mask = 0;
    int previous = base - 1;
    for (const Value& entry : list.as_list()) {
        const int id = entry.as_int(base, base + size - 1);
        if (id <= previous) throw std::invalid_argument("ids are not ascending and distinct");
        mask |= bit(id - base);
        previous = id;
    }
    return mask;
}

Value view_of(Value dict, std::span<const HiddenEntry> hidden, int player) {
    for (const HiddenEntry& entry : hidden) {
        if (!entry.until.empty() && dict.at("node").as_string() == entry.until) continue;
        const Value shown = entry.but.empty() ? Value() : dict.at(entry.but);
        List& seats = dict.member(entry.list).entries();
        for (int seat = 0; seat < static_cast<int>(seats.size()); ++seat) {
            if (seat == player || shown == Value(seat)) continue;
            Value& whole = seats[static_cast<std::size_t>(seat)];
            (entry.key.empty() ? whole : whole.member(entry.key)) = Value();
        }
    }
    dict.set("player", player);
    return dict;
}

}  // namespace bitmeeple
