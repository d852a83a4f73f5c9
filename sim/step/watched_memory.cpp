#include "sim/step/watched_memory.h"

namespace simt {

unsigned WatchedMemory::view_of(std::uint64_t address, unsigned bytes, unsigned own,
                                const Device& gpu) {
  elements_[address] = bytes;
  const auto newest = newest_.find(address);
  if (newest == newest_.end() || !gpu.sm(newest->second).port().has_store(address, bytes))
    return own;
  return newest->second;
}

bool WatchedMemory::overlaps(const Elements& elements, std::uint64_t address, unsigned bytes) {
  for (const auto& [first, size] : elements)
    if (address < first + size && first < address + bytes) return true;
  return false;
}

LaneMask WatchedMemory::touched_by(const MemoryAccess& access) const {
  const bool shared = access.space == StateSpace::Shared;
  const Elements& elements = shared ? shared_ : elements_;
  if (elements.empty() || access.kind == Kind::Load) return 0;
  if (!shared && access.space != StateSpace::Global) return 0;
  LaneMask out = 0;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    if (overlaps(elements, piece.address, piece.bytes)) out |= LaneMask{1} << piece.lane;
  });
  return out;
}

LaneMask WatchedMemory::touched_by(const DeferredAtomic& atomic, unsigned bytes) const {
  LaneMask out = 0;
  for_each_lane(atomic.lanes, [&](unsigned lane) {
    if (overlaps(elements_, atomic.address[lane], bytes)) out |= LaneMask{1} << lane;
  });
  return out;
}

void WatchedMemory::stored(const MemoryAccess& access, unsigned sm) {
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    for (const auto& [first, size] : elements_)
      if (piece.address < first + size && first < piece.address + piece.bytes) newest_[first] = sm;
  });
}

void WatchedMemory::find_stores(const Machine& machine) {
  newest_.clear();
  // A later SM's stores are committed later.
  for (const auto& [address, bytes] : elements_) {
    for (std::uint64_t at = address; at < address + bytes; ++at) {
      Allocation* const a = machine.memory.allocation(at);
      if (a == nullptr) continue;
      for (const auto& sm : machine.gpu.sms())
        if (sm->port().has_store(at, 1) &&
            *sm->port().readable(*a, at) != a->data.data()[at - a->address])
          newest_[address] = sm->index();
    }
  }
}

}  // namespace simt
