// Functional execution: values only. No clock, no counters; one semantics for every timing mode.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "isa/base/address_space.h"
#include "isa/core/program.h"
#include "sim/exec/async_copies.h"
#include "sim/exec/global_port.h"
#include "sim/exec/outcome.h"
#include "sim/exec/uninitialized.h"

namespace simt {

class TexelTable;

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// What all threads of a launch share.
struct LaunchState {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  unsigned warp_size = kMaxWarpSize, num_sms = 1, max_warps_per_sm = 64;  ///< the last: %nwarpid
  /// Of sums of matrix products; of 8-bit floats (0: they are products of halves).
  unsigned tensor_fraction_bits = 25, tensor_bytes_at_once = 32, tensor_byte_fraction_bits = 0;
  std::vector<std::byte> params;     ///< kernel parameters, laid out as Program::params
  std::vector<std::byte> constants;  ///< the .const variables, by offset
  /// %envreg1 and %envreg2, the upper and the lower half of an address: of what a cooperative
  /// launch gives grid.sync() to count blocks in (its second word). 0: the launch is none.
  std::uint64_t grid_workspace = 0;
  std::uint64_t grid_id = 0;           ///< %gridid
  const TexelTable* texels = nullptr;  ///< what handles name; outlives the launch. nullptr: nothing
};

struct CtaState {
  Dim3 id;                        ///< ctaid (zero-based; fields are indices here)
  std::vector<std::byte> shared;  ///< static + dynamic bytes
};

/// Architectural state of one warp. A plain value: copying it is a snapshot (step back).
struct WarpState {
  WarpState() = default;
  /// The registers in `memory`, which outlives it.
  explicit WarpState(std::pmr::memory_resource* memory) : registers(memory) {}

  Uninitialized<std::byte> registers;  ///< SlotLayout::own_bytes, 64-byte aligned inside
  std::size_t registers_offset = 0;    ///< alignment offset into `registers`
  std::byte* common = nullptr;         ///< owned by the executor
  CtaState* cta = nullptr;             ///< owned by the SM; rebound after a copy
  unsigned index_in_cta = 0;
  LaneMask lanes = 0;            ///< lanes that hold a thread
  std::vector<std::byte> local;  ///< local_bytes_per_lane * warp_size, lane-major
  std::uint32_t local_bytes_per_lane = 0;
  /// Return information per lane: one entry per active call.
  struct Frame {
    Pc return_pc;
    std::uint32_t call_site;
    std::uint32_t callee;
    std::vector<std::byte> saved;
  };
  /// By lane; takes room only once a lane has called something.
  class Frames {
   public:
    std::vector<Frame>& operator[](unsigned lane) {
      if (all_.empty()) all_.resize(kMaxWarpSize);
      return all_[lane];
    }
    std::span<const Frame> of(unsigned lane) const {
      return all_.empty() ? std::span<const Frame>() : all_[lane];
    }
    /// Has no lane called anything since the warp began?
    bool empty() const { return all_.empty(); }
    std::size_t depth(unsigned lane) const { return of(lane).size(); }
    void clear() { all_.clear(); }

   private:
    std::vector<std::vector<Frame>> all_;
  };
  Frames frames;
  /// Lanes that execute a warp-level instruction together, at different places, and what each
  /// brings to it. Takes room only once lanes have met so.
  struct Met {
    LaneMask waiting = 0;  ///< lanes that have yet to execute theirs
    LaneMask bring = 0;    ///< lanes whose guard is true
    std::array<LaneMask, kMaxWarpSize> together{};
    std::array<std::uint64_t, kMaxWarpSize> value{};  ///< first operand; a predicate: 0 or 1
  };
  std::vector<Met> met;            ///< one at most
  std::vector<AsyncCopies> async;  ///< one at most: once a lane has begun an asynchronous copy

  Registers regs() { return {registers.data() + registers_offset, common}; }
  ConstRegisters regs() const { return {registers.data() + registers_offset, common}; }
};

/// Values of the volatile special registers at the moment of execution.
struct Clock {
  std::uint64_t cycle = 0;  ///< SM clock
  double ns_per_cycle = 0;  ///< of the SM clock
  std::uint64_t global_ns() const {
    return static_cast<std::uint64_t>(static_cast<double>(cycle) * ns_per_cycle);
  }
};

/// Bytes of local memory that a thread starts with: the longest chain of calls that do not recurse.
/// Deeper chains (recursion, indirect calls) grow it on demand, up to kMaxLocalBytes.
std::uint32_t local_bytes_per_lane(const Program& program);

struct LaunchContext;  // sim/exec/step.h

class Executor {
 public:
  /// `program` and `launch` outlive the executor. Threads may share one executor, each with ports
  /// and warps of its own, if allows_threads(). `sms`: common parts, for warps of so many SMs; 1:
  /// one for all. Throws std::invalid_argument when the parameters are not those of the program.
  Executor(const Program& program, const LaunchState& launch, unsigned sms = 1);
  ~Executor();

  /// Fills registers, constants, special registers, %sp and local memory for a new warp.
  /// Reuses the buffers of `warp`. `sm`: for %smid; `warp_slot`: for %warpid.
  void start_warp(WarpState& warp, CtaState& cta, unsigned index_in_cta, unsigned sm,
                  unsigned warp_slot) const;

  /// Executes program.code[pc] for the lanes of `path`. Fills `out` completely: executed lanes,
  /// next PCs, exited lanes, memory accesses. Throws KernelFault.
  /// Barriers and warp-level synchronisation have been arranged by the caller: a *.sync
  /// instruction sees exactly the lanes that take part. BarReduce: see barrier_predicate.
  /// With a buffered port: see Outcome::must_wait and Outcome::deferred. The first instruction of a
  /// run computes the values of all of it (Inst::run).
  void execute(Pc pc, LaneMask path, WarpState& warp, const Clock& clock, GlobalPort& port,
               Outcome& out);
  /// The same for an instruction that does nothing but compute (Kind::Alu, HostRun) and without its
  /// access, where it copies a constant. Returns the lanes that executed it.
  LaneMask compute(Pc pc, LaneMask path, WarpState& warp) const;
  /// The lanes of `path` that execute it: those whose guard is true.
  LaneMask guarded_lanes(Pc pc, LaneMask path, const WarpState& warp) const;
  /// The address that the lowest lane of `path` gives a memory instruction, should it execute it.
  std::uint64_t first_address(Pc pc, LaneMask path, const WarpState& warp) const;
  /// Performs an atomic that a port has queued and writes its results to the warp's registers.
  /// True when a value in memory changed.
  static bool complete_atomic(const DeferredAtomic& atomic, GlobalPort& port);
  /// May warps of different SMs execute at the same time? Not if the program calls malloc or free,
  /// whose order decides addresses, nor if the SMs share one common part.
  bool allows_threads() const;

  /// The second half of bar.red: when the barrier opens, writes the reduced value of all
  /// participating threads to the waiting lanes. `contribution` reads a lane mask of "true" lanes.
  LaneMask barrier_predicate(Pc pc, LaneMask lanes, const WarpState& warp) const;
  void finish_barrier_reduce(Pc pc, LaneMask lanes, std::uint32_t threads_true,
                             std::uint32_t threads, WarpState& warp) const;

  /// Named barrier and thread count of a Bar* instruction (count 0: all threads of the CTA).
  struct BarrierUse {
    std::uint32_t id;
    std::uint32_t count;
  };
  BarrierUse barrier_use(Pc pc, LaneMask lanes, const WarpState& warp) const;
  /// Which barrier a bar.sync is for that all lanes execute, whatever their registers hold, and
  /// that is for all threads of the CTA. None: it has a guard, a count, or a number that is
  /// computed.
  std::optional<std::uint32_t> barrier_of_all(Pc pc, const WarpState& warp) const;
  /// Lanes that a *.sync instruction names: the union of the member masks of `lanes`.
  /// An .aligned barrier names all lanes of the warp, if one of `lanes` executes it at all.
  LaneMask members(Pc pc, LaneMask lanes, const WarpState& warp) const;
  /// `lanes` have come to the warp-level instruction at `pc` while others of `together` have come
  /// to one elsewhere: keeps what they bring until each has executed its own.
  void meet(Pc pc, LaneMask lanes, LaneMask together, WarpState& warp) const;
  /// Is the register that holds the member mask still to come from an atomic that the port has
  /// queued? members() is not known then. The same of what the lanes bring, which others may want
  /// before them, unless their path is `alone` in its warp.
  bool awaits_members(Pc pc, const WarpState& warp, const GlobalPort& port, bool alone) const;
  /// Nanoseconds of a nanosleep.
  std::uint32_t sleep_ns(Pc pc, LaneMask lanes, const WarpState& warp) const;

 private:
  void compute_ahead(std::span<const Inst> run, Registers regs, LaneMask lanes) const;

  const Program& program_;
  std::unique_ptr<LaunchContext> context_;
};

/// Fills in which thread of the launch a fault of this warp belongs to.
void locate(KernelFault& fault, const WarpState& warp, const LaunchState& launch);

/// Reads register `reg` of one lane as raw bits (predicates: 0 or 1); for views and tests.
std::uint64_t read_register(const Program& program, const WarpState& warp, RegId reg,
                            unsigned lane);

}  // namespace simt
