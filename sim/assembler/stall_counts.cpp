#include "sim/assembler/stall_counts.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <unordered_map>

#include "isa/analysis/cfg.h"
#include "isa/analysis/slow_path.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

// Counts along one block, one issue a cycle.
class Count {
 public:
  Count(const Program& program, const ArchConfig& arch, std::vector<IssueInfo>& table)
      : program_(program), arch_(arch), table_(table) {}

  void run(const BasicBlock& block) {
    results_.clear();
    end_ = 0;
    std::uint32_t now = 0;
    for (Pc pc = block.begin; pc < block.end; ++pc) {
      const std::uint32_t at = pc == block.begin ? 0 : std::max({now + 1, end_, operands(pc)});
      if (pc != block.begin) table_[pc - 1].stall = at - now;
      now = at;
      issue(pc, now);
    }
    table_[block.end - 1].stall =
        std::max({now + 1, end_, all()}) - now + reconvergence(block.end - 1);
  }

 private:
  struct Result {
    std::uint32_t at, as_guard;
  };

  std::uint32_t operands(Pc pc) const {
    const Inst& inst = program_.code[pc];
    if (inst.kind == Kind::Call) return all();
    std::uint32_t at = 0;
    const auto take = [&](RegId r) {
      const auto found = results_.find(r);
      if (found == results_.end()) return;
      at = std::max(at, r == inst.guard_reg ? found->second.as_guard : found->second.at);
    };
    for (const RegId r : registers_read(inst)) take(r);
    for (const RegId r : registers_written(inst)) take(r);
    return at;
  }

  void issue(Pc pc, std::uint32_t now) {
    const Inst& inst = program_.code[pc];
    const IssueInfo& cost = table_[pc];
    if (inst.kind == Kind::Call) results_.clear();
    if (has_slow_path(inst)) end_ = now + cost.latency;
    const bool fixed = inst.kind == Kind::Alu && cost.result_reason == Stall::wait;
    for (const RegId r : registers_written(inst)) {
      results_.erase(r);
      if (!fixed) continue;
      const bool predicate = program_.registers[r].type == ScalarType::Pred;
      const unsigned guards = predicate ? arch_.guard_extra() : 0;
      results_[r] = {now + cost.latency, now + cost.latency + guards};
    }
  }

  // After a branch it depends on which path its lanes take.
  std::uint32_t reconvergence(Pc pc) const {
    const Kind kind = program_.code[pc].kind;
    const bool branches = kind == Kind::Branch || kind == Kind::BranchIndexed;
    return !branches && table_[pc].reconvergence.next ? arch_.control.reconvergence_cycles : 0;
  }

  std::uint32_t all() const {
    std::uint32_t at = 0;
    for (const auto& [r, result] : results_) at = std::max(at, result.as_guard);
    return at;
  }

  const Program& program_;
  const ArchConfig& arch_;
  std::vector<IssueInfo>& table_;
  std::unordered_map<RegId, Result> results_;
  std::uint32_t end_ = 0;  // of an expansion that the next instruction stands after
};

}  // namespace

void count_stalls(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                  std::vector<IssueInfo>& table) {
  Count count(program, arch, table);
  for (const FunctionInfo& function : program.functions)
    for (const BasicBlock& block : flow.of(function).blocks) count.run(block);
}

}  // namespace simt
