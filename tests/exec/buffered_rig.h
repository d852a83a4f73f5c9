// Instructions through a port that is buffered, as those of an SM among others.
#pragma once

#include "rig.h"

namespace simt {

/// A rig whose device memory changes at the end of windows only.
struct Buffered : Rig {
  Buffered() : Rig(GlobalPort::Order::Buffered) {}

  /// Commits stores, then performs the atomics in order. True when an atomic changed a value.
  bool end_window() {
    port.commit_stores();
    bool changed = false;
    for (const DeferredAtomic& atomic : port.atomics())
      changed |= executor->complete_atomic(atomic, port);
    port.clear_atomics();
    return changed;
  }

  std::uint64_t base = memory.allocate(8192, "buffer");
  Slot address = this->u64(), other_address = this->u64();
};

inline Rig::Operands from(Slot address, Slot value, std::uint8_t bytes = 4) {
  return {.dst = {value}, .src = {address}, .dst_bytes = bytes, .src_bytes = 8};
}
inline Rig::Operands to(Slot address, Slot value, std::uint8_t bytes = 4) {
  return {.src = {address, value}, .dst_bytes = bytes, .src_bytes = 8};
}

}  // namespace simt
