// One instruction being executed for the active lanes of one warp: what the families of
// instructions (memory, atomics, control, calls, warp-level, ...) get to work on. Private to
// sim/exec.
#pragma once

#include <cstring>
#include <string>
#include <unordered_map>

#include "isa/core/lanes/lanes.h"
#include "sim/exec/executor.h"
#include "sim/exec/global_port.h"

namespace simt {

/// A register of a recursive function: it is saved per lane while an inner activation runs.
struct SavedRegister {
  Slot slot;
  std::uint8_t bytes;  ///< per lane; 0: a predicate
};

/// What an executor knows for a whole launch; derived from the program once.
struct LaunchContext {
  const Program& program;
  const LaunchState& launch;

  std::vector<std::byte> common{};  ///< the common parts of the registers, aligned inside
  std::size_t common_offset = 0, common_stride = 0;
  unsigned commons = 1;
  std::vector<SpecialSlot> varying{};                   ///< specials that differ from warp to warp
  std::unordered_map<Pc, std::uint32_t> function_at{};  ///< entry pc -> index of the function
  std::vector<std::vector<SavedRegister>> saved{};      ///< by function; empty when not recursive
  std::uint32_t local_bytes = 0;                        ///< per lane, at the start of a warp
  /// Constant memory of machine code: the launch's, with what the driver fills in.
  std::vector<std::byte> banks{};
  const std::vector<std::byte>& constants() const {
    return program.machine ? banks : launch.constants;
  }
};

struct Step {
  LaunchContext& context;
  const Inst& inst;
  Pc pc;
  LaneMask active;  ///< lanes of the path whose guard is true
  WarpState& warp;
  Registers regs;
  const Clock& clock;
  GlobalPort& port;
  Outcome& out;
  /// Of the bytes of each lane's element, how many of the first are accessed; nullptr: all.
  const std::uint8_t* needed = nullptr;

  [[noreturn]] void fault(unsigned lane, const std::string& message,
                          FaultKind kind = FaultKind::Other) const {
    throw KernelFault(message, pc, lane, kind);
  }
};

inline constexpr std::uint32_t kFrameAlignment = 16;
/// From a function's frame to that of a function it calls.
inline std::uint32_t frame_step(const FunctionInfo& f) {
  return (f.frame_bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}

/// Lanes of `path` whose guard lets them execute.
inline LaneMask guarded(const Inst& inst, ConstRegisters regs, LaneMask path) {
  if (inst.guard == kNoSlot) return path;
  const LaneMask p = *reinterpret_cast<const LaneMask*>(regs + inst.guard);
  return path & (inst.guard_negated ? ~p : p);
}
template <class T>
T lane_value(ConstRegisters regs, Slot slot, unsigned lane) {
  return reinterpret_cast<const T*>(regs + slot)[lane];
}
/// The low bits of one lane of a register, whatever its width (at most 8 bytes).
inline std::uint64_t lane_bits(ConstRegisters regs, Slot slot, unsigned bytes, unsigned lane) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, regs + slot + std::size_t{lane} * bytes, bytes);
  return bits;
}
inline void set_lane_bits(Registers regs, Slot slot, unsigned bytes, unsigned lane,
                          std::uint64_t bits) {
  std::memcpy(regs + slot + std::size_t{lane} * bytes, &bits, bytes);
}

/// What a memory instruction adds to the address of all lanes, beside Inst::imm.
inline std::uint64_t uniform_offset(const Inst& inst, ConstRegisters regs) {
  std::uint64_t offset = 0;
  if (const Slot low = inst.memory.uniform_low; low != kNoSlot)
    offset = lane_value<std::uint32_t>(regs, low, 0);
  if (const Slot high = inst.memory.uniform_high; high != kNoSlot)
    offset |= std::uint64_t{lane_value<std::uint32_t>(regs, high, 0)} << 32;
  return offset;
}

/// Where an instruction begins whose base all lanes have in common (HostRun).
inline std::uint64_t stated_address(const Inst& inst, ConstRegisters regs) {
  return lane_bits(regs, inst.src[0], inst.src_bytes, 0) + static_cast<std::uint64_t>(inst.imm);
}

/// Adds lanes to the target with this pc, or a new target; an empty mask adds nothing.
void add_target(Outcome& out, Pc pc, LaneMask lanes);

// memory_ops.cpp, atomics.cpp
void execute_load(Step& s);
/// The value of a load that only copies a parameter (HostRun::copies_parameter).
void copy_parameter(const LaunchContext& context, const Inst& inst, Registers regs, LaneMask lanes);
/// The same of a constant (HostRun::copies_constant), and the access that it makes.
void copy_constant(const LaunchContext& context, const Inst& inst, Registers regs, LaneMask lanes);
void access_constant(const Inst& inst, ConstRegisters regs, LaneMask lanes, Outcome& out);
void execute_store(Step& s);
void execute_atomic(Step& s);
// texel_ops.cpp: loads and stores of the spaces Texture and Surface
void execute_texels(Step& s);
void execute_texel_query(Step& s);
// async_copy.cpp
void execute_async_copy(Step& s);
void execute_async_commit(Step& s);
void execute_async_wait(Step& s);
/// Stores all copies of these lanes that are under way.
void land_copies(WarpState& warp, LaneMask lanes);
// mbarrier.cpp
void execute_mbarrier(Step& s);
// control.cpp
void execute_branch(Step& s);
void execute_branch_indexed(Step& s);
void execute_exit(Step& s);
void execute_branch_to(Step& s);
void execute_branch_if(Step& s);
void execute_branch_apart(Step& s);
void execute_machine_call(Step& s);
void execute_converge_at(Step& s);
void execute_converge_wait(Step& s);
void execute_converge_leave(Step& s);
// driver_constants.cpp
/// Constant memory of machine code: bank 0 filled in, the others as the launch has them.
std::vector<std::byte> driver_constants(const Program& program, const LaunchState& launch,
                                        std::uint32_t local_bytes);
// calls.cpp
void execute_call(Step& s);
void execute_ret(Step& s);
// external.cpp
void call_external(Step& s, const CallSite& site);
/// Of one lane of machine code, which names the function by its address and has arguments in
/// registers.
void call_system(Step& s, unsigned lane);
// warp_ops.cpp
void execute_warp_sync(Step& s);
void execute_machine_warp_sync(Step& s);
void execute_shuffle(Step& s);
void execute_vote(Step& s);
void execute_match(Step& s);
void execute_redux(Step& s);
void execute_active_mask(Step& s);
// matrix_product.cpp, matrix_memory.cpp
void execute_matrix(Step& s);
void execute_matrix_load(Step& s);
void execute_matrix_store(Step& s);
/// All lanes of the warp are there, and it has 32: what a matrix instruction asks for.
void check_whole_warp(const Step& s);
// sync.cpp
void check_barrier(Step& s);
void check_members(Step& s);
// special.cpp
void execute_read_special(Step& s);
/// Writes a special register that all warps of the launch share.
void fill_special(const LaunchState& launch, const Program& program, SpecialSlot special,
                  Registers regs);

}  // namespace simt
