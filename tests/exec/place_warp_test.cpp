// The places of a warp's lanes, computed at once, are those of each lane by itself.
#include <catch2/catch.hpp>

#include <array>
#include <random>

#include "isa/base/types.h"
#include "sim/exec/place_warp.h"

using namespace simt;

TEST_CASE("a whole warp is placed as its lanes are, and refused when one of them is") {
  std::mt19937_64 random(5);
  const auto pick = [&](std::uint64_t n) { return random() % n; };
  std::array<std::byte, 1> host;
  unsigned accepted = 0, refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bytes = std::uint64_t{1} << pick(5), size = 16 * (1 + pick(64));
    const std::uint64_t start = pick(4) == 0 ? 0 : pick(1 << 20) * 16;
    const Placing in{host.data(), start, size - bytes, bytes};
    std::array<std::uint64_t, kMaxWarpSize> address;
    for (std::uint64_t& a : address) a = start + pick(size / bytes) * bytes;
    if (pick(2) == 0) {
      constexpr std::array<std::uint64_t, 4> kFar{~std::uint64_t{0}, std::uint64_t{1} << 63, 0,
                                                  std::uint64_t{1} << 32};
      std::uint64_t& one = address[pick(kMaxWarpSize)];
      one = pick(3) == 0 ? kFar[pick(4)] : start + pick(2 * size) - size / 2;
    }
    bool fits = true;
    for (const std::uint64_t a : address)
      fits &= a >= start && a - start <= size - bytes && a % bytes == 0;
    std::array<std::byte*, kMaxWarpSize> at;
    REQUIRE(place_warp(address.data(), in, at.data()) == fits);
    ++(fits ? accepted : refused);
    if (!fits) continue;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      REQUIRE(reinterpret_cast<std::uintptr_t>(at[lane]) ==
              reinterpret_cast<std::uintptr_t>(host.data()) + (address[lane] - start));
  }
  CHECK(accepted > 1000);
  CHECK(refused > 1000);
}
