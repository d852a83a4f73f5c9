// The SMs of a device that grids have come to: made when the first one comes, in memory of the
// device.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "sim/sm/sm.h"

namespace simt {

class SmSet {
 public:
  /// All outlive the set; SMs lie in shared.memory.
  SmSet(const SmShared& shared, GlobalMemory& memory)
      : shared_(shared), memory_(memory), by_index_(shared.arch.num_sms, nullptr) {}

  Observer* observer() const { return shared_.observer; }
  /// Ascending by number.
  const Sms& all() const { return sms_; }
  /// nullptr: no grid has come to it.
  Sm* find(unsigned index) const { return index < by_index_.size() ? by_index_[index] : nullptr; }
  Sm& operator[](unsigned index) const { return *by_index_[index]; }
  /// A new one in place of the SM of this number, if there was one: its caches are empty.
  Sm& make(unsigned index, unsigned l1_bytes, std::uint64_t now) {
    std::pmr::polymorphic_allocator<> in(shared_.memory);
    Sm* const sm =
        in.new_object<Sm>(shared_, index, l1_bytes, now, memory_, GlobalPort::Order::Buffered);
    const auto at =
        std::ranges::lower_bound(sms_, index, {}, [](const auto& s) { return s->index(); });
    if (by_index_[index] != nullptr)
      at->reset(sm);
    else
      sms_.insert(at, Sms::value_type(sm));
    return *(by_index_[index] = sm);
  }
  void clear() {
    sms_.clear();
    std::ranges::fill(by_index_, nullptr);
  }

 private:
  const SmShared& shared_;
  GlobalMemory& memory_;
  Sms sms_;
  std::vector<Sm*> by_index_;
};

}  // namespace simt
