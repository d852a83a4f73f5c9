#include "sim/explain/polling.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "isa/base/address_space.h"
#include "isa/core/operands.h"
#include "isa/core/place.h"
#include "sim/exec/lane_address.h"
#include "sim/explain/explain.h"
#include "sim/explain/mbarrier_text.h"
#include "sim/explain/place_name.h"
#include "sim/explain/spin_condition.h"

namespace simt {
namespace {

/// Instructions of each warp without a change in memory: some rounds of a loop.
constexpr std::uint64_t kQuietPerWarp = 200;

bool writes_register(const Program& program, const LoopRange& loop, Slot slot) {
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc)
    if (program.code[pc].dst.contains(slot)) return true;
  return false;
}

/// Reads memory for a condition; an atomic leaves what is there, or does not while it fails.
bool polls(const Inst& inst) {
  if (inst.kind == Kind::Load)
    return inst.memory.space != StateSpace::Param && inst.memory.space != StateSpace::Const &&
           inst.memory.space != StateSpace::Local && !inst.memory.of_texels();
  if (inst.kind == Kind::Mbarrier) return waits_at_mbarrier(inst);
  return inst.kind == Kind::Atomic &&
         (inst.memory.atomic == AtomicOp::Cas || inst.memory.atomic == AtomicOp::Exch);
}

bool may_change_more(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Store:
      return inst.memory.space != StateSpace::Local;
    case Kind::Reduction:
    case Kind::Call:
    case Kind::BarSync:
    case Kind::BarReduce:
    case Kind::BarArrive:
      return true;
    case Kind::Atomic:
    case Kind::Mbarrier:
      return !polls(inst);
    default:
      return false;
  }
}

/// The one read of the loop whose address stays the same; kNoPc: there is none, or the loop does
/// more than wait.
Pc awaited_read(const Program& program, const LoopRange& loop) {
  Pc read = kNoPc;
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) {
    const Inst& inst = program.code[pc];
    if (may_change_more(inst)) return kNoPc;
    if (!polls(inst)) continue;
    if (read != kNoPc || writes_register(program, loop, inst.src[0])) return kNoPc;
    read = pc;
  }
  return read;
}

struct Polled {
  Pc read = kNoPc;
  StateSpace space{};
  std::uint64_t address = 0;
  unsigned bytes = 0;
  const CtaState* cta = nullptr;
  auto operator<=>(const Polled&) const = default;
};

/// What the path waits for; nothing: it does something else.
std::optional<Polled> polled(const Program& program, const ResidentWarp& warp, const Path& path) {
  const std::optional<LoopRange> loop = innermost_loop(program, path.pc);
  if (!loop || warp.state == nullptr) return {};
  const Pc read = awaited_read(program, *loop);
  if (read == kNoPc) return {};
  const Inst& inst = program.code[read];
  const std::uint64_t address = lane_address(inst, *warp.state, first_lane(path.lanes));
  if (waits_at_mbarrier(inst)) {
    const bool generic = inst.memory.space == StateSpace::Generic;
    const std::uint64_t base = generic ? generic_base(StateSpace::Shared) : 0;
    return Polled{read, StateSpace::Shared, address - base, inst.memory.bytes(), warp.cta};
  }
  const bool shared = inst.memory.space == StateSpace::Shared;
  return Polled{read, inst.memory.space, address, inst.memory.bytes(), shared ? warp.cta : nullptr};
}

/// Of all paths that can run; nothing where one of them does something else.
std::map<Polled, unsigned> all_polled(const Program& program, std::span<const ResidentWarp> warps) {
  std::map<Polled, unsigned> out;
  for (const ResidentWarp& warp : warps)
    for (const PathView& path : warp.paths->view().paths) {
      if (path.state != LaneState::Active && path.state != LaneState::Ready) continue;
      const std::optional<Polled> what = polled(program, warp, path.path);
      if (!what) return {};
      ++out[*what];
    }
  return out;
}

}  // namespace

std::string polling_hint(const Program& program, GlobalMemory& memory,
                         const DeadlockDetector& detector, std::span<const ResidentWarp> warps) {
  if (warps.empty() || detector.quiet() < kQuietPerWarp * warps.size()) return "";
  const std::map<Polled, unsigned> all = all_polled(program, warps);
  if (all.empty()) return "";
  const auto most = std::max_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const Polled& what = most->first;
  const std::optional<LoopRange> loop = innermost_loop(program, what.read);
  const PlaceNames names(program, memory, what.cta);
  const bool shared = what.space == StateSpace::Shared;
  const std::string paths =
      most->second == 1 ? "1 path of a warp" : fmt::format("{} paths of warps", most->second);
  if (waits_at_mbarrier(program.code[what.read]))
    return fmt::format(
        "  hint: {} wait{} at the mbarrier {} at 0x{:x}:\n"
        "        {}, and nothing that still runs\n"
        "        arrives there. It is read at {}\n"
        "        No value in memory has changed for {} warp instructions. This is no proof.\n",
        paths, most->second == 1 ? "s" : "", names.name(what.space, what.address), what.address,
        missing_at_mbarrier(program, *what.cta, what.address),
        at_line(program, what.read, "        "), detector.quiet());
  return fmt::format(
      "  hint: {} wait{} for {} at 0x{:x} to {}, and nothing that still runs writes there.\n"
      "        It holds {} and is read at {}\n"
      "        No value in memory has changed for {} warp instructions. This is no proof.\n",
      paths, most->second == 1 ? "s" : "", names.name(what.space, what.address), what.address,
      awaited_change(program, *loop, what.read),
      names.value(shared ? StateSpace::Shared : StateSpace::Global, what.address, what.bytes,
                  program.code[what.read].memory.type),
      at_line(program, what.read, "        "), detector.quiet());
}

}  // namespace simt
