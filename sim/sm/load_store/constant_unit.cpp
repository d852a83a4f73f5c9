#include "sim/sm/load_store/constant_unit.h"

#include <algorithm>

namespace simt {
namespace {

/// Where constant memory lies in device memory, for its way through L2 only.
constexpr std::uint64_t kConstantBase = 0x0000'5000'0000'0000;

// An operand of the machine instruction or a load into a uniform register: in order.
bool is_named_constant(const Inst& inst) {
  return inst.kind == Kind::Load && inst.reads.size() == (inst.guard_reg != kNoReg ? 1 : 0);
}

}  // namespace

// A line that is not near comes through L2. A constant that the instruction names holds the warp up
// when it comes from the second level.
Served ConstantUnit::issue(const UnitAccess& a, OnPath&) {
  ConstantCache& constants = a.on.constants;
  const std::uint64_t start = serializer_.take(a.now, a.shape.constant_passes);
  std::uint64_t ready = start, last = ~std::uint64_t{0}, held_until = 0;
  Completion& completion = completions_[a.tag];
  MemoryLevel level = MemoryLevel::ConstantL1;
  a.access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    const std::uint64_t address = piece.address;
    if (address == last) return;
    last = address;
    const ConstantCache::Access found = constants.access(address, start);
    level = std::max(level, found.level());
    if (found.near && !found.first && is_named_constant(a.inst)) {
      ready = held_until = constants.held_until(found);
    } else if (found.near) {
      ready = std::max(ready, found.ready);
    } else {
      const std::uint64_t bytes = constants.fetch_bytes();
      l1_.read_around(kConstantBase + address / bytes * bytes, bytes, a.now, a.tag, a.on.account);
      ++completion.parts;
      completion.beyond = constants.beyond_l2() + static_cast<unsigned>(start - a.now);
    }
  });
  completion.reason = Stall::short_scoreboard;
  ready += (a.shape.constant_passes - 1) * arch_.serializer.value_latency;
  return {ready, Stall::short_scoreboard, false, level, 0, held_until};
}

}  // namespace simt
