// The timing class of an instruction: which pipe and latency of the architecture file it uses.
// Rows of the documented throughput tables (CUDA C++ Programming Guide, arithmetic instructions).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace simt {

enum class OpClass : std::uint8_t {
#define OP_CLASS(id, key, pipe, text) id,
#include "isa/core/op_classes.def"
#undef OP_CLASS
  kCount
};
/// Key used in configs/*.json ("fp32", "int_add", ...).
std::string_view name_of(OpClass c);
std::string_view describe(OpClass c);
std::optional<OpClass> op_class(std::string_view key);

/// Of one expansion's machine instructions, those that go to other pipes than its timing class has,
/// each timed as the class named. All others belong to the class.
struct OtherInsts {
  std::uint8_t integer = 0;   ///< integer ALU (IntAdd): additions, logic, selects, copies
  std::uint8_t multiply = 0;  ///< multiply-add pipe (IntMul): multiplications, copies made there
  std::uint8_t fp64 = 0;      ///< double-precision pipe (Fp64)
  std::uint8_t special = 0;   ///< special function unit (Sfu), before the others or between
  std::uint8_t control = 0;   ///< branches and calls (Control), constants in uniform registers
  /// How many latencies of the class its result takes beside one of the special unit: dependent
  /// instructions, guards and branches; 0: a chain of all that are not special.
  std::uint8_t chain = 0;

  constexpr unsigned sum() const { return integer + multiply + fp64 + special + control; }
};

}  // namespace simt
