// Runs one Alu instruction, named by its text, on a small register file, and compares every lane.
//
//   const CaseTable kTable{
//       {"mul.hi.s32", {0x80000000, 2}, {0xffffffff}},
//       {"setp.lt.s32", {1, 2}, {1, 0}},       // d|p: both predicates
//   };
//   TEST_CASE("...") { check_cases(kTable); }
//
// Values are raw bits; a predicate is 0 or 1. The operands of a case are those of the instruction,
// in order; a carry flag that is read or written comes last. A vector operand (mov) is as many
// values as it has elements. "#" operands take their value from the inputs too.
// check_cases spreads the cases of one opcode over the lanes, so that a lane that reads another
// lane's operand is seen, and repeats them with a partial mask, with one lane, and with the
// destination in the place of each source of the same width.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "isa/core/lanes/lane_types.h"
#include "isa/ptx/rows/op_table.h"

namespace simt::test {

using Values = std::vector<u128>;

struct Case {
  std::string_view opcode;
  Values in, out;
  /// Largest distance of a float result in units of the last place; 0: the bits are equal.
  std::uint64_t ulps = 0;
  /// Bytes of the narrowest register: 2 where 8-bit values stand in 16-bit registers (cvt only).
  unsigned narrowest = 1;
};

/// A table of cases, known to the test that every row of the instruction table has one.
class CaseTable {
 public:
  CaseTable(std::initializer_list<Case> cases);
  std::span<const Case> cases() const { return cases_; }
  static std::span<const CaseTable* const> all();

 private:
  std::vector<Case> cases_;
};

/// The form of an opcode; fails the running test when there is none.
OpForm form_of(std::string_view opcode);
/// The outputs of one instruction for one set of inputs, `outputs` values of them.
Values evaluate(std::string_view opcode, const Values& in, std::size_t outputs = 1);
void check_cases(std::span<const Case> cases);
inline void check_cases(const CaseTable& table) {
  check_cases(table.cases());
}

/// Bits of a float.
u32 bits(float f);
u64 bits(double d);

}  // namespace simt::test
