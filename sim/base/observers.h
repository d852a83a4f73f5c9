// Several observers as one: each is told of every event, in the order in which they were added.
#pragma once

#include <vector>

#include "sim/base/events.h"

namespace simt {

class Observers final : public Observer {
 public:
  /// `observer` outlives this object.
  void add(Observer& observer) { all_.push_back(&observer); }
  /// What to give to a run: nothing, the only one, or all.
  Observer* get() { return all_.empty() ? nullptr : all_.size() == 1 ? all_.front() : this; }

  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) override {
    for (Observer* o : all_) o->on_issue(issue, out, state);
  }
  void on_access(const AccessEvent& access) override {
    for (Observer* o : all_) o->on_access(access);
  }
  void on_stall(std::uint64_t from, std::uint64_t to, const WarpId& warp, Pc pc, Stall reason,
                IssueId behind) override {
    for (Observer* o : all_) o->on_stall(from, to, warp, pc, reason, behind);
  }
  void on_paths(std::uint64_t cycle, const WarpId& warp, const DivergenceModel& paths) override {
    for (Observer* o : all_) o->on_paths(cycle, warp, paths);
  }
  void on_fault(std::uint64_t cycle, const WarpId& warp, const KernelFault& fault,
                const Outcome& outcome, const DivergenceModel& paths) override {
    for (Observer* o : all_) o->on_fault(cycle, warp, fault, outcome, paths);
  }
  void on_result(IssueId issue, const WarpId& warp, Pc pc, std::uint64_t ready,
                 MemoryLevel level) override {
    for (Observer* o : all_) o->on_result(issue, warp, pc, ready, level);
  }
  void on_atomics_performed(std::uint64_t before) override {
    for (Observer* o : all_) o->on_atomics_performed(before);
  }
  void on_diverge(std::uint64_t cycle, const WarpId& warp, Pc pc) override {
    for (Observer* o : all_) o->on_diverge(cycle, warp, pc);
  }
  void on_barrier_arrive(std::uint64_t cycle, const WarpId& warp,
                         const BarrierArrival& arrival) override {
    for (Observer* o : all_) o->on_barrier_arrive(cycle, warp, arrival);
  }
  void on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                       std::uint32_t barrier) override {
    for (Observer* o : all_) o->on_barrier_open(cycle, sm, cta, barrier);
  }
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override {
    for (Observer* o : all_) o->on_cta_start(cycle, sm, cta);
  }
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override {
    for (Observer* o : all_) o->on_cta_end(cycle, sm, cta);
  }
  void on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) override {
    for (Observer* o : all_) o->on_warp_start(cycle, warp, place);
  }
  void on_warp_end(std::uint64_t cycle, const WarpId& warp) override {
    for (Observer* o : all_) o->on_warp_end(cycle, warp);
  }

 private:
  std::vector<Observer*> all_;
};

}  // namespace simt
