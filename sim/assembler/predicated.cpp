#include "sim/assembler/predicated.h"

#include <algorithm>
#include <set>
#include <utility>

#include "isa/analysis/flow_graphs.h"
#include "sim/assembler/if_convert.h"
#include "sim/assembler/pipeline.h"

namespace simt {
namespace {

bool may_split(const Inst& inst) {
  return inst.kind == Kind::Branch && inst.guard != kNoSlot;
}

}  // namespace

// The passes move branches, but each keeps its place in the text.
std::vector<bool> predicated_as_compiled(const Program& program, bool redux) {
  std::vector<bool> out(program.code.size());
  if (program.machine || program.as_compiled || std::ranges::none_of(program.code, may_split))
    return out;
  Program compiled = program;
  FlowGraphs flow(compiled);
  for (const Pass& pass : passes()) {
    if (pass.wanted({.as_compiled = true, .redux = redux})) pass.run(compiled, flow);
    if (pass.run == if_convert) break;
  }
  std::set<std::pair<unsigned, unsigned>> left;
  for (const Inst& inst : compiled.code)
    if (may_split(inst)) left.emplace(inst.loc.line, inst.loc.column);
  for (std::size_t pc = 0; pc < out.size(); ++pc) {
    const Inst& inst = program.code[pc];
    out[pc] = may_split(inst) && !left.contains({inst.loc.line, inst.loc.column});
  }
  return out;
}

}  // namespace simt
