// CoreBatch: the engine under bitmeeple.VectorEnv, which checks arguments and owns the output
// arrays.

#include <atomic>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include "game_bindings.hpp"

namespace bitmeeple::bindings {

namespace {

[[nodiscard]] long process_id() {
#if defined(__unix__) || defined(__APPLE__)
    return static_cast<long>(getpid());
#else
    return 0;
#endif
}

using Ids = Array<std::int32_t>;

[[nodiscard]] BatchEngine::Ids span_of(const Ids& ids) {
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
        return {current_player.mutable_data(), masks.mutable_data(),
                data_or_null(observations),    data_or_null(final_observations),
                rewards.mutable_data(),        terminated.mutable_data(),
                digests.mutable_data()};
    }
};

class CoreBatch {
public:
    CoreBatch(std::shared_ptr<CoreGame> game, int size, const std::vector<std::uint64_t>& seeds,
              int autoreset, bool packed, int threads, BatchArrays arrays)
        : game_(std::move(game)), arrays_(std::move(arrays)), pid_(process_id()),
          batch_(game_->engine->make_batch(size, seeds, static_cast<Autoreset>(autoreset), packed,
                                           threads, arrays_.rows())) {}

    void set_seeds(const std::vector<std::uint64_t>& seeds) {
        exclusively([&] { batch_->set_seeds(seeds); });
    }
    void reset(const Ids& ids) {
        exclusively([&, where = span_of(ids)] { batch_->reset(where); });
    }
    [[nodiscard]] std::int64_t step(const Ids& ids, const Ids& actions) {
        std::int64_t bad = -1;
        exclusively([&, where = span_of(ids), what = span_of(actions)] {
            bad = batch_->step(where, what);
        });
        return bad;
    }
    void sample_actions(const std::string& policy, const Ids& ids, Ids out) {
        const Policy p = policy_of(policy);
        const std::span drawn(out.mutable_data(), static_cast<std::size_t>(out.size()));
        exclusively([&, where = span_of(ids)] { batch_->sample_actions(p, where, drawn); });
    }
    [[nodiscard]] CoreState state(int i) {
        CoreState state(game_);
        exclusively([&] { batch_->copy_state(i, state.bytes()); });
        return state;
    }
    [[nodiscard]] py::bytes dump() {
        std::string bytes;
        exclusively([&] { bytes = batch_->dump(); });
        return bytes;
    }
    void load(const py::bytes& bytes) {
        exclusively([&, saved = std::string_view(bytes)] { batch_->load(saved); });
    }

private:
    /// Runs without the GIL; a second Python thread that comes in meanwhile is refused.
    template <class F>
    void exclusively(F&& f) {
        if (busy_.exchange(true))
            throw std::runtime_error("this VectorEnv is being stepped by another thread");
        struct Release {
            std::atomic<bool>& busy;
            ~Release() { busy = false; }
        } at_end{busy_};
        if (pid_ != process_id()) {
            batch_->start_threads_anew();
            pid_ = process_id();
        }
        const py::gil_scoped_release release;
        f();
    }

    std::shared_ptr<CoreGame> game_;
    BatchArrays arrays_;
    std::atomic<bool> busy_{false};
    long pid_;
    std::unique_ptr<BatchEngine> batch_;
};

}  // namespace

void register_batches(py::module_& m) {
    py::class_<CoreBatch>(m, "CoreBatch")
        .def(py::init(
            [](std::shared_ptr<CoreGame> game, int size, const std::vector<std::uint64_t>& seeds,
               int autoreset, bool packed, int threads, const Array<std::int8_t>& current_player,
               const Array<std::uint8_t>& masks, const Array<float>& observations,
               const Array<float>& final_observations, const Array<float>& rewards,
               const Array<std::uint8_t>& terminated, const Array<std::uint64_t>& digests) {
                return std::make_unique<CoreBatch>(
                    std::move(game), size, seeds, autoreset, packed, threads,
                    BatchArrays{current_player, masks, observations, final_observations, rewards,
                                terminated, digests});
            }))
        .def("set_seeds", &CoreBatch::set_seeds)
        .def("reset", &CoreBatch::reset, py::arg("ids").noconvert())
        .def("step", &CoreBatch::step, py::arg("ids").noconvert(), py::arg("actions").noconvert())
        .def("sample_actions", &CoreBatch::sample_actions, py::arg("policy"),
             py::arg("ids").noconvert(), py::arg("out").noconvert())
        .def("state", &CoreBatch::state)
        .def("dump", &CoreBatch::dump)
        .def("load", &CoreBatch::load);
}

}  // namespace bitmeeple::bindings
