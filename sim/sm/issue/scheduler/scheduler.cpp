#include "sim/sm/issue/scheduler/scheduler.h"

#include "sim/sm/issue/scheduler/policies.h"

namespace simt {

std::unique_ptr<WarpScheduler> make_scheduler(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::Lrr:
      return std::make_unique<LooseRoundRobin>();
    case SchedulerKind::Gto:
      return std::make_unique<GreedyThenOldest>();
    case SchedulerKind::Grr:
      break;
    case SchedulerKind::TwoLevel:
      return std::make_unique<TwoLevel>();
    case SchedulerKind::Oldest:
      return std::make_unique<OldestFirst>();
  }
  return std::make_unique<GreedyThenNext>();
}

}  // namespace simt
