// The elements of memory that an expression reads. Stores to device memory wait in their SM's port
// until the window of time ends (sim/exec/global_port.h); here each is seen when its instruction
// issues, whichever SM's it is.
#pragma once

#include <cstdint>
#include <map>

#include "sim/step/subject.h"

namespace simt {

class WatchedMemory {
 public:
  /// Before an evaluation: the elements read by the last one are forgotten.
  void begin() {
    elements_.clear();
    shared_.clear();
  }
  /// An evaluation on SM `own` reads the element. Returns the SM whose view of it is the newest.
  unsigned view_of(std::uint64_t address, unsigned bytes, unsigned own, const Device& gpu);
  /// It reads an element of the block's shared memory.
  void read_shared(std::uint64_t offset, unsigned bytes) { shared_[offset] = bytes; }

  /// Lanes of a store or atomic that touch an element of the last evaluation; one to shared memory
  /// is of the same block.
  LaneMask touched_by(const MemoryAccess& access) const;
  LaneMask touched_by(const DeferredAtomic& atomic, unsigned bytes) const;
  /// The instruction wrote to these elements by way of the port of its SM.
  void stored(const MemoryAccess& access, unsigned sm);
  /// Which SMs hold back a store to the elements now: after a jump to another place of the run.
  void find_stores(const Machine& machine);

 private:
  using Elements = std::map<std::uint64_t, unsigned>;  ///< bytes of each, by address
  static bool overlaps(const Elements& elements, std::uint64_t address, unsigned bytes);

  Elements elements_, shared_;
  std::map<std::uint64_t, unsigned> newest_;  ///< the SM that stored last, by address
};

}  // namespace simt
