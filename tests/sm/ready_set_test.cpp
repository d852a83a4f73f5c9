// Which warps could issue, against a plain model that looks at every slot in every cycle.
#include "sim/sm/parts/ready_set.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace simt;

namespace {

WarpSet slots(std::initializer_list<unsigned> which) {
  WarpSet set = 0;
  for (const unsigned s : which) set |= WarpSet{1} << s;
  return set;
}

}  // namespace

TEST_CASE("a warp is ready from its cycle on") {
  ReadySet set(4);
  set.schedule(2, 10, Gate::Alu);
  set.schedule(3, 11, Gate::Alu);
  CHECK(set.expected(10) == slots({0, 1}));  // theirs is not known
  CHECK(set.expected(11) == slots({0, 1, 2}));
  CHECK(set.candidates(9) == 0);
  CHECK(set.next(9) == 10);
  CHECK(set.candidates(10) == slots({2}));
  CHECK(set.candidates(11) == slots({2, 3}));
  CHECK(set.candidates(12) == slots({2, 3}));
  set.schedule(2, 14, Gate::Alu);
  CHECK(set.candidates(13) == slots({3}));
  CHECK(set.expected(13) == slots({0, 1, 3}));
  CHECK(set.candidates(14) == slots({2, 3}));
}

TEST_CASE("a warp waits behind its gate from when it is ready") {
  ReadySet set(2);
  set.close(Gate::Lsu, 10, 14);
  set.schedule(0, 12, Gate::Lsu);
  set.schedule(1, 20, Gate::Lsu);
  CHECK(set.candidates(12) == 0);
  CHECK(set.candidates(14) == slots({0}));
  CHECK(set.waited_behind_gate(0, 14) == 2);
  CHECK(set.candidates(20) == slots({0, 1}));
  CHECK(set.waited_behind_gate(1, 20) == 0);
  set.close(Gate::Lsu, 20, 23);
  CHECK(set.waited_behind_gate(0, 23) == 5);
  CHECK(set.waited_behind_gate(1, 23) == 3);
}

TEST_CASE("warps behind a closed gate wait for it, the others do not") {
  ReadySet set(4);
  set.schedule(0, 5, Gate::Fma);
  set.schedule(1, 5, Gate::Xu);
  set.close(Gate::Fma, 5, 9);
  CHECK(set.is_closed(Gate::Fma, 8));
  CHECK_FALSE(set.is_closed(Gate::Fma, 9));
  CHECK(set.candidates(5) == slots({1}));
  CHECK(set.next(5) == 5);
  set.schedule(1, kNever, Gate::Xu);
  CHECK(set.candidates(6) == 0);
  CHECK(set.next(6) == 9);
  CHECK(set.candidates(9) == slots({0}));
}

TEST_CASE("a gate counts the cycles that it was closed, each once") {
  ReadySet set(1);
  set.close(Gate::Lsu, 10, 14);
  CHECK(set.closed_before(Gate::Lsu, 10) == 0);
  CHECK(set.closed_before(Gate::Lsu, 12) == 2);
  CHECK(set.closed_before(Gate::Lsu, 14) == 4);
  CHECK(set.closed_before(Gate::Lsu, 99) == 4);
  set.close(Gate::Lsu, 12, 13);  // closed already
  set.close(Gate::Lsu, 12, 16);
  CHECK(set.closed_before(Gate::Lsu, 16) == 6);
  set.close(Gate::Lsu, 20, 20);
  set.close(Gate::Lsu, 30, 31);
  CHECK(set.closed_before(Gate::Lsu, 31) == 7);
  CHECK(set.closed_before(Gate::Alu, 31) == 0);
}

TEST_CASE("a gate that closes from the next cycle on is open in this one") {
  ReadySet set(2);
  set.schedule(0, 10, Gate::Fma);
  CHECK(set.candidates(10) == slots({0}));
  set.close(Gate::Fma, 11, 11);
  CHECK_FALSE(set.is_closed(Gate::Fma, 11));
  set.close(Gate::Fma, 11, 14);
  CHECK(set.closed_before(Gate::Fma, 10) == 0);
  CHECK(set.closed_before(Gate::Fma, 12) == 1);
  CHECK(set.candidates(14) == slots({0}));
  CHECK(set.waited_behind_gate(0, 14) == 3);
}

TEST_CASE("a set without warps has no next cycle") {
  ReadySet set(3);
  CHECK(set.next(7) == kNever);
  set.schedule(1, 9, Gate::Alu);
  set.schedule(1, kNever, Gate::Alu);
  set.candidates(9);
  CHECK(set.next(10) == kNever);
}

namespace {

/// Looks at every slot and every gate in every cycle.
class PlainSet {
 public:
  static constexpr unsigned kSlots = 20;

  PlainSet() { at_.fill(kNever); }
  void schedule(unsigned slot, std::uint64_t at, Gate gate) {
    at_[slot] = at;
    gate_[slot] = gate;
  }
  void close(Gate gate, std::uint64_t until) { open_at_[gate] = std::max(open_at_[gate], until); }
  WarpSet candidates(std::uint64_t now) {
    WarpSet set = 0;
    for (unsigned s = 0; s < kSlots; ++s)
      if (at_[s] <= now && open_at_[gate_[s]] <= now) set |= WarpSet{1} << s;
    return set;
  }
  void pass_cycle(std::uint64_t now) {
    for (const auto& [gate, open] : open_at_) closed_cycles_[gate] += open > now ? 1 : 0;
  }
  std::uint64_t closed_cycles(Gate gate) { return closed_cycles_[gate]; }

 private:
  std::array<std::uint64_t, kSlots> at_;
  std::array<Gate, kSlots> gate_{};
  std::map<Gate, std::uint64_t> open_at_, closed_cycles_;
};

}  // namespace

TEST_CASE("random schedules and gates agree with a plain model, and no cycle is missed") {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    ReadySet set(PlainSet::kSlots);
    PlainSet plain;
    const bool skips = round % 2 == 0;  // cycles without candidates
    std::uint64_t promised = 0;         // no candidate before this cycle
    const unsigned far = round % 3 == 0 ? 20 : 300;
    for (std::uint64_t now = 0; now < 3000; plain.pass_cycle(now++)) {
      const WarpSet expected = plain.candidates(now);
      if (now < promised) REQUIRE(expected == 0);
      if (now < promised && skips) continue;
      REQUIRE(set.candidates(now) == expected);
      for (const Gate g : {Gate::Alu, Gate::Fma, Gate::Lsu, Gate::L1})
        REQUIRE(set.closed_before(g, now) == plain.closed_cycles(g));
      for (std::uint64_t n = random() % 4; n > 0; --n) {
        const auto slot = static_cast<unsigned>(random() % PlainSet::kSlots);
        const auto gate = static_cast<Gate>(random() % 4 == 0 ? 8 : random() % 3);
        const std::uint64_t at = random() % 5 == 0 ? kNever : now + random() % far;
        plain.schedule(slot, at, gate);
        set.schedule(slot, at, gate);
      }
      if (random() % 4 == 0) {
        const auto gate = static_cast<Gate>(random() % 9);
        const std::uint64_t until = now + random() % 20;
        plain.close(gate, until);
        set.close(gate, now, until);
      }
      promised = set.next(now + 1);
    }
  }
}
