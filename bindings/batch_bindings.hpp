#pragma once
// Binds bitmeeple::Batch as <Name>Batch: the engine under bitmeeple.VectorEnv, which checks
// arguments and owns the output arrays.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "bitmeeple/batch.hpp"
#include "game_bindings.hpp"

namespace bitmeeple::bindings {

[[nodiscard]] inline long process_id() {
#if defined(__unix__) || defined(__APPLE__)
    return static_cast<long>(getpid());
#else
    return 0;
#endif
}

using Ids = Array<std::int32_t>;

[[nodiscard]] inline std::span<const std::int32_t> span_of(const Ids& ids) {
    return {ids.data(), static_cast<std::size_t>(ids.size())};
}

/// The output arrays, kept alive as long as the batch writes into them.
struct BatchArrays {
    Array<std::int8_t> current_player;
    Array<std::uint8_t> masks;
    Array<float> observations, final_observations, rewards;
    Array<std::uint8_t> terminated;
    Array<std::uint64_t> digests;

    [[nodiscard]] BatchRows rows() {
        const auto data_or_null = [](Array<float>& a) {
            return a.size() > 0 ? a.mutable_data() : nullptr;
        };
        return {current_player.mutable_data(),     masks.mutable_data(),
                data_or_null(observations),        data_or_null(final_observations),
                rewards.mutable_data(),            terminated.mutable_data(),
                digests.mutable_data()};
    }
};

template <Game G>
class BatchObject {
public:
    BatchObject(std::shared_ptr<GameObject<G>> game, int size,
                const std::vector<std::uint64_t>& seeds, Autoreset autoreset, bool packed,
                int threads, BatchArrays arrays)
        : game_(std::move(game)), arrays_(std::move(arrays)), pid_(process_id()),
          batch_(game_->game, size, seeds, autoreset, packed, threads, arrays_.rows()) {}

    void set_seeds(const std::vector<std::uint64_t>& seeds) {
        exclusively([&] { batch_.set_seeds(seeds); });
    }
    void reset(const Ids& ids) {
        exclusively([&, where = span_of(ids)] { batch_.reset(where); });
    }
    /// -1, or the first position whose action is refused; then nothing is stepped.
    [[nodiscard]] std::int64_t step(const Ids& ids, const Ids& actions) {
        std::int64_t bad = -1;
        exclusively([&, where = span_of(ids), what = span_of(actions)] {
            bad = batch_.first_illegal(where, what);
            if (bad < 0) batch_.step(where, what);
        });
        return bad;
    }
    void sample_actions(const std::string& policy, Ids out) {
        const Policy p = policy_of(policy);
        const std::span where(out.mutable_data(), static_cast<std::size_t>(out.size()));
        exclusively([&] { batch_.sample_actions(p, where); });
    }
    [[nodiscard]] StateObject<G> state(int i) const { return {game_, batch_.env(i).state}; }

    /// Everything that the output arrays do not hold, one record per environment.
    [[nodiscard]] py::bytes dump() const {
        std::string bytes;
        bytes.reserve(static_cast<std::size_t>(batch_.size()) * kRecord);
        for (int i = 0; i < batch_.size(); ++i) {
            const auto& e = batch_.env(i);
            const auto put = [&](const auto& part) {
                bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
            };
            put(e.state);
            put(e.rng.words());
            put(e.digest.value());
            put(e.seed);
            put(e.games);
        }
        return bytes;
    }
    void load(const std::string& bytes) {
        if (bytes.size() != static_cast<std::size_t>(batch_.size()) * kRecord)
            throw py::value_error("the saved batch has another size");
        const char* from = bytes.data();
        for (int i = 0; i < batch_.size(); ++i) {
            typename Batch<G>::Env e;
            Rng::Words words;
            std::uint64_t digest;
            const auto get = [&](auto& part) {
                std::memcpy(&part, from, sizeof part);
                from += sizeof part;
            };
            get(e.state);
            get(words);
            get(digest);
            get(e.seed);
            get(e.games);
            e.rng.set_words(words);
            e.digest.set_value(digest);
            if (const auto broken = game_->game.check(e.state); !broken.empty())
                throw py::value_error("the saved batch is broken: " + broken);
            batch_.restore(i, e);
        }
    }

private:
    static constexpr std::size_t kRecord =
        sizeof(typename G::State) + sizeof(Rng::Words) + 3 * sizeof(std::uint64_t);

    /// Runs without the GIL; a second Python thread that comes in meanwhile is refused.
    template <class F>
    void exclusively(F&& f) {
        if (busy_.exchange(true))
            throw std::runtime_error("this VectorEnv is being stepped by another thread");
        if (pid_ != process_id()) {
            batch_.start_threads_anew();
            pid_ = process_id();
        }
        {
            const py::gil_scoped_release release;
            f();
        }
        busy_ = false;
    }

    std::shared_ptr<GameObject<G>> game_;
    BatchArrays arrays_;
    std::atomic<bool> busy_{false};
    long pid_;
    Batch<G> batch_;
};

template <Game G>
void register_batch_class(py::module_& m, const std::string& name) {
    using B = BatchObject<G>;
    py::class_<B>(m, name.c_str())
        .def(py::init([](std::shared_ptr<GameObject<G>> game, int size,
                         const std::vector<std::uint64_t>& seeds, int autoreset, bool packed,
                         int threads, const Array<std::int8_t>& current_player,
                         const Array<std::uint8_t>& masks, const Array<float>& observations,
                         const Array<float>& final_observations, const Array<float>& rewards,
                         const Array<std::uint8_t>& terminated,
                         const Array<std::uint64_t>& digests) {
            return std::make_unique<B>(std::move(game), size, seeds,
                                       static_cast<Autoreset>(autoreset), packed, threads,
                                       BatchArrays{current_player, masks, observations,
                                                   final_observations, rewards, terminated,
                                                   digests});
        }))
        .def("set_seeds", &B::set_seeds)
        .def("reset", &B::reset, py::arg("ids").noconvert())
        .def("step", &B::step, py::arg("ids").noconvert(), py::arg("actions").noconvert())
        .def("sample_actions", &B::sample_actions, py::arg("policy"), py::arg("out").noconvert())
        .def("state", &B::state)
        .def("dump", &B::dump)
        .def("load", &B::load);
}

}  // namespace bitmeeple::bindings
