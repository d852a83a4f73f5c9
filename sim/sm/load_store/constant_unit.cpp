#include "sim/sm/load_store/constant_unit.h"

#include <algorithm>

#include "sim/sm/parts/scoreboard.h"

namespace simt {
namespace {

/// Where constant memory lies in device memory, for its way through L2 only.
constexpr std::uint64_t kConstantBase = 0x0000'5000'0000'0000;

// An operand of the machine instruction or a load into a uniform register: in order. Machine code
// says so itself; of PTX those at an address that no register has.
bool is_named_constant(const Inst& inst, const GridOnSm& on) {
  if (on.own_control) return inst.op.whole_warp;
  return inst.kind == Kind::Load && inst.reads.size() == (inst.guard_reg != kNoReg ? 1 : 0);
}

}  // namespace

// A line that is not near comes through L2. A constant that the instruction names holds the warp up
// until it is in the first level. A load of machine code that comes to a line which is on its way
// keeps those behind it waiting, whatever they ask for: warps of convolution_constant.cu on an H200
// wait at issue (mio_throttle) for the second of their LDC to one line, and for those after it.
Served ConstantUnit::issue(const UnitAccess& a, OnPath& on_path) {
  ConstantCache& constants = a.on.constants;
  const bool named = is_named_constant(a.inst, a.on);
  const std::uint64_t start = named ? a.now : serializer_.take(a.now, a.shape.constant_passes);
  if (a.on.own_control && !named) on_path.leaves = start;
  std::uint64_t ready = start, last = ~std::uint64_t{0}, held_until = 0;
  Completion& completion = completions_[a.tag];
  MemoryLevel level = MemoryLevel::ConstantL1;
  using Port = ConstantCache::Port;
  a.access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    const std::uint64_t address = piece.address;
    if (address == last) return;
    last = address;
    const ConstantCache::Access found =
        constants.access(address, start, named ? Port::Immediate : Port::Indexed);
    level = std::max(level, found.level());
    if (found.near && named) {
      held_until = std::max(held_until, found.held_until);
      ready = found.first ? found.ready : held_until;
    } else if (found.near) {
      ready = std::max(ready, found.ready);
      if (a.on.own_control && found.ready > start + arch_.constant.l15_latency)
        serializer_.wait_until(found.ready - arch_.constant.latency);
    } else {
      const std::uint64_t bytes = constants.fetch_bytes();
      l1_.read_around(kConstantBase + address / bytes * bytes, bytes, a.now, a.tag, a.on.account);
      ++completion.parts;
      if (named) held_until = kNever;
      completion.beyond = constants.beyond_l2() + static_cast<unsigned>(start - a.now);
    }
  });
  completion.reason = Stall::short_scoreboard;
  ready += (a.shape.constant_passes - 1) * arch_.serializer.value_latency;
  return {ready, Stall::short_scoreboard, false, level, 0, held_until};
}

}  // namespace simt
