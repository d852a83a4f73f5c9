// Registers that have one value in all lanes of a warp, as far as their definitions show it.
#pragma once

#include <vector>

#include "isa/analysis/constant_values.h"
#include "isa/core/program.h"

namespace simt {

/// Whether lanes of a warp may read different values from `slot`, a special register's.
bool is_of_lanes(const Program& program, Slot slot);

/// By register: it has one definition in the kernel, which computes it from nothing that differs
/// between lanes, or loads it from one address outside of loops.
std::vector<bool> uniform_registers(const Program& program);

/// Which operands of a program's instructions are uniform: registers, constants, special registers.
class UniformOperands {
 public:
  /// `program` outlives this.
  explicit UniformOperands(const Program& program);
  bool has(const Inst& inst, std::size_t source) const;

 private:
  const Program& program_;
  ConstantValues constants_;
  std::vector<bool> registers_;
};

}  // namespace simt
