#include "sim/views/remedy.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/explain/spin_condition.h"
#include "sim/views/advice_rules.h"
#include "sim/views/producer.h"

namespace simt {
namespace {

constexpr double kManyBarriers = 8;  // for a warp

/// Whether a branch that was executed leads back over it.
bool is_in_loop(const Subject& s, Pc pc) {
  for (Pc at = pc; at < s.run.lines.size(); ++at) {
    const Inst& inst = s.program.code[at];
    if (inst.kind == Kind::Branch && inst.target <= pc && s.run.lines[at].executed > 0) return true;
  }
  return false;
}

/// Whether much of what warps wait for in the loop around it is memory: several sums wait for it,
/// too, and hold its loads up.
bool loop_waits_for_memory(const Subject& s, Pc pc) {
  constexpr double kMuch = 0.1;
  const auto loop = innermost_loop(s.program, pc);
  if (!loop) return false;
  double all = 0, memory = 0;
  for (Pc at = loop->head; at <= loop->back_edge && at < s.run.lines.size(); ++at) {
    const auto& stalls = s.run.lines[at].stall;
    for (const std::uint64_t cycles : stalls) all += static_cast<double>(cycles);
    for (const Stall stall : {Stall::long_scoreboard, Stall::lg_throttle})
      memory += static_cast<double>(stalls[static_cast<std::size_t>(stall)]);
  }
  return memory >= kMuch * all && all > 0;
}

/// Where L1 has most of what is loaded, the same elements are loaded again and again.
std::string reuse_text(const Subject& s) {
  constexpr double kMost = 50;  // percent
  const double hits =
      value_of("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", s.measured());
  if (hits < kMost) return "";
  return fmt::format(
      " L1 has {:.0f}% of the sectors, from earlier loads of them: a tile of them in shared "
      "memory, "
      "or several results a thread in registers, needs fewer loads.",
      hits);
}

/// Where what is waited for are packed loads of elements smaller than a word.
std::string wider_text(const Subject& s, Stall stall, Pc pc) {
  const Pc from = Producers(s).of(pc, stall);
  if (stall != Stall::long_scoreboard || from == kNoPc) return "";
  const LineCounters& line = s.run.lines[from];
  if (s.program.code[from].kind != Kind::Load || line.sectors > line.sectors_ideal) return "";
  const auto has = [&](std::string_view a, std::string_view b) {
    return text_has(s, from, a) || text_has(s, from, b);
  };
  const bool bytes = has(".U8", ".u8") || has(".S8", ".s8");
  if (!bytes && !has(".U16", ".u16") && !has(".S16", ".s16")) return "";
  return fmt::format(
      " A load here brings {} for each lane: one of a vector type ({}) brings several, with fewer "
      "loads and stores for the same data.",
      bytes ? "1 byte" : "2 bytes", bytes ? "uchar4" : "ushort2, half2");
}

/// The first store to global memory that a load at `pc` would have to pass on its way ahead: one
/// before it, or one of the loop around it. kNoPc: none, or a barrier or an atomic is there, too.
Pc store_passed(const Subject& s, Pc pc) {
  const auto loop = innermost_loop(s.program, pc);
  const Pc begin = loop ? loop->head : 0, end = loop ? loop->back_edge : pc;
  Pc out = kNoPc;
  for (Pc at = begin; at < end; ++at) {
    const Inst& inst = s.program.code[at];
    if (s.run.lines[at].executed == 0) continue;
    if (inst.kind == Kind::BarSync || inst.kind == Kind::Atomic) return kNoPc;
    const StateSpace space = inst.memory.space;
    const bool global = space == StateSpace::Global || space == StateSpace::Generic;
    if (inst.kind == Kind::Store && global && out == kNoPc) out = at;
  }
  return out;
}

/// Where a compiler has to take loads for ones of what a store before them has written: of those
/// that are waited for.
std::string held_loads_text(const Subject& s, Stall stall) {
  constexpr double kSome = 0.05;  // of all that is waited so
  if (!has_cuda_lines(s.program) && !s.program.machine) return "";
  const Producers producers(s);
  const auto waits = [&](Pc pc) { return s.run.lines[pc].stall[static_cast<std::size_t>(stall)]; };
  for (const Pc reader : largest(s, waits, s.run.lines.size())) {
    const auto cycles = static_cast<double>(waits(reader));
    if (cycles < kSome * static_cast<double>(s.run.counters[stall])) break;
    const Pc load = producers.of(reader, stall);
    if (load == kNoPc || s.program.code[load].kind != Kind::Load ||
        s.program.code[load].memory.space != StateSpace::Global)
      continue;
    if (s.program.code[load].memory.cache == CacheOp::ReadOnly) continue;  // it is known
    const Pc store = store_passed(s, load);
    if (store == kNoPc) continue;
    return fmt::format(
        " The compiler takes no load ahead of the store of {}, which might change what is loaded: "
        "where that is never so, __restrict__ with the pointers of the kernel says it.",
        place_text(s.program, {store}));
  }
  return "";
}

/// Loads of the loop around `pc` that a round has issued when it needs the value of one of them for
/// the first time: as many as a compiler that unrolls it has put ahead.
unsigned loads_ahead(const Subject& s, Pc pc) {
  const auto loop = innermost_loop(s.program, pc);
  if (!loop) return 0;
  const Producers producers(s);
  unsigned out = 0;
  for (Pc at = loop->head; at <= loop->back_edge; ++at) {
    const Inst& inst = s.program.code[at];
    if (s.run.lines[at].executed == 0) continue;
    const Pc from = producers.of(at, Stall::long_scoreboard);
    if (from != kNoPc && from >= loop->head && from < at) break;
    if (inst.kind == Kind::Load && inst.memory.space == StateSpace::Global) ++out;
  }
  return out;
}

/// What each thread can do about it by itself.
std::string more_of_a_thread(const Subject& s, Stall stall, Pc pc) {
  constexpr unsigned kMany = 8;  // registers hold that many, and ptxas puts few more ahead
  const bool loop = is_in_loop(s, pc);
  if (stall == Stall::long_scoreboard && s.program.machine)
    if (const unsigned ahead = loads_ahead(s, pc); ahead >= kMany)
      return fmt::format(
          "the rounds of the loop split over several threads or blocks (it is unrolled: {} loads "
          "of a thread are under way before the first value is needed, and few more would be)",
          ahead);
  if (stall == Stall::long_scoreboard)
    return loop ? "loads of several rounds of the loop before the first value is needed (unroll "
                  "it, load ahead)"
                : "independent loads in each thread before the first value is needed (several "
                  "elements a thread)";
  if (loop && loop_waits_for_memory(s, pc))
    return "independent instructions before the value is needed (unroll the loop, loads of several "
           "rounds ahead: the loop waits for memory as well)";
  return loop ? "independent instructions before the value is needed (unroll the loop, several "
                "sums or elements a thread)"
              : "independent instructions before the value is needed";
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// How warps come in where the launch has room for them, and what a thread does by itself.
std::string warps_text(const Subject& s, const std::string& own) {
  const LaunchInfo& l = s.run.launch;
  switch (warp_room(s)) {
    case WarpRoom::FewBlocks:  // told of the launch
      break;
    case WarpRoom::Blocks:
      return fmt::format(
          "More blocks (this grid has {} for {} SMs that hold {} each), or {}, hide it.",
          grouped(l.grid.count()), s.arch.sm.count, plural(l.occupancy.ctas_per_sm, "block"), own);
    case WarpRoom::AtOnce:
      return fmt::format(
          "All blocks of this launch run at once, so room for more of them is no help: {} hide it.",
          own);
    case WarpRoom::Slots:
      return fmt::format(
          "More resident warps (blocks leave {} of {} slots of an SM empty), or {}, hide it.",
          s.arch.limits.max_warps_per_sm - l.occupancy.warps_per_sm, s.arch.limits.max_warps_per_sm,
          own);
    case WarpRoom::Full:
      return fmt::format(
          "All warp slots of an SM are taken, so more warps are no help: {} hide it.", own);
  }
  return capital(own + " hide it.");
}

std::string hide_text(const Subject& s, Stall stall, Pc pc) {
  const std::string out = warps_text(s, more_of_a_thread(s, stall, pc));
  if (stall != Stall::long_scoreboard) return out;
  return out + held_loads_text(s, stall) + reuse_text(s) + wider_text(s, stall, pc);
}

std::string barrier_text(const Subject& s) {
  double barriers = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc)
    if (s.program.code[pc].kind == Kind::BarSync)
      barriers += static_cast<double>(s.run.lines[pc].executed);
  const double each =
      barriers / std::max(1.0, static_cast<double>(s.run.counters[Counter::warps_launched]));
  std::string out;
  if (each >= kManyBarriers)
    out = fmt::format(
        "A warp comes to {:.0f} barriers: where lanes of one warp alone exchange values, shuffles "
        "or __syncwarp() do without. ",
        each);
  return out +
         "Warps of a block come to the barrier at different times: give them equal work, or use "
         "smaller blocks so that another one can run.";
}

}  // namespace

Remedy remedy_of(const Subject& s, Stall stall, Pc pc) {
  using enum Effect;
  switch (stall) {
    case Stall::barrier:
      return {Hides, barrier_text(s)};
    case Stall::math_pipe_throttle:
    case Stall::mio_throttle:
    case Stall::lg_throttle:
    case Stall::tex_throttle:
      return {Busy,
              "The unit is busy: use it less, for instance with wider accesses, or mix in other "
              "work." +
                  (stall == Stall::lg_throttle ? reuse_text(s) : std::string())};
    case Stall::branch_resolving:
      return {Hides, "Fewer branches help: unroll the loop, or select instead of branching."};
    case Stall::membar:
      return {Saves,
              "Every fence waits for the warp's memory accesses: use fewer, or a narrower scope."};
    case Stall::imc_miss:
      return {Later,
              "A warp's start, or constants that are not near: more work for each warp, or fewer "
              "constants far apart."};
    case Stall::no_instruction:
    case Stall::drain:
      return {Later,
              "Start and end of a warp: a short kernel pays them in full. More work for each warp "
              "makes them small."};
    default:
      return {Hides, hide_text(s, stall, pc)};
  }
}

}  // namespace simt
