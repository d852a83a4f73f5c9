// Memory chart and roofline of both sides of a comparison.
#pragma once

#include <optional>

#include "sim/ncu/report.h"
#include "sim/views/memory_chart.h"
#include "sim/views/report.h"
#include "sim/views/roofline.h"

namespace simt::compare {

/// `measured...` are absent when the report lacks the metrics that they are made of.
struct Charts {
  MemoryChart memory;
  std::optional<MemoryChart> measured_memory;
  Roofline roofline;
  std::optional<Roofline> measured_roofline;
};

Charts charts_of(const Subject& subject, const ncu::Launch& measured);

}  // namespace simt::compare
