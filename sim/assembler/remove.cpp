#include "sim/assembler/remove.h"

namespace simt {

void remove_instructions(Program& program, const std::vector<bool>& unneeded) {
  std::vector<Pc> moved{0};  // old pc to new
  std::vector<Inst> code;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (!unneeded[pc]) code.push_back(program.code[pc]);
    moved.push_back(static_cast<Pc>(code.size()));
  }
  for (Inst& inst : code)
    if (inst.target != kNoPc) inst.target = moved[inst.target];
  for (auto& table : program.branch_tables)
    for (Pc& to : table) to = moved[to];
  for (FunctionInfo& function : program.functions) {
    if (function.entry == kNoPc) continue;
    function.entry = moved[function.entry];
    function.end = moved[function.end];
  }
  program.code = std::move(code);
}

}  // namespace simt
