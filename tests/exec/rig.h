// Builds small programs by hand and executes them instruction by instruction on one warp, with no
// front end, divergence model or clock in between.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/address_space.h"
#include "isa/ptx/decode/memory_form.h"
#include "sim/exec/executor.h"

namespace simt {

inline constexpr LaneMask kAllLanes = ~LaneMask{0};

class Rig {
 public:
  explicit Rig(GlobalPort::Order order = GlobalPort::Order::Immediate) : port(memory, order) {
    launch.block = {32, 1, 1};
    program.functions.push_back({"kernel", 0, 0, 0, false, 0, 0, 0, false, kFunctionWindow.base});
  }

  // Registers -----------------------------------------------------------------------------------
  Slot reg(ScalarType type) {
    const Slot slot = allocate();
    program.registers.push_back({fmt::format("%{}", program.registers.size()), type, slot,
                                 static_cast<std::uint32_t>(current_)});
    program.functions[current_].last_slot = program.slots.own_bytes;
    return slot;
  }
  Slot u32() { return reg(ScalarType::U32); }
  Slot u64() { return reg(ScalarType::U64); }
  Slot pred() { return reg(ScalarType::Pred); }
  Slot constant(ScalarType type, std::uint64_t value) {
    const Slot slot = allocate_common();
    program.constants.push_back({slot, type, value});
    return slot;
  }
  Slot special(SpecialReg which) {
    const bool common = scope_of(which) == SpecialScope::Launch;
    const Slot slot = common ? allocate_common() : allocate();
    program.specials.push_back({slot, which});
    return slot;
  }
  Slot stack_pointer() {
    if (program.slots.stack_pointer == kNoSlot) program.slots.stack_pointer = allocate();
    return program.slots.stack_pointer;
  }

  // Code ----------------------------------------------------------------------------------------
  struct Operands {
    std::vector<Slot> dst{}, src{};
    std::uint8_t dst_bytes = 4, src_bytes = 4;
    std::int64_t imm = 0;
  };
  /// Appends an instruction; its opcode is looked up in the instruction table.
  Inst& emit(const std::string& opcode, Operands operands) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= opcode.size();) {
      const std::size_t dot = std::min(opcode.find('.', at), opcode.size());
      parts.push_back(std::string_view(opcode).substr(at, dot - at));
      at = dot + 1;
    }
    const OpMatch match = match_opcode(parts);
    if (!match.form) throw std::runtime_error("no row for " + opcode);
    Inst inst = inst_of(*match.form);
    for (const Slot slot : operands.dst) inst.dst.push_back(slot);
    for (const Slot slot : operands.src) inst.src.push_back(slot);
    inst.dst_bytes = operands.dst_bytes;
    inst.src_bytes = operands.src_bytes;
    inst.imm = operands.imm;
    inst.memory = decode::memory_form(*match.form);
    program.code.push_back(inst);
    program.functions[current_].end = static_cast<Pc>(program.code.size());
    return program.code.back();
  }
  Pc next_pc() const { return static_cast<Pc>(program.code.size()); }
  void branch(Pc target, Slot guard = kNoSlot, bool negated = false) {
    Inst& inst = emit("bra", {});
    inst.target = target;
    inst.guard = guard;
    inst.guard_negated = negated;
  }
  /// Declares a function; registers and code that follow belong to it.
  std::uint32_t begin_function(const std::string& name, std::uint32_t frame_bytes,
                               bool recursive = false) {
    program.functions.push_back({name, next_pc(), next_pc(), frame_bytes, recursive,
                                 program.slots.own_bytes, program.slots.own_bytes});
    current_ = program.functions.size() - 1;
    program.functions[current_].address = kFunctionWindow.base + kFunctionStep * current_;
    return static_cast<std::uint32_t>(current_);
  }
  /// Registers and code that follow belong to this function, whose code starts here.
  void resume_function(std::uint32_t index) {
    current_ = index;
    program.functions[index].entry = next_pc();
  }

  // Running -------------------------------------------------------------------------------------
  void start(unsigned index_in_cta = 0) {
    executor = std::make_unique<Executor>(program, launch);
    cta.shared.resize(shared_bytes);
    executor->start_warp(warp, cta, index_in_cta, 0, 0);
  }
  const Outcome& run(Pc pc, LaneMask path = kAllLanes) {
    if (!executor) start();
    executor->execute(pc, path, warp, clock, port, out);
    printed += std::exchange(port.printed, {});
    return out;
  }
  /// Runs all lanes from `pc` to their end, the first target first. Returns instructions executed.
  unsigned run_all(Pc pc = 0, unsigned limit = 1'000'000) {
    if (!executor) start();
    std::vector<Target> pending{{pc, warp.lanes}};
    unsigned steps = 0;
    while (!pending.empty()) {
      const Target path = pending.back();
      pending.pop_back();
      run(path.pc, path.lanes);
      for (unsigned i = out.num_targets; i-- > 0;) pending.push_back(out.targets[i]);
      if (++steps > limit) throw std::runtime_error("the program does not end");
    }
    return steps;
  }

  template <class T>
  T get(Slot slot, unsigned lane) const {
    T value;
    std::memcpy(&value, warp.regs() + slot + lane * sizeof(T), sizeof value);
    return value;
  }
  template <class T>
  void set(Slot slot, unsigned lane, T value) {
    if (!executor) start();
    std::memcpy(warp.regs() + slot + lane * sizeof(T), &value, sizeof value);
  }
  /// f(lane) into every lane.
  template <class T, class F>
  void fill(Slot slot, F&& f) {
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      set<T>(slot, lane, static_cast<T>(f(lane)));
  }
  LaneMask get_pred(Slot slot) const { return get<LaneMask>(slot, 0); }
  void set_pred(Slot slot, LaneMask bits) { set<LaneMask>(slot, 0, bits); }

  template <class T>
  T peek(std::uint64_t address) {
    T value;
    std::memcpy(&value, memory.find(address, sizeof value), sizeof value);
    return value;
  }
  template <class T>
  void poke(std::uint64_t address, T value) {
    std::memcpy(memory.find(address, sizeof value), &value, sizeof value);
  }
  /// The message of the fault that executing `pc` raises, "no fault" when there is none.
  std::string fault(Pc pc, LaneMask path = kAllLanes) {
    try {
      run(pc, path);
    } catch (const KernelFault& f) {
      fault_lane = f.lane;
      return f.what();
    }
    return "no fault";
  }

  Program program;
  LaunchState launch;
  GlobalMemory memory;
  GlobalPort port;
  CtaState cta;
  WarpState warp;
  Outcome out;
  Clock clock;
  std::string printed;
  std::size_t shared_bytes = 0;
  unsigned fault_lane = 99;
  std::unique_ptr<Executor> executor;

 private:
  std::size_t current_ = 0;  ///< function that is being built

  Slot allocate() {
    const Slot slot = program.slots.own_bytes;
    program.slots.own_bytes += 16 * kMaxWarpSize;
    return slot;
  }
  Slot allocate_common() {
    const Slot slot = kCommonSlots + program.slots.common_bytes;
    program.slots.common_bytes += 16 * kMaxWarpSize;
    return slot;
  }
};

}  // namespace simt
