// Lost updates of global memory: a thread loads a value, another one changes it, and the first
// stores what it has made of the old one, as unprotected `count += 1` does. Between its load and
// its store the thread's warp came to no barrier, fence, or atomic that gives a value: then nothing
// can have ordered the other thread's change before or after both, and it is a data race, whatever
// else the program does. Which stores are made of which loads is known from the registers that lead
// from one to the other. Not seen: updates that did not meet in this run; values that go through
// memory or a shuffle on the way; what only decides whether a thread stores; accesses of other
// sizes that overlap.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/events.h"
#include "sim/exec/outcome.h"

namespace simt {

/// By program counter of a plain store to global memory: the loads from there of whose values the
/// stored one is made by arithmetic.
std::map<Pc, std::vector<Pc>> loads_of_stores(const Program& program);

class LostUpdates {
 public:
  explicit LostUpdates(const Program& program);

  void on_issue(const WarpId& warp, Pc pc, const Outcome& out);
  void on_cta_end(std::uint64_t cta) { ctas_.erase(cta); }

  struct Thread {
    WarpId warp;
    std::uint8_t lane = 0;
    bool is(const Thread& o) const {
      return warp.cta == o.warp.cta && warp.warp == o.warp.warp && lane == o.lane;
    }
  };
  /// One for each load, change and store, as it was seen first.
  struct Finding {
    Pc load = kNoPc, change = kNoPc, store = kNoPc;
    Thread thread, other;
    std::uint64_t address = 0;
    std::uint64_t times = 0;
    std::unordered_set<std::uint64_t> words = {};
  };
  std::vector<Finding> findings() const;
  /// In words, one paragraph for each place of the source; empty when there are none.
  std::string report() const;

 private:
  /// A place in memory of which a value is kept in registers.
  struct Word {
    std::uint64_t changes = 0;
    Pc pc = kNoPc;  ///< of the last one
    Thread by;
  };
  struct Loaded {
    std::uint64_t address = 0, changes = 0, orders = 0;
  };
  struct Cta {
    std::unordered_map<std::uint32_t, std::uint64_t> orders;  ///< by warp: what may order it
    std::unordered_map<std::uint64_t, Loaded> loaded;         ///< by load and thread
  };
  void load(Cta& cta, Pc pc, const Thread& thread, std::uint64_t address);
  void store(Cta& cta, Pc pc, const Thread& thread, std::uint64_t address);
  void add(const Finding& finding);
  std::string lines_of(const Finding& finding) const;
  std::string text_of(const Finding& finding) const;

  const Program& program_;
  std::map<Pc, std::vector<Pc>> loads_;
  std::unordered_set<Pc> kept_;  ///< loads whose values are stored
  std::unordered_map<std::uint64_t, Cta> ctas_;
  std::unordered_map<std::uint64_t, Word> words_;  ///< by address
  std::map<std::tuple<Pc, Pc, Pc>, Finding> seen_;
};

}  // namespace simt
