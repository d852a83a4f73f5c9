#include "sim/sm/device.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace simt {
namespace {

// The least latency of the links; longer windows than the longest here only cost memory.
std::uint64_t lookahead(std::initializer_list<const Link*> links) {
  std::uint64_t cycles = 256;
  for (const Link* link : links) cycles = std::min(cycles, link->latency());
  return std::max<std::uint64_t>(cycles, 1);
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
      l2_(arch, arena_),
      sms_(shared_, memory, arena_),
      stores_(sms_, l2_),
      atomics_(sms_, l2_),
      requests_(sms_, l2_, arch.sm.count),
      placement_(arch, sms_, detector_),
      window_(lookahead({&stores_, &atomics_, &requests_, &placement_})) {
  shared_.runnable_warps = [this] { return runnable_warps(); };
  requests_.set_window(window_);
  if (options.threads > 1 && options.observer == nullptr)
    threads_ = std::make_unique<HostThreads>(options.threads);
}

Device::~Device() = default;

void Device::launch(Grid& grid, Caches caches) {
  const bool alone = idle();
  if (alone && caches == Caches::Empty) {
    l2_.clear();
    sms_.clear();
  }
  if (alone)
    for (const auto& sm : sms()) sm->invalidate_l1();
  may_use_threads_ = (alone || may_use_threads_) && grid.executor().allows_threads();
  if (alone) {
    grids_.clear();  // some may be gone
    l2_.accounts().close_all();
  }
  std::erase_if(grids_, [](const Grid* g) { return g->finished(); });
  grids_.push_back(&grid);
  grid.set_account(l2_.accounts().open([&](const auto& counts_for) {
    for (const auto& sm : sms())
      for (const MemoryRequest& request : sm->outbox()) counts_for(request.account);
  }));
  placement_.launch(grid, until_, alone);
  // What one SM does is in order by itself.
  const auto busy = std::ranges::count_if(sms(), [](const auto& sm) { return !sm->idle(); });
  for (const auto& sm : sms())
    sm->port().set_order(alone && busy == 1 ? GlobalPort::Order::Immediate
                                            : GlobalPort::Order::Buffered);
}

void Device::retire(const Grid& grid) {
  if (std::erase(grids_, &grid) != 0) l2_.accounts().close(grid.account());
}

std::uint64_t Device::reached() const {
  std::uint64_t last = until_;
  for (const auto& sm : sms())
    if (sm->now() > 0) last = std::max(last, window_end(sm->now() - 1));
  return last;
}

bool Device::idle() const {
  return placement_.empty() &&
         std::ranges::all_of(sms(), [](const auto& sm) { return sm->idle(); });
}

std::uint64_t Device::next_event() const {
  std::uint64_t next = std::min(requests_.next(), placement_.next());
  for (const auto& sm : sms()) next = std::min(next, sm->next_event());
  return next;
}

void Device::drain() {
  for (std::uint64_t next = requests_.next(); next != kNever; next = requests_.next())
    requests_.deliver(next + window_);
}

std::uint64_t Device::stop(std::uint64_t at) {
  for (const auto& sm : sms()) at = std::max(at, sm->counted_until());
  for (const auto& sm : sms()) sm->stop(at);
  return at;
}

// What the SMs have done is collected when memory has answered, which may end CTAs, too.
void Device::run_window(std::uint64_t until) {
  until_ = until;
  shared_.deadlock = detector_.watching() ? &detector_ : nullptr;
  run_sms(until);
  bool progress = false;
  for (Link* const link : std::initializer_list<Link*>{&stores_, &atomics_, &requests_})
    progress |= link->deliver(until);
  const WindowSum sum = collect_window();
  progress |= sum.progress;
  executed_ += sum.executed;
  detector_.window(sum.executed + sum.polls, progress);
  proven_stuck_ = sum.stuck && !progress && !placement_.others_come();
  placement_.deliver(until);
}

Device::WindowSum Device::collect_window() {
  WindowSum sum;
  for (const auto& sm : sms()) {
    WindowEnd& end = sm->window_end();
    sum.executed += end.executed;
    sum.polls += end.polls;
    sum.progress |= end.progress;
    sum.stuck |= end.proven_stuck;
    detector_.resident(-static_cast<std::int64_t>(end.warps_ended));
    for (const auto& cta : end.ctas_ended) placement_.ended(cta.at, sm->index(), *cta.grid);
    end.ctas_ended.clear();
    end = {std::move(end.ctas_ended), 0, 0, 0, false, false};
    printed_ += sm->port().printed;
    sm->port().printed.clear();
  }
  return sum;
}

// How far an SM may run ahead. Observers see SMs side by side, the detector counts on it, and a CTA
// may come to where there is room.
std::uint64_t Device::ahead_of(const Sm& sm, std::uint64_t until) const {
  constexpr std::uint64_t kWindows = 32;
  if (shared_.observer != nullptr || shared_.deadlock != nullptr) return until;
  if (placement_.may_come_to(sm)) return until;
  return std::min(until + kWindows * window_, std::max(until, shared_.ahead_until));
}

void Device::run_sms(std::uint64_t until) {
  const Sms& all = sms();
  const auto run = [&](Sm& sm, WarpsAhead& next) {
    if (!sm.idle()) sm.run(until, ahead_of(sm, until), next);
  };
  const auto behind = [&](std::size_t i) {
    return i < all.size() && all[i]->now() < until ? all[i].get() : nullptr;
  };
  if (threads_ == nullptr || !may_use_threads_ || shared_.deadlock != nullptr) {
    WarpsAhead next;
    for (std::size_t i = 0; i < all.size(); ++i) {
      next.turn(behind(i + 2), behind(i + 3), until);
      run(*all[i], next);
    }
    return;
  }
  threads_->arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
      WarpsAhead none;
      run(*all[i], none);
    });
  });
}

unsigned Device::runnable_warps() const {
  unsigned count = 0;
  for (const auto& sm : sms())
    for (const Warp& w : sm->warps()) count += w.resident && w.paths->current() != nullptr;
  return count;
}

const KernelFault* Device::fault() const {
  const Sm* first = nullptr;
  for (const auto& sm : sms()) {
    if (sm->fault() == nullptr || sm->fault_at() > until_) continue;  // its time has not come
    if (first == nullptr || sm->fault_at() < first->fault_at()) first = sm.get();
  }
  return first == nullptr ? nullptr : first->fault();
}

std::string Device::take_printed() {
  return std::exchange(printed_, {});
}

}  // namespace simt
