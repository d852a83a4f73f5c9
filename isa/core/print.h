// An instruction as text, from the Program alone: for views and messages.
// Names of registers, variables and parameters are the source's; constants are shown in the
// operand's type; jumps name the target's program counter; a hidden operand starts with '$'.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "isa/core/program.h"
#include "isa/core/rows.h"

namespace simt {

class InstPrinter {
 public:
  /// `program` outlives the printer.
  explicit InstPrinter(const Program& program);
  /// "@!%p1 add.s32 %r1, %r2, 5"
  std::string print(Pc pc) const;

 private:
  std::string slot(Slot slot, ScalarType type, std::span<const RegId> among) const;
  std::string operand(const Inst& inst, OperandRole role, Slot slot, ScalarType type) const;
  std::string source(const Inst& inst, std::size_t index, ScalarType type) const;
  std::string destination(const Inst& inst, std::size_t index, ScalarType type) const;
  std::string address(const Inst& inst) const;
  std::string texel(const Inst& inst) const;
  /// The operands of an asynchronous copy.
  std::string copy(const Inst& inst) const;
  std::string operands(const Inst& inst) const;
  std::string call(const Inst& inst) const;
  /// From operand `first` on, which moves behind them.
  std::string vector(const Inst& inst, const OperandText& spec, std::size_t& first) const;

  const Program& program_;
  std::unordered_map<Slot, std::string> names_;
  std::unordered_map<Slot, std::uint64_t> constants_;
};

std::string print_inst(const Program& program, Pc pc);

/// "load", "store", "atomic" or "reduction".
std::string_view access_name(Kind kind);
/// "name+8"; the name alone at offset 0.
std::string place_text(const std::string& name, std::uint64_t offset);

}  // namespace simt
