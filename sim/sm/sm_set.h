// The SMs of a device that grids have come to: made when the first one comes, each in a part of the
// device's memory that the next one of its number uses again.
#pragma once

#include <algorithm>
#include <memory>
#include <memory_resource>
#include <vector>

#include "sim/base/host_arena.h"
#include "sim/sm/sm.h"

namespace simt {

class SmSet {
 public:
  /// All outlive the set; SMs lie in `arena`.
  SmSet(const SmShared& shared, GlobalMemory& memory, HostArena& arena)
      : shared_(shared),
        memory_(memory),
        arena_(arena),
        parts_(shared.arch.sm.count),
        by_index_(shared.arch.sm.count, nullptr) {}

  Observer* observer() const { return shared_.observer; }
  /// Ascending by number.
  const Sms& all() const { return sms_; }
  /// nullptr: no grid has come to it.
  Sm* find(unsigned index) const { return index < by_index_.size() ? by_index_[index] : nullptr; }
  Sm& operator[](unsigned index) const { return *by_index_[index]; }
  /// A new one in place of the SM of this number, if there was one: its caches are empty.
  Sm& make(unsigned index, unsigned l1_bytes, std::uint64_t now) {
    const auto at =
        std::ranges::lower_bound(sms_, index, {}, [](const auto& s) { return s->index(); });
    const auto place = by_index_[index] != nullptr ? at : sms_.insert(at, nullptr);
    place->reset();
    std::pmr::polymorphic_allocator<> in(&part_of(index));
    place->reset(in.new_object<Sm>(shared_, index, l1_bytes, now, memory_,
                                   GlobalPort::Order::Buffered, *in.resource()));
    return *(by_index_[index] = place->get());
  }
  void clear() {
    sms_.clear();
    std::ranges::fill(by_index_, nullptr);
  }

 private:
  /// With nothing in it.
  ReusedArena& part_of(unsigned index) {
    if (parts_[index] == nullptr) parts_[index] = std::make_unique<ReusedArena>(arena_);
    parts_[index]->rewind();
    return *parts_[index];
  }

  const SmShared& shared_;
  GlobalMemory& memory_;
  HostArena& arena_;
  std::vector<std::unique_ptr<ReusedArena>> parts_;  // by number; they outlive the SMs in them
  Sms sms_;
  std::vector<Sm*> by_index_;
};

}  // namespace simt
