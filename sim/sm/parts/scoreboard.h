// When each register of a warp can be read, and what kind of result it waits for; the same of the
// dependence barriers of a program that brings its own issue control (ScoreboardUse).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <utility>
#include <vector>

#include "isa/base/host_cache.h"
#include "isa/core/program.h"
#include "sim/assembler/scoreboard_use.h"
#include "sim/base/counters.h"

namespace simt {

inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

class Scoreboard {
 public:
  struct Ready {
    std::uint64_t at = 0;        ///< kNever: not known yet
    Stall reason = Stall::wait;  ///< wait (fixed latency), long_scoreboard or short_scoreboard
  };

  Scoreboard() = default;
  explicit Scoreboard(std::pmr::memory_resource* memory) : ready_(memory) {}

  /// `shared`: several results may be under way to one entry, as to a dependence barrier, and it is
  /// ready with the last of them. To a register it is one: the next one waits for it.
  void reset(std::size_t entries, bool shared = false) {
    shared_ = shared;
    ready_.assign(entries, Entry{});
    under_way_.assign(shared ? entries : 0, UnderWay{});
  }
  void prefetch() const { prefetch_bytes(ready_.data(), ready_.size() * sizeof(Entry)); }
  void produce(RegId reg, std::uint64_t at, Stall reason) {
    const Entry entry(at, reason);
    if (shared_ && at == kNever) ++under_way_[reg].count;
    if (!ready_[reg].later_than(entry)) ready_[reg] = entry;
  }
  /// The result of a load becomes known: produce() had kNever.
  void settle(RegId reg, std::uint64_t at, Stall reason) {
    Entry entry(at, reason);
    if (shared_) {
      UnderWay& others = under_way_[reg];
      others.known.take(entry);
      if (--others.count > 0) return;
      entry = std::exchange(others.known, Entry{});
    }
    if (ready_[reg].at() == kNever) ready_[reg] = entry;
  }
  /// When the last result that has a time is there.
  std::uint64_t latest_known() const {
    std::uint64_t latest = 0;
    for (const Entry& entry : ready_)
      if (entry.at() != kNever) latest = std::max(latest, entry.at());
    return latest;
  }
  Ready of(RegId reg) const { return {ready_[reg].at(), ready_[reg].reason()}; }
  /// When all registers that `inst` reads or writes are free. A predicate reaches the guard of an
  /// instruction `guard_extra` cycles later than an arithmetic operand.
  Ready ready(const Inst& inst, unsigned guard_extra) const {
    Entry latest;
    for (const RegId reg : inst.reads) latest.take(ready_[reg]);
    for (const RegId reg : inst.writes) latest.take(ready_[reg]);
    return with_guard(latest, inst.guard_reg, guard_extra);
  }
  /// The same; `use` is that of the instruction, and fits.
  Ready ready(const ScoreboardUse& use, unsigned guard_extra) const {
    const Entry* const entries = ready_.data();
    Entry latest;
    for (const RegId reg : use) latest.take(entries[reg]);
    return with_guard(latest, use.guard(), guard_extra);
  }

 private:
  /// A cycle and a reason in one word: a warp has one for each register, and all are hot.
  class Entry {
   public:
    Entry() = default;
    Entry(std::uint64_t at, Stall reason)
        : word_(at << kReasonBits | static_cast<std::uint64_t>(reason)) {}
    std::uint64_t at() const { return cycles() == kLast ? kNever : cycles(); }
    Stall reason() const { return static_cast<Stall>(word_ & kReasons); }
    bool later_than(const Entry& other) const { return word_ > (other.word_ | kReasons); }
    void take(const Entry& other) {
      if (other.later_than(*this)) word_ = other.word_;
    }

   private:
    static constexpr unsigned kReasonBits = 8;
    static constexpr std::uint64_t kReasons = (1u << kReasonBits) - 1;
    static constexpr std::uint64_t kLast = kNever >> kReasonBits;
    std::uint64_t cycles() const { return word_ >> kReasonBits; }
    std::uint64_t word_ = static_cast<std::uint64_t>(Stall::wait);
  };
  Ready with_guard(Entry latest, RegId guard_reg, unsigned guard_extra) const {
    if (guard_reg != kNoReg && guard_extra > 0) {
      const Entry& guard = ready_[guard_reg];
      if (guard.at() > 0 && guard.reason() == Stall::wait)
        latest.take(Entry(guard.at() + guard_extra, Stall::wait));
    }
    return {latest.at(), latest.reason()};
  }

  struct UnderWay {
    unsigned count = 0;
    Entry known;  ///< the latest of those that are there
  };

  std::pmr::vector<Entry> ready_;
  bool shared_ = false;
  std::vector<UnderWay> under_way_;  ///< of shared entries
};

}  // namespace simt
