// The language of `//! check EXPR`: what a kernel's result must be, evaluated after the run.
//
//   check out[0] == sum(in)
//   check all out[i] == a[i] + b[i] for i in 0..len
//   check all out[y*w + x] ~= 0.3*r[y*w + x] within 1e-3 for y in 0..h, x in 0..w
//   check count(old(list)[i] > 7 for i in 0..len) == out[0]
//
// Values
//   NAME            a scalar argument or module variable
//   NAME[EXPR]      an element of a buffer argument or of a module variable
//   NAME[EXPR][EXPR]  the same of a variable that the .cu file declares with two dimensions
//   NAME[EXPR].FIELD  a field of a structure in a buffer or variable; NAME.FIELD of one passed by
//   value;
//                   NAME.FIELD[EXPR] of what a pointer in that one points to
//   old(NAME)[EXPR] the element before the run
//   len(NAME)       number of elements
//   42 0x2a 1.5 1e-3 'A' inf nan
// Operators, loosest first
//   ?:   ||   &&   == != ~= < <= > >= (not chained)   |   ^   &   << >>   + -   * / %   - ! ~
//   A ~= B               |A-B| <= 1e-5 * |B|
//   A ~= B within 1e-3   |A-B| <= 1e-3
//   A ~= B within 0.1%   |A-B| <= 0.001 * |B|
// Over ranges (`LO..HI` without HI; several ranges nest, later ones may use earlier names)
//   all EXPR for i in LO..HI    any EXPR for ...
//   sum(EXPR for ...)  min(...)  max(...)  count(EXPR for ...)      sum(NAME)  min(NAME)  max(NAME)
// A goal (`//! goal EXPR`) is a check that may name metrics, which are doubles, as well:
//   goal l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum == 0
//   goal smsp__inst_executed.sum <= 1000 && sm__cycles_elapsed.max < 5000
// Functions
//   abs min max floor ceil sqrt exp log sin cos isnan; casts s8 u8 s16 u16 s32 u32 s64 u64 f16 bf16
//   f32 f64
//
// Integers are 64 bits and wrap; they are unsigned when a u64 or b64 element takes part. Floats are
// doubles. In == and != between an element (a scalar argument, a cast) and another expression, the
// other side is first brought to the element's type: integers wrap, floats round. So `out[0] ==
// sum(in)` holds for an s32 sum that overflowed, and `out[i] == a[i] * b[i]` is the exact f32
// product. A literal that the element's type cannot hold is an error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/check/check_tree.h"
#include "sim/input/launch_spec.h"

namespace simt {

/// Names and memory that a check may use.
class CheckScope {
 public:
  CheckScope(const BoundLaunch& launch, const GlobalMemory& memory,
             const MetricSource* metrics = nullptr)
      : launch_(launch), memory_(memory), metrics_(metrics) {}
  /// What the text is: "check" or "goal".
  std::string_view word() const { return metrics_ == nullptr ? "check" : "goal"; }
  const MetricSource* metrics() const { return metrics_; }
  const BoundArg* find(const std::string& name) const;
  /// The elements now. Throws SpecError when the kernel has freed them.
  CheckBuffer current(const BoundArg& arg) const;
  /// The elements before the run, generated again into `storage`.
  CheckBuffer initial(const BoundArg& arg, CheckStorage& storage) const;
  std::vector<std::string> names() const;
  bool is_variable(const BoundArg& arg) const;  ///< of the module

 private:
  const BoundLaunch& launch_;
  const GlobalMemory& memory_;
  const MetricSource* metrics_;
};

/// Throws SpecError.
CheckTree compile_check(const std::string& text, const CheckScope& scope);

}  // namespace simt
