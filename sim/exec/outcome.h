// What one executed warp instruction did: the only thing that exec tells the rest of the machine.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "isa/core/program.h"

namespace simt {

/// An access of one instruction to one space: a list of pieces, each a lane, an address and bytes.
/// Of nearly all instructions a lane has one piece, and all have one size: `lanes`, `address` and
/// `bytes` say it all. Further ones (texels, rows of a matrix, both ends of a copy) are in `more`.
/// Addresses are offsets in shared, local (the thread's own offset) and const space, absolute in
/// global.
struct MemoryAccess {
  /// What is known of the addresses: lanes without a gap between them one after the other; all 32
  /// the same; or that lanes have several (`more`).
  enum class Spread : std::uint8_t { Unknown, Consecutive, Uniform, Several };
  /// Naturally aligned.
  struct Piece {
    std::uint64_t address = 0;
    std::uint8_t lane = 0;
    std::uint8_t bytes = 0;
    bool operator==(const Piece&) const = default;
  };
  /// Of an access. What has more is several accesses.
  static constexpr unsigned kMostPieces = 4 * kMaxWarpSize;

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
  /// A shared compare-and-swap of machine code that only the first lane of each bank makes, in each
  /// group of lanes that go together; the others are told to try again (CAST.SPIN).
  bool first_of_bank = false;
  /// A shared atomic that takes the lanes on one word together (MemoryForm::counts_lanes).
  bool counts_lanes = false;
  /// Rows of matrices: those of 8 lanes are one matrix, and matrices go one after the other.
  bool matrix_rows = false;
  /// One side of an asynchronous copy: what it loads, or what it stores once it is there.
  bool copies = false;
  /// Texels: the lanes from a multiple of this on are one request; is it a further part of the
  /// access before it, whose requests were counted with that?
  std::uint8_t request_lanes = 0;
  /// The lanes from a multiple of this on look sectors up together, each sector `lookups` times.
  std::uint8_t lookup_lanes = 0, lookups = 1;
  bool further = false;
  std::uint8_t empty_requests = 0;  ///< of lanes that are all beyond the edge of a surface
  std::array<std::uint64_t, kMaxWarpSize> address;  ///< of the first piece; valid for `lanes` only
  std::vector<Piece> more;                          ///< valid if several() only

  bool is_atomic() const { return kind == Kind::Atomic || kind == Kind::Reduction; }
  /// Lanes on one word of shared memory are served one after the other.
  bool serializes_lanes() const { return is_atomic() && !counts_lanes; }

  bool several() const { return spread == Spread::Several; }
  /// A further piece of a lane that has one. Throws std::length_error beyond kMostPieces,
  /// std::logic_error where every lane has one address: atomics and local memory.
  void add(const Piece& piece);
  unsigned num_pieces() const {
    return count_lanes(lanes) + (several() ? static_cast<unsigned>(more.size()) : 0);
  }
  unsigned total_bytes() const;
  /// Calls f(piece) for all of them: the first ones in order of lanes, then the others as they were
  /// added.
  template <class F>
  void for_each_piece(F&& f) const {
    for_each_lane(lanes, [&](unsigned lane) {
      f(Piece{address[lane], static_cast<std::uint8_t>(lane), bytes});
    });
    if (!several()) return;
    for (const Piece& piece : more) f(piece);
  }
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
  bool convergence = false;   ///< it waits at a convergence barrier, leaves one, or yields
  /// ConvergeWait: the lanes that meet at this barrier, those that come now among them.
  /// ConvergeLeave: the lanes that would have met those that leave. WarpSync: the lanes it names.
  LaneMask expected = 0;
  /// WarpSync: only lanes that name the same ones go on together; `named` by lane, valid if so.
  bool parts = false;
  std::array<LaneMask, kMaxWarpSize> named;
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
  /// Of a *.sync instruction: lanes that its member mask names and that do not execute it.
  LaneMask absent = 0;
  /// ... Of a shuffle, those that are read: by which lanes, and what the first of these names.
  struct AbsentReads {
    LaneMask lanes = 0, read = 0, mask = 0;
  };
  AbsentReads absent_reads;  ///< valid if absent != 0

  void clear(LaneMask path_lanes) {
    path = executed = path_lanes;
    exited = 0;
    call_changed = convergence = parts = memory_changed = must_wait = deferred = false;
    num_targets = num_access = rounds = 0;
    absent = 0;
  }
};

/// What a program is told of a fault (Runtime API, cudaError): the rest is "launch failure".
enum class FaultKind : std::uint8_t { Other, IllegalAddress, Misaligned, Assertion };

/// An access beyond what is there.
struct OutOfBounds {
  StateSpace space = StateSpace::Global;
  std::uint64_t address = 0;  ///< in global memory; else an offset in the space
  unsigned bytes = 0;
  bool writes = false;  ///< a store or an atomic
  std::uint64_t buffer =
      0;  ///< in global memory: of the buffer whose pointer it goes by; 0: unknown
};

/// A run-time error of the kernel (exit code 4). what() is the whole message without the location.
struct LaunchState;

struct KernelFault : std::runtime_error {
  KernelFault(const std::string& message, Pc at, unsigned faulting_lane,
              FaultKind its_kind = FaultKind::Other)
      : std::runtime_error(message), pc(at), lane(faulting_lane), kind(its_kind) {}
  Pc pc;
  unsigned lane;
  FaultKind kind;
  std::optional<OutOfBounds> out_of_bounds{};
  // Filled in by the launch, which knows them:
  std::array<std::uint32_t, 3> cta{}, thread{};
  const LaunchState* launch = nullptr;  ///< of those on the device
};

}  // namespace simt
