#include "sim/exec/global_memory.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "isa/base/address_space.h"

using namespace simt;

TEST_CASE("allocations are aligned, zero-filled and apart") {
  GlobalMemory memory;
  const auto a = memory.allocate(100, "a");
  const auto b = memory.allocate(4096, "b");
  CHECK(a == kDeviceHeap.base);
  CHECK(a % 256 == 0);
  CHECK(b % 256 == 0);
  CHECK(b >= a + 100 + 256);
  REQUIRE(memory.find(a, 100) != nullptr);
  for (unsigned i = 0; i < 100; ++i) CHECK(memory.find(a, 100)[i] == std::byte{0});
}

TEST_CASE("an access must lie within one allocation") {
  GlobalMemory memory;
  const auto a = memory.allocate(100, "a");
  CHECK(memory.find(a + 96, 4) != nullptr);
  CHECK(memory.find(a + 97, 4) == nullptr);
  CHECK(memory.find(a + 100, 1) == nullptr);
  CHECK(memory.find(a - 1, 1) == nullptr);
  CHECK(memory.find(a, ~0ull) == nullptr);
  CHECK(memory.find(0, 1) == nullptr);
  CHECK(memory.allocation(a + 99)->name == "a");
  CHECK(memory.allocation(a + 100) == nullptr);
}

TEST_CASE("many allocations are found in any order, fixed ones too") {
  GlobalMemory memory;
  std::vector<std::uint64_t> at;
  for (unsigned i = 0; i < 50; ++i) at.push_back(memory.allocate(64, "n" + std::to_string(i)));
  memory.map(kModuleGlobals.base + 512, 16, "counter");
  memory.map(kModuleGlobals.base, 16, "flag");
  for (unsigned i = 50; i-- > 0;)
    CHECK(memory.allocation(at[i] + 63)->name == "n" + std::to_string(i));
  CHECK(memory.allocation(kModuleGlobals.base + 15)->name == "flag");
  CHECK(memory.allocation(kModuleGlobals.base + 512)->name == "counter");
  CHECK(memory.allocations().front().name == "flag");
}

TEST_CASE("a released allocation is gone, and its address says so") {
  GlobalMemory memory;
  const auto a = memory.allocate(8, "block");
  CHECK_FALSE(memory.release(a + 4));
  CHECK_FALSE(memory.release(0));
  CHECK(memory.release(a));
  CHECK_FALSE(memory.release(a));
  CHECK(memory.find(a, 1) == nullptr);
  CHECK(memory.describe(a + 2) ==
        "2 bytes into buffer 'block' (8 bytes at 0x7f0000000000), which has been freed");
}

TEST_CASE("addresses are described by the nearest allocation") {
  GlobalMemory memory;
  const auto a = memory.allocate(4096, "in");
  CHECK(memory.describe(a + 4096) ==
        "just past the end of buffer 'in' (4096 bytes at 0x7f0000000000)");
  CHECK(memory.describe(a + 4097) ==
        "1 byte past the end of buffer 'in' (4096 bytes at 0x7f0000000000)");
  CHECK(memory.describe(a + 4108) ==
        "12 bytes past the end of buffer 'in' (4096 bytes at 0x7f0000000000)");
  CHECK(memory.describe(a - 4) == "4 bytes before buffer 'in' (4096 bytes at 0x7f0000000000)");
  CHECK(memory.describe(a + 8) == "8 bytes into buffer 'in' (4096 bytes at 0x7f0000000000)");
  CHECK(memory.describe(0x1000) == "not near any allocation");
}

TEST_CASE("what the host cannot hold is refused") {
  GlobalMemory memory;
  CHECK_THROWS_AS(memory.allocate(~0ull, "huge"), MemoryExhausted);
  CHECK_THROWS_WITH(memory.allocate(1ull << 41, "huge"),
                    "there is not enough memory for 'huge' (2199023255552 bytes)");
  CHECK_THROWS_AS(memory.map(kModuleGlobals.base, ~0ull, "huge"), MemoryExhausted);
  CHECK(memory.allocations().empty());
}

TEST_CASE("addresses are given out to the end of the window and no farther") {
  GlobalMemory memory(Window{4096, 1024});
  CHECK_THROWS_AS(memory.allocate(1025, "a"), MemoryExhausted);
  CHECK(memory.allocate(1024, "a") == 4096);
  CHECK_THROWS_AS(memory.allocate(1, "b"), MemoryExhausted);  // the gap ends behind the window
}

TEST_CASE("addresses are given out again where there are no others") {
  constexpr std::uint64_t kBytes = 1 << 20;
  GlobalMemory memory(Window{1 << 20, 3 * kBytes});
  const auto a = memory.allocate(kBytes, "a");
  const auto b = memory.allocate(kBytes, "b");
  CHECK(memory.release(a));
  const auto c = memory.allocate(kBytes / 2, "c");
  CHECK(c > b);
  CHECK(memory.allocate(kBytes / 2, "d") == a);
  CHECK(memory.release(b));
  CHECK(memory.allocate(kBytes, "e") > a);
  CHECK(memory.allocation(b) != nullptr);
  CHECK_THROWS_AS(memory.allocate(kBytes, "f"), MemoryExhausted);
  for (const Allocation& one : memory.allocations()) CHECK_FALSE(one.freed);
}

TEST_CASE("a buffer may be larger than what the host has, as long as little of it is written") {
  GlobalMemory memory(Window{std::uint64_t{1} << 44, std::uint64_t{1} << 40});
  constexpr std::uint64_t kBytes = std::uint64_t{300} << 30;
  const auto a = memory.allocate(kBytes, "large");
  std::byte* const last = memory.find(a + kBytes - 1, 1);
  REQUIRE(last != nullptr);
  CHECK(*last == std::byte{0});
  *last = std::byte{7};
  CHECK(*memory.find(a + kBytes - 1, 1) == std::byte{7});
}
