#include "sim/base/host_arena.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>

using namespace simt;

TEST_CASE("an arena's pieces are aligned, apart and stay what was written") {
  HostArena arena;
  struct Piece {
    unsigned char* at;
    std::size_t bytes;
    unsigned char value;
  };
  std::vector<Piece> pieces;
  for (unsigned i = 0; i < 400; ++i) {
    const std::size_t bytes = i == 100 ? std::size_t{5} << 20 : 1 + i * 97 % 20'000;
    const std::size_t alignment = std::size_t{1} << i % 8;
    auto* const at = static_cast<unsigned char*>(arena.allocate(bytes, alignment));
    CHECK(reinterpret_cast<std::uintptr_t>(at) % alignment == 0);
    std::memset(at, static_cast<int>(i % 251), bytes);
    pieces.push_back({at, bytes, static_cast<unsigned char>(i % 251)});
  }
  for (const Piece& p : pieces) {
    CHECK(p.at[0] == p.value);
    CHECK(p.at[p.bytes - 1] == p.value);
    CHECK(p.at[p.bytes / 2] == p.value);
  }
}

TEST_CASE("a copy of what lies in an arena does not") {
  HostArena arena;
  std::pmr::vector<int> inside({1, 2, 3}, &arena);
  const std::pmr::vector<int> copy = inside;
  CHECK(copy.get_allocator().resource() != &arena);
  CHECK(copy == inside);
}

TEST_CASE("a reused arena hands out the same memory after it was rewound") {
  HostArena all;
  ReusedArena part(all);
  std::vector<void*> first;
  const auto sizes = {std::size_t{40}, std::size_t{200'000}, std::size_t{3}, std::size_t{64}};
  for (const std::size_t bytes : sizes) first.push_back(part.allocate(bytes, 64));
  for (unsigned again = 0; again < 3; ++again) {
    part.rewind();
    std::vector<void*> now;
    for (const std::size_t bytes : sizes) {
      now.push_back(part.allocate(bytes, 64));
      std::memset(now.back(), 1, bytes);
    }
    CHECK(now == first);
  }
  part.rewind();
  CHECK(part.allocate(1'000'000, 64) != nullptr);  // more than before: comes from the arena
}

TEST_CASE(
    "an arena begins with memory that one before it has given back, whole chunks of its size") {
  constexpr std::size_t kBytes = std::size_t{6} << 20;  // no other test has chunks of this size
  const auto take = [](HostArena& arena) { return arena.allocate(kBytes, 64); };
  void* first = nullptr;
  {
    HostArena arena;
    first = take(arena);
  }
  HostArena next, beside;
  CHECK(take(next) == first);
  CHECK(take(beside) != first);
}
