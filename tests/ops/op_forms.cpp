// Prints every concrete opcode of the Alu rows with its operands, one a line:
//   mul.wide.s32 d:s64 a:s32 b:s32
// tools/measure_expansion.py and tools/record_vectors.py make PTX from it. A hidden carry operand
// appears as "in:cc" and "out:cc".
#include <fmt/format.h>

#include <string>
#include <vector>

#include "isa/ptx/rows/op_table.h"
#include "tests/ops/opcode_text.h"

namespace {

using namespace simt;

void print(const std::string& opcode) {
  const OpMatch match = match_opcode(test::parts_of(opcode));
  if (!match.form || match.form->op->kind != Kind::Alu) return;
  std::string line = opcode;
  for (const OperandSpec& spec : parse_operands(match.form->op->operands)) {
    const bool constant = spec.shape == OperandSpec::Shape::Immediate;
    line += fmt::format(" {}:{}", spec.name, constant ? "imm" : name_of(spec.resolve(*match.form)));
    if (spec.dual_predicate) line += " dp:pred";
  }
  if (match.form->op->reads_carry) line += " in:cc";
  if (match.form->has(Mod::cc)) line += " out:cc";
  fmt::print("{} insts:{}\n", line, match.form->op->machine_insts);
}

}  // namespace

int main() {
  for (const OpInfo& op : op_table())
    for (const std::string& opcode : test::expand(op.opcode)) print(opcode);
}
