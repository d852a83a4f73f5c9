// What of a block depends on what: through registers, read after write, write after read and write
// after write. Memory, barriers and control flow are not looked at.
#pragma once

#include <unordered_map>
#include <vector>

#include "isa/analysis/liveness.h"

namespace simt {

class Dependences {
 public:
  /// Of the instructions [begin, end), none of which has issued.
  Dependences(const Liveness& liveness, Pc begin, Pc end);

  /// Whether all that `pc` depends on has issued.
  bool free(Pc pc) const { return waits_for_[pc - begin_] == 0; }
  void issue(Pc pc) {
    for (const Pc later : followers_[pc - begin_]) --waits_for_[later - begin_];
  }

 private:
  struct Uses {
    Pc writer = kNoPc;
    std::vector<Pc> readers;  // since then
  };
  void add(Pc earlier, Pc later);

  Pc begin_;
  std::vector<std::uint32_t> waits_for_;
  std::vector<std::vector<Pc>> followers_;
};

}  // namespace simt
