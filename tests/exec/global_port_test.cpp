// A buffered port by itself: what its SM sees, what memory sees, and when.
#include "sim/exec/global_port.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <random>

#include "sim/exec/executor.h"

using namespace simt;

namespace {

struct Port {
  explicit Port(std::uint64_t bytes = 1024) { base = memory.allocate(bytes, "a"); }

  template <class T>
  void store(std::uint64_t address, T value) {
    std::byte* const to = port.writable(*port.allocation(address), address, sizeof value);
    REQUIRE(to != nullptr);
    std::memcpy(to, &value, sizeof value);
  }
  template <class T>
  T load(std::uint64_t address) {
    T value;
    std::memcpy(&value, port.readable(*port.allocation(address), address), sizeof value);
    return value;
  }
  template <class T>
  T in_memory(std::uint64_t address) {
    T value;
    std::memcpy(&value, memory.find(address, sizeof value), sizeof value);
    return value;
  }

  GlobalMemory memory;
  GlobalPort port{memory, GlobalPort::Order::Buffered};
  std::uint64_t base = 0;
};

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

}  // namespace

TEST_CASE("port: a store is seen by its own loads at once, by memory when it is committed") {
  Port p;
  p.store<u32>(p.base + 4, 7);
  CHECK(p.load<u32>(p.base + 4) == 7);
  CHECK(p.in_memory<u32>(p.base + 4) == 0);
  p.port.commit_stores();
  CHECK(p.in_memory<u32>(p.base + 4) == 7);
  CHECK(p.load<u32>(p.base + 4) == 7);
}

TEST_CASE("port: what was not written is not written back") {
  Port p;
  p.store<u32>(p.base + 8, 7);
  // Another SM's commit, later in this window's end.
  *p.memory.find(p.base + 12, 1) = std::byte{1};
  *p.memory.find(p.base + 7, 1) = std::byte{2};
  p.port.commit_stores();
  CHECK(p.in_memory<u8>(p.base + 12) == 1);
  CHECK(p.in_memory<u8>(p.base + 7) == 2);
  CHECK(p.in_memory<u32>(p.base + 8) == 7);
}

TEST_CASE("port: after a commit it sees what others have written, also in lines of its own") {
  Port p;
  p.store<u32>(p.base, 7);
  p.port.commit_stores();
  *p.memory.find(p.base + 4, 1) = std::byte{9};
  *p.memory.find(p.base, 1) = std::byte{8};
  CHECK(p.load<u8>(p.base + 4) == 9);
  CHECK(p.load<u8>(p.base) == 8);
  p.store<u8>(p.base + 1, 3);
  CHECK(p.load<u8>(p.base) == 8);
  p.port.commit_stores();
  CHECK(p.in_memory<u8>(p.base) == 8);
}

TEST_CASE("port: every pattern of written bytes of a line goes back as it is") {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    Port p(128);
    std::array<u8, 128> expected{};
    const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    const unsigned stores = pick(200);
    for (unsigned i = 0; i < stores; ++i) {
      const unsigned width = 1u << pick(5), at = pick(128 / width) * width;
      std::array<u8, 16> value;
      for (u8& byte : value) byte = static_cast<u8>(random());
      std::memcpy(p.port.writable(*p.port.allocation(p.base), p.base + at, width), value.data(),
                  width);
      std::memcpy(expected.data() + at, value.data(), width);
    }
    p.port.commit_stores();
    CHECK(std::memcmp(p.memory.find(p.base, 128), expected.data(), 128) == 0);
  }
}

TEST_CASE("port: a full line, and half of one") {
  Port p(256);
  std::memset(p.port.writable(*p.port.allocation(p.base), p.base, 128), 5, 128);
  std::memset(p.port.writable(*p.port.allocation(p.base), p.base + 128, 64), 6, 64);
  *p.memory.find(p.base + 192, 1) = std::byte{9};
  p.port.commit_stores();
  CHECK(p.in_memory<u8>(p.base) == 5);
  CHECK(p.in_memory<u8>(p.base + 127) == 5);
  CHECK(p.in_memory<u8>(p.base + 191) == 6);
  CHECK(p.in_memory<u8>(p.base + 192) == 9);
}

TEST_CASE("port: two allocations in one line are two lines") {
  GlobalMemory memory;
  memory.map(0x1000, 40, "low");
  memory.map(0x1028, 30, "high");
  GlobalPort port(memory, GlobalPort::Order::Buffered);
  *port.writable(*port.allocation(0x1027), 0x1027, 1) = std::byte{1};
  *port.writable(*port.allocation(0x1028), 0x1028, 1) = std::byte{2};
  CHECK(*port.readable(*port.allocation(0x1027), 0x1027) == std::byte{1});
  CHECK(*port.readable(*port.allocation(0x1028), 0x1028) == std::byte{2});
  port.commit_stores();
  CHECK(*memory.find(0x1027, 1) == std::byte{1});
  CHECK(*memory.find(0x1028, 1) == std::byte{2});
  CHECK(*memory.find(0x1029, 1) == std::byte{0});
}

TEST_CASE("port: an allocation may begin and end inside a line") {
  GlobalMemory memory;
  memory.map(0x1050, 200, "odd");
  GlobalPort port(memory, GlobalPort::Order::Buffered);
  for (const std::uint64_t at : {0x1050u, 0x107fu, 0x1080u, 0x10ffu, 0x1100u, 0x1117u})
    *port.writable(*port.allocation(at), at, 1) = std::byte{3};
  port.commit_stores();
  unsigned written = 0;
  for (std::uint64_t at = 0x1050; at < 0x1118; ++at)
    written += *memory.find(at, 1) == std::byte{3} ? 1 : 0;
  CHECK(written == 6);
}

TEST_CASE("port: a range lies together, whatever its length, as long as its lines do") {
  Port p(64 * 1024);
  Allocation& a = *p.port.allocation(p.base);
  std::byte* const whole = p.port.writable(a, p.base + 32, 512);  // into a fifth line
  REQUIRE(whole != nullptr);
  std::memset(whole, 4, 512);
  CHECK(p.load<u8>(p.base + 32) == 4);
  CHECK(p.load<u8>(p.base + 543) == 4);
  CHECK(p.load<u8>(p.base + 544) == 0);
  p.port.commit_stores();
  CHECK(p.in_memory<u8>(p.base + 31) == 0);
  CHECK(p.in_memory<u8>(p.base + 32) == 4);
  CHECK(p.in_memory<u8>(p.base + 543) == 4);
  CHECK(p.in_memory<u8>(p.base + 544) == 0);
}

TEST_CASE("port: a range whose lines were stored in another order does not lie together") {
  Port p;
  p.store<u32>(p.base + 128, 1);
  p.store<u32>(p.base, 2);
  CHECK(p.port.writable(*p.port.allocation(p.base), p.base, 256) == nullptr);
  p.port.commit_stores();  // and nothing but the two stores was written
  CHECK(p.in_memory<u32>(p.base) == 2);
  CHECK(p.in_memory<u32>(p.base + 128) == 1);
  CHECK(p.in_memory<u32>(p.base + 4) == 0);
}

TEST_CASE("port: many lines: tables grow, chunks end, ranges across a chunk's end are split") {
  Port p(1024 * 128);
  Allocation& a = *p.port.allocation(p.base);
  unsigned apart = 0;
  for (unsigned line = 0; line + 1 < 1024; line += 2) {
    std::byte* const to = p.port.writable(a, p.base + line * 128, 256);
    if (to == nullptr) {
      ++apart;
      p.store<u32>(p.base + line * 128, line);
      p.store<u32>(p.base + line * 128 + 128, line + 1);
      continue;
    }
    const unsigned next = line + 1;
    std::memcpy(to, &line, 4);
    std::memcpy(to + 128, &next, 4);
  }
  CHECK(apart == 0);  // 64 lines a chunk, in pairs
  CHECK(p.port.writable(a, p.base + 63 * 128, 256) == nullptr);
  for (unsigned line = 0; line < 1024; ++line) REQUIRE(p.load<u32>(p.base + line * 128) == line);
  p.port.commit_stores();
  for (unsigned line = 0; line < 1024; ++line)
    REQUIRE(p.in_memory<u32>(p.base + line * 128) == line);
}

TEST_CASE("port: random stores and loads over many windows agree with a plain copy") {
  GlobalMemory memory;
  const std::uint64_t base = memory.allocate(5000, "a");
  memory.map(base + 5000, 77, "b");  // in the same line as the end of a
  GlobalPort port(memory, GlobalPort::Order::Buffered);
  std::map<std::uint64_t, u8> seen;
  std::mt19937 random(5);
  for (int i = 0; i < 30000; ++i) {
    const std::uint64_t at = base + random() % 5077;
    Allocation& a = *port.allocation(at);
    if (random() % 2 == 0) {
      const auto value = static_cast<u8>(random());
      *port.writable(a, at, 1) = std::byte{value};
      seen[at] = value;
    } else {
      REQUIRE(std::to_integer<u8>(*port.readable(a, at)) == seen[at]);
    }
    if (random() % 500 == 0) port.commit_stores();
  }
  port.commit_stores();
  for (std::uint64_t at = base; at < base + 5077; ++at)
    REQUIRE(std::to_integer<u8>(*memory.find(at, 1)) == seen[at]);
}

TEST_CASE("port: it knows that it has no store in a line, and never denies one that it has") {
  Port p(1 << 20);
  CHECK_FALSE(p.port.has_store(p.base, 1 << 20));
  for (unsigned i = 0; i < 50; ++i) {
    const std::uint64_t at = p.base + i * 128 * 37 + 40;
    p.store<u32>(at, 1);
    CHECK(p.port.has_store(at, 4));
    CHECK(p.port.has_store(at - 40, 1));  // anywhere in the line
    CHECK(p.port.has_store(at - 1000, 2000));
  }
  p.port.commit_stores();
  CHECK_FALSE(p.port.has_store(p.base, 1 << 20));
}

TEST_CASE("port: stores to an allocation that was freed in the window are dropped") {
  Port p;
  const std::uint64_t other = p.memory.allocate(256, "other");
  p.store<u32>(p.base, 1);
  p.store<u32>(other, 2);
  REQUIRE(p.memory.release(p.base));
  CHECK(p.port.allocation(p.base) == nullptr);
  p.port.commit_stores();
  CHECK(p.in_memory<u32>(other) == 2);
}

TEST_CASE("port: memory allocated within the window can be stored to, and moves nothing") {
  Port p;
  p.store<u32>(p.base, 1);
  p.memory.map(0x10, 256, "in front of all");
  const std::uint64_t behind = p.memory.allocate(256, "behind");
  p.store<u32>(0x10, 3);
  p.store<u32>(behind, 4);
  CHECK(p.load<u32>(p.base) == 1);
  p.port.commit_stores();
  CHECK(p.in_memory<u32>(p.base) == 1);
  CHECK(p.in_memory<u32>(0x10) == 3);
  CHECK(p.in_memory<u32>(behind) == 4);
}

TEST_CASE("port: a line with a queued atomic must be waited for, until the queue is done") {
  Port p;
  WarpState warp, other;
  DeferredAtomic atomic;
  atomic.warp = &warp;
  atomic.lanes = 0b101;
  atomic.address[0] = p.base + 4;
  atomic.address[1] = p.base + 256;  // not a lane that takes part
  atomic.address[2] = p.base + 512;
  CHECK_FALSE(p.port.awaits_atomic(p.base, 4));
  p.port.defer(atomic);
  CHECK(p.port.awaits_atomic(p.base + 4, 4));
  CHECK(p.port.awaits_atomic(p.base + 124, 4));
  CHECK(p.port.awaits_atomic(p.base + 512, 16));
  CHECK(p.port.awaits_atomic(p.base + 100, 100));
  CHECK_FALSE(p.port.awaits_atomic(p.base + 128, 128));
  CHECK_FALSE(p.port.awaits_atomic(p.base + 256, 4));
  CHECK(p.port.has_queued(warp, [](const auto&) { return true; }));
  CHECK_FALSE(p.port.has_queued(warp, [](const auto& a) { return a.acquires; }));
  CHECK_FALSE(p.port.has_queued(other, [](const auto&) { return true; }));
  p.port.clear_atomics();
  CHECK_FALSE(p.port.awaits_atomic(p.base + 4, 4));
  CHECK_FALSE(p.port.has_queued(warp, [](const auto&) { return true; }));
}
