// CoreBatch: the engine under bitmeeple.VectorEnv, which checks arguments. Ids, actions and seeds
// come as arrays that nobody else holds; the rows belong to the batch, and Python sees them through
// views that it cannot make writable.

#include <atomic>
#include <cstdlib>

#include "classes.hpp"

namespace bitmeeple::bindings {

namespace {

using Ids = Array<std::int32_t>;
using Seeds = Array<std::uint64_t>;

template <class T>
[[nodiscard]] std::span<const T> span_of(const Array<T>& numbers) {
    return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

/// Zeroed memory of numbers, given by the system as it is first written.
template <class T>
class Rows {
public:
    Rows(std::size_t count, std::size_t width)
        : size_(count * width), data_(static_cast<T*>(std::calloc(size_ + 1, sizeof(T)))) {
        if (!data_) throw std::bad_alloc();
    }
    [[nodiscard]] T* data() noexcept { return data_.get(); }
    [[nodiscard]] T* data_or_null() noexcept { return size_ > 0 ? data() : nullptr; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return size_ * sizeof(T); }

private:
    struct Free {
        void operator()(T* memory) const noexcept { std::free(memory); }
    };
    std::size_t size_;
    std::unique_ptr<T, Free> data_;
};

/// Everything a batch writes, one row per environment.
struct BatchMemory {
    BatchMemory(const Bounds& b, std::size_t n, bool packed, bool tensors, bool finals)
        : players(static_cast<std::size_t>(b.num_players)),
          tensor(static_cast<std::size_t>(b.observation_size)),
          mask_bytes(static_cast<std::size_t>(packed ? (b.num_distinct_actions + 7) / 8
                                                     : b.num_distinct_actions)),
          count(n), current_player(n, 1), masks(n, mask_bytes),
          observations(tensors ? n : 0, tensor),
          final_observations(finals ? n : 0, players * tensor), rewards(n, players),
          terminated(n, 1), digests(n, 1) {
        std::fill_n(current_player.data(), n, std::int8_t{kTerminalPlayer});
    }
    [[nodiscard]] BatchRows rows() {
        return {current_player.data(),
                masks.data(),
                observations.data_or_null(),
                final_observations.data_or_null(),
                rewards.data(),
                terminated.data(),
                digests.data()};
    }

    std::size_t players, tensor, mask_bytes, count;
    Rows<std::int8_t> current_player;
    Rows<std::uint8_t> masks;
    Rows<float> observations, final_observations, rewards;
    Rows<std::uint8_t> terminated;
    Rows<std::uint64_t> digests;
};

/// A view that keeps the memory alive. Its base is no buffer, so NumPy refuses to make it writable.
template <class T>
[[nodiscard]] py::object view_of(const std::shared_ptr<BatchMemory>& memory, Rows<T>& rows,
                                 std::vector<std::size_t> shape) {
    const py::capsule base(new std::shared_ptr<BatchMemory>(memory), [](void* owner) {
        delete static_cast<std::shared_ptr<BatchMemory>*>(owner);
    });
    py::array_t<T> view(std::move(shape), rows.data(), base);
    view.attr("setflags")(py::arg("write") = false);
    return view;
}

class CoreBatch {
public:
    CoreBatch(py::handle game, int size, const Seeds& seeds, int autoreset, bool packed,
              int threads, bool observations, bool final_observations)
        : owner_(py::reinterpret_borrow<py::object>(game)),
          seeds_(seeds.data(), seeds.data() + seeds.size()),
          memory_(std::make_shared<BatchMemory>(value_in<CoreGame>(game).bounds,
                                                static_cast<std::size_t>(size), packed,
                                                observations, final_observations)),
          batch_(value_in<CoreGame>(game).engine->make_batch(
              size, seeds_, static_cast<Autoreset>(autoreset), packed, threads, memory_->rows())) {}

    /// Starts the next game of these environments, or the first one of new seeds.
    void reset(const Ids& ids, const py::object& seeds) {
        const bool all = static_cast<std::size_t>(ids.size()) == memory_->count;
        const Exclusive here(*this, all);
        if (!seeds.is_none()) {
            const auto given = py::cast<Seeds>(seeds);
            seeds_.assign(given.data(), given.data() + given.size());
        }
        if (!seeds.is_none() || torn_) batch_->set_seeds(seeds_);
        const WithoutGil elsewhere;
        batch_->reset(span_of(ids));
        torn_ = false;
    }
    [[nodiscard]] std::int64_t step(const Ids& ids, const Ids& actions) {
        const Exclusive here(*this);
        const WithoutGil elsewhere;
        return batch_->step(span_of(ids), span_of(actions));
    }
    void sample_actions(py::handle policy, const Ids& ids, Ids out) {
        const Policy p = policy_in(policy);
        const std::span drawn(out.mutable_data(), static_cast<std::size_t>(out.size()));
        const Exclusive here(*this);
        const WithoutGil elsewhere;
        batch_->sample_actions(p, span_of(ids), drawn);
    }
    [[nodiscard]] CoreState state(int i) {
        CoreState state(owner_);
        const Exclusive here(*this);
        batch_->copy_state(i, state.bytes());
        return state;
    }

    /// The games, and the rows that cannot be computed from them.
    [[nodiscard]] py::bytes dump() {
        const Exclusive here(*this);
        std::string bytes = batch_->dump();
        each_saved([&](auto& rows) {
            bytes.append(reinterpret_cast<const char*>(rows.data()), rows.bytes());
        });
        return bytes;
    }
    /// The inverse. `started`: whether the games are to be read too.
    void load(const py::bytes& saved, bool started) {
        const Exclusive here(*this, true);
        const std::string_view bytes(saved);
        std::size_t size = 0;
        each_saved([&](auto& rows) { size += rows.bytes(); });
        if (bytes.size() < size) throw py::value_error("the saved batch has another size");
        const std::size_t split = bytes.size() - size;
        if (started) batch_->load(bytes.substr(0, split));
        const char* from = bytes.data() + split + memory_->current_player.bytes();
        each_saved([&](auto& rows) {
            if (static_cast<void*>(&rows) == &memory_->current_player) return;  // known from games
            std::memcpy(rows.data(), from, rows.bytes());
            from += rows.bytes();
        });
        for (std::size_t i = 0; i < memory_->count; ++i)
            memory_->terminated.data()[i] = memory_->terminated.data()[i] != 0;
    }

    /// current_player, masks, observations, rewards, terminated, final_observations, digests.
    [[nodiscard]] py::tuple rows() const {
        BatchMemory& m = *memory_;
        const std::size_t n = m.count;
        const auto optional = [&](auto& rows, std::vector<std::size_t> shape) {
            return rows.size() > 0 ? view_of(memory_, rows, std::move(shape)) : py::none();
        };
        return py::make_tuple(
            view_of(memory_, m.current_player, {n}), view_of(memory_, m.masks, {n, m.mask_bytes}),
            optional(m.observations, {n, m.tensor}), view_of(memory_, m.rewards, {n, m.players}),
            view_of(memory_, m.terminated, {n}),
            optional(m.final_observations, {n, m.players, m.tensor}),
            view_of(memory_, m.digests, {n}));
    }

private:
    /// The right to use the batch; a thread that comes in meanwhile is refused. In the child of a
    /// fork the parent's thread that was in here does not exist; what it left half done is fit for
    /// a reset of every environment only.
    class Exclusive {
    public:
        explicit Exclusive(CoreBatch& batch, bool mends = false) : batch_(batch) {
            const long here = process_id();
            long holder = batch.holder_.load();
            do {
                if (holder == here)
                    throw std::runtime_error("this VectorEnv is being stepped by another thread");
            } while (!batch.holder_.compare_exchange_weak(holder, here));
            if (holder != 0) batch.torn_ = true;
            if (!batch.torn_ || mends) return;
            batch.holder_ = 0;
            throw std::runtime_error(
                "this process was forked while another thread stepped this VectorEnv; call "
                "reset()");
        }
        Exclusive(const Exclusive&) = delete;
        Exclusive& operator=(const Exclusive&) = delete;
        ~Exclusive() { batch_.holder_ = 0; }

    private:
        CoreBatch& batch_;
    };

    template <class F>
    void each_saved(F&& f) {
        f(memory_->current_player);
        f(memory_->rewards);
        f(memory_->terminated);
        f(memory_->digests);
        f(memory_->final_observations);
    }

    py::object owner_;  // keeps the game alive
    std::vector<std::uint64_t> seeds_;
    std::shared_ptr<BatchMemory> memory_;
    std::unique_ptr<BatchEngine> batch_;
    std::atomic<long> holder_{0};  // the process of the thread in here; 0: there is none
    bool torn_ = false;
};

/// On the heap, so that its address stays.
using BatchOwner = std::unique_ptr<CoreBatch>;

constexpr const char* kMakers = "batches are made by bitmeeple.VectorEnv";

}  // namespace

}  // namespace bitmeeple::bindings

BITMEEPLE_OBJECT_CASTER(bitmeeple::bindings::BatchOwner);

namespace bitmeeple::bindings {

void register_batches(py::module_& m) {
    Class<BatchOwner> cls(m, "CoreBatch", "CoreBatch()\n--\n\nWhat a VectorEnv runs on.",
                          {{Py_tp_new, reinterpret_cast<void*>(&refuse_new<kMakers>)}});
    m.def("make_batch", [](py::handle game, int size, const Seeds& seeds, int autoreset,
                           bool packed, int threads, bool observations, bool final_observations) {
        if (!is_a<CoreGame>(game)) throw py::type_error(kMakers);
        return std::make_unique<CoreBatch>(game, size, seeds, autoreset, packed, threads,
                                           observations, final_observations);
    });
    cls.def_private("rows", [](BatchOwner& b) { return b->rows(); });
    cls.def_private("reset", [](BatchOwner& b, const Ids& ids, const py::object& seeds) {
        b->reset(ids, seeds);
    });
    cls.def_private("step", [](BatchOwner& b, const Ids& ids, const Ids& actions) {
        return b->step(ids, actions);
    });
    cls.def_private("sample_actions", [](BatchOwner& b, py::handle policy, const Ids& ids,
                                         const Ids& out) { b->sample_actions(policy, ids, out); });
    cls.def_private("state", [](BatchOwner& b, int i) { return b->state(i); });
    cls.def_private("dump", [](BatchOwner& b) { return b->dump(); });
    cls.def_private("load", [](BatchOwner& b, const py::bytes& bytes, bool started) {
        b->load(bytes, started);
    });
}

}  // namespace bitmeeple::bindings
