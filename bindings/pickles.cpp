// The bytes of a state (docs/architecture.md, "Bytes of a state"): format version 2.
//
//   magic "BMPL"  version 2  implementation 0  identity[32]  layout[8]  size[4]  payload  CRC-32[4]
//
// Integers are little endian. The identity is that of the game's name, options and data. The layout
// is a hash of the bytes of every state of two fixed playouts: it changes by itself when a field of
// a state moves or changes its meaning, so that bytes of another layout are never misread.

#include "bitmeeple/bytes.hpp"
#include "classes.hpp"

namespace bitmeeple::bindings {

namespace {

constexpr std::string_view kFormat{"BMPL\x02", 5};
constexpr std::string_view kStart{"BMPL\x02\x00", 6};
constexpr std::size_t kIdentity = 32;
constexpr std::size_t kHead = kStart.size() + kIdentity + 8;
constexpr std::size_t kSize = 4;
constexpr std::size_t kCrc = 4;

void append(std::string& out, std::uint64_t number, int bytes) {
    for (int k = 0; k < bytes; ++k) out.push_back(static_cast<char>(number >> 8 * k & 0xFF));
}

[[nodiscard]] ConstBytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

[[nodiscard]] std::uint64_t layout_of(const Engine& engine) {
    std::vector<std::byte> s(engine.state_size());
    std::uint64_t hash = s.size();
    for (const Policy policy : {Policy::uniform, Policy::eager}) {
        Rng rng(0, static_cast<std::uint64_t>(policy));
        engine.initial_state(s.data());
        for (;;) {
            hash = hash_bytes(s, hash);
            const int player = engine.current_player(s.data());
            if (player == kTerminalPlayer) break;
            engine.apply_action(s.data(), player == kChancePlayer
                                              ? engine.sample_chance(s.data(), rng)
                                              : engine.sample_action(s.data(), policy, rng));
        }
    }
    return hash;
}

}  // namespace

/// What the bytes of all states of a game have in common. Made when first needed.
struct ByteForm {
    py::object revive;                      ///< registry.revive_state
    py::object implementation, text, data;  ///< its first arguments
    std::string head;                       ///< all before the size
    std::vector<std::byte> base;            ///< the initial state
};

ByteFormSlot::~ByteFormSlot() { delete form_.load(); }

const ByteForm& ByteFormSlot::get(const CoreGame& game) const {
    if (const ByteForm* made = form_.load(std::memory_order_acquire)) return *made;
    auto form = std::make_unique<ByteForm>();
    form->base.resize(game.state_size);
    game.engine->initial_state(form->base.data());
    form->head = kStart;
    form->head += game.spec.attr("identity_digest").cast<std::string>();
    append(form->head, layout_of(*game.engine), 8);
    form->revive = py::module_::import("bitmeeple.registry").attr("revive_state");
    form->implementation = py::str("core");
    const py::tuple words = game.spec.attr("words");
    form->text = words[0];
    form->data = words[1];
    if (form->head.size() != kHead) throw std::logic_error("an identity has 32 bytes");
    const ByteForm* expected = nullptr;  // another thread may have been faster
    if (form_.compare_exchange_strong(expected, form.get())) return *form.release();
    return *expected;
}

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw py::value_error("serialized state " + why);
}

/// The state of bytes of version 2 with a right checksum: every defect is a ValueError.
[[nodiscard]] CoreState restore(py::handle owner, std::string_view data) {
    const CoreGame* const game = &value_in<CoreGame>(owner);
    const ByteForm& form = game->byte_form.get(*game);
    if (data.size() < kHead + kSize + kCrc)
        refuse("is truncated: " + std::to_string(data.size()) + " bytes");
    const ConstBytes all = bytes_of(data);
    const std::size_t payload = word_at(all.subspan(kHead, kSize), 0);
    if (data.size() - (kHead + kSize + kCrc) != payload)
        refuse("is truncated or has bytes too many");
    if (word_at(all.last(kCrc), 0) != crc32(all.first(all.size() - kCrc)))
        refuse("is corrupted: the checksum does not match");
    if (data.substr(0, kStart.size()) != kStart)
        refuse("is of the other implementation; exchange dicts instead");
    if (data.substr(0, kHead - 8) != std::string_view(form.head).substr(0, kHead - 8))
        refuse("is of another game, options or data than " +
               game->spec.attr("label")().cast<std::string>());
    if (data.substr(0, kHead) != form.head)
        refuse(
            "was written by a version or machine that lays out states in another way; "
            "exchange dicts instead");
    CoreState s(owner);
    const std::span bytes(s.bytes(), game->state_size);
    if (!apply_difference(all.subspan(kHead + kSize, payload), form.base, bytes))
        refuse("has a broken payload");
    if (const std::string broken = game->engine->check(s.bytes()); !broken.empty())
        refuse("has a broken payload: " + broken);
    return s;
}

}  // namespace

PyObject* bytes_of(const CoreState& s) {
    const CoreGame& game = s.game();
    const ByteForm& form = game.byte_form.get(game);
    std::string out;
    out.reserve(kHead + kSize + game.state_size + game.state_size / 8 + 16);
    out = form.head;
    out.append(kSize, '\0');
    append_difference({s.bytes(), game.state_size}, form.base, out);
    const std::size_t payload = out.size() - kHead - kSize;
    for (unsigned k = 0; k < kSize; ++k)
        out[kHead + k] = static_cast<char>(payload >> 8 * k & 0xFF);
    append(out, crc32(bytes_of(out)), kCrc);
    return PyBytes_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
}

PyObject* serialize(Object<CoreState>& self) { return bytes_of(self.value); }

/// (revive_state, (implementation, game string, own data, bytes))
PyObject* reduce(Object<CoreState>& self) {
    const CoreState& s = self.value;
    const ByteForm& form = s.game().byte_form.get(s.game());
    PyObject* bytes = bytes_of(s);
    if (!bytes) throw py::error_already_set();
    return Py_BuildValue("(O(OOON))", form.revive.ptr(), form.implementation.ptr(), form.text.ptr(),
                         form.data.ptr(), bytes);
}

PyObject* deserialize_state(Object<CoreGame>& self, py::handle data) {
    py::object held = py::reinterpret_borrow<py::object>(data);
    if (PyByteArray_Check(data.ptr()) || PyMemoryView_Check(data.ptr())) {
        held = py::reinterpret_steal<py::object>(PyBytes_FromObject(data.ptr()));
        if (!held) throw py::error_already_set();
    }
    if (PyBytes_Check(held.ptr())) {
        const std::string_view given(PyBytes_AS_STRING(held.ptr()),
                                     static_cast<std::size_t>(PyBytes_GET_SIZE(held.ptr())));
        if (given.substr(0, kFormat.size()) == kFormat)
            return new_object(restore(self.handle(), given));
    }
    const auto base = py::module_::import("bitmeeple.game").attr("Game");  // version 1
    return base.attr("deserialize_state")(self.handle(), data).release().ptr();
}

}  // namespace bitmeeple::bindings
