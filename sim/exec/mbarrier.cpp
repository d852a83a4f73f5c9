// Barriers in shared memory (PTX ISA 9.7.13.15). Lanes are served in lane order. What the ISA
// leaves undefined and an H200 ends with a fault is a fault here. Lanes of one instruction that
// arrive at one barrier get the state before all of them, as on an H100.
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "isa/base/address_space.h"
#include "isa/core/lanes/lane_loops.h"
#include "isa/core/rows.h"
#include "sim/exec/addressing.h"
#include "sim/exec/async_waits.h"
#include "sim/exec/lane_address.h"
#include "sim/exec/mbarrier_state.h"

namespace simt {
namespace {

constexpr std::uint32_t kMostBytesToCome = (1u << 20) - 1;

std::uint64_t word_at(const std::byte* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}
void set_word(std::byte* at, std::uint64_t word) {
  std::memcpy(at, &word, sizeof word);
}

std::string arrivals_text(std::uint32_t n) {
  return fmt::format("{} arrival{}", n, n == 1 ? "" : "s");
}

/// Why no `count` arrivals are possible; "": they are.
std::string wrong_arrivals(const MbarrierState& state, std::uint32_t count, bool no_complete) {
  if (count == 0) return "an mbarrier takes no fewer than one arrival at a time";
  if (count > state.pending)
    return fmt::format("{} at an mbarrier that misses {}", arrivals_text(count), state.pending);
  if (no_complete && count == state.pending && state.bytes == 0)
    return fmt::format("{} that must not end the phase (.noComplete) are all that it misses",
                       arrivals_text(count));
  return "";
}

/// One lane's update of the barrier.
class Update {
 public:
  /// `before`: the state before any lane of the instruction; `beside`: lanes at the same barrier.
  Update(const Step& s, std::byte* at, std::uint64_t before, LaneMask beside, unsigned lane)
      : s_(s), form_(s.inst.memory.async), at_(at), before_(before), beside_(beside), lane_(lane) {}

  void run() const {
    MbarrierState state = MbarrierState::of(word_at(at_));
    switch (form_.mbarrier) {
      case MbarrierOp::Init:
        return init();
      case MbarrierOp::SetState:
        return set_word(at_, lane_value<std::uint64_t>(s_.regs, s_.inst.src[1], lane_));
      case MbarrierOp::Invalidate:
        return;
      case MbarrierOp::ExpectBytes:
        expect(state, static_cast<std::int64_t>(operand()));
        break;
      case MbarrierOp::CompleteBytes:
        expect(state, -static_cast<std::int64_t>(operand()));
        state.complete();
        break;
      case MbarrierOp::Arrive:
      case MbarrierOp::Drop:
        return arrive(state);
      case MbarrierOp::ArriveHalf:
        return arrive_half();
      default:
        break;
    }
    set_word(at_, state.word());
  }

 private:
  std::uint32_t operand() const {
    return lane_value<std::uint32_t>(s_.regs, s_.inst.src[1], lane_);
  }
  void init() const {
    const std::uint32_t count = operand();
    if (count == 0 || count > MbarrierState::kMostArrivals)
      s_.fault(lane_, fmt::format("an mbarrier cannot expect {}", arrivals_text(count)));
    set_word(at_, MbarrierState{0, count, count, 0}.word());
  }
  void expect(MbarrierState& state, std::int64_t more) const {
    const std::int64_t bytes = state.bytes + more;
    if (bytes > kMostBytesToCome || bytes < -std::int64_t{kMostBytesToCome})
      s_.fault(lane_,
               fmt::format("{} bytes to come at an mbarrier: at most {}", bytes, kMostBytesToCome));
    state.bytes = static_cast<std::int32_t>(bytes);
  }
  void arrive(MbarrierState& state) const {
    const bool counted = !form_.expects && s_.inst.src[1] != kNoSlot;
    const std::uint32_t count = counted ? operand() : 1;
    if (form_.expects) expect(state, operand());
    const MbarrierState before = MbarrierState::of(before_);
    if (state.phase != before.phase)
      s_.fault(lane_, fmt::format("more arrivals of a warp at a time than the {} that an mbarrier "
                                  "misses",
                                  before.pending));
    if (const std::string wrong = wrong_arrivals(state, count, form_.no_complete); !wrong.empty())
      s_.fault(lane_, wrong);
    give_state(form_.no_complete ? with_lanes(form_.together ? before_ : word_at(at_)) : before_);
    state.pending -= count;
    if (form_.mbarrier == MbarrierOp::Drop) state.expected -= count;
    if (!form_.no_complete) state.complete();
    set_word(at_, state.word());
  }
  // As on an H200: of arrivals that do not complete the lower half names the lanes.
  std::uint64_t with_lanes(std::uint64_t state) const {
    return (state & 0xffff'ffff'0000'0000u) | beside_;
  }
  void arrive_half() const {
    const std::uint64_t old = word_at(at_);
    give_state(old);
    set_word(at_, arrive_in_two_words(old));
  }
  void give_state(std::uint64_t word) const {
    if (s_.inst.dst[0] != kNoSlot) set_lane_bits(s_.regs, s_.inst.dst[0], 8, lane_, word);
  }

  const Step& s_;
  const AsyncForm& form_;
  std::byte* at_;
  std::uint64_t before_;
  LaneMask beside_;
  unsigned lane_;
};

// A state names the phase in which it was given; a parity any phase of that parity.
bool has_ended(const Inst& inst, ConstRegisters regs, const std::byte* at, unsigned lane) {
  const std::uint32_t phase = MbarrierState::of(word_at(at)).phase;
  const AsyncForm& form = inst.memory.async;
  const std::uint64_t named = source_bits(inst, regs, 1, form.parity || form.top_bit ? 4 : 8, lane);
  if (form.top_bit) return phase != named >> 31;
  return phase != (form.parity ? named & 1 : MbarrierState::of(named).phase);
}

void pending_counts(const Step& s) {
  auto* const d = lane_data<std::uint32_t>(s.regs, s.inst.dst[0]);
  for_each_lane(s.active, [&](unsigned lane) {
    const std::uint64_t state = lane_value<std::uint64_t>(s.regs, s.inst.src[0], lane);
    d[lane] = MbarrierState::pending_in(state);
  });
}

void check_space(const Step& s) {
  for (unsigned i = 0; i < s.out.num_access; ++i)
    if (s.out.access[i].space != StateSpace::Shared)
      s.fault(first_lane(s.out.access[i].lanes),
              fmt::format("an mbarrier lies in shared memory, this address in {} memory",
                          name_of(s.out.access[i].space)));
}

/// The copies of the lanes have ended: they arrive.
void arrive_now(const AsyncCopies::Arrival& arrival, const Inst& inst, WarpState& warp) {
  land_copies(warp, arrival.lanes);
  for_each_lane(arrival.lanes, [&](unsigned lane) {
    std::byte* const at = warp.cta->shared.data() + arrival.at[lane];
    if (inst.memory.async.two_words) return set_word(at, arrive_in_two_words(word_at(at)));
    MbarrierState state = MbarrierState::of(word_at(at));
    if (inst.memory.async.expects) {
      --state.bytes;
    } else {
      if (const std::string wrong = wrong_arrivals(state, 1, false); !wrong.empty())
        throw KernelFault(wrong, arrival.pc, lane);
      --state.pending;
    }
    state.complete();
    set_word(at, state.word());
  });
}

/// One more arrival is missing until the copies have ended.
void expect_one_more(Step& s, std::byte* at, unsigned lane) {
  MbarrierState state = MbarrierState::of(word_at(at));
  if (state.pending >= MbarrierState::kMostArrivals)
    s.fault(lane, "an mbarrier cannot miss more arrivals");
  ++state.pending;
  set_word(at, state.word());
}

void copies_arrive(Step& s, const HostLanes& host) {
  AsyncCopies::Arrival arrival{s.pc, copies_begun(s.warp), s.active, {}};
  for_each_lane(s.active, [&](unsigned lane) {
    arrival.at[lane] = static_cast<std::uint32_t>(host.at[lane] - s.warp.cta->shared.data());
    if (!s.inst.memory.async.no_increment && !s.inst.memory.async.two_words)
      expect_one_more(s, host.at[lane], lane);
  });
  if (!s.port.buffered()) return arrive_now(arrival, s.inst, s.warp);
  if (s.warp.async.empty()) s.warp.async.emplace_back();
  s.warp.async.front().arrivals.push_back(arrival);
}

/// Machine code serves lanes of one count after those of another one, by the first lane of each.
void arrive_without_end(Step& s, const HostLanes& host) {
  const auto count = [&](unsigned lane) {
    return s.inst.src[1] == kNoSlot ? 1 : lane_value<std::uint32_t>(s.regs, s.inst.src[1], lane);
  };
  for (LaneMask left = s.active; left != 0;) {
    const std::uint32_t first = count(first_lane(left));
    const LaneMask group = lanes_where(left, [&](unsigned lane) { return count(lane) == first; });
    std::array<std::uint64_t, kMaxWarpSize> before;
    for_each_lane(group, [&](unsigned lane) { before[lane] = word_at(host.at[lane]); });
    for_each_lane(group, [&](unsigned lane) {
      const LaneMask beside =
          lanes_where(group, [&](unsigned other) { return host.at[other] == host.at[lane]; });
      Update(s, host.at[lane], before[lane], beside, lane).run();
    });
    left &= ~group;
  }
}

}  // namespace

void execute_mbarrier(Step& s) {
  const MbarrierOp op = s.inst.memory.async.mbarrier;
  if (op == MbarrierOp::PendingCount) return pending_counts(s);
  HostLanes host;
  resolve(s, host);
  check_space(s);
  if (host.contiguous()) host.spread(s.inst.memory.bytes());
  if (op == MbarrierOp::TestWait || op == MbarrierOp::TryWait) {
    const LaneMask ended = lanes_where(
        s.active, [&](unsigned lane) { return has_ended(s.inst, s.regs, host.at[lane], lane); });
    return write_predicate(s.regs, s.inst.dst[0], ended, s.active);
  }
  s.out.memory_changed = op != MbarrierOp::Invalidate;
  if (op == MbarrierOp::CopiesArrive) return copies_arrive(s, host);
  if (s.inst.memory.async.no_complete) return arrive_without_end(s, host);
  std::array<std::uint64_t, kMaxWarpSize> before;
  for_each_lane(s.active, [&](unsigned lane) { before[lane] = word_at(host.at[lane]); });
  for_each_lane(s.active,
                [&](unsigned lane) { Update(s, host.at[lane], before[lane], 0, lane).run(); });
}

bool phases_ended(const Program& program, const Inst& inst, LaneMask lanes, const WarpState& warp) {
  const std::uint64_t start =
      shared_start(program) +
      (inst.memory.space == StateSpace::Generic ? generic_base(StateSpace::Shared) : 0);
  const std::vector<std::byte>& shared = warp.cta->shared;
  bool all = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t at = lane_address(inst, warp, lane) - start;
    if (at % 8 != 0 || at >= shared.size() || shared.size() - at < 8) return;  // faults
    all = all && has_ended(inst, warp.regs(), shared.data() + at, lane);
  });
  return all;
}

bool arrive_of_copies(const Program& program, std::uint32_t ended, WarpState& warp) {
  if (warp.async.empty()) return false;
  std::vector<AsyncCopies::Arrival>& arrivals = warp.async.front().arrivals;
  bool arrived = false;
  while (!arrivals.empty() && arrivals.front().after <= ended) {
    const AsyncCopies::Arrival arrival = arrivals.front();
    arrivals.erase(arrivals.begin());
    arrive_now(arrival, program.code[arrival.pc], warp);
    arrived = true;
  }
  return arrived;
}

}  // namespace simt
