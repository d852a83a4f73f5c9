// What the host's caches keep of memory that copies go through, beside what
// tests/programs/staging.cu measured (tests/programs/h100/staging.csv).
#include "sim/program/host_cache.h"

#include <catch2/catch.hpp>

namespace simt::program {
namespace {

constexpr std::uint64_t kMiB = 1 << 20, kSize = 32 * kMiB, kHost = 0x7f00'0000'0000;

}  // namespace

TEST_CASE("memory that is copied again and again stays in the caches, up to their size") {
  HostCache cache(kSize);
  CHECK(cache.read(kHost, 16 * kMiB) == 16 * kMiB);
  CHECK(cache.read(kHost, 16 * kMiB) == 16 * kMiB);
  CHECK(cache.read(kHost + 8 * kMiB, 16 * kMiB) == 8 * kMiB);  // half of it was never copied
  HostCache other(kSize);
  for (unsigned again = 0; again < 3; ++again) CHECK(other.read(kHost, 64 * kMiB) == kSize);
}

TEST_CASE("other copies push it out, by the byte") {
  HostCache cache(kSize);
  cache.read(kHost, 4 * kMiB);
  cache.read(kHost + 64 * kMiB, 8 * kMiB);
  CHECK(cache.read(kHost, 4 * kMiB) == 3 * kMiB);
  cache.write(kHost + 64 * kMiB, 32 * kMiB);
  CHECK(cache.read(kHost, 4 * kMiB) == 0);
}

TEST_CASE("a copy to memory takes it out of the caches, until one from it") {
  HostCache cache(kSize);
  cache.read(kHost, 4 * kMiB);
  CHECK(cache.write(kHost + kMiB, kMiB) == kMiB);
  CHECK(cache.write(kHost + kMiB, kMiB) == 0);
  cache.read(kHost + kMiB, kMiB);
  CHECK(cache.read(kHost + kMiB, kMiB) == kMiB);
}

}  // namespace simt::program
