#include "sim/sm/scheduler/scheduler.h"

#include <stdexcept>

#include "sim/sm/scheduler/policies.h"

namespace simt {

std::unique_ptr<WarpScheduler> make_scheduler(SchedulerKind kind) {
  switch (kind) {
#define SCHEDULER(kind, name, Class) \
  case SchedulerKind::kind:          \
    return std::make_unique<Class>();
#include "sim/config/schedulers.def"
  }
  throw std::logic_error("no such scheduler");
}

}  // namespace simt
