// Figures of the instructions of a program that a predicate chooses.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "sim/views/metric_groups.h"

namespace simt {

inline bool is_of(const Inst& inst, std::initializer_list<Operation> operations,
                  std::initializer_list<ScalarType> types) {
  return inst.kind == Kind::Alu &&
         std::find(types.begin(), types.end(), inst.op.type) != types.end() &&
         std::find(operations.begin(), operations.end(), inst.op.operation) != operations.end();
}
inline bool is_class(const Inst& inst, std::initializer_list<OpClass> classes) {
  return std::find(classes.begin(), classes.end(), inst.op_class) != classes.end();
}

using Chosen = bool (*)(const Inst&);

/// Sums `figure` of the executions of the chosen instructions.
template <class Figure>
double over_lines(const Measured& m, Chosen chosen, Figure figure) {
  if (m.program == nullptr) return 0;
  const auto sum_of = [&](const auto& lines) {
    double sum = 0;
    const std::size_t n = std::min(lines.size(), m.program->code.size());
    for (std::size_t pc = 0; pc < n; ++pc)
      if (chosen(m.program->code[pc])) sum += figure(lines[pc], m.program->code[pc]);
    return sum;
  };
  return m.sm == nullptr ? sum_of(m.run.lines) : sum_of(m.sm->lines);
}

/// Results a clock and SM of a timing class.
inline double rate(const ArchConfig& a, OpClass c) {
  return a.timing(c).results_per_clock;
}

}  // namespace simt
