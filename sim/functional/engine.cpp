#include "sim/functional/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "sim/config/gpcs.h"
#include "sim/functional/order.h"

namespace simt::functional {
namespace {

constexpr std::uint64_t kParts = 64;

std::vector<InstTraits> traits_of(const Kernel& kernel, const ArchConfig& arch) {
  std::vector<InstTraits> traits;
  for (std::size_t pc = 0; pc < kernel.program.code.size(); ++pc) {
    const Inst& inst = kernel.code()[pc];
    const IssueInfo& issue = kernel.issue()[pc];
    InstTraits& t = traits.emplace_back();
    t.copies_constant = inst.run.copies_constant;
    t.only_computes = issue.plain || t.copies_constant;
    t.branch = inst.kind == Kind::Branch && !inst.flow.yields;
    t.converges = issue.converges;
    t.cta_barrier = issue.cta_barrier;
    if (!arch.control.interleave && inst.run.length > 1) t.run = inst.run.length;
  }
  return traits;
}

std::uint64_t or_none(std::uint64_t limit) {
  return limit == 0 ? ~std::uint64_t{0} : limit;
}

}  // namespace

/// Consecutive blocks of the grid.
struct Engine::Part {
  std::uint64_t begin = 0, end = 0;
  std::unique_ptr<Tally> tally{};
  std::string printed{};
  WrongMasks wrong_masks{};
  End ended = End::Finished;
  const Worker* worker = nullptr;
  bool done = false;
};

/// The host threads, each with a worker, and the parts that they take in order.
class Engine::Crew {
 public:
  Crew(Engine& engine, std::vector<Part>& parts)
      : engine_(engine), parts_(parts), first_stopped_(parts.size()) {}

  void work() {
    const std::size_t count = engine_.workers_.size();
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < count; ++i)
      threads.emplace_back([this, i] { work(*engine_.workers_[i], false); });
    work(*engine_.workers_[0], true);
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work(Worker& worker, bool tells) try {
    while (true) {
      const std::size_t i = next_++;
      if (i >= parts_.size() || i > first_stopped_) return;
      run(worker, i, tells);
      if (parts_[i].ended != End::Finished) return;
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
    first_stopped_ = 0;
  }

  void run(Worker& worker, std::size_t i, bool tells) {
    Part& part = parts_[i];
    if (engine_.options_.counters) part.tally = new_tally();
    part.worker = &worker;
    part.ended = worker.run(part.begin, part.end, part.tally.get(), [&](std::uint64_t blocks) {
      finished_ += blocks;
      if (tells) tell(worker);
    });
    part.printed = std::exchange(worker.port().printed, {});
    part.wrong_masks = worker.wrong_masks();
    const std::lock_guard lock(mutex_);
    if (part.ended != End::Finished) first_stopped_ = std::min<std::size_t>(first_stopped_, i);
    part.done = true;
    count_done();
  }

  std::unique_ptr<Tally> new_tally() const {
    auto tally = std::make_unique<Tally>(engine_.shared_.program, engine_.shared_.arch);
    tally->expect_runs();
    return tally;
  }

  // In the order of the parts, up to the first that stopped. The counters of a long program are
  // large: those of the parts to come take the room of those that are counted.
  void count_done() {
    while (counted_ < parts_.size() && counted_ <= first_stopped_ && parts_[counted_].done)
      engine_.count(parts_[counted_++]);
  }

  // Of one thread, what is printed and how far the launch is, while it runs.
  void tell(Worker& worker) {
    std::string& printed = worker.port().printed;
    if (engine_.workers_.size() == 1 && engine_.options_.print && !printed.empty())
      engine_.options_.print(std::exchange(printed, {}));
    if (!engine_.options_.progress || ++rounds_ % 64 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_told_ < std::chrono::seconds(1)) return;
    last_told_ = now;
    engine_.options_.progress(finished_, engine_.blocks_);
  }

  Engine& engine_;
  std::vector<Part>& parts_;
  std::atomic<std::size_t> next_ = 0, first_stopped_;
  std::atomic<std::uint64_t> finished_ = 0;
  std::mutex mutex_;
  std::size_t counted_ = 0;  ///< parts
  std::exception_ptr error_;
  std::uint64_t rounds_ = 0;
  std::chrono::steady_clock::time_point last_told_ = std::chrono::steady_clock::now();
};

Engine::Engine(const Launch& launch, GlobalMemory& memory, const EngineOptions& options)
    : shared_{launch.kernel.program,
              launch.arch,
              launch.state,
              traits_of(launch.kernel, launch.arch),
              launch.warps_per_block,
              launch.shared_bytes_per_block,
              or_none(options.max_per_warp),
              or_none(options.max_instructions)},
      memory_(memory),
      options_(options),
      blocks_(launch.state.grid.count()),
      lines_(launch.kernel.program.code.size()),
      worst_(launch.kernel.program.code.size()),
      patterns_(launch.kernel.program.code.size()),
      splits_(launch.kernel.program.code.size()) {
  places_ = {first_wave(launch.arch, blocks_), launch.blocks_per_sm};
}

Engine::~Engine() = default;

End Engine::run() {
  const bool apart = options_.max_instructions == 0 && !order_shows(shared_.program);
  const std::uint64_t count = apart ? std::min(blocks_, kParts) : 1;
  std::vector<Part> parts(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    parts[i].begin = blocks_ / count * i + std::min(i, blocks_ % count);
    parts[i].end = blocks_ / count * (i + 1) + std::min(i + 1, blocks_ % count);
  }
  const std::uint64_t threads = std::min<std::uint64_t>(options_.threads, count);
  for (std::uint64_t i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(shared_, places_, memory_));
    if (threads > 1) workers_.back()->port().share_with_other_threads(atomics_);
  }
  Crew(*this, parts).work();
  for (Part& part : parts) {
    tell(part);
    if (part.ended == End::Finished) continue;
    stopped_ = part.worker;
    return part.ended;
  }
  return End::Finished;
}

void Engine::tell(const Part& part) {
  if (options_.print && !part.printed.empty()) options_.print(part.printed);
  wrong_masks_.take(part.wrong_masks);
}

void Engine::count(Part& part) {
  if (part.tally == nullptr) return;
  part.tally->settle_runs();
  counters_ += part.tally->totals();
  for (std::size_t pc = 0; pc < lines_.size(); ++pc) {
    lines_[pc] += part.tally->lines()[pc];
    splits_[pc] += part.tally->splits()[pc];
  }
  part.tally->worst().add_to(worst_);
  part.tally->patterns().add_to(patterns_);
  part.tally.reset();
}

}  // namespace simt::functional
