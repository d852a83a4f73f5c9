// Loads and stores (PTX ISA 9.7.9): every space, vectors, and elements narrower than their
// register. Lanes that store to one address do so in lane order: the last one's value stays.
#include <algorithm>

#include "isa/core/rows.h"
#include "sim/exec/addressing.h"

namespace simt {
namespace {

/// Element of memory type M into registers of D, extended by M's sign.
template <class M, class D>
void load_lanes(std::byte* to, const HostLanes& host, LaneMask active, unsigned offset) {
  if constexpr (sizeof(D) >= sizeof(M)) {
    D* const d = reinterpret_cast<D*>(to);
    over_lanes(active, [&, d](unsigned lane) {
      M m;
      std::memcpy(&m, host.at[lane] + offset, sizeof m);
      d[lane] = static_cast<D>(m);
    });
  }
}

using LoadLanes = void (*)(std::byte*, const HostLanes&, LaneMask, unsigned);

template <class M>
LoadLanes into_width(unsigned register_bytes) {
  switch (register_bytes) {
    case 1:
      return load_lanes<M, u8>;
    case 2:
      return load_lanes<M, u16>;
    case 4:
      return load_lanes<M, u32>;
    case 8:
      return load_lanes<M, u64>;
    default:
      return load_lanes<M, u128>;
  }
}

LoadLanes loader(ScalarType type, unsigned register_bytes) {
  const bool is_signed_type = is_signed(type);
  switch (size_of(type)) {
    case 1:
      return is_signed_type ? into_width<s8>(register_bytes) : into_width<u8>(register_bytes);
    case 2:
      return is_signed_type ? into_width<s16>(register_bytes) : into_width<u16>(register_bytes);
    case 4:
      return is_signed_type ? into_width<s32>(register_bytes) : into_width<u32>(register_bytes);
    case 8:
      return is_signed_type ? into_width<s64>(register_bytes) : into_width<u64>(register_bytes);
    default:
      return into_width<u128>(register_bytes);
  }
}

/// The low bytes of registers of `stride` bytes into elements of M; true when memory changed.
template <class M>
bool store_lanes(const std::byte* from, unsigned stride, const HostLanes& host, LaneMask active,
                 unsigned offset) {
  M difference = 0;
  for_each_lane(active, [&](unsigned lane) {
    M value, old;
    std::byte* const at = host.at[lane] + offset;
    std::memcpy(&value, from + std::size_t{lane} * stride, sizeof value);
    std::memcpy(&old, at, sizeof old);
    difference = static_cast<M>(difference | (old ^ value));
    std::memcpy(at, &value, sizeof value);
  });
  return difference != 0;
}

bool store_element(unsigned bytes, const std::byte* from, unsigned stride, const HostLanes& host,
                   LaneMask active, unsigned offset) {
  switch (bytes) {
    case 1:
      return store_lanes<u8>(from, stride, host, active, offset);
    case 2:
      return store_lanes<u16>(from, stride, host, active, offset);
    case 4:
      return store_lanes<u32>(from, stride, host, active, offset);
    case 8:
      return store_lanes<u64>(from, stride, host, active, offset);
    default:
      return store_lanes<u128>(from, stride, host, active, offset);
  }
}

template <class T>
void broadcast(Slot slot, Registers regs, LaneMask lanes, const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  T* const to = lane_data<T>(regs, slot);
  over_lanes(lanes, [=](unsigned lane) { to[lane] = value; });
}

/// One element for all lanes, the usual load of a parameter. False: nothing is done.
bool load_same(Step& s, const std::byte* from) {
  const unsigned bytes = size_of(s.inst.memory.type);
  if (s.inst.memory.elements != 1 || s.inst.dst_bytes != bytes || s.inst.dst[0] == kNoSlot)
    return false;
  if (bytes == 4)
    broadcast<u32>(s.inst.dst[0], s.regs, s.active, from);
  else if (bytes == 8)
    broadcast<u64>(s.inst.dst[0], s.regs, s.active, from);
  return bytes == 4 || bytes == 8;
}

/// Where the values of the lanes of a contiguous access are in a row of registers, and how many
/// bytes they have together.
struct RowPart {
  std::byte* row;
  std::size_t bytes;
};
RowPart contiguous_part(const Step& s, const HostLanes& host, Slot slot, unsigned bytes) {
  return {s.regs + slot + std::size_t{host.run_start} * bytes,
          std::size_t{count_lanes(s.active)} * bytes};
}

}  // namespace

void execute_load(Step& s) {
  const MemoryForm& form = s.inst.memory;
  HostLanes host;
  if (!resolve(s, host) || s.inst.run.length == 0) return;
  const unsigned bytes = size_of(form.type);
  if (host.same != nullptr) {
    if (load_same(s, host.same)) return;
    host.spread(form.bytes());
  }
  if (host.contiguous()) {
    if (form.elements == 1 && s.inst.dst_bytes == bytes) {
      if (s.inst.dst[0] == kNoSlot) return;
      const RowPart part = contiguous_part(s, host, s.inst.dst[0], bytes);
      std::memcpy(part.row, host.first, part.bytes);
      return;
    }
    host.spread(form.bytes());
  }
  const LoadLanes load = loader(form.type, s.inst.dst_bytes);
  for (unsigned i = 0; i < form.elements; ++i)
    if (s.inst.dst[i] != kNoSlot) load(s.regs + s.inst.dst[i], host, s.active, i * bytes);
}

void copy_parameter(const LaunchContext& context, const Inst& inst, Registers regs,
                    LaneMask lanes) {
  const std::byte* const from = context.launch.params.data() + stated_address(inst, regs);
  switch (inst.dst_bytes) {
    case 1:
      return broadcast<u8>(inst.dst[0], regs, lanes, from);
    case 2:
      return broadcast<u16>(inst.dst[0], regs, lanes, from);
    case 4:
      return broadcast<u32>(inst.dst[0], regs, lanes, from);
    case 8:
      return broadcast<u64>(inst.dst[0], regs, lanes, from);
    default:
      return broadcast<u128>(inst.dst[0], regs, lanes, from);
  }
}

void copy_constant(const LaunchContext& context, const Inst& inst, Registers regs, LaneMask lanes) {
  const std::byte* const from = context.constants().data() + stated_address(inst, regs);
  if (inst.rows == nullptr)
    return inst.dst_bytes == 4 ? broadcast<u32>(inst.dst[0], regs, lanes, from)
                               : broadcast<u64>(inst.dst[0], regs, lanes, from);
  const RowOperand& to = inst.rows->operands[0];
  for (std::size_t i = 0; i < to.rows.size(); ++i)
    if (to.rows[i] != kNoSlot) broadcast<u32>(to.rows[i], regs, lanes, from + i * sizeof(u32));
}

void access_constant(const Inst& inst, ConstRegisters regs, LaneMask lanes, Outcome& out) {
  MemoryAccess& access = new_access(out, inst, StateSpace::Const);
  access.lanes = lanes;
  if (lanes == ~LaneMask{0}) access.spread = MemoryAccess::Spread::Uniform;
  access.address.fill(stated_address(inst, regs));
}

void execute_store(Step& s) {
  const MemoryForm& form = s.inst.memory;
  HostLanes host;
  if (!resolve(s, host)) return;
  const unsigned bytes = size_of(form.type), stride = s.inst.dst_bytes;
  if (host.contiguous()) {
    if (form.elements == 1 && stride == bytes) {
      const RowPart part = contiguous_part(s, host, s.inst.src[1], bytes);
      s.out.memory_changed = std::memcmp(host.first, part.row, part.bytes) != 0;
      std::memcpy(host.first, part.row, part.bytes);
      return;
    }
    host.spread(form.bytes());
  }
  for (unsigned i = 0; i < form.elements; ++i)
    s.out.memory_changed |=
        store_element(bytes, s.regs + s.inst.src[1 + i], stride, host, s.active, i * bytes);
}

}  // namespace simt
