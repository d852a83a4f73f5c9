#include "sim/assembler/parameter_use.h"

#include "isa/analysis/flow_graphs.h"

#include <deque>

#include "isa/analysis/cfg.h"
#include "isa/analysis/constant_values.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

unsigned line_of(std::uint64_t offset, const ArchConfig& arch) {
  const std::uint64_t begin = arch.constant.parameter_offset, line = arch.constant.l1_line;
  return static_cast<unsigned>((begin + offset) / line - begin / line);
}

bool is_parameter_load(const Inst& inst) {
  return inst.op_class == OpClass::Memory && inst.memory.space == StateSpace::Param &&
         !inst.memory.register_passed;
}

// Finds who reads what a kernel loads.
class Readers {
 public:
  Readers(const Program& program, const Cfg& cfg) : program_(program), cfg_(cfg) {}

  /// The nearest instruction that the value of `load` comes to and that reads it: block by block
  /// along the control flow, those that fewer branches lead to first. nullptr: none.
  const Inst* first(Pc load) const {
    const RegId value = program_.code[load].writes[0];
    std::vector<bool> seen(cfg_.graph.size(), false);
    std::deque<Node> work;
    const auto look = [&](Pc begin, Node block) -> const Inst* {
      for (Pc pc = begin; pc < cfg_.blocks[block].end; ++pc) {
        const Inst& inst = program_.code[pc];
        if (reads(inst, value)) return &inst;
        if (writes(inst, value) && inst.guard == kNoSlot) return nullptr;
      }
      for (const Node to : cfg_.graph[block]) {
        if (to == cfg_.exit || seen[to]) continue;
        seen[to] = true;
        work.push_back(to);
      }
      return nullptr;
    };
    const Inst* reader = look(load + 1, cfg_.block_of(load));
    for (; reader == nullptr && !work.empty(); work.pop_front())
      reader = look(cfg_.blocks[work.front()].begin, work.front());
    return reader;
  }

 private:
  const Program& program_;
  const Cfg& cfg_;
};

bool takes_address(const Inst& reader) {
  return reader.op_class == OpClass::Memory ||
         (reader.op_class != OpClass::Compare && reader.kind == Kind::Alu && reader.dst_bytes == 8);
}

}  // namespace

std::vector<ParameterUse> parameter_uses(const Program& program, const ArchConfig& arch,
                                         FlowGraphs& flow) {
  std::vector<ParameterUse> uses(program.code.size());
  const ConstantValues constants(program);
  const FunctionInfo& kernel = program.functions[0];
  const Readers readers(program, flow.of(kernel));
  for (Pc pc = kernel.entry; pc < kernel.end; ++pc) {
    const Inst& inst = program.code[pc];
    if (!is_parameter_load(inst)) continue;
    const auto offset = parameter_offset(inst, constants);
    if (!offset || *offset >= program.param_bytes) continue;
    uses[pc].line = static_cast<std::uint16_t>(line_of(*offset, arch));
    const Inst* const reader =
        arch.loads_parameters() && !inst.writes.empty() ? readers.first(pc) : nullptr;
    uses[pc].named = reader == nullptr || !takes_address(*reader);
  }
  return uses;
}

unsigned parameter_lines(const Program& program, const ArchConfig& arch) {
  return line_of(program.param_bytes, arch) + 1;
}

}  // namespace simt
