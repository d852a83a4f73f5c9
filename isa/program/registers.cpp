// How many 32-bit registers a thread needs: the most that are live at one point, as the assembler
// counts them. A 64-bit value takes two. Not counted: predicates, and what lives in the constant
// bank (kernel parameters, launch dimensions, their copies): it is read there again when needed.
// An estimate: the assembler also reorders loads (needs more) and recomputes values (needs fewer).
#include <algorithm>
#include <array>

#include "isa/program/analysis.h"
#include "isa/program/liveness.h"

namespace simt {
namespace {

// Fitted to ptxas 13.0 (sm_75, sm_90) on the corpus of tests/frontend: see registers_test.
constexpr std::uint32_t kReserved = 4;      // stack pointer, zero, address temporaries
constexpr std::uint32_t kMinimum = 8;       // no kernel is given fewer
constexpr std::uint32_t kCallMinimum = 24;  // the calling convention names registers up to here
constexpr std::uint32_t kMaximum = 255;
constexpr std::uint32_t kRegistersPerSm = 65536;
constexpr std::uint32_t kAllocationUnit = 8;
constexpr std::uint32_t kWarp = 32;

class Pressure {
 public:
  Pressure(const Program& program, const FunctionInfo& function)
      : program_(program),
        cfg_(build_cfg(program, function)),
        liveness_(program, cfg_),
        definitions_(program.registers.size()),
        in_constant_bank_(program.registers.size()) {
    find_constant_bank(function);
  }

  std::uint32_t peak() const {
    std::uint32_t most = 0;
    for (Node n = 0; n < cfg_.exit; ++n) {
      RegisterSet live = liveness_.live_out(n);
      std::uint32_t now = width(live);
      for (Pc pc = cfg_.blocks[n].end; pc-- > cfg_.blocks[n].begin;) {
        most = std::max(most, now + dead_results(pc, live));
        const std::uint32_t before = changed(pc, live);
        liveness_.step_back(pc, live);
        now = now - before + changed(pc, live);
        most = std::max(most, now);
      }
    }
    return most;
  }

 private:
  std::uint32_t width(RegId r) const {
    if (in_constant_bank_[r] || program_.registers[r].name == "$sp") return 0;
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
    for (Pc pc = function.entry; pc < function.end; ++pc)
      for (const RegId r : liveness_.writes(pc)) ++definitions_[r];
    // In code order a copy stands behind what it copies; loops have no single definition.
    for (Pc pc = function.entry; pc < function.end; ++pc) {
      const Inst& inst = program_.code[pc];
      for (const RegId r : liveness_.writes(pc))
        in_constant_bank_[r] = definitions_[r] == 1 && inst.guard == kNoSlot && is_constant(inst);
    }
  }

  bool is_constant(const Inst& inst) const {
    if (inst.kind == Kind::Load)
      return inst.memory.space == StateSpace::Param && inst.num_reads == 0;
    if (inst.kind != Kind::Alu || inst.form.op == nullptr) return false;
    const std::string_view name = mnemonic_of(*inst.form.op);
    if (name != "mov" && name != "cvta") return false;
    if (inst.num_src != 1 || inst.num_dst != 1 || reads_thread_index(inst)) return false;
    return std::all_of(inst.reads.begin(), inst.reads.begin() + inst.num_reads,
                       [&](RegId r) { return in_constant_bank_[r]; });
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
  Cfg cfg_;
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

}  // namespace

std::uint32_t registers_per_thread(const Program& program) {
  std::uint32_t most = 0;
  for (const FunctionInfo& function : program.functions)
    if (function.entry < function.end) most = std::max(most, Pressure(program, function).peak());
  const bool calls = std::any_of(program.code.begin(), program.code.end(),
                                 [](const Inst& i) { return i.kind == Kind::Call; });
  const std::uint32_t needed = std::max(most + kReserved, calls ? kCallMinimum : kMinimum);
  return std::min(needed, cap_of(program.bounds));
}

}  // namespace simt
