#include "sim/exec/place_warp.h"

#include "isa/core/lanes/lanes.h"

namespace simt {
namespace {

[[gnu::always_inline]] inline bool place(const std::uint64_t* address, const Placing& in,
                                         std::byte** at) {
  const auto base = reinterpret_cast<std::uintptr_t>(in.base);
  std::uint64_t low_bits = 0, outside = 0;
  SIMT_INDEPENDENT_LANES
  for (std::uint64_t lane = 0; lane < kMaxWarpSize; ++lane) {
    const std::uint64_t offset = address[lane] - in.start;
    low_bits |= address[lane];
    outside |= offset | (in.last - offset);  // bit 63: too small, too great
    at[lane] = reinterpret_cast<std::byte*>(base + offset);
  }
  return (outside >> 63) == 0 && (low_bits & (in.bytes - 1)) == 0;
}
bool place_baseline(const std::uint64_t* address, const Placing& in, std::byte** at) {
  return place(address, in, at);
}
SIMT_V3 bool place_v3(const std::uint64_t* address, const Placing& in, std::byte** at) {
  return place(address, in, at);
}

}  // namespace

bool place_warp(const std::uint64_t* address, const Placing& in, std::byte** at) {
  static const auto version = cpu_has_v3() ? place_v3 : place_baseline;
  return version(address, in, at);
}

}  // namespace simt
