#include "isa/host/zeros.h"

#include <algorithm>
#include <vector>

#include "isa/analysis/cfg.h"
#include "isa/analysis/flow_graphs.h"
#include "isa/analysis/liveness.h"
#include "isa/core/operands.h"
#include "isa/host/pinned.h"

namespace simt {
namespace {

bool is_convergence(Kind kind) {
  return kind == Kind::ConvergeAt || kind == Kind::ConvergeWait || kind == Kind::ConvergeLeave;
}

// Where a collective WARPSYNC leads its lanes, no branch says.
bool leads_elsewhere(const Inst& inst) {
  return inst.kind == Kind::Call || inst.kind == Kind::BranchTo ||
         (inst.kind == Kind::WarpSync && !inst.dst.empty());
}

/// By register: its bytes, if nobody reads them before they are written.
std::vector<bool> written_first(const Program& program, FlowGraphs& flow) {
  const FunctionInfo& function = program.functions[0];
  const Cfg& cfg = flow.of(function);
  const RegisterSet zero = Liveness(program, function, cfg).live_in(0);
  std::vector<bool> first = pinned_registers(program);
  first.flip();
  for (RegId r = 0; r < first.size(); ++r)
    if (zero.has(r) || program.registers[r].type == ScalarType::Pred) first[r] = false;
  // The barriers of convergence, which it reads and writes for lanes of others.
  for (const Inst& inst : program.code)
    if (is_convergence(inst.kind)) {
      for (const RegId r : registers_written(inst)) first[r] = false;
      for (const RegId r : registers_read(inst)) first[r] = false;
    }
  return first;
}

}  // namespace

void leave_out_zeros(Program& program, FlowGraphs& flow) {
  if (program.functions.size() != 1 || !program.call_sites.empty() ||
      std::ranges::any_of(program.code, leads_elsewhere))
    return;
  std::vector<SlotRange> written;
  const std::vector<bool> first = written_first(program, flow);
  for (RegId r = 0; r < first.size(); ++r) {
    const RegisterInfo& info = program.registers[r];
    if (first[r]) written.push_back({info.slot, info.slot + size_of(info.type) * kMaxWarpSize});
  }
  for (const SpecialSlot& special : program.specials)
    if (scope_of(special.reg) == SpecialScope::Warp)
      written.push_back(
          {special.slot, special.slot + size_of(type_of(special.reg)) * kMaxWarpSize});
  std::ranges::sort(written, {}, &SlotRange::begin);
  std::vector<SlotRange>& zeroed = program.slots.zeroed;
  zeroed.clear();
  Slot at = 0;
  for (const SlotRange& range : written) {
    if (range.begin > at) zeroed.push_back({at, range.begin});
    at = std::max(at, range.end);
  }
  if (at < program.slots.own_bytes) zeroed.push_back({at, program.slots.own_bytes});
}

}  // namespace simt
