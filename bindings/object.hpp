#pragma once
// C++ values as Python objects: classes made with the C API, whose methods take and give Python
// objects. No object exists without its value, reading it costs one pointer, wrong calls are
// answered as Python answers them, and `inspect.signature` reads every method. Private methods may
// be bound with pybind11 instead, which knows these classes as well.

#include <pybind11/pybind11.h>
#include <structmember.h>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interpreter.hpp"

namespace bitmeeple::bindings {

struct ObjectHead {
    PyObject_HEAD PyObject* weak_references;
};

template <class T>
struct Object : ObjectHead {
    T value;

    [[nodiscard]] py::handle handle() { return reinterpret_cast<PyObject*>(this); }
};

/// The Python class of T, once the module is imported. It has no subclasses.
template <class T>
inline PyTypeObject* class_of = nullptr;

template <class T>
[[nodiscard]] bool is_a(py::handle object) {
    return Py_TYPE(object.ptr()) == class_of<T>;
}

/// Precondition: is_a<T>(object).
template <class T>
[[nodiscard]] T& value_in(py::handle object) {
    return static_cast<Object<T>*>(reinterpret_cast<ObjectHead*>(object.ptr()))->value;
}

template <class T>
[[nodiscard]] PyObject* new_object(T value) {
    static_assert(std::is_nothrow_move_constructible_v<T>);
    PyObject* self = class_of<T>->tp_alloc(class_of<T>, 0);
    if (!self) throw py::error_already_set();
    new (&value_in<T>(self)) T(std::move(value));
    return self;
}

template <class T>
void delete_object(PyObject* self) noexcept {
    PyTypeObject* type = Py_TYPE(self);
    if (reinterpret_cast<ObjectHead*>(self)->weak_references) PyObject_ClearWeakRefs(self);
    value_in<T>(self).~T();
    type->tp_free(self);
    Py_DECREF(type);
}

/// What f() returns, a new reference or a status; its exceptions as Python's, then `failed`.
template <class F, class Result = std::invoke_result_t<F>>
[[nodiscard]] Result guarded(F&& f, Result failed = {}) noexcept {
    try {
        return in_python(f);
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (const py::builtin_exception& error) {
        error.set_error();
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return failed;
}

/// The class's name as users write it, for messages.
[[nodiscard]] inline std::string type_name(py::handle object) {
    return py::cast<std::string>(py::type::of(object).attr("__name__"));
}

struct Parameter {
    const char* name = nullptr;
    const char* standard = nullptr;  ///< text of the default; nullptr: there is none
};

/// What a method takes beside `self`.
struct Parameters {
    static constexpr std::size_t kMost = 3;
    const char* function;
    std::array<Parameter, kMost> list{};
    bool positional_only = false;

    [[nodiscard]] constexpr std::size_t size() const {
        std::size_t count = 0;
        while (count < kMost && list[count].name) ++count;
        return count;
    }
    /// As in "($self, rng, policy='uniform')".
    [[nodiscard]] std::string text() const {
        std::string text = "($self";
        for (std::size_t i = 0; i < size(); ++i) {
            text += std::string(", ") + list[i].name;
            if (list[i].standard) text += std::string("=") + list[i].standard;
        }
        return text + (positional_only ? ", /)" : ")");
    }
};

/// Arguments in the order of the parameters; null where the default holds.
using Arguments = std::array<py::handle, Parameters::kMost>;

[[noreturn]] inline void refuse_call(const Parameters& wanted, const std::string& why) {
    throw py::type_error(std::string(wanted.function) + "() " + why);
}

inline void put_named(const Parameters& wanted, PyObject* name, PyObject* value, Arguments& out) {
    std::size_t k = 0;
    while (k < wanted.size() && PyUnicode_CompareWithASCIIString(name, wanted.list[k].name) != 0)
        ++k;
    if (wanted.positional_only || k == wanted.size())
        refuse_call(wanted, "takes no keyword argument " + py::cast<std::string>(py::repr(name)));
    if (out[k]) refuse_call(wanted, "got " + std::string(wanted.list[k].name) + " twice");
    out[k] = value;
}

[[nodiscard]] inline Arguments arranged(const Parameters& wanted, PyObject* const* given,
                                        Py_ssize_t count, PyObject* names) {
    Arguments out;
    const std::size_t size = wanted.size();
    if (count > static_cast<Py_ssize_t>(size))
        refuse_call(wanted, "takes at most " + std::to_string(size) + " argument" +
                                (size == 1 ? "" : "s") + ", not " + std::to_string(count));
    for (Py_ssize_t i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = given[i];
    for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i)
        put_named(wanted, PyTuple_GET_ITEM(names, i), given[count + i], out);
    for (std::size_t k = 0; k < size; ++k)
        if (!out[k] && !wanted.list[k].standard)
            refuse_call(wanted, "needs the argument " + std::string(wanted.list[k].name));
    return out;
}

template <auto function>
struct Method;

/// function(self)
template <class T, PyObject* (*function)(Object<T>&)>
struct Method<function> {
    static constexpr int kFlags = METH_NOARGS;
    static PyObject* call(PyObject* self, PyObject*) noexcept {
        return guarded([&] {
            return function(*static_cast<Object<T>*>(reinterpret_cast<ObjectHead*>(self)));
        });
    }
};

/// function(self, argument)
template <class T, PyObject* (*function)(Object<T>&, py::handle)>
struct Method<function> {
    static constexpr int kFlags = METH_O;
    static PyObject* call(PyObject* self, PyObject* argument) noexcept {
        return guarded([&] {
            return function(*static_cast<Object<T>*>(reinterpret_cast<ObjectHead*>(self)),
                            argument);
        });
    }
};

/// function(self, arguments)
template <auto function, const Parameters& parameters>
struct MethodWith;
template <class T, PyObject* (*function)(Object<T>&, const Arguments&),
          const Parameters& parameters>
struct MethodWith<function, parameters> {
    static constexpr int kFlags = METH_FASTCALL | METH_KEYWORDS;
    static PyObject* call(PyObject* self, PyObject* const* given, Py_ssize_t count,
                          PyObject* names) noexcept {
        return guarded([&] {
            return function(*static_cast<Object<T>*>(reinterpret_cast<ObjectHead*>(self)),
                            arranged(parameters, given, count, names));
        });
    }
};

/// A class of the module. Its docstrings are those of the public surface, which are written once, in
/// python/bitmeeple/{game,state}.py.
template <class T>
class Class {
public:
    /// `slots` must have Py_tp_new; `base` is the documented class, or None.
    Class(py::module_& m, const char* name, const std::string& doc, std::vector<PyType_Slot> slots,
          py::object base = py::none())
        : base_(std::move(base)) {
        static PyMemberDef members[] = {
            {"__weaklistoffset__", T_PYSSIZET,
             static_cast<Py_ssize_t>(offsetof(ObjectHead, weak_references)), READONLY, nullptr},
            {nullptr, 0, 0, 0, nullptr}};
        slots.push_back({Py_tp_members, members});
        slots.push_back({Py_tp_dealloc, reinterpret_cast<void*>(&delete_object<T>)});
        slots.push_back({Py_tp_doc, const_cast<char*>(doc.c_str())});
        slots.push_back({0, nullptr});
        static const std::string full_name = std::string("bitmeeple._core.") + name;
        PyType_Spec spec{full_name.c_str(), static_cast<int>(sizeof(Object<T>)), 0,
                         Py_TPFLAGS_DEFAULT, slots.data()};
        class_ = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
        if (!class_) throw py::error_already_set();
        class_of<T> = reinterpret_cast<PyTypeObject*>(class_.ptr());
        m.attr(name) = class_;
    }

    /// A method without arguments, or with one that has a position only: `parameter`. Its docstring
    /// is the base's unless it is given.
    template <auto function>
    void def(const char* name, const char* parameter = nullptr, const char* doc = nullptr) {
        const std::string text =
            parameter ? std::string("($self, ") + parameter + ", /)" : std::string("($self, /)");
        add(name, reinterpret_cast<void*>(&Method<function>::call), Method<function>::kFlags, text,
            doc);
    }
    /// A method with up to three arguments.
    template <auto function, const Parameters& parameters>
    void def(const char* doc = nullptr) {
        using M = MethodWith<function, parameters>;
        add(parameters.function, reinterpret_cast<void*>(&M::call), M::kFlags, parameters.text(),
            doc);
    }
    /// A private method, whose arguments only our own Python passes.
    template <class F>
    void def_private(const char* name, F&& function) {
        class_.attr(name) =
            py::cpp_function(std::forward<F>(function), py::name(name), py::is_method(class_));
    }

private:
    void add(const char* name, void* function, int flags, const std::string& signature,
             const char* doc) {
        // The class refers to both as long as the process lives.
        const auto* text =
            new std::string(name + signature + "\n--\n\n" + (doc ? doc : doc_of(name)));
        auto* definition =
            new PyMethodDef{name, reinterpret_cast<PyCFunction>(function), flags, text->c_str()};
        const auto method = py::reinterpret_steal<py::object>(
            PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(class_.ptr()), definition));
        if (!method) throw py::error_already_set();
        class_.attr(name) = method;
    }
    [[nodiscard]] std::string doc_of(const char* name) const {
        if (!py::hasattr(base_, name) || base_.attr(name).attr("__doc__").is_none()) return "";
        return py::cast<std::string>(
            py::module_::import("inspect").attr("getdoc")(base_.attr(name)));
    }

    py::object base_, class_;
};

/// tp_new of classes whose objects only C++ makes. `message` says who does.
template <const char* const& message>
PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) noexcept {
    PyErr_SetString(PyExc_TypeError, message);
    return nullptr;
}

}  // namespace bitmeeple::bindings

/// T& as the argument, and T as the result, of functions bound with pybind11.
#define BITMEEPLE_OBJECT_CASTER(T)                                       \
    template <>                                                          \
    class pybind11::detail::type_caster<T> {                             \
    public:                                                              \
        static constexpr auto name = const_name("object");               \
        template <class>                                                 \
        using cast_op_type = T&;                                         \
        operator T&() { return *value_; }                                \
        bool load(handle source, bool) {                                 \
            if (!bitmeeple::bindings::is_a<T>(source)) return false;     \
            value_ = &bitmeeple::bindings::value_in<T>(source);          \
            return true;                                                 \
        }                                                                \
        static handle cast(T value, return_value_policy, handle) {       \
            return bitmeeple::bindings::new_object<T>(std::move(value)); \
        }                                                                \
                                                                         \
    private:                                                             \
        T* value_ = nullptr;                                             \
    }
