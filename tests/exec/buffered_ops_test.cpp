// Loads and stores through a buffered port, instruction by instruction.
#include <algorithm>
#include <catch2/catch.hpp>

#include "buffered_rig.h"

using namespace simt;

namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

}  // namespace

TEST_CASE("buffered: full warps of consecutive elements of 1 to 16 bytes, at any offset") {
  const std::pair<const char*, unsigned> widths[] = {{"u8", 1}, {"u16", 2}, {"u32", 4}, {"u64", 8}};
  for (const auto& [type, width] : widths)
    for (unsigned offset = 0; offset < 256; offset += std::max(16u, width)) {
      Buffered rig;
      INFO(type << " at " << offset);
      const Slot value = rig.u64(), back = rig.u64();
      const auto bytes = static_cast<std::uint8_t>(width);
      rig.emit(std::string("st.global.") + type, to(rig.address, value, bytes));
      rig.emit(std::string("ld.global.") + type, from(rig.address, back, bytes));
      rig.fill<u64>(rig.address,
                    [&, width = width](unsigned lane) { return rig.base + offset + lane * width; });
      for (unsigned i = 0; i < 32 * width; ++i)
        rig.set<std::uint8_t>(value, i, static_cast<std::uint8_t>(i + 1));
      CHECK(rig.run(0).memory_changed);
      rig.run(1);
      const auto bytes_of = [&, width = width](Slot slot) {
        return std::vector<std::byte>(rig.warp.regs() + slot, rig.warp.regs() + slot + 32 * width);
      };
      CHECK(bytes_of(back) == bytes_of(value));
      CHECK(*rig.memory.find(rig.base + offset, 1) == std::byte{0});
      CHECK_FALSE(rig.run(0).memory_changed);  // the same values again
      rig.end_window();
      CHECK(std::memcmp(rig.memory.find(rig.base + offset, 32 * width), rig.warp.regs() + value,
                        32 * width) == 0);
      if (offset > 0) CHECK(*rig.memory.find(rig.base + offset - 1, 1) == std::byte{0});
      CHECK(*rig.memory.find(rig.base + offset + 32 * width, 1) == std::byte{0});
    }
}

TEST_CASE("buffered: vectors of 16 bytes a lane") {
  Buffered rig;
  const Slot v[4] = {rig.u32(), rig.u32(), rig.u32(), rig.u32()};
  const Slot r[4] = {rig.u32(), rig.u32(), rig.u32(), rig.u32()};
  rig.emit("st.global.v4.u32",
           {.src = {rig.address, v[0], v[1], v[2], v[3]}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("ld.global.v4.u32",
           {.dst = {r[0], r[1], r[2], r[3]}, .src = {rig.address}, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned lane) { return rig.base + 16 * lane; });
  for (u32 i = 0; i < 4; ++i) rig.fill<u32>(v[i], [&](unsigned lane) { return 10 * lane + i; });
  rig.run(0);
  rig.run(1);
  for (u32 i = 0; i < 4; ++i) CHECK(rig.get<u32>(r[i], 31) == 310 + i);
  CHECK(rig.peek<u32>(rig.base + 16) == 0);
  rig.end_window();
  CHECK(rig.peek<u32>(rig.base + 16 * 31 + 12) == 313);
}

TEST_CASE("buffered: elements of different lines, in any order, of some lanes") {
  Buffered rig;
  const Slot value = rig.u32(), back = rig.u32();
  rig.emit("st.global.u32", to(rig.address, value));
  rig.emit("ld.global.u32", from(rig.address, back));
  const auto place = [&](unsigned lane) { return rig.base + (lane * 7 % 32) * 128 + lane % 4 * 4; };
  rig.fill<u64>(rig.address, place);
  rig.fill<u32>(value, [](unsigned lane) { return 100 + lane; });
  const LaneMask lanes = 0xf0f0'1234;
  rig.run(0, lanes);
  rig.run(1, kAllLanes);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<u32>(back, lane) == ((lanes >> lane & 1) != 0 ? 100 + lane : 0));
  rig.end_window();
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.peek<u32>(place(lane)) == ((lanes >> lane & 1) != 0 ? 100 + lane : 0));
}

TEST_CASE("buffered: of lanes that store to one place the last stays, as in memory") {
  Buffered rig;
  const Slot value = rig.u32();
  rig.emit("st.global.u32", to(rig.address, value));
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u32>(value, [](unsigned lane) { return lane; });
  rig.run(0);
  rig.end_window();
  CHECK(rig.peek<u32>(rig.base) == 31);
}

TEST_CASE("buffered: a full warp's load over lines of which some are buffered") {
  Buffered rig;
  const Slot value = rig.u64(), back = rig.u64();
  rig.emit("st.global.u64", to(rig.address, value, 8));
  rig.emit("ld.global.u64", from(rig.other_address, back, 8));
  rig.poke<u64>(rig.base, 5);
  rig.poke<u64>(rig.base + 248, 6);
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base + 128; });
  rig.fill<u64>(rig.other_address, [&](unsigned lane) { return rig.base + 8 * lane; });
  rig.fill<u64>(value, [](unsigned) { return 77; });
  rig.run(0, 1);
  rig.run(1);
  CHECK(rig.get<u64>(back, 0) == 5);
  CHECK(rig.get<u64>(back, 16) == 77);
  CHECK(rig.get<u64>(back, 31) == 6);
}

TEST_CASE("buffered: generic stores with lanes in shared and in global memory") {
  Buffered rig;
  rig.shared_bytes = 256;
  const Slot value = rig.u32(), back = rig.u32();
  rig.emit("st.u32", to(rig.address, value));
  rig.emit("ld.u32", from(rig.address, back));
  rig.fill<u64>(rig.address, [&](unsigned lane) {
    return lane % 2 == 0 ? rig.base + 4 * lane : kSharedWindow.base + 4 * lane;
  });
  rig.fill<u32>(value, [](unsigned lane) { return 50 + lane; });
  CHECK(rig.run(0).num_access == 2);
  rig.run(1);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(rig.get<u32>(back, lane) == 50 + lane);
  CHECK(rig.peek<u32>(rig.base + 8) == 0);
  u32 shared;
  std::memcpy(&shared, rig.cta.shared.data() + 4, 4);
  CHECK(shared == 51);
  rig.end_window();
  CHECK(rig.peek<u32>(rig.base + 8) == 52);
}

TEST_CASE("buffered: a fault in one lane leaves memory as it was") {
  Buffered rig;
  const Slot value = rig.u32();
  rig.emit("st.global.u32", to(rig.address, value));
  rig.fill<u64>(rig.address, [&](unsigned lane) { return rig.base + (lane == 9 ? 8192 : 0); });
  CHECK(rig.fault(0).find("buffer") != std::string::npos);
  CHECK(rig.fault_lane == 9);
  rig.fill<u64>(rig.address, [&](unsigned lane) { return rig.base + (lane == 3 ? 2 : 0); });
  CHECK(rig.fault(0).find("misaligned") != std::string::npos);
}

TEST_CASE("buffered: loads and stores wait for a queued atomic in their line and in no other") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32(), back = rig.u32();
  rig.emit("atom.global.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("ld.global.u32", from(rig.other_address, back));
  rig.emit("st.global.u32", to(rig.other_address, value));
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base + 256; });
  rig.fill<u32>(value, [](unsigned) { return 1; });
  const auto other = [&](std::uint64_t at) {
    rig.fill<u64>(rig.other_address, [&](unsigned) { return at; });
  };
  CHECK(rig.run(0, 0xff).deferred);
  CHECK_FALSE(rig.out.memory_changed);
  for (const Pc pc : {1u, 2u}) {
    other(rig.base + 256 + 124);
    CHECK(rig.run(pc).must_wait);
    CHECK(rig.out.num_targets == 0);
    CHECK(rig.run(pc, 0x10).must_wait);
    other(rig.base + 255 - 3);
    CHECK_FALSE(rig.run(pc).must_wait);
    CHECK(rig.out.num_targets == 1);
    other(rig.base + 384);
    CHECK_FALSE(rig.run(pc).must_wait);
  }
  CHECK_FALSE(rig.run(0, 0x100).must_wait);  // atomics go into the queue
  CHECK(rig.end_window());
  CHECK(rig.peek<u32>(rig.base + 256) == 9);
  other(rig.base + 256);
  CHECK_FALSE(rig.run(1).must_wait);
  CHECK(rig.get<u32>(back, 0) == 9);
}

TEST_CASE("buffered: a store that must wait has changed nothing, in no lane") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("red.global.add.u32", {.src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("st.global.u32", to(rig.other_address, value));
  rig.emit("ld.global.u32", from(rig.other_address, old));
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u64>(rig.other_address, [&](unsigned lane) { return rig.base + 128 * (31 - lane); });
  rig.fill<u32>(value, [](unsigned) { return 3; });
  rig.fill<u32>(old, [](unsigned) { return 99; });
  rig.run(0, 1);
  CHECK(rig.run(1).must_wait);
  CHECK(rig.run(2).must_wait);
  CHECK(rig.get<u32>(old, 0) == 99);
  rig.end_window();
  CHECK(rig.peek<u32>(rig.base + 128 * 31) == 0);
  CHECK(rig.peek<u32>(rig.base) == 3);
}

TEST_CASE("buffered: a generic access with lanes in several spaces waits as a whole") {
  Buffered rig;
  rig.shared_bytes = 128;
  const Slot value = rig.u32();
  rig.emit("red.global.add.u32", {.src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("st.u32", to(rig.other_address, value));
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u64>(rig.other_address,
                [&](unsigned lane) { return lane == 31 ? rig.base + 8 : kSharedWindow.base; });
  rig.fill<u32>(value, [](unsigned) { return 3; });
  rig.run(0, 1);
  CHECK(rig.run(1).must_wait);
  CHECK(rig.cta.shared[0] == std::byte{0});
  rig.end_window();
  CHECK_FALSE(rig.run(1).must_wait);
  CHECK(rig.cta.shared[0] == std::byte{3});
}
