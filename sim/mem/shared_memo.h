// Footprints of shared accesses, remembered by their shape. A kernel repeats a few patterns of lane
// addresses, at other bases: the pattern alone decides how the banks are used, and the base which
// bank comes first. Equal to shared_footprint() for every access (tests/mem/shared_memo_test.cpp);
// for the host's sake alone.
#pragma once

#include <array>
#include <cstdint>

#include "sim/mem/footprint.h"

namespace simt {

class SharedFootprintMemo {
 public:
  explicit SharedFootprintMemo(const BankGeometry& geometry);

  /// Sets `f` to shared_footprint() of the access.
  void footprint(const MemoryAccess& access, SharedFootprint& f);

 private:
  /// Addresses less that of the first active lane; 0 of lanes that are not active.
  using Offsets = std::array<std::uint32_t, kMaxWarpSize>;
  /// What a footprint depends on but the base.
  struct Shape {
    LaneMask lanes = 0;
    std::uint32_t how = 0;    ///< kind and width
    std::uint64_t phase = 0;  ///< of the base in the unit by which a shift changes nothing
    bool operator==(const Shape&) const = default;
  };
  struct Entry {
    alignas(64) Offsets offsets{};
    Shape shape;
    SharedFootprint footprint;  ///< with the base in bank 0
  };
  static constexpr unsigned kEntries = 8;

  Entry& entry_of(const MemoryAccess& access);

  BankGeometry geometry_;
  std::uint64_t phase_mask_ = 0;  ///< unit - 1
  unsigned word_shift_ = 0;
  bool remembers_ = false;  ///< banks and words are powers of two
  std::array<Entry, kEntries> entries_;
};

}  // namespace simt
