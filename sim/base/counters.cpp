#include "sim/base/counters.h"

namespace simt {
namespace {
using enum CounterClass;
constexpr std::array<CounterInfo, kNumCounters> kCounterTable{{
#define COUNTER(id, name, unit, cls, text) CounterInfo{name, unit, text, cls},
#include "sim/base/counters.def"
#undef COUNTER
}};
constexpr std::array<StallInfo, kNumStalls> kStallTable{{
#define STALL(id, name, text) StallInfo{name, text},
#include "sim/base/stall_reasons.def"
#undef STALL
}};
}  // namespace

const CounterInfo& info(Counter c) {
  return kCounterTable[static_cast<std::size_t>(c)];
}
const StallInfo& info(Stall s) {
  return kStallTable[static_cast<std::size_t>(s)];
}

Counters& Counters::operator+=(const Counters& o) {
  for (std::size_t i = 0; i < kNumCounters; ++i) value[i] += o.value[i];
  for (std::size_t i = 0; i < kNumStalls; ++i) stall[i] += o.stall[i];
  return *this;
}

LineCounters& LineCounters::operator+=(const LineCounters& o) {
  executed += o.executed;
  thread_executed += o.thread_executed;
  thread_pred_on += o.thread_pred_on;
  splits += o.splits;
  divergent += o.divergent;
  requests += o.requests;
  sectors += o.sectors;
  sectors_ideal += o.sectors_ideal;
  wavefronts += o.wavefronts;
  wavefronts_ideal += o.wavefronts_ideal;
  conflicts += o.conflicts;
  shared_requests += o.shared_requests;
  constant_passes += o.constant_passes;
  for (std::size_t i = 0; i < kNumStalls; ++i) stall[i] += o.stall[i];
  return *this;
}

}  // namespace simt
