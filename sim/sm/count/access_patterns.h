// The addresses with which each load and store met the banks of shared memory, from its first bank
// conflict on; of one that has none, its first execution: what a change of an array's layout has to
// be tried on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/outcome.h"

namespace simt {

/// Executions of one instruction with the same lanes at the same addresses.
struct AccessPattern {
  LaneMask lanes = 0;
  std::array<std::uint32_t, kMaxWarpSize> address{};  ///< in the CTA's shared memory; 0: not active
  std::uint64_t count = 0;

  bool same(const AccessPattern& o) const { return lanes == o.lanes && address == o.address; }
};

/// Those of one instruction.
struct AccessPatterns {
  static constexpr std::size_t kMost = 512;

  std::vector<AccessPattern> found;  ///< in the order in which they came
  /// Executions before the first with a conflict: they had none, and are not among `found`.
  std::uint64_t before = 0;
  bool all = true;     ///< false: there were more patterns than are kept, and counts are too small
  bool quiet = false;  ///< no execution had a conflict: `found` has one of them

  AccessPatterns& operator+=(const AccessPatterns& o);
};

/// Those of a program's instructions on one SM.
class SharedPatterns {
 public:
  /// An execution of a load or store: `requests` of the instruction so far, this one among them;
  /// does it have a conflict?
  void see(Pc pc, const MemoryAccess& access, std::uint64_t requests, bool conflict) {
    if (conflict || pc >= place_.size() || (place_[pc] & kQuiet) == 0)
      note(pc, access, requests, conflict);
  }
  /// Adds each to that of `sum`, by pc.
  void add_to(std::vector<AccessPatterns>& sum) const;

 private:
  static constexpr std::size_t kMostOfAll =
      8 * AccessPatterns::kMost;  ///< bounds the host's memory

  static constexpr std::uint32_t kQuiet = std::uint32_t{1} << 31;  ///< in place_

  /// Finds a pattern by its hash.
  struct Found {
    AccessPatterns patterns;
    std::vector<std::uint16_t> slots;  ///< in `patterns.found`, from 1 on; 0: free
    std::size_t last = 0;
  };
  void note(Pc pc, const MemoryAccess& access, std::uint64_t requests, bool conflict);
  void note_quiet(Found& at, const MemoryAccess& access);
  void add(Found& at, const AccessPattern& pattern);

  std::vector<std::uint32_t> place_;  ///< by pc: in found_, from 1 on, and kQuiet; 0: it has none
  std::vector<Found> found_;
  std::size_t kept_ = 0;
};

}  // namespace simt
