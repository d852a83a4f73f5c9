// Calls and returns (PTX ISA 7.1, 9.7.12). Each lane has its own stack of frames, so lanes of one
// instruction may call different functions and return to different places.
// A callee's local frame starts after its caller's, at a multiple of 16. The registers of a
// function that can be active twice in one thread are saved when it is entered and restored when it
// returns.
#include <fmt/format.h>

#include <algorithm>

#include "isa/base/address_space.h"
#include "sim/exec/step.h"

namespace simt {
namespace {

using Frame = WarpState::Frame;

/// Even a frame without variables holds a return address; bounds the depth of recursion.
constexpr std::size_t kMaxDepth = kMaxLocalBytes / kFrameAlignment;

std::uint64_t stack_pointer(const Step& s, unsigned lane) {
  const Slot slot = s.context.program.slots.stack_pointer;
  return slot == kNoSlot ? 0 : lane_value<std::uint64_t>(s.regs, slot, lane);
}
void set_stack_pointer(const Step& s, unsigned lane, std::uint64_t value) {
  const Slot slot = s.context.program.slots.stack_pointer;
  if (slot != kNoSlot) lane_data<std::uint64_t>(s.regs, slot)[lane] = value;
}

// Gives every lane at least `needed` bytes of local memory; what it holds stays.
void grow_local(WarpState& warp, std::uint64_t needed) {
  const std::size_t old_bytes = warp.local_bytes_per_lane;
  const std::size_t bytes =
      std::min<std::size_t>(kMaxLocalBytes, std::max<std::size_t>(needed, 2 * old_bytes));
  std::vector<std::byte> local(bytes * kMaxWarpSize, std::byte{0});
  for (std::size_t lane = 0; lane < kMaxWarpSize && old_bytes > 0; ++lane)
    std::memcpy(local.data() + lane * bytes, warp.local.data() + lane * old_bytes, old_bytes);
  warp.local = std::move(local);
  warp.local_bytes_per_lane = static_cast<std::uint32_t>(bytes);
}

void reserve_stack(Step& s, unsigned lane, std::uint64_t end, const FunctionInfo& callee) {
  if (end > kMaxLocalBytes || s.warp.frames.depth(lane) >= kMaxDepth)
    s.fault(lane, fmt::format("stack overflow: lane {} calls '{}' at a depth of {} calls; a thread "
                              "has at most {} bytes of local memory",
                              lane, callee.name, s.warp.frames.depth(lane), kMaxLocalBytes));
  if (end > s.warp.local_bytes_per_lane) grow_local(s.warp, end);
}

// The call site copies by its prototype, so a function of another layout cannot be entered.
void check_callee(const Step& s, const CallSite& site, std::uint32_t index, unsigned lane) {
  const FunctionInfo& callee = s.context.program.functions[index];
  if (index == 0)
    s.fault(lane, fmt::format("lane {} calls '{}', which is the kernel", lane, callee.name));
  if (callee.register_formals)
    s.fault(lane, fmt::format("lane {} calls '{}' through a register, but its parameters are in "
                              "registers",
                              lane, callee.name));
  if (callee.formal_bytes != site.formal_bytes)
    s.fault(lane, fmt::format("lane {} calls '{}' through a prototype that does not match: its "
                              "results and parameters take {} bytes, the function's take {}",
                              lane, callee.name, site.formal_bytes, callee.formal_bytes));
}

std::uint32_t callee_of(const Step& s, const CallSite& site, unsigned lane) {
  if (s.inst.target != kNoPc) return s.context.function_at.at(s.inst.target);
  const auto address = lane_value<std::uint64_t>(s.regs, s.inst.src[0], lane);
  const std::vector<FunctionInfo>& functions = s.context.program.functions;
  const auto index = static_cast<std::uint32_t>(function_at(functions, address));
  if (index == functions.size())
    s.fault(lane,
            fmt::format("lane {} calls address {:#x}, which is not a function", lane, address));
  check_callee(s, site, index, lane);
  return index;
}

// One lane of a register as bytes at the end of `to`; a predicate takes one.
void append_lane(ConstRegisters regs, Slot slot, unsigned bytes, unsigned lane,
                 std::vector<std::byte>& to) {
  if (bytes == 0) {
    to.push_back(static_cast<std::byte>(lane_value<LaneMask>(regs, slot, 0) >> lane & 1));
    return;
  }
  const std::byte* const from = regs + slot + std::size_t{lane} * bytes;
  to.insert(to.end(), from, from + bytes);
}
// The inverse; returns what follows in `from`.
const std::byte* restore_lane(Registers regs, Slot slot, unsigned bytes, unsigned lane,
                              const std::byte* from) {
  if (bytes == 0) {
    const LaneMask bit = LaneMask{1} << lane;
    write_predicate(regs, slot, *from != std::byte{0} ? bit : 0, bit);
    return from + 1;
  }
  std::memcpy(regs + slot + std::size_t{lane} * bytes, from, bytes);
  return from + bytes;
}

// Parameters in registers pass through a buffer: caller and callee may be the same function.
std::vector<std::byte> read_registers(const Step& s, const std::vector<CallSite::RegCopy>& copies,
                                      unsigned lane) {
  std::vector<std::byte> values;
  for (const auto& copy : copies) append_lane(s.regs, copy.from, copy.bytes, lane, values);
  return values;
}
void write_registers(const Step& s, const std::vector<CallSite::RegCopy>& copies, unsigned lane,
                     const std::vector<std::byte>& values) {
  const std::byte* from = values.data();
  for (const auto& copy : copies) from = restore_lane(s.regs, copy.to, copy.bytes, lane, from);
}

void enter(Step& s, const CallSite& site, unsigned lane) {
  const std::uint32_t index = callee_of(s, site, lane);
  const Program& program = s.context.program;
  const FunctionInfo& callee = program.functions[index];
  const std::uint64_t caller_base = stack_pointer(s, lane);
  const std::uint64_t base = caller_base + frame_step(program.functions[site.caller]);
  reserve_stack(s, lane, base + callee.frame_bytes, callee);

  std::byte* const local = s.warp.local.data() + std::size_t{lane} * s.warp.local_bytes_per_lane;
  for (const ParamCopy& copy : site.in)
    std::memcpy(local + base + copy.callee, local + caller_base + copy.caller, copy.bytes);

  Frame frame{s.pc + 1, static_cast<std::uint32_t>(s.inst.imm), index, {}};
  const auto arguments = read_registers(s, site.in_regs, lane);
  for (const SavedRegister& r : s.context.saved[index])
    append_lane(s.regs, r.slot, r.bytes, lane, frame.saved);
  write_registers(s, site.in_regs, lane, arguments);
  set_stack_pointer(s, lane, base);
  s.warp.frames[lane].push_back(std::move(frame));
  add_target(s.out, callee.entry, LaneMask{1} << lane);
}

void leave(Step& s, unsigned lane) {
  if (s.warp.frames.depth(lane) == 0) {  // return from the kernel
    s.out.exited |= LaneMask{1} << lane;
    return;
  }
  auto& frames = s.warp.frames[lane];
  const Frame frame = std::move(frames.back());
  frames.pop_back();
  const Program& program = s.context.program;
  const CallSite& site = program.call_sites[frame.call_site];
  const std::uint64_t base = stack_pointer(s, lane);
  const std::uint64_t caller_base = base - frame_step(program.functions[site.caller]);

  std::byte* const local = s.warp.local.data() + std::size_t{lane} * s.warp.local_bytes_per_lane;
  for (const ParamCopy& copy : site.out)
    std::memcpy(local + caller_base + copy.caller, local + base + copy.callee, copy.bytes);

  const auto results = read_registers(s, site.out_regs, lane);
  const std::byte* from = frame.saved.data();
  for (const SavedRegister& r : s.context.saved[frame.callee])
    from = restore_lane(s.regs, r.slot, r.bytes, lane, from);
  write_registers(s, site.out_regs, lane, results);
  set_stack_pointer(s, lane, caller_base);
  s.out.call_changed = true;
  add_target(s.out, frame.return_pc, LaneMask{1} << lane);
}

/// Calls and returns move registers behind the scoreboard's back. They wait while the port owes the
/// warp the result of an atomic: it would be written to where the register no longer is.
bool waits_for_result(Step& s) {
  return s.out.must_wait = s.port.has_queued(s.warp, [&](const DeferredAtomic& atomic) {
    return s.context.program.code[atomic.pc].kind == Kind::Atomic;
  });
}
bool call_moves_registers(const Step& s, const CallSite& site) {
  const auto& saved = s.context.saved;
  return !site.in_regs.empty() ||
         std::any_of(saved.begin(), saved.end(), [](const auto& regs) { return !regs.empty(); });
}
bool return_moves_registers(const Step& s) {
  const auto moves = [&](unsigned lane) {
    if (s.warp.frames.depth(lane) == 0) return false;
    const auto& frames = s.warp.frames[lane];
    return (!frames.back().saved.empty() ||
            !s.context.program.call_sites[frames.back().call_site].out_regs.empty());
  };
  return lanes_where(s.active, moves) != 0;
}

}  // namespace

void execute_call(Step& s) {
  if (s.context.program.machine) return execute_machine_call(s);
  const CallSite& site = s.context.program.call_sites[static_cast<std::size_t>(s.inst.imm)];
  if (!site.external.empty()) {
    call_external(s, site);
    add_target(s.out, s.pc + 1, s.out.path);
    return;
  }
  if (call_moves_registers(s, site) && waits_for_result(s)) return;
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  s.out.call_changed = true;
  for_each_lane(s.active, [&](unsigned lane) { enter(s, site, lane); });
}

void execute_ret(Step& s) {
  if (s.warp.frames.empty()) return execute_exit(s);
  if (return_moves_registers(s) && waits_for_result(s)) return;
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  for_each_lane(s.active, [&](unsigned lane) { leave(s, lane); });
}

}  // namespace simt
