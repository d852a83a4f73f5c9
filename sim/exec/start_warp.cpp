// What a launch prepares once, and what each new warp starts with.
#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "sim/exec/step.h"

namespace simt {
namespace {

constexpr std::size_t kRegisterAlignment = 64;

std::size_t to_alignment(const std::byte* at) {
  return (kRegisterAlignment - reinterpret_cast<std::uintptr_t>(at) % kRegisterAlignment) %
         kRegisterAlignment;
}

/// What lies beyond constant memory reads as zero, as on an H200.
std::uint64_t bank_value(const std::vector<std::byte>& constants, const BankSlot& bank) {
  std::uint64_t value = 0;
  if (bank.offset + std::uint64_t{bank.bytes} <= constants.size())
    std::memcpy(&value, constants.data() + bank.offset, bank.bytes);
  return value;
}

/// The constants of the common part at `part`.
void fill_common(const LaunchContext& m, std::byte* part) {
  const Registers regs{nullptr, part};
  for (const ConstantSlot& constant : m.program.constants) fill_constant(regs, constant);
  for (const BankSlot& bank : m.program.bank_slots)
    fill_constant(regs, {bank.slot, bank.bytes == 8 ? ScalarType::B64 : ScalarType::B32,
                         bank_value(m.constants(), bank)});
  for (const SpecialSlot& special : m.program.specials) {
    if (scope_of(special.reg) != SpecialScope::Warp)
      fill_special(m.launch, m.program, special, regs);
  }
}

void build_common(LaunchContext& m) {
  const auto aligned = [](std::size_t bytes) {
    return (bytes + kRegisterAlignment - 1) / kRegisterAlignment * kRegisterAlignment;
  };
  m.common_stride =
      aligned(m.program.slots.common_bytes) + aligned(m.program.slots.temporary_bytes);
  m.common.resize(m.commons * m.common_stride + kRegisterAlignment);
  m.common_offset = to_alignment(m.common.data());
  for (unsigned i = 0; i < m.commons; ++i)
    fill_common(m, m.common.data() + m.common_offset + i * m.common_stride);
  for (const SpecialSlot& special : m.program.specials)
    if (scope_of(special.reg) == SpecialScope::Warp) m.varying.push_back(special);
}

// Copies of constants do not ask whether those are there.
void check_constants(const LaunchContext& m) {
  const ConstRegisters regs{nullptr, m.common.data() + m.common_offset};
  for (const Inst& inst : m.program.code)
    if (inst.run.copies_constant &&
        stated_address(inst, regs) + inst.memory.bytes() > m.constants().size())
      throw std::invalid_argument("a launch without all constants of its program");
}

void find_saved_registers(LaunchContext& m) {
  m.saved.resize(m.program.functions.size());
  for (const RegisterInfo& r : m.program.registers) {
    if (r.slot == m.program.slots.stack_pointer || r.slot == m.program.slots.carry) continue;
    if (r.function >= m.saved.size()) continue;
    const FunctionInfo& f = m.program.functions[r.function];
    if (!f.recursive || r.slot < f.first_slot || r.slot >= f.last_slot) continue;
    m.saved[r.function].push_back({r.slot, static_cast<std::uint8_t>(size_of(r.type))});
  }
}

void fill_varying(Registers regs, const SpecialSlot& special, const CtaState& cta,
                  std::uint32_t value_of_warp, std::uint32_t sm) {
  const auto all = [&](std::uint32_t v) {
    std::fill_n(lane_data<std::uint32_t>(regs, special.slot), kMaxWarpSize, v);
  };
  switch (special.reg) {
    case SpecialReg::ctaid_x:
      return all(cta.id.x);
    case SpecialReg::ctaid_y:
      return all(cta.id.y);
    case SpecialReg::ctaid_z:
      return all(cta.id.z);
    case SpecialReg::warpid:
      return all(value_of_warp);
    case SpecialReg::smid:
      return all(sm);
    default:
      return;  // tid: fill_tid
  }
}

using OfLanes = std::array<std::uint32_t, kMaxWarpSize>;

void write_tid(Registers regs, const std::vector<SpecialSlot>& specials, const OfLanes& x,
               const OfLanes& y, const OfLanes& z) {
  for (const SpecialSlot& special : specials) {
    std::byte* const to = regs + special.slot;
    if (special.reg == SpecialReg::tid_x) std::memcpy(to, x.data(), sizeof x);
    if (special.reg == SpecialReg::tid_y) std::memcpy(to, y.data(), sizeof y);
    if (special.reg == SpecialReg::tid_z) std::memcpy(to, z.data(), sizeof z);
  }
}

// Of a warp within the first row of its block, the usual one.
void fill_first_row(Registers regs, const std::vector<SpecialSlot>& specials, std::uint32_t first) {
  for (const SpecialSlot& special : specials) {
    auto* const to = lane_data<std::uint32_t>(regs, special.slot);
    if (special.reg == SpecialReg::tid_x) std::iota(to, to + kMaxWarpSize, first);
    if (special.reg == SpecialReg::tid_y || special.reg == SpecialReg::tid_z)
      std::fill_n(to, kMaxWarpSize, 0u);
  }
}

// Warps are cut from the linearised thread index, x fastest, then y, then z.
void fill_tid(Registers regs, const std::vector<SpecialSlot>& specials, Dim3 block,
              std::uint64_t first_thread) {
  if (first_thread + kMaxWarpSize <= block.x)
    return fill_first_row(regs, specials, static_cast<std::uint32_t>(first_thread));
  OfLanes x, y, z;
  Dim3 t{static_cast<std::uint32_t>(first_thread % block.x),
         static_cast<std::uint32_t>(first_thread / block.x % block.y),
         static_cast<std::uint32_t>(first_thread / block.x / block.y)};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    x[lane] = t.x;
    y[lane] = t.y;
    z[lane] = t.z;
    if (++t.x < block.x) continue;
    t.x = 0;
    if (++t.y < block.y) continue;
    t.y = 0;
    ++t.z;
  }
  write_tid(regs, specials, x, y, z);
}

LaneMask threads_of_warp(const LaunchState& launch, std::uint64_t first_thread) {
  const std::uint64_t threads = launch.block.count();
  if (first_thread >= threads) return 0;
  return lanes_below(
      static_cast<unsigned>(std::min<std::uint64_t>(launch.warp_size, threads - first_thread)));
}

}  // namespace

Executor::Executor(const Program& program, const LaunchState& launch, unsigned sms)
    : program_(program), context_(std::make_unique<LaunchContext>(LaunchContext{program, launch})) {
  if (launch.params.size() < program.param_bytes)
    throw std::invalid_argument("a launch without all parameters of its program");
  context_->commons = sms;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i)
    context_->function_at.emplace(program.functions[i].entry, i);
  context_->local_bytes = local_bytes_per_lane(program);
  if (program.machine) context_->banks = driver_constants(program, launch, context_->local_bytes);
  build_common(*context_);
  check_constants(*context_);
  find_saved_registers(*context_);
}

Executor::~Executor() = default;

void Executor::start_warp(WarpState& warp, CtaState& cta, unsigned index_in_cta, unsigned sm,
                          unsigned warp_slot) const {
  const LaunchContext& m = *context_;
  const std::uint64_t first_thread = std::uint64_t{index_in_cta} * m.launch.warp_size;
  warp.cta = &cta;
  warp.index_in_cta = index_in_cta;
  warp.lanes = threads_of_warp(m.launch, first_thread);

  warp.registers.resize(m.program.slots.own_bytes + kRegisterAlignment);
  warp.registers_offset = to_alignment(warp.registers.data());
  std::byte* const own = warp.registers.data() + warp.registers_offset;
  for (const SlotRange& range : m.program.slots.zeroed)
    std::fill(own + range.begin, own + std::min(range.end, m.program.slots.own_bytes),
              std::byte{0});
  warp.common =
      context_->common.data() + m.common_offset + (m.commons > 1 ? sm : 0) * m.common_stride;
  const Registers regs = warp.regs();
  for (const SpecialSlot& special : m.varying) fill_varying(regs, special, cta, warp_slot, sm);
  fill_tid(regs, m.varying, m.launch.block, first_thread);

  warp.local_bytes_per_lane = m.local_bytes;
  warp.local.assign(std::size_t{m.local_bytes} * kMaxWarpSize, std::byte{0});
  warp.frames.clear();
  warp.async.clear();
}

}  // namespace simt
