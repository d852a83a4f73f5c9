// Warp-level operations: shfl, vote, match, redux, activemask (PTX ISA 9.7.9.6, 9.7.13.9 ff.).
// The lanes that take part have been brought together by the caller. Lanes of one instruction may
// name different groups of lanes; each group is served by itself.
// A shuffle that reads a lane which is not there (it has exited, or is elsewhere) gets zero, as on
// an H200; a lane whose guard is false gives its register as it stands. PTX leaves both values
// open.
#include <array>

#include "sim/exec/step.h"
#include "sim/exec/warp_members.h"

namespace simt {
namespace {

/// Calls f(group, mask) for each set of active lanes that share a member mask; `mask` as they name
/// it. Without a member mask operand: all active lanes.
template <class F>
void for_each_group(const Step& s, F&& f) {
  const Slot slot = member_mask_slot(s.inst);
  if (slot == kNoSlot) return f(s.active, s.active);
  for (LaneMask left = s.active; left != 0;) {
    const auto mask = lane_value<LaneMask>(s.regs, slot, first_lane(left));
    const LaneMask group = lanes_where(
        left, [&](unsigned lane) { return lane_value<LaneMask>(s.regs, slot, lane) == mask; });
    f(group, mask);
    left &= ~group;
  }
}

/// Lanes that execute the instruction with those of `s`, and what each brings to it: the lanes of
/// its path, or all that came together with them at different places (WarpState::met).
class Company {
 public:
  explicit Company(const Step& s) : s_(s) {
    if (!s.warp.met.empty() && (s.warp.met.front().waiting & s.active) != 0)
      met_ = &s.warp.met.front();
  }
  /// Of `group`, active lanes that name `mask`.
  LaneMask of(LaneMask group, LaneMask mask) const {
    return met_ == nullptr ? group : met_->together[first_lane(group)] & met_->bring & mask;
  }
  template <class T>
  T value(unsigned lane) const {
    return met_ == nullptr ? lane_value<T>(s_.regs, s_.inst.src[0], lane)
                           : static_cast<T>(met_->value[lane]);
  }
  LaneMask truth() const {
    if (met_ == nullptr) return read_predicate(s_.inst, s_.regs, 0);
    return lanes_where(met_->bring, [&](unsigned lane) { return met_->value[lane] != 0; });
  }
  /// Puts what lanes elsewhere bring over this instruction's first operand.
  template <class T, std::size_t kLanes>
  void overlay(std::array<T, kLanes>& values) const {
    if (met_ == nullptr) return;
    for_each_lane(met_->together[first_lane(s_.active)] & met_->bring,
                  [&](unsigned lane) { values[lane] = static_cast<T>(met_->value[lane]); });
  }

 private:
  const Step& s_;
  const WarpState::Met* met_ = nullptr;
};

/// The same of a shuffle of machine code, which names nobody and waits for nobody: Inst::imm has
/// the lanes that its PTX names (0: not known), and they have been brought together before it.
void find_absent_of_machine_code(Step& s) {
  if (s.inst.kind != Kind::Shuffle || !s.context.program.machine) return;
  const LaneMask mask = static_cast<LaneMask>(s.inst.imm);
  const LaneMask absent = mask & ~s.active & lanes_below(s.context.launch.warp_size);
  s.out.absent_reads = {.mask = mask};
  for_each_lane(s.active & mask, [&](unsigned lane) {
    const LaneMask from = lane_read(s.inst, s.warp, lane) & absent;
    if (from == 0) return;
    s.out.absent_reads.lanes |= LaneMask{1} << lane;
    s.out.absent_reads.read |= from;
  });
  if (s.out.absent_reads.read != 0) s.out.absent = absent;
}

/// Lanes that a member mask names and that are not there. Before the instruction executes: its
/// result may lie over its operands.
[[gnu::noinline]] void find_absent(Step& s) {
  const Slot slot = member_mask_slot(s.inst);
  if (slot == kNoSlot) return find_absent_of_machine_code(s);
  LaneMask absent = 0;
  const Company company(s);
  for_each_group(s, [&](LaneMask group, LaneMask mask) {
    absent |= mask & ~(company.of(group, mask) | s.active);
  });
  absent &= lanes_below(s.context.launch.warp_size);
  s.out.absent = absent;
  s.out.absent_reads = {};
  if (absent == 0) return;
  Outcome::AbsentReads& reads = s.out.absent_reads;
  for_each_lane(s.active, [&](unsigned lane) {
    const auto mask = lane_value<LaneMask>(s.regs, slot, lane);
    const LaneMask from = s.inst.kind == Kind::Shuffle ? lane_read(s.inst, s.warp, lane) : 0;
    if (reads.mask == 0) reads.mask = mask;
    if ((from & mask & absent) == 0) return;
    if (reads.lanes == 0) reads.mask = mask;
    reads.lanes |= LaneMask{1} << lane;
    reads.read |= from;
  });
}

/// The lanes of the path have executed what they came together for.
void part(Step& s) {
  if (s.warp.met.empty()) return;
  s.warp.met.front().waiting &= ~s.active;
  if (s.warp.met.front().waiting == 0) s.warp.met.clear();
}

/// One 32-bit value into the destination of all `lanes`.
void write_word(const Step& s, LaneMask lanes, std::uint32_t value) {
  if (s.inst.dst[0] == kNoSlot) return;
  auto* const d = lane_data<std::uint32_t>(s.regs, s.inst.dst[0]);
  over_lanes(lanes, [=](unsigned lane) { d[lane] = value; });
}

template <ShuffleMode kMode>
void shuffle_lanes(const Step& s) {
  const int warp_size = static_cast<int>(s.context.launch.warp_size);
  const auto* const b = lane_data<const std::uint32_t>(s.regs, s.inst.src[1]);
  const auto* const c = lane_data<const std::uint32_t>(s.regs, s.inst.src[2]);
  // Destinations may be sources: everything is read before anything is written.
  std::array<std::uint32_t, kMaxWarpSize> from, result;
  std::memcpy(from.data(), s.regs + s.inst.src[0], sizeof from);
  for_each_lane(~s.out.path, [&](unsigned lane) { from[lane] = 0; });
  Company(s).overlay(from);
  const LaneMask in_range = lanes_where(s.active, [&](unsigned lane) {
    const ShuffleSource source =
        shuffle_source<kMode>(static_cast<int>(lane), b[lane], c[lane], warp_size);
    result[lane] = from[source.lane];
    return source.in_range;
  });
  if (s.inst.dst[0] != kNoSlot) {
    auto* const d = lane_data<std::uint32_t>(s.regs, s.inst.dst[0]);
    over_lanes(s.active, [&](unsigned lane) { d[lane] = result[lane]; });
  }
  write_predicate(s.regs, s.inst.dst[1], in_range, s.active);
}

template <class T>
void match_lanes(Step& s) {
  const bool all = s.inst.op.vote == VoteMode::All;
  const Company company(s);
  for_each_group(s, [&](LaneMask group, LaneMask mask) {
    const LaneMask members = company.of(group, mask);
    const auto value = [&](unsigned lane) { return company.template value<T>(lane); };
    std::array<LaneMask, kMaxWarpSize> result;
    LaneMask equal_all = 0;
    for_each_lane(group, [&](unsigned lane) {
      const T mine = value(lane);
      const LaneMask equal =
          lanes_where(members, [&](unsigned other) { return value(other) == mine; });
      if (first_lane(equal & group) == lane && (!all || lane == first_lane(group))) ++s.out.rounds;
      result[lane] = all && equal != members ? 0 : equal;
      if (equal == members) equal_all = group;
    });
    if (s.inst.dst[0] != kNoSlot)
      for_each_lane(group, [&](unsigned lane) {
        lane_data<LaneMask>(s.regs, s.inst.dst[0])[lane] = result[lane];
      });
    if (all) write_predicate(s.regs, s.inst.dst[1], equal_all, group);
  });
}

std::uint32_t reduce(const Semantics& op, std::uint32_t a, std::uint32_t b) {
  const auto signed_less = [](std::uint32_t x, std::uint32_t y) {
    return static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y);
  };
  const bool b_less = is_signed(op.type) ? signed_less(b, a) : b < a;
  switch (op.reduce) {
    case AtomicOp::Add:
      return a + b;
    case AtomicOp::Min:
      return b_less ? b : a;
    case AtomicOp::Max:
      return b_less ? a : b;
    case AtomicOp::And:
      return a & b;
    case AtomicOp::Or:
      return a | b;
    default:
      return a ^ b;
  }
}

}  // namespace

namespace {

void shuffle(Step& s) {
  switch (s.inst.op.shuffle) {
    case ShuffleMode::Up:
      return shuffle_lanes<ShuffleMode::Up>(s);
    case ShuffleMode::Down:
      return shuffle_lanes<ShuffleMode::Down>(s);
    case ShuffleMode::Butterfly:
      return shuffle_lanes<ShuffleMode::Butterfly>(s);
    case ShuffleMode::Index:
      return shuffle_lanes<ShuffleMode::Index>(s);
  }
}

// As on an H200: the lowest one of those that the mask names.
void elect(Step& s) {
  const Company company(s);
  LaneMask elected = 0;
  for_each_group(s, [&](LaneMask group, LaneMask mask) {
    const LaneMask there = company.of(s.active & mask, mask);
    const unsigned lane = there != 0 ? first_lane(there) : 0;
    elected |= group & there & LaneMask{1} << lane;
    write_word(s, group, lane);
  });
  if (s.inst.dst[1] != kNoSlot) write_predicate(s.regs, s.inst.dst[1], elected, s.active);
}

void vote(Step& s) {
  const VoteMode mode = s.inst.op.vote;
  if (mode == VoteMode::Elect) return elect(s);
  const Company company(s);
  const LaneMask truth = company.truth();
  LaneMask verdict = 0;
  for_each_group(s, [&](LaneMask group, LaneMask mask) {
    const LaneMask voters = company.of(s.active & mask, mask), yes = truth & voters;
    if (mode == VoteMode::Ballot) {
      return write_word(s, group, yes);
    }
    const bool all = yes == voters, any = yes != 0;
    const bool result = mode == VoteMode::All ? all : mode == VoteMode::Any ? any : all || !any;
    if (result) verdict |= group;
  });
  if (mode != VoteMode::Ballot) write_predicate(s.regs, s.inst.dst[0], verdict, s.active);
}

void match(Step& s) {
  if (size_of(s.inst.op.type) == 8)
    match_lanes<std::uint64_t>(s);
  else
    match_lanes<std::uint32_t>(s);
}

void redux(Step& s) {
  const Company company(s);
  for_each_group(s, [&](LaneMask group, LaneMask mask) {
    const LaneMask members = company.of(group, mask);
    auto sum = company.value<std::uint32_t>(first_lane(members));
    for_each_lane(members & (members - 1), [&](unsigned lane) {
      sum = reduce(s.inst.op, sum, company.value<std::uint32_t>(lane));
    });
    write_word(s, group, sum);
  });
}

/// *.sync: the lanes have been checked and part afterwards.
void execute_together(Step& s, void (*operation)(Step&)) {
  check_members(s);
  if (s.active != ~LaneMask{0}) find_absent(s);
  operation(s);
  part(s);
}

}  // namespace

void execute_shuffle(Step& s) {
  execute_together(s, shuffle);
}
void execute_vote(Step& s) {
  execute_together(s, vote);
}
void execute_match(Step& s) {
  execute_together(s, match);
}
void execute_redux(Step& s) {
  execute_together(s, redux);
}
// Of machine code the lanes wait behind it (sim/divergence/machine_barriers.h).
void execute_warp_sync(Step& s) {
  if (s.context.program.machine) return execute_machine_warp_sync(s);
  execute_together(s, [](Step&) {});
}

void execute_active_mask(Step& s) {
  write_word(s, s.active, s.active);
}

}  // namespace simt
