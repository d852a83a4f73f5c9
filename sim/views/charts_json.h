// The memory chart and the roofline for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/views/memory_chart.h"
#include "sim/views/roofline.h"

namespace simt {

/// {"kernel_l1": [LINK...], "kernel_shared": [LINK...], "l1_l2": LINK, "l2_memory": LINK,
/// "l1_hit_pct", "l2_hit_pct", "shared_conflicts"}; LINK: {"label", "requests", "bytes_to_kernel",
/// "bytes_from_kernel"}. What is not known is null.
nlohmann::ordered_json chart_json(const MemoryChart& chart);
/// {"precisions": [{"name", "achieved", "peak", "unit"}], in operations per second, "memories": the
/// same without unit, in bytes per second, "points": [{"precision", "memory", "intensity",
/// "roof"}]}: operations per byte and what the roof allows there.
nlohmann::ordered_json chart_json(const Roofline& roofline);

}  // namespace simt
