#pragma once
// Between Python objects and the core's plain values.

#include <pybind11/pybind11.h>

#include <climits>
#include <string>
#include <vector>

#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/value.hpp"
#include "object.hpp"

namespace bitmeeple::bindings {

namespace py = pybind11;

[[nodiscard]] inline py::object to_python(const Value& value) {
    if (value.is_null()) return py::none();
    if (value.is_bool()) return py::bool_(value.as_bool());
    if (value.is_int()) return py::int_(value.as_int64());
    if (value.is_string()) return py::str(value.as_string());
    if (value.is_list()) {
        const List& entries = value.as_list();
        py::list list(entries.size());
        for (std::size_t i = 0; i < entries.size(); ++i) list[i] = to_python(entries[i]);
        return list;
    }
    py::dict dict;
    for (const auto& [key, entry] : value.as_dict()) dict[py::str(key)] = to_python(entry);
    return dict;
}

/// The shape has been checked in Python; what cannot be converted is refused all the same.
[[nodiscard]] inline Value from_python(py::handle object) {
    if (object.is_none()) return {};
    if (PyBool_Check(object.ptr())) return object.cast<bool>();
    if (py::isinstance<py::int_>(object)) return object.cast<std::int64_t>();
    if (py::isinstance<py::str>(object)) return object.cast<std::string>();
    if (py::isinstance<py::list>(object)) {
        List list;
        for (const py::handle entry : py::reinterpret_borrow<py::list>(object))
            list.push_back(from_python(entry));
        return list;
    }
    if (py::isinstance<py::dict>(object)) {
        Dict dict;
        for (const auto& [key, entry] : py::reinterpret_borrow<py::dict>(object))
            dict.emplace_back(key.cast<std::string>(), from_python(entry));
        return dict;
    }
    throw py::type_error("cannot convert " + std::string(py::str(py::type::of(object))));
}

/// Named integer lists out of a Python dict of lists (or of ints), kept alive together.
class OwnedTables {
public:
    explicit OwnedTables(const py::dict& dict) {
        for (const auto& [key, entry] : dict) {
            names_.push_back(key.cast<std::string>());
            auto& values = values_.emplace_back();
            if (py::isinstance<py::int_>(entry)) {
                values.push_back(entry.cast<std::int32_t>());
            } else {
                for (const py::handle number : entry) values.push_back(number.cast<std::int32_t>());
            }
        }
        for (std::size_t i = 0; i < names_.size(); ++i) tables_.push_back({names_[i], values_[i]});
    }
    [[nodiscard]] FlatTables flat() const { return FlatTables(tables_); }

private:
    std::vector<std::string> names_;
    std::vector<std::vector<std::int32_t>> values_;
    std::vector<FlatTable> tables_;
};

/// The plain int that anything with __index__ except bools stands for; `what` as in "an action".
[[nodiscard]] inline py::object index_in(py::handle object, const char* what) {
    if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr()))
        throw py::type_error(std::string(what) + " is an int, not " + type_name(object));
    const auto number =
        py::reinterpret_steal<py::object>(in_python([&] { return PyNumber_Index(object.ptr()); }));
    if (!number) throw py::error_already_set();
    return number;
}

/// A number too long to print is described.
[[nodiscard]] inline std::string shown(py::handle number) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow == 0) return std::to_string(value);
    const auto word = PyLong_AsUnsignedLongLong(number.ptr());
    if (!PyErr_Occurred()) return std::to_string(word);
    PyErr_Clear();
    return overflow > 0 ? "a number above 2**64-1" : "a number below -2**63";
}

/// An integer in 0 .. 2^64-1.
[[nodiscard]] inline std::uint64_t word_in(py::handle object, const char* name) {
    const py::object number = index_in(object, name);
    const std::uint64_t word = PyLong_AsUnsignedLongLong(number.ptr());
    if (!PyErr_Occurred()) return word;
    PyErr_Clear();
    throw py::value_error(std::string(name) + " is " + shown(number) + "; allowed is 0 .. 2**64-1");
}

/// An id that no node has, for integers that do not fit into an int.
inline constexpr int kNoAction = INT_MIN;

/// An exact int as an id; kNoAction if it is out of int's range.
[[nodiscard]] inline int id_of(PyObject* number) {
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number, &overflow);
    return overflow != 0 || value < INT_MIN || value > INT_MAX ? kNoAction
                                                               : static_cast<int>(value);
}

}  // namespace bitmeeple::bindings
