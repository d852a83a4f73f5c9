// The way of the data: kernel -> L1 and shared memory -> L2 -> device memory, with requests, bytes
// and hit rates (ncu's memory chart).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/views/figures.h"
#include "sim/views/text.h"

namespace simt {

/// Traffic between two units; what the source does not know is absent.
struct ChartLink {
  std::string label;                   ///< "global loads"
  std::optional<double> instructions;  ///< warp instructions or requests
  std::optional<double> to_bytes;      ///< away from the kernel: stores
  std::optional<double> from_bytes;    ///< towards the kernel: loads
};
struct MemoryChart {
  std::vector<ChartLink> kernel_l1;      ///< global and local memory, by operation
  std::vector<ChartLink> kernel_shared;  ///< bytes are those of wavefronts
  ChartLink l1_l2, l2_memory;
  std::optional<double> l1_hit, l2_hit;    ///< percent
  std::optional<double> shared_conflicts;  ///< of all of its accesses
};

MemoryChart memory_chart(const Figures& figures);
std::string render_memory_chart(const MemoryChart& chart, const Style& style);
/// An SVG element, to stand in a page.
std::string memory_chart_svg(const MemoryChart& chart, const std::string& title);

}  // namespace simt
