#include "sim/sm/gpu.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include "sim/config/gpcs.h"

namespace simt {
namespace {

/// A window must end before an answer from L2, a fence's too, or a new CTA can be due. Longer ones
/// only cost memory.
std::uint64_t window_of(const ArchConfig& arch, const L2Memory& l2) {
  constexpr std::uint64_t kLongest = 256;
  return std::clamp<std::uint64_t>(
      std::min<std::uint64_t>(l2.min_latency(), arch.cta_launch_cycles), 1, kLongest);
}

}  // namespace

struct Gpu::HostThreads {
  explicit HostThreads(unsigned count)
      : limit(tbb::global_control::max_allowed_parallelism, count),
        arena(static_cast<int>(count)) {}
  tbb::global_control limit;  // otherwise no more than the host has cores, and a warning
  tbb::task_arena arena;
};

Gpu::Gpu(const SmShared& shared, GlobalMemory& memory, unsigned threads)
    : shared_(shared),
      memory_(memory),
      l2_(shared.arch, arena_),
      distributor_(shared.launch.grid, shared.arch.cta_launch_interval),
      window_(window_of(shared.arch, l2_)) {
  shared_.memory = &arena_;
  shared_.runnable_warps = [this] { return runnable_warps(); };
  if (threads > 1 && shared.observer == nullptr && shared.executor.allows_threads())
    threads_ = std::make_unique<HostThreads>(threads);
  by_cycle_.resize(window_);
}

Gpu::~Gpu() = default;

void Gpu::start() {
  const std::vector<unsigned> used = first_wave(shared_.arch, distributor_.count());
  // What one SM does is in order by itself.
  const auto order = used.size() > 1 ? GlobalPort::Order::Buffered : GlobalPort::Order::Immediate;
  by_index_.resize(shared_.arch.num_sms);
  for (const unsigned index : used) {
    std::pmr::polymorphic_allocator<> in(&arena_);
    sms_.emplace_back(in.new_object<Sm>(shared_, index, memory_, order));
    by_index_[index] = sms_.back().get();
  }
  arrivals_.resize(shared_.arch.num_sms);
  for (bool started = true; started;) {
    started = false;
    for (auto& sm : sms_) {
      if (distributor_.empty() || !sm->has_room()) continue;
      const CtaDistributor::Cta cta = distributor_.take_first();
      sm->start_cta(cta.linear, cta.id, cta.at);
      detector_.resident(shared_.warps_per_cta);
      started = true;
    }
  }
}

std::uint64_t Gpu::reached() const {
  std::uint64_t last = until_;
  for (const auto& sm : sms_)
    if (sm->now() > 0) last = std::max(last, window_end(sm->now() - 1));
  return last;
}

bool Gpu::idle() const {
  return distributor_.empty() &&
         std::all_of(sms_.begin(), sms_.end(), [](const auto& sm) { return sm->idle(); });
}

std::uint64_t Gpu::next_event() const {
  std::uint64_t next = next_request();
  for (const auto& sm : sms_) next = std::min(next, sm->next_event());
  if (!freed_.empty()) next = std::min(next, freed_.front().at);
  return next;
}

// Of those that leave an SM after the window in which they were made.
std::uint64_t Gpu::next_request() const {
  std::uint64_t next = kNever;
  for (const auto& sm : sms_)
    if (!sm->outbox().empty()) next = std::min(next, sm->outbox().front().sent);
  return next;
}

void Gpu::drain() {
  for (std::uint64_t next = next_request(); next != kNever; next = next_request())
    settle_requests(next + window_);
}

std::uint64_t Gpu::stop(std::uint64_t at) {
  for (const auto& sm : sms_) at = std::max(at, sm->counted_until());
  for (const auto& sm : sms_) sm->stop(at);
  return at;
}

void Gpu::run_window(std::uint64_t until) {
  until_ = until;
  shared_.deadlock = detector_.watching() ? &detector_ : nullptr;
  run_sms(until);
  settle_stores();
  bool progress = settle_atomics();
  settle_requests(until);

  std::uint64_t executed = 0;
  bool stuck = false;
  for (auto& sm : sms_) {
    Sm::WindowEnd& end = sm->window_end();
    executed += end.executed;
    progress |= end.progress;
    stuck |= end.proven_stuck;
    detector_.resident(-static_cast<std::int64_t>(end.warps_ended));
    for (const std::uint64_t at : end.ctas_ended) freed_.push_back({at, sm.get()});
    end.ctas_ended.clear();
    end = {std::move(end.ctas_ended), 0, 0, false, false};
    printed_ += sm->port().printed;
    sm->port().printed.clear();
  }
  executed_ += executed;
  detector_.window(executed, progress);
  const bool others_come = !distributor_.empty() && !freed_.empty();
  proven_stuck_ = stuck && !progress && !others_come;
  refill(until);
}

// How far an SM may run ahead. Observers see SMs side by side, the detector counts on it, and a CTA
// may come to where there is room.
std::uint64_t Gpu::ahead_of(const Sm& sm, std::uint64_t until) const {
  constexpr std::uint64_t kWindows = 32;
  if (shared_.observer != nullptr || shared_.deadlock != nullptr) return until;
  if (!distributor_.empty() && sm.has_room()) return until;
  return std::min(until + kWindows * window_, std::max(until, shared_.ahead_until));
}

void Gpu::run_sms(std::uint64_t until) {
  const auto run = [&](Sm& sm) {
    if (!sm.idle()) sm.run(until, ahead_of(sm, until));
  };
  const auto is_behind = [&](std::size_t i) { return i < sms_.size() && sms_[i]->now() < until; };
  if (threads_ == nullptr || shared_.deadlock != nullptr) {
    for (std::size_t i = 0; i < sms_.size(); ++i) {
      if (is_behind(i + 3)) sms_[i + 3]->expect_schedulers();
      if (is_behind(i + 2)) sms_[i + 2]->expect_warps(until);
      if (is_behind(i + 1)) sms_[i + 1]->expect_operands(until);
      run(*sms_[i]);
    }
    return;
  }
  threads_->arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, sms_.size(), [&](std::size_t i) { run(*sms_[i]); });
  });
}

void Gpu::settle_stores() {
  for (auto& sm : sms_) sm->port().commit_stores();
}

// In order of the cycle in which they issued, then of SMs. True when a value changed.
bool Gpu::settle_atomics() {
  struct Queued {
    const DeferredAtomic* atomic;
    GlobalPort* port;
  };
  std::vector<Queued> queue;
  for (auto& sm : sms_)
    for (const DeferredAtomic& atomic : sm->port().atomics())
      queue.push_back({&atomic, &sm->port()});
  std::stable_sort(queue.begin(), queue.end(), [](const Queued& a, const Queued& b) {
    return a.atomic->cycle < b.atomic->cycle;
  });
  bool changed = false;
  for (const Queued& q : queue) changed |= shared_.executor.complete_atomic(*q.atomic, *q.port);
  for (auto& sm : sms_) sm->port().clear_atomics();
  return changed;
}

// L2 serves what was sent in the window in order of cycles, then of SMs.
void Gpu::settle_requests(std::uint64_t until) {
  const std::uint64_t first = until > window_ ? until - window_ : 0;
  for (auto& sm : sms_)
    for (const MemoryRequest& request : sm->outbox()) {
      if (request.sent >= until) break;
      l2_.expect(request);
      by_cycle_[request.sent > first ? request.sent - first : 0].push_back(&request);
    }
  constexpr std::size_t kAhead = 4;  // cycles
  for (std::size_t at = 0; at < by_cycle_.size(); ++at) {
    if (at + kAhead < by_cycle_.size())
      for (const MemoryRequest* request : by_cycle_[at + kAhead]) l2_.expect_next(*request);
    for (const MemoryRequest* request : by_cycle_[at])
      arrivals_[request->sm].push_back(l2_.serve(*request));
    by_cycle_[at].clear();
  }
  for (std::size_t i = 0; i < sms_.size(); ++i) {
    if (i + 4 < sms_.size()) sms_[i + 4]->expect_answers();
    if (i + 3 < sms_.size()) sms_[i + 3]->expect_waiting();
    if (i + 1 < sms_.size()) sms_[i + 1]->expect_results();
    std::vector<std::uint64_t>& arrivals = arrivals_[sms_[i]->index()];
    if (arrivals.empty()) continue;
    sms_[i]->answer(arrivals);
    arrivals.clear();
  }
}

// CTAs go to the places that became free, in order of time, then of SMs. A CTA may end in a later
// window than its last instruction: its stores have to leave the SM.
void Gpu::refill(std::uint64_t until) {
  std::stable_sort(freed_.begin(), freed_.end(), [](const Freed& a, const Freed& b) {
    return std::pair(a.at, a.sm->index()) < std::pair(b.at, b.sm->index());
  });
  std::size_t used = 0;
  for (; used < freed_.size() && freed_[used].at < until && !distributor_.empty(); ++used) {
    const Freed& place = freed_[used];
    if (used + 2 < freed_.size()) freed_[used + 2].sm->expect_cta();
    if (used + 1 < freed_.size()) freed_[used + 1].sm->expect_start();
    const CtaDistributor::Cta cta = distributor_.take(place.at + shared_.arch.cta_launch_cycles);
    place.sm->start_cta(cta.linear, cta.id, cta.at);
    detector_.resident(shared_.warps_per_cta);
  }
  freed_.erase(freed_.begin(), freed_.begin() + static_cast<std::ptrdiff_t>(used));
  if (distributor_.empty()) freed_.clear();
}

unsigned Gpu::runnable_warps() const {
  unsigned count = 0;
  for (const auto& sm : sms_)
    for (const Warp& w : sm->warps()) count += w.resident && w.paths->current() != nullptr;
  return count;
}

const KernelFault* Gpu::fault() const {
  const Sm* first = nullptr;
  for (const auto& sm : sms_) {
    if (sm->fault() == nullptr || sm->fault_at() > until_) continue;  // its time has not come
    if (first == nullptr || sm->fault_at() < first->fault_at()) first = sm.get();
  }
  return first == nullptr ? nullptr : first->fault();
}

std::string Gpu::take_printed() {
  return std::exchange(printed_, {});
}

std::uint64_t Gpu::ctas_finished() const {
  std::uint64_t done = 0;
  for (const auto& sm : sms_) done += sm->ctas_finished();
  return done;
}

}  // namespace simt
