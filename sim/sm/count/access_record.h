// An access as observers keep it: beyond the call that tells of it (Observer::on_access).
#pragma once

#include "sim/base/events.h"
#include "sim/sm/count/tally.h"

namespace simt {

struct AccessRecord {
  AccessRecord() = default;
  explicit AccessRecord(const AccessEvent& event)
      : access(event.access),
        figures(figures_of(event.access.space, event.shape)),
        level(event.level),
        l1_hits(event.l1_hits) {}
  MemoryAccess access;
  AccessFigures figures;
  MemoryLevel level = MemoryLevel::None;
  unsigned l1_hits = 0;
};

}  // namespace simt
