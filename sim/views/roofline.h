// The roofline: what the floating-point units and the memories allow, and where the kernel stands.
// As ncu's sections draw it: operations of add, multiply and fused multiply-add (which counts two)
// over the bytes of one level of memory. Sources: SpeedOfLight_RooflineChart and
// SpeedOfLight_Hierarchical*RooflineChart sections.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/views/figures.h"
#include "sim/views/text.h"

namespace simt {

struct MemoryRoof {
  std::string name;  ///< "DRAM", "L2", "L1"
  double peak = 0;   ///< bytes per second
  double achieved = 0;
};
struct PrecisionRoof {
  std::string name;  ///< "FP32", "FP64"
  double peak = 0;   ///< operations per second
  double achieved = 0;
};
struct Roofline {
  std::vector<MemoryRoof> memories;  ///< outermost first; levels that are not known are left out
  std::vector<PrecisionRoof> precisions;
  /// Operations per byte; nothing when no byte moved.
  static std::optional<double> intensity(const PrecisionRoof& p, const MemoryRoof& m);
  /// What the roof allows at this intensity, operations per second.
  static double roof(const PrecisionRoof& p, const MemoryRoof& m, double intensity);
};

/// `peaks`: where the peaks of L1 and L2 are not among the figures, those of `arch` are taken.
Roofline roofline(const Figures& figures, const ArchConfig& arch);
std::string render_roofline(const Roofline& roofline, const Style& style);
/// One drawing with the points of the run and, where given, of a measurement.
std::string roofline_svg(const Roofline& run, const Roofline* measured, const std::string& title);

}  // namespace simt
