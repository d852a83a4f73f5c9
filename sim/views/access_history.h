// For each byte of a CTA's shared memory the accesses with which a later one may still race: of
// each warp and kind the last, less those that an ordered access has taken the place of.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/base/types.h"
#include "sim/views/happens_before.h"

namespace simt {

/// Who touched a byte: the instruction and its thread.
struct SharedAccess {
  enum class Kind : std::uint8_t { Read, Write, Atomic };
  Pc pc = kNoPc;
  std::uint32_t time = 0;  ///< HappensBefore::now of the warp
  std::uint16_t warp = 0;
  std::uint8_t lane = 0;
  Kind kind = Kind::Read;

  /// Whether the two may not be unordered. Atomics are ordered among themselves by the hardware.
  bool conflicts(const SharedAccess& o) const { return kind != o.kind || kind == Kind::Write; }
  bool same(const SharedAccess& o) const {
    return pc == o.pc && time == o.time && warp == o.warp && kind == o.kind;
  }
};

class AccessHistory {
 public:
  explicit AccessHistory(std::uint32_t bytes) : first_(bytes, kNone) {}

  /// Enters an access; calls race(earlier) for each one that conflicts and is not ordered before
  /// it.
  template <class F>
  void add(std::uint32_t address, const SharedAccess& access, const HappensBefore& order,
           F&& race) {
    std::uint32_t* link = &first_[address];
    if (*link != kNone && nodes_[*link].access.same(access)) return;
    while (*link != kNone) {
      Node& node = nodes_[*link];
      const SharedAccess& earlier = node.access;
      if (!order.ordered(earlier.warp, earlier.time, access.warp)) {
        if (access.conflicts(earlier)) race(earlier);
      } else if (access.kind == earlier.kind || access.kind == SharedAccess::Kind::Write) {
        // Whatever races with the earlier one races with this one, too.
        const std::uint32_t next = node.next;
        node.next = free_;
        free_ = *link;
        *link = next;
        continue;
      }
      link = &node.next;
    }
    insert(address, access);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    SharedAccess access;
    std::uint32_t next = kNone;
  };
  void insert(std::uint32_t address, const SharedAccess& access) {
    std::uint32_t node = free_;
    if (node != kNone) {
      free_ = nodes_[node].next;
    } else {
      node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
    }
    nodes_[node] = {access, first_[address]};
    first_[address] = node;
  }

  std::vector<std::uint32_t> first_;  ///< of each byte; the latest access first
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNone;
};

}  // namespace simt
