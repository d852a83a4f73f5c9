// What one executed warp instruction did: the only thing that exec tells the rest of the machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "isa/base/types.h"
#include "isa/core/program.h"

namespace simt {

/// Lanes of one instruction that accessed one space. Addresses are offsets in shared, local (the
/// thread's own offset) and const space, absolute in global.
struct MemoryAccess {
  /// What is known of the addresses of a whole warp: one after the other, or all the same.
  enum class Spread : std::uint8_t { Unknown, Consecutive, Uniform };

  StateSpace space = StateSpace::Global;
  Kind kind = Kind::Load;  ///< Load, Store, Atomic or Reduction
  std::uint8_t bytes = 4;  ///< per lane: 1, 2, 4, 8 or 16
  Spread spread = Spread::Unknown;
  LaneMask lanes = 0;
  bool compare_swap =
      false;  ///< an atomic that reads, compares and writes: two passes in shared memory
  bool floating = false;  ///< an atomic on floating-point numbers
  /// A shared atomic that the machine makes of a loop around a compare-and-swap: floating-point
  /// numbers, 16-bit ones, and 64-bit arithmetic.
  bool loops = false;
  /// ... and that ends where a lane finds nothing to change (minimum, maximum).
  bool may_change_nothing = false;
  /// A shared atomic that takes the lanes on one word together (MemoryForm::counts_lanes).
  bool counts_lanes = false;
  std::array<std::uint64_t, kMaxWarpSize> address;  ///< valid for `lanes` only

  bool is_atomic() const { return kind == Kind::Atomic || kind == Kind::Reduction; }
  /// Lanes on one word of shared memory are served one after the other.
  bool serializes_lanes() const { return is_atomic() && !counts_lanes; }
};

struct Target {
  Pc pc;
  LaneMask lanes;
};

struct Outcome {
  LaneMask path = 0;          ///< lanes of the path that issued
  LaneMask executed = 0;      ///< those whose guard is true
  LaneMask exited = 0;        ///< lanes that ended (exit, or return from the kernel)
  bool call_changed = false;  ///< a call or return was executed: call depth changed for `executed`
  /// Where the lanes that did not exit go, in order: fall-through group first. One entry for every
  /// instruction that is not control flow.
  std::array<Target, kMaxWarpSize> targets;
  unsigned num_targets = 0;
  /// A generic access may touch every space.
  std::array<MemoryAccess, 5> access;
  unsigned num_access = 0;
  bool memory_changed = false;  ///< a store or atomic changed a value (deadlock proof)
  /// Nothing was executed: an atomic of the same SM on the same line is to be performed first.
  bool must_wait = false;
  bool deferred = false;  ///< an atomic whose result comes when the window ends
  unsigned rounds = 0;    ///< match: distinct values that are looked for, one after the other

  void clear(LaneMask path_lanes) {
    path = executed = path_lanes;
    exited = 0;
    call_changed = memory_changed = must_wait = deferred = false;
    num_targets = num_access = rounds = 0;
  }
};

/// A run-time error of the kernel (exit code 4). what() is the whole message without the location.
struct KernelFault : std::runtime_error {
  KernelFault(const std::string& message, Pc at, unsigned faulting_lane)
      : std::runtime_error(message), pc(at), lane(faulting_lane) {}
  Pc pc;
  unsigned lane;
  // Filled in by the launch, which knows them:
  std::array<std::uint32_t, 3> cta{}, thread{};
};

}  // namespace simt
