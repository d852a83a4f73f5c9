#include "sim/sm/device.h"

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

struct Device::HostThreads {
  explicit HostThreads(unsigned count)
      : limit(tbb::global_control::max_allowed_parallelism, count),
        arena(static_cast<int>(count)) {}
  tbb::global_control limit;  // otherwise no more than the host has cores, and a warning
  tbb::task_arena arena;
};

Device::Device(const ArchConfig& arch, const DeviceOptions& options, GlobalMemory& memory)
    : shared_{arch, options.observer, options.skip_idle, options.ahead_until},
      memory_(memory),
      l2_(arch, arena_),
      dispatcher_(arch.cta_launch_interval),
      window_(window_of(arch, l2_)),
      ledgers_(arch.num_sms, SmLedger(arch.limits, 0)),
      by_index_(arch.num_sms, nullptr),
      arrivals_(arch.num_sms) {
  shared_.memory = &arena_;
  shared_.runnable_warps = [this] { return runnable_warps(); };
  if (options.threads > 1 && options.observer == nullptr)
    threads_ = std::make_unique<HostThreads>(options.threads);
  by_cycle_.resize(window_);
}

Device::~Device() = default;

// The SMs are there, with shared memory as the grid needs it where nothing else is resident.
void Device::use_sms(const std::vector<unsigned>& used, const GridNeeds& needs) {
  for (const unsigned index : used) {
    Sm*& sm = by_index_[index];
    if (!ledgers_[index].empty() || (sm != nullptr && sm->l1_bytes() == needs.l1_bytes)) continue;
    if (sm != nullptr) std::erase_if(sms_, [&](const auto& old) { return old.get() == sm; });
    std::pmr::polymorphic_allocator<> in(&arena_);
    sm = in.new_object<Sm>(shared_, index, needs.l1_bytes, until_, memory_,
                           GlobalPort::Order::Buffered);
    sms_.insert(std::ranges::lower_bound(sms_, index, {}, [](const auto& s) { return s->index(); }),
                Sms::value_type(sm));
    ledgers_[index].set_shared_bytes(needs.shared_per_sm);
  }
}

void Device::launch(Grid& grid, Caches caches) {
  const bool alone = idle();
  if (alone && caches == Caches::Empty) {
    l2_.clear();
    for (auto& sm : sms_) by_index_[sm->index()] = nullptr;
    sms_.clear();
  }
  may_use_threads_ = (alone || may_use_threads_) && grid.executor().allows_threads();
  const std::vector<unsigned> used = first_wave(shared_.arch, grid.ctas());
  if (alone) use_sms(used, grid.needs());
  // What one SM does is in order by itself.
  const bool one = alone && used.size() == 1;
  for (auto& sm : sms_)
    sm->port().set_order(one ? GlobalPort::Order::Immediate : GlobalPort::Order::Buffered);
  std::erase_if(grids_, [](const Grid* g) { return g->finished(); });
  grids_.push_back(&grid);
  dispatcher_.add(grid);
  if (alone)
    start_first_wave();
  else
    start_beside_others();
}

void Device::start_cta(unsigned sm, const CtaDispatcher::Cta& cta) {
  ledgers_[sm].take(cta.grid->needs().cta);
  by_index_[sm]->start_cta(cta.grid->on(sm), cta.cta, cta.at);
  detector_.resident(cta.grid->warps_per_cta());
}

// One CTA to each SM in turn until all places are taken.
void Device::start_first_wave() {
  for (bool started = true; started;) {
    started = false;
    for (auto& sm : sms_) {
      if (dispatcher_.empty() || !ledgers_[sm->index()].fits(dispatcher_.front().needs().cta))
        continue;
      start_cta(sm->index(), dispatcher_.take_first(until_));
      started = true;
    }
  }
}

// An SM with nothing on it can be configured as the grid needs it, once its stores have left.
std::optional<unsigned> Device::emptiest_sm(const GridNeeds& needs) const {
  std::optional<unsigned> best;
  for (unsigned i = 0; i < ledgers_.size(); ++i) {
    const Sm* const sm = by_index_[i];
    const bool free = sm == nullptr || (sm->idle() && sm->outbox().empty());
    if (ledgers_[i].empty() ? !free : !ledgers_[i].fits(needs.cta)) continue;
    if (!best || ledgers_[i].ctas() < ledgers_[*best].ctas()) best = i;
  }
  return best;
}

// The CTAs of a grid that comes while others are there: one by one, each to the SM with the fewest.
// Which SM the hardware takes is not published.
void Device::start_beside_others() {
  while (!dispatcher_.empty()) {
    const GridNeeds& needs = dispatcher_.front().needs();
    const std::optional<unsigned> sm = emptiest_sm(needs);
    if (!sm) return;
    use_sms({*sm}, needs);
    start_cta(*sm, dispatcher_.take(until_));
  }
}

std::uint64_t Device::reached() const {
  std::uint64_t last = until_;
  for (const auto& sm : sms_)
    if (sm->now() > 0) last = std::max(last, window_end(sm->now() - 1));
  return last;
}

bool Device::idle() const {
  return dispatcher_.empty() &&
         std::all_of(sms_.begin(), sms_.end(), [](const auto& sm) { return sm->idle(); });
}

std::uint64_t Device::next_event() const {
  std::uint64_t next = next_request();
  for (const auto& sm : sms_) next = std::min(next, sm->next_event());
  if (!freed_.empty()) next = std::min(next, freed_.front().at);
  return next;
}

// Of those that leave an SM after the window in which they were made.
std::uint64_t Device::next_request() const {
  std::uint64_t next = kNever;
  for (const auto& sm : sms_)
    if (!sm->outbox().empty()) next = std::min(next, sm->outbox().front().sent);
  return next;
}

void Device::drain() {
  for (std::uint64_t next = next_request(); next != kNever; next = next_request())
    settle_requests(next + window_);
}

std::uint64_t Device::stop(std::uint64_t at) {
  for (const auto& sm : sms_) at = std::max(at, sm->counted_until());
  for (const auto& sm : sms_) sm->stop(at);
  return at;
}

void Device::run_window(std::uint64_t until) {
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
    for (const auto& cta : end.ctas_ended) freed_.push_back({cta.at, sm->index(), cta.grid});
    end.ctas_ended.clear();
    end = {std::move(end.ctas_ended), 0, 0, false, false};
    printed_ += sm->port().printed;
    sm->port().printed.clear();
  }
  executed_ += executed;
  detector_.window(executed, progress);
  const bool others_come = !dispatcher_.empty() && !freed_.empty();
  proven_stuck_ = stuck && !progress && !others_come;
  refill(until);
}

// How far an SM may run ahead. Observers see SMs side by side, the detector counts on it, and a CTA
// may come to where there is room.
std::uint64_t Device::ahead_of(const Sm& sm, std::uint64_t until) const {
  constexpr std::uint64_t kWindows = 32;
  if (shared_.observer != nullptr || shared_.deadlock != nullptr) return until;
  const SmLedger& ledger = ledgers_[sm.index()];
  const bool place_is_free = sm.residents() < ledger.ctas();  // and not given back yet
  if (!dispatcher_.empty() && (place_is_free || ledger.fits(dispatcher_.front().needs().cta)))
    return until;
  return std::min(until + kWindows * window_, std::max(until, shared_.ahead_until));
}

void Device::run_sms(std::uint64_t until) {
  const auto run = [&](Sm& sm) {
    if (!sm.idle()) sm.run(until, ahead_of(sm, until));
  };
  const auto is_behind = [&](std::size_t i) { return i < sms_.size() && sms_[i]->now() < until; };
  if (threads_ == nullptr || !may_use_threads_ || shared_.deadlock != nullptr) {
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

void Device::settle_stores() {
  for (auto& sm : sms_) sm->port().commit_stores();
}

// In order of the cycle in which they issued, then of SMs. True when a value changed.
bool Device::settle_atomics() {
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
  for (const Queued& q : queue) changed |= Executor::complete_atomic(*q.atomic, *q.port);
  for (auto& sm : sms_) sm->port().clear_atomics();
  return changed;
}

// L2 serves what was sent in the window in order of cycles, then of SMs.
void Device::settle_requests(std::uint64_t until) {
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
void Device::refill(std::uint64_t until) {
  std::stable_sort(freed_.begin(), freed_.end(), [](const Freed& a, const Freed& b) {
    return std::pair(a.at, a.sm) < std::pair(b.at, b.sm);
  });
  std::size_t used = 0;
  for (; used < freed_.size() && freed_[used].at < until; ++used) {
    const Freed& place = freed_[used];
    ledgers_[place.sm].give_back(place.grid->needs().cta);
    if (used + 2 < freed_.size()) by_index_[freed_[used + 2].sm]->expect_cta(*place.grid);
    if (used + 1 < freed_.size()) by_index_[freed_[used + 1].sm]->expect_start(*place.grid);
    const Grid* const first = dispatcher_.empty() ? nullptr : &dispatcher_.front();
    while (!dispatcher_.empty() && ledgers_[place.sm].fits(dispatcher_.front().needs().cta))
      start_cta(place.sm, dispatcher_.take(place.at + shared_.arch.cta_launch_cycles));
    if (!dispatcher_.empty() && &dispatcher_.front() != first) start_beside_others();
  }
  freed_.erase(freed_.begin(), freed_.begin() + static_cast<std::ptrdiff_t>(used));
  if (!dispatcher_.empty()) return;
  for (const Freed& place : freed_) ledgers_[place.sm].give_back(place.grid->needs().cta);
  freed_.clear();
}

unsigned Device::runnable_warps() const {
  unsigned count = 0;
  for (const auto& sm : sms_)
    for (const Warp& w : sm->warps()) count += w.resident && w.paths->current() != nullptr;
  return count;
}

const KernelFault* Device::fault() const {
  const Sm* first = nullptr;
  for (const auto& sm : sms_) {
    if (sm->fault() == nullptr || sm->fault_at() > until_) continue;  // its time has not come
    if (first == nullptr || sm->fault_at() < first->fault_at()) first = sm.get();
  }
  return first == nullptr ? nullptr : first->fault();
}

std::string Device::take_printed() {
  return std::exchange(printed_, {});
}

}  // namespace simt
