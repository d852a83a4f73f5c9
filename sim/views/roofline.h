// The roofline: what the arithmetic units and the memories allow, and where the kernel stands.
// As ncu's sections draw it: operations of add, multiply and fused multiply-add (which counts two)
// over the bytes of one level of memory. Sources: SpeedOfLight_RooflineChart and
// SpeedOfLight_Hierarchical*RooflineChart sections. ncu has no roof for integers; here they have
// one, INT32, in integer instructions of lanes (ncu's smsp__sass_thread_inst_executed_op_integer),
// so that a kernel without floating-point numbers has a place, too.
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
  std::string name;  ///< "FP32", "FP64", "INT32"
  double peak = 0;   ///< operations per second
  double achieved = 0;
  std::string unit = "FLOP";  ///< of one operation: "FLOP", "OP"
};
struct Roofline {
  std::vector<MemoryRoof> memories;  ///< outermost first; levels that are not known are left out
  std::vector<PrecisionRoof> precisions;
  /// Those that the run used; where it used none, the first.
  std::vector<const PrecisionRoof*> used() const;
  /// The same for the drawing: beside floating-point numbers, integers (mostly addresses) are left
  /// out.
  std::vector<const PrecisionRoof*> drawn() const;
  /// Operations per byte; nothing when no byte moved.
  static std::optional<double> intensity(const PrecisionRoof& p, const MemoryRoof& m);
  /// What the roof allows at this intensity, operations per second.
  static double roof(const PrecisionRoof& p, const MemoryRoof& m, double intensity);
};

/// Peaks that are not among the figures, those of L1, L2 and integers, are taken from `arch`.
Roofline roofline(const Figures& figures, const ArchConfig& arch);
/// Integer instructions of lanes in a clock of an SM at most: the integer pipe, and beside it
/// multiplications on the pipe of single precision, as far as the schedulers can issue.
double integer_peak(const ArchConfig& arch);
std::string render_roofline(const Roofline& roofline, const Style& style);
/// One drawing with the points of the run and, where given, of a measurement.
std::string roofline_svg(const Roofline& run, const Roofline* measured, const std::string& title);

}  // namespace simt
