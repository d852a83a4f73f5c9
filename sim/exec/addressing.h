// From the address operand of a memory instruction to host pointers, with the checks of PTX
// ISA 6.4.1 (natural alignment) and of the extent of each state space. Fills Outcome::access.
// Generic addresses are told apart by the windows of isa/base/address_space.h.
#pragma once

#include "sim/exec/step.h"

namespace simt {

struct HostLanes {
  /// Where each active lane's bytes are; not filled when `contiguous` or `same`.
  std::array<std::byte*, kMaxWarpSize> at;
  /// The active lanes are one run, from `run_start` on, and access consecutive elements: where the
  /// first one's is.
  std::byte* first = nullptr;
  unsigned run_start = 0;
  bool contiguous() const { return first != nullptr; }
  /// All 32 lanes load this one parameter or constant.
  std::byte* same = nullptr;
  /// Fills `at` of a contiguous access of `bytes` bytes a lane, or of one to the same place.
  void spread(unsigned bytes) {
    at.fill(same);
    if (!contiguous()) return;
    for (unsigned lane = run_start; lane < kMaxWarpSize; ++lane)
      at[lane] = first + std::size_t{lane - run_start} * bytes;
  }
};

/// Where shared memory begins, in addresses of the program.
std::uint32_t shared_start(const Program& program);
/// A further access of the instruction, whose lanes and addresses are still to be filled in.
MemoryAccess& new_access(Outcome& out, const Inst& inst, StateSpace space);

/// Resolves the address operand of s.inst for its active lanes. False: nothing is done, the access
/// must wait for an atomic of the same SM (Outcome::must_wait). In a buffered port the places of
/// atomics are those of memory, for their checks only. Throws KernelFault.
bool resolve(Step& s, HostLanes& host);

/// Host pointer to `bytes` bytes of a thread's generic address space, nullptr when any is unmapped.
/// For what the run-time library reads (printf); no alignment is asked.
const std::byte* find_generic(Step& s, unsigned lane, std::uint64_t address, std::uint64_t bytes);

}  // namespace simt
