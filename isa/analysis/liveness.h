// Which registers of a function hold a value that may still be read, at every point of it.
// A predicated write does not end the life of the old value: lanes that it passes by keep it.
// A call reads and writes what its call site copies; the callee has registers of its own, and its
// return reads those that results are copied from.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/analysis/cfg.h"

namespace simt {

/// A set of registers of one program.
class RegisterSet {
 public:
  explicit RegisterSet(std::size_t registers) : words_((registers + 63) / 64) {}
  bool has(RegId r) const { return (words_[r / 64] >> (r % 64) & 1) != 0; }
  void add(RegId r) { words_[r / 64] |= std::uint64_t{1} << (r % 64); }
  void remove(RegId r) { words_[r / 64] &= ~(std::uint64_t{1} << (r % 64)); }
  /// Adds all of `other`; whether that changed anything.
  bool merge(const RegisterSet& other);
  void remove(const RegisterSet& other);
  friend bool operator==(const RegisterSet&, const RegisterSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

class Liveness {
 public:
  /// `cfg` is that of `function`.
  Liveness(const Program& program, const FunctionInfo& function, const Cfg& cfg);

  const RegisterSet& live_in(Node block) const { return in_[block]; }
  RegisterSet live_out(Node block) const;
  /// Goes over one instruction backwards: `live` after it becomes `live` before it.
  void step_back(Pc pc, RegisterSet& live) const;
  const std::vector<RegId>& reads(Pc pc) const { return reads_[pc - cfg_.first]; }
  const std::vector<RegId>& writes(Pc pc) const { return writes_[pc - cfg_.first]; }

 private:
  void collect(const FunctionInfo& function);
  void solve();

  const Program& program_;
  const Cfg& cfg_;
  std::vector<std::vector<RegId>> reads_, writes_;  // by pc - first
  std::vector<RegisterSet> in_;
};

}  // namespace simt
