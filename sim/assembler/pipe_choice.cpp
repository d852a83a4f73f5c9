#include "sim/assembler/pipe_choice.h"
#include "isa/analysis/flow_graphs.h"

#include <map>
#include <unordered_map>

#include "isa/analysis/cfg.h"
#include "isa/analysis/loops.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

// Whether a multiply-add could do it, or of 64 bits its upper half.
bool may_multiply(const Inst& inst) {
  if (inst.kind != Kind::Alu) return false;
  if (inst.op_class == OpClass::Move) return inst.expansion.insts == 1 && inst.dst_bytes == 4;
  if (inst.op_class != OpClass::IntAdd || inst.writes.size() != 1) return false;
  return (inst.op.is(Operation::Add) || inst.op.is(Operation::Subtract)) && inst.dst_bytes >= 4 &&
         inst.expansion.insts <= 2;
}

// Counts machine instructions of both pipes.
class Balance {
 public:
  Balance(const Program& program, const ArchConfig& arch, std::vector<MachineInsts>& insts)
      : program_(program), arch_(arch), insts_(insts) {}

  void run(const std::vector<BasicBlock>& blocks) {
    on_alu_ = on_fma_ = 0;
    for (const BasicBlock& block : blocks)
      for (Pc pc = block.begin; pc < block.end; ++pc) count_fixed(pc);
    for (const BasicBlock& block : blocks)
      for (Pc pc = block.begin; pc < block.end; ++pc)
        if (may_choose(pc)) choose(pc);
  }

 private:
  bool may_choose(Pc pc) const {
    return may_multiply(program_.code[pc]) && pipe_of(insts_[pc].first(), arch_) == Pipe::Alu;
  }

  // Those without a choice. A load here that is an operand there is none.
  void count_fixed(Pc pc) {
    if (program_.code[pc].op_class == OpClass::Memory) return;
    on_alu_ += insts_[pc].on(Pipe::Alu, arch_) - (may_choose(pc) ? 1 : 0);
    on_fma_ += insts_[pc].on(Pipe::Fma, arch_);
  }

  void choose(Pc pc) {
    if (on_alu_ <= on_fma_) {
      ++on_alu_;
      return;
    }
    ++on_fma_;
    insts_[pc].change_first(OpClass::IntMul, 1);
  }

  const Program& program_;
  const ArchConfig& arch_;
  std::vector<MachineInsts>& insts_;
  unsigned on_alu_ = 0, on_fma_ = 0;
};

// The blocks of a function by the innermost loop that they lie in: those run equally often.
std::map<const Loop*, std::vector<BasicBlock>> by_loop(const Cfg& cfg, const Loops& loops) {
  std::map<const Loop*, std::vector<BasicBlock>> out;
  for (Node n = 0; n < cfg.blocks.size(); ++n) out[loops.innermost(n, n)].push_back(cfg.blocks[n]);
  return out;
}

bool coupled(Pipe pipe) {
  return pipe == Pipe::Alu || pipe == Pipe::Fma;
}

void add_cross_pipe_latency(const Program& program, const ArchConfig& arch, const BasicBlock& block,
                            std::vector<IssueInfo>& table) {
  std::unordered_map<RegId, Pc> unread;  // register -> who wrote it, until it is read
  for (Pc pc = block.begin; pc < block.end; ++pc) {
    const Inst& inst = program.code[pc];
    const Pipe pipe = table[pc].pipe;
    for (const RegId r : registers_read(inst)) {
      const auto written = unread.find(r);
      if (written == unread.end() || r == inst.guard_reg) continue;
      IssueInfo& writer = table[written->second];
      if (coupled(pipe) && pipe != writer.pipe) writer.latency += arch.control.other_pipe_cycles;
      const Pc by = written->second;
      for (const RegId other : registers_written(program.code[by]))
        if (const auto u = unread.find(other); u != unread.end() && u->second == by)
          unread.erase(u);
    }
    for (const RegId r : registers_written(inst)) {
      unread.erase(r);
      if (inst.kind == Kind::Alu && coupled(pipe) && table[pc].others == 0) unread.emplace(r, pc);
    }
  }
}

}  // namespace

void balance_pipes(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                   std::vector<MachineInsts>& insts) {
  if (!arch.control.adds_on_fma_pipe) return;
  Balance balance(program, arch, insts);
  for (const FunctionInfo& function : program.functions) {
    const Cfg& cfg = flow.of(function);
    const Loops loops(cfg);
    for (const auto& [loop, blocks] : by_loop(cfg, loops)) balance.run(blocks);
  }
}

void add_cross_pipe_latency(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                            std::vector<IssueInfo>& table) {
  if (arch.control.other_pipe_cycles == 0) return;
  for (const FunctionInfo& function : program.functions)
    for (const BasicBlock& block : flow.of(function).blocks)
      add_cross_pipe_latency(program, arch, block, table);
}

}  // namespace simt
