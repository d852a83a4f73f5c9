// How many 32-bit registers a thread needs: the most that are live at one point, as the assembler
// counts them. A 64-bit value takes two. Not counted: predicates, and what lives in the constant
// bank (kernel parameters, launch dimensions, their copies): it is read there again when needed.
// The assembler hoists loads as long as that costs no resident warp, so the count lies between that
// of the program's order and that with all loads hoisted, capped where occupancy would fall.
// An estimate, fitted to ptxas 13.0 on the corpus of tests/ptx: see registers_test, which also
// holds the kernels that it misses.
#include <algorithm>
#include <array>

#include "sim/assembler/registers.h"

#include "isa/analysis/flow_graphs.h"
#include "isa/analysis/liveness.h"
#include "isa/core/operands.h"
#include "sim/assembler/schedule.h"

namespace simt {
namespace {

constexpr std::uint32_t kReserved = 6;      // stack pointer, constants, address temporaries
constexpr std::uint32_t kExpansion = 4;     // temporaries of what becomes a long sequence
constexpr unsigned kLongSequence = 8;       // machine instructions
constexpr std::uint32_t kMinimum = 8;       // no kernel is given fewer
constexpr std::uint32_t kCallMinimum = 24;  // the calling convention names registers up to here
constexpr std::uint32_t kMaximum = 255;
constexpr std::uint32_t kRegistersPerSm = 65536;
constexpr std::uint32_t kAllocationUnit = 8;
constexpr std::uint32_t kWarp = 32;
// A function of more instructions times registers is not analysed: it gets all registers.
constexpr std::size_t kMaxLivenessBits = std::size_t{1} << 32;

class Pressure {
 public:
  Pressure(const Program& program, const FunctionInfo& function, const Cfg& cfg)
      : program_(program),
        cfg_(cfg),
        liveness_(program, function, cfg_),
        definitions_(program.registers.size()),
        in_constant_bank_(program.registers.size()) {
    find_constant_bank(function);
  }

  /// In program order, or with loads hoisted. A direct call counts what lives across it and what
  /// its callee needs; `callees` are the peaks of all functions computed so far.
  std::uint32_t peak(bool hoisted, const std::vector<std::uint32_t>& callees) const {
    std::uint32_t most = 0;
    for (Node n = 0; n < cfg_.exit; ++n) {
      std::vector<Pc> order;
      if (hoisted) {
        order = hoist_loads(program_, liveness_, cfg_.blocks[n].begin, cfg_.blocks[n].end,
                            Rise::AllTheWay);
      } else {
        for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc) order.push_back(pc);
      }
      most = std::max(most, peak_of_block(n, order, callees));
    }
    return most;
  }

 private:
  std::uint32_t peak_of_block(Node n, const std::vector<Pc>& order,
                              const std::vector<std::uint32_t>& callees) const {
    RegisterSet live = liveness_.live_out(n);
    std::uint32_t now = width(live), most = now;
    for (auto pc = order.rbegin(); pc != order.rend(); ++pc) {
      most = std::max(most, now + dead_results(*pc, live));
      const std::uint32_t before = changed(*pc, live);
      liveness_.step_back(*pc, live);
      now = now - before + changed(*pc, live);
      const Inst& inst = program_.code[*pc];
      const std::uint32_t extra = inst.expansion.insts > kLongSequence ? kExpansion : 0;
      most = std::max(most, now + extra + callee_peak(inst, callees));
    }
    return most;
  }
  std::uint32_t callee_peak(const Inst& inst, const std::vector<std::uint32_t>& callees) const {
    if (inst.kind != Kind::Call || inst.target == kNoPc) return 0;
    for (std::size_t f = 0; f < callees.size(); ++f)
      if (program_.functions[f].entry == inst.target) return callees[f];
    return 0;
  }
  std::uint32_t width(RegId r) const {
    if (in_constant_bank_[r] || program_.registers[r].slot == program_.slots.stack_pointer)
      return 0;
    return (size_of(program_.registers[r].type) + 3) / 4;
  }
  std::uint32_t width(const RegisterSet& live) const {
    std::uint32_t sum = 0;
    for (std::size_t r = 0; r < program_.registers.size(); ++r)
      if (live.has(static_cast<RegId>(r))) sum += width(static_cast<RegId>(r));
    return sum;
  }
  // Width of those registers that the instruction names and that are in the set, each once.
  std::uint32_t changed(Pc pc, const RegisterSet& live) const {
    std::uint32_t sum = 0;
    std::vector<RegId> seen = liveness_.reads(pc);
    const auto& writes = liveness_.writes(pc);
    seen.insert(seen.end(), writes.begin(), writes.end());
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const RegId r : seen)
      if (live.has(r)) sum += width(r);
    return sum;
  }
  std::uint32_t dead_results(Pc pc, const RegisterSet& live) const {
    std::uint32_t sum = 0;
    for (const RegId r : liveness_.writes(pc))
      if (!live.has(r)) sum += width(r);
    return sum;
  }

  void find_constant_bank(const FunctionInfo& function) {
    for (const RegId r : function.parameter_registers)
      if (r != kNoReg) ++definitions_[r];
    for (Pc pc = function.entry; pc < function.end; ++pc)
      for (const RegId r : liveness_.writes(pc)) ++definitions_[r];
    // In code order a copy stands after what it copies; loops have no single definition.
    for (Pc pc = function.entry; pc < function.end; ++pc) {
      const Inst& inst = program_.code[pc];
      for (const RegId r : liveness_.writes(pc))
        in_constant_bank_[r] = definitions_[r] == 1 && inst.guard == kNoSlot && is_constant(inst);
    }
  }

  bool is_constant(const Inst& inst) const {
    if (inst.kind == Kind::Load)
      return inst.memory.space == StateSpace::Param && inst.reads.empty();
    if (inst.kind != Kind::Alu) return false;
    if (!inst.op.is(Operation::Move) && !inst.op.is(Operation::ConvertAddress)) return false;
    if (inst.src.size() != 1 || inst.dst.size() != 1 || reads_thread_index(inst)) return false;
    return std::ranges::all_of(registers_read(inst), [&](RegId r) { return in_constant_bank_[r]; });
  }
  // Read by an instruction of its own, unlike the dimensions, which stand in the constant bank.
  bool reads_thread_index(const Inst& inst) const {
    for (const SpecialSlot& special : program_.specials)
      if (special.slot == inst.src[0])
        return special.reg != SpecialReg::ntid_x && special.reg != SpecialReg::ntid_y &&
               special.reg != SpecialReg::ntid_z && special.reg != SpecialReg::nctaid_x &&
               special.reg != SpecialReg::nctaid_y && special.reg != SpecialReg::nctaid_z &&
               special.reg != SpecialReg::warp_size;
    return false;
  }

  const Program& program_;
  const Cfg& cfg_;
  Liveness liveness_;
  std::vector<std::uint32_t> definitions_;
  std::vector<bool> in_constant_bank_;
};

std::uint32_t threads_of(const LaunchBounds& bounds) {
  const auto product = [](const std::array<std::uint32_t, 3>& extents) {
    std::uint64_t n = extents[0] == 0 ? 0 : 1;
    for (const std::uint32_t e : extents) n *= std::max<std::uint32_t>(e, 1);
    return n;
  };
  const std::uint64_t threads = std::max(product(bounds.max_ntid), product(bounds.req_ntid));
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, 1024));
}

// .maxnreg caps; .minnctapersm caps to what lets that many CTAs share the register file.
std::uint32_t cap_of(const LaunchBounds& bounds) {
  std::uint32_t cap = kMaximum;
  if (const std::uint32_t threads = threads_of(bounds); threads != 0) {
    const std::uint32_t warps =
        (threads + kWarp - 1) / kWarp * std::max<std::uint32_t>(bounds.min_ctas_per_sm, 1);
    const std::uint32_t share = kRegistersPerSm / (warps * kWarp);
    cap = std::min(cap, std::max(share / kAllocationUnit * kAllocationUnit, kMinimum));
  }
  if (bounds.max_registers != 0) cap = std::min(cap, bounds.max_registers);
  return cap;
}

// Threads that an SM holds at once, by the target (CUDA C++ Programming Guide, compute
// capabilities): with more registers a thread than their share, fewer fit.
std::uint32_t occupancy_share(std::string_view target) {
  std::uint32_t threads = 2048;
  if (target.starts_with("sm_75")) threads = 1024;
  for (const std::string_view smaller : {"sm_86", "sm_87", "sm_89", "sm_120", "sm_121"})
    if (target.starts_with(smaller)) threads = 1536;
  return kRegistersPerSm / threads / kAllocationUnit * kAllocationUnit;
}

// The peak of the kernel with the functions that it calls. They stand after their callers.
std::uint32_t kernel_peak(const Program& program, FlowGraphs& flow, bool hoisted) {
  std::vector<std::uint32_t> peaks(program.functions.size());
  for (std::size_t f = program.functions.size(); f-- > 0;) {
    const FunctionInfo& function = program.functions[f];
    if (function.entry >= function.end) continue;
    const std::size_t bits = (function.end - function.entry) * program.registers.size();
    peaks[f] = bits > kMaxLivenessBits
                   ? kMaximum
                   : Pressure(program, function, flow.of(function)).peak(hoisted, peaks);
  }
  return peaks.empty() ? 0 : *std::max_element(peaks.begin(), peaks.end());
}

// A call that cannot be inlined: through a pointer, to the system, recursive.
bool needs_convention(const Program& program) {
  return std::any_of(
             program.code.begin(), program.code.end(),
             [](const Inst& inst) { return inst.kind == Kind::Call && inst.target == kNoPc; }) ||
         std::any_of(program.functions.begin(), program.functions.end(),
                     [](const FunctionInfo& f) { return f.recursive; });
}

}  // namespace

std::uint32_t registers_per_thread(const Program& program, FlowGraphs& flow) {
  const std::uint32_t plain = kernel_peak(program, flow, false) + kReserved;
  const std::uint32_t hoisted = kernel_peak(program, flow, true) + kReserved;
  std::uint32_t needed = std::max(plain, std::min(hoisted, occupancy_share(program.target)));
  needed = std::max(needed, needs_convention(program) ? kCallMinimum : kMinimum);
  return std::min(needed, cap_of(program.bounds));
}

}  // namespace simt
