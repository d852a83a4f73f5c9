#include "sim/views/atomic_queue.h"

#include <algorithm>
#include <set>

#include "sim/config/cache_line.h"
#include "sim/mem/footprint.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

/// A mean wait of so many latencies is a queue.
constexpr double kLate = 2;
/// As many units as the busiest one's work would fill, so many share all of it: fewer are few.
constexpr double kFewUnits = 4;
/// Lanes on one word that are worth a word.
constexpr unsigned kSeveral = 3;

constexpr WarpCycles::States kStates{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};

bool overwrites(const Inst& inst, const Inst& writer) {
  return std::any_of(writer.writes.begin(), writer.writes.end(), [&](RegId r) {
    return std::find(inst.writes.begin(), inst.writes.end(), r) != inst.writes.end();
  });
}

/// Whether warps do nothing more to global memory after it: what they wait for at their end.
bool is_last_write(const Subject& s, Pc pc) {
  for (Pc at = pc + 1; at < s.run.lines.size(); ++at) {
    const Inst& inst = s.program.code[at];
    const bool writes =
        inst.kind == Kind::Store || inst.kind == Kind::Atomic || inst.kind == Kind::Reduction;
    if (writes && s.run.lines[at].requests > 0) return false;
  }
  return true;
}

}  // namespace

bool reads_from(const Inst& reader, const Inst& writer) {
  return std::any_of(writer.writes.begin(), writer.writes.end(), [&](RegId r) {
    return std::find(reader.reads.begin(), reader.reads.end(), r) != reader.reads.end();
  });
}

std::vector<Pc> readers_of(const Program& program, Pc pc) {
  std::vector<Pc> out;
  const Inst& inst = program.code[pc];
  for (Pc at = pc + 1; at < program.code.size(); ++at) {
    const Inst& next = program.code[at];
    if (reads_from(next, inst)) out.push_back(at);
    if (next.guard == kNoSlot && overwrites(next, inst)) break;
  }
  return out;
}

AtomicQueue::AtomicQueue(const Subject& s, Pc pc) : s_(&s), pc_(pc), line_(&s.run.lines[pc]) {
  const WorstAccess& worst = s.run.worst[pc];
  if (worst.cost > 0) lanes_ = std::max(1u, global_footprint(worst.access).max_same_address);
  waiting_ = readers_of(s.program, pc);
  waiting_.push_back(pc);
  if (waiting_.size() > 1 || !is_last_write(s, pc)) return;
  for (Pc at = 0; at < s.run.lines.size(); ++at)
    if (s.run.lines[at].stall[static_cast<std::size_t>(Stall::drain)] > 0) waiting_.push_back(at);
}

// Counters of serialized lanes are of all atomics or of all reductions: a line has its part of
// them.
double AtomicQueue::serialized() const {
  const double left = serialized_left();
  return left > 0 ? static_cast<double>(line_->sectors) / left : 0;
}

double AtomicQueue::serialized_left() const {
  double sectors = 0;
  for (Pc pc = 0; pc < s_->run.lines.size(); ++pc)
    if (s_->program.code[pc].kind == s_->program.code[pc_].kind)
      sectors += static_cast<double>(s_->run.lines[pc].sectors);
  const bool answers = s_->program.code[pc_].kind == Kind::Atomic;
  const auto all = static_cast<double>(
      s_->run.counters[answers ? Counter::global_atom_sectors : Counter::global_red_sectors]);
  return all > 0 ? std::clamp(sectors / all, 0.0, 1.0) : 1;
}

bool AtomicQueue::has_several_words() const {
  const MemoryAccess& access = s_->run.worst[pc_].access;
  return lanes_ < count_lanes(access.lanes);
}

double AtomicQueue::unit_busy() const {
  std::set<std::uint64_t> lines;
  const MemoryAccess& access = s_->run.worst[pc_].access;
  for_each_lane(access.lanes, [&](unsigned l) { lines.insert(access.address[l] / kLineBytes); });
  const auto elapsed = static_cast<double>(s_->run.cycles_elapsed);
  const double all = static_cast<double>(s_->run.counters[Counter::global_atom_sectors] +
                                         s_->run.counters[Counter::global_red_sectors]);
  if (elapsed == 0 || all == 0) return 0;
  const L2Config& l2 = s_->arch.l2;
  const bool floating = is_float(s_->program.code[pc_].memory.type);
  const double each = std::max(l2.atomic_interval, floating ? l2.atomic_float_interval : 0);
  const double own =
      each * serialized() / static_cast<double>(std::max<std::size_t>(1, lines.size()));
  const double seen = s_->run.atomics_units.busiest * serialized() / all;
  return std::min(1.0, std::min(own, seen) / elapsed);
}

double AtomicQueue::take_behind(WarpCycles& cycles, double part) const {
  const double all = cycles.left({Stall::long_scoreboard});
  if (unit_busy() < kMostOfTheTime || all <= 0) return 0;
  const double late = cycles.left_beyond({Stall::long_scoreboard}, load_latency(*s_));
  return cycles.take({Stall::long_scoreboard}, part * late / all);
}

// Before a reduction its warp waits for operands that others bring, and for no answer before it.
WarpCycles::States AtomicQueue::states_at(Pc pc) const {
  static constexpr WarpCycles::States kForRoom{Stall::lg_throttle, Stall::drain};
  const bool answers = s_->program.code[pc_].kind == Kind::Atomic;
  return pc == pc_ && !answers ? kForRoom : kStates;
}

double AtomicQueue::waits(const WarpCycles& cycles) const {
  double out = 0;
  for (const Pc pc : waiting_) out += cycles.left(pc, states_at(pc));
  return out;
}

double AtomicQueue::wait() const {
  const auto times = static_cast<double>(line_->executed);
  return times > 0 ? waits(WarpCycles(*s_)) / times : 0;
}

double AtomicQueue::latency() const {
  return s_->arch.l2.atomic_latency;
}

bool AtomicQueue::has_serialized_lanes() const {
  const WorstAccess& worst = s_->run.worst[pc_];
  if (lanes_ < kSeveral) return false;
  const unsigned sectors = global_footprint(worst.access).num_sectors;
  return worst.cost - sectors >= sectors - std::min(sectors, worst.ideal);
}

bool AtomicQueue::is_late() const {
  return line_->sectors <= line_->sectors_ideal && wait() > kLate * latency();
}

bool AtomicQueue::is_on_few_units() const {
  const UnitTime& time = s_->run.atomics_units;
  return unit_busy() >= kWorthAWord && kFewUnits * time.busiest > time.all;
}

double AtomicQueue::beyond(const WarpCycles& cycles) const {
  return std::max(0.0, waits(cycles) - latency() * static_cast<double>(line_->executed));
}

double AtomicQueue::take(WarpCycles& cycles, double part) const {
  const double all = waits(cycles);
  if (all <= 0) return 0;
  const double share = part * beyond(cycles) / all;
  double out = 0;
  for (const Pc pc : waiting_) out += cycles.take(pc, states_at(pc), share);
  return out;
}

std::vector<AtomicQueue> contended_atomics(const Subject& s) {
  std::vector<AtomicQueue> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Kind kind = s.program.code[pc].kind;
    if ((kind != Kind::Atomic && kind != Kind::Reduction) || s.run.lines[pc].requests == 0)
      continue;
    AtomicQueue queue(s, pc);
    const bool alone = s.run.lines[pc].executed == 1 && !queue.has_serialized_lanes();
    if (queue.is_contended() && !alone) out.push_back(std::move(queue));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const AtomicQueue& a, const AtomicQueue& b) { return a.wait() > b.wait(); });
  return out;
}

}  // namespace simt
