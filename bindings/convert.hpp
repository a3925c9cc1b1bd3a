#pragma once
// Between Python objects and the core's plain values.

#include <pybind11/pybind11.h>

#include <climits>
#include <string>
#include <vector>

#include "bitmeeple/flat_tables.hpp"
#include "bitmeeple/value.hpp"

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

/// An id that no node has, for integers that do not fit into an int.
inline constexpr int kNoAction = INT_MIN;

/// The id of anything with __index__ except bools; kNoAction if it is out of int's range.
[[nodiscard]] inline int action_id(py::handle object) {
    PyObject* raw = object.ptr();
    py::object owner;
    if (!PyLong_CheckExact(raw)) {  // the common case is checked first
        if (PyBool_Check(raw) || !PyIndex_Check(raw))
            throw py::type_error("an action is an int, not " + std::string(Py_TYPE(raw)->tp_name) +
                                 " " + std::string(py::repr(object)));
        owner = py::reinterpret_steal<py::object>(PyNumber_Index(raw));
        if (!owner) throw py::error_already_set();
        raw = owner.ptr();
    }
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(raw, &overflow);
    return overflow != 0 || value < INT_MIN || value > INT_MAX ? kNoAction
                                                               : static_cast<int>(value);
}

}  // namespace bitmeeple::bindings
