// Loads, stores and atomics through a buffered port, instruction by instruction.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "rig.h"

using namespace simt;

namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// A rig whose device memory changes at the end of windows only.
struct Buffered : Rig {
  Buffered() : Rig(GlobalPort::Order::Buffered) {}

  /// Commits stores, then performs the atomics in order. True when an atomic changed a value.
  bool end_window() {
    port.commit_stores();
    bool changed = false;
    for (const DeferredAtomic& atomic : port.atomics())
      changed |= executor->complete_atomic(atomic, port);
    port.clear_atomics();
    return changed;
  }

  std::uint64_t base = memory.allocate(8192, "buffer");
  Slot address = this->u64(), other_address = this->u64();
};

Rig::Operands from(Slot address, Slot value, std::uint8_t bytes = 4) {
  return {.dst = {value}, .src = {address}, .dst_bytes = bytes, .src_bytes = 8};
}
Rig::Operands to(Slot address, Slot value, std::uint8_t bytes = 4) {
  return {.src = {address, value}, .dst_bytes = bytes, .src_bytes = 8};
}

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

namespace {

/// An atomic of two warps' lanes on one cell: what is delivered and what is left.
template <class T>
void check_deferred(const std::string& op, T start, T operand, T third, T first_old, T second_old,
                    T left) {
  Buffered rig;
  INFO(op);
  const Slot b = rig.u64(), c = rig.u64(), d = rig.u64();
  rig.emit(op, {.dst = {d},
                .src = {rig.address, b, c},
                .dst_bytes = static_cast<std::uint8_t>(sizeof(T)),
                .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base + 8; });
  rig.poke<T>(rig.base + 8, start);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set<T>(b, lane, operand);
    rig.set<T>(c, lane, third);
    rig.set<T>(d, lane, static_cast<T>(0x5a));
  }
  CHECK(rig.run(0, 0b0010'0100).deferred);
  CHECK(rig.out.num_access == 1);
  CHECK(rig.out.access[0].lanes == 0b0010'0100);
  CHECK(rig.peek<T>(rig.base + 8) == start);
  CHECK(rig.get<T>(d, 2) == static_cast<T>(0x5a));
  // The operands were read when it was executed.
  for (unsigned lane = 0; lane < 32; ++lane) rig.set<T>(b, lane, static_cast<T>(0x33));
  CHECK(rig.end_window() == (left != start || first_old != second_old));
  CHECK(rig.peek<T>(rig.base + 8) == left);
  CHECK(rig.get<T>(d, 2) == first_old);
  CHECK(rig.get<T>(d, 5) == second_old);
  CHECK(rig.get<T>(d, 3) == static_cast<T>(0x5a));  // a lane that did not take part
}

}  // namespace

TEST_CASE("buffered: atomics of every operation and width deliver old values in lane order") {
  check_deferred<u32>("atom.global.add.u32", 5, 10, 0, 5, 15, 25);
  check_deferred<u64>("atom.global.add.u64", ~0ull, 1, 0, ~0ull, 0, 1);
  check_deferred<u32>("atom.global.add.f32", 0x3f80'0000, 0x3f80'0000, 0, 0x3f80'0000, 0x4000'0000,
                      0x4040'0000);
  check_deferred<u16>("atom.global.add.noftz.f16", 0x3c00, 0x3c00, 0, 0x3c00, 0x4000, 0x4200);
  check_deferred<u32>("atom.global.min.s32", 5, 0xffff'ffff, 0, 5, 0xffff'ffff, 0xffff'ffff);
  check_deferred<u32>("atom.global.max.u32", 5, 0xffff'ffff, 0, 5, 0xffff'ffff, 0xffff'ffff);
  check_deferred<u64>("atom.global.max.s64", 5, ~0ull, 0, 5, 5, 5);
  check_deferred<u32>("atom.global.inc.u32", 1, 2, 0, 1, 2, 0);
  check_deferred<u32>("atom.global.dec.u32", 1, 2, 0, 1, 0, 2);
  check_deferred<u32>("atom.global.and.b32", 6, 3, 0, 6, 2, 2);
  check_deferred<u64>("atom.global.or.b64", 6, 1, 0, 6, 7, 7);
  check_deferred<u32>("atom.global.xor.b32", 6, 1, 0, 6, 7, 6);
  check_deferred<u32>("atom.global.exch.b32", 6, 9, 0, 6, 9, 9);
  check_deferred<u16>("atom.global.cas.b16", 6, 6, 9, 6, 9, 9);
  check_deferred<u32>("atom.global.cas.b32", 6, 7, 9, 6, 6, 6);
  check_deferred<u64>("atom.global.cas.b64", 6, 6, 7, 6, 7, 7);
}

TEST_CASE("buffered: reductions change memory and no register") {
  Buffered rig;
  const Slot value = rig.u32();
  rig.emit("red.global.max.u32", {.src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned lane) { return rig.base + 4 * (lane / 8); });
  rig.fill<u32>(value, [](unsigned lane) { return lane; });
  const Uninitialized<std::byte> before(rig.warp.registers);
  CHECK(rig.run(0).deferred);
  CHECK(rig.end_window());
  CHECK(rig.warp.registers == before);
  for (unsigned i = 0; i < 4; ++i) CHECK(rig.peek<u32>(rig.base + 4 * i) == 8 * i + 7);
}

TEST_CASE("buffered: atomics are performed after the window's stores") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("st.global.u32", to(rig.address, value));
  rig.emit("atom.global.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u32>(value, [](unsigned) { return 20; });
  rig.run(0, 1);
  rig.run(1, 1);
  rig.end_window();
  CHECK(rig.get<u32>(old, 0) == 20);
  CHECK(rig.peek<u32>(rig.base) == 40);
}

TEST_CASE("buffered: an atomic that changes no value reports none") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("atom.global.or.b32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.poke<u32>(rig.base, 7);
  rig.fill<u32>(value, [](unsigned) { return 5; });
  rig.run(0);
  CHECK_FALSE(rig.end_window());
  CHECK(rig.get<u32>(old, 31) == 7);
}

TEST_CASE("buffered: a generic atomic acts at once in shared memory, later in global memory") {
  Buffered rig;
  rig.shared_bytes = 128;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("atom.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address,
                [&](unsigned lane) { return lane < 16 ? kSharedWindow.base + 4 : rig.base + 4; });
  rig.fill<u32>(value, [](unsigned) { return 2; });
  rig.fill<u32>(old, [](unsigned) { return 99; });
  CHECK(rig.run(0).deferred);
  CHECK(rig.out.memory_changed);
  CHECK(rig.get<u32>(old, 15) == 30);
  CHECK(rig.get<u32>(old, 16) == 99);
  CHECK(rig.end_window());
  CHECK(rig.get<u32>(old, 16) == 0);
  CHECK(rig.get<u32>(old, 31) == 30);
  CHECK(rig.peek<u32>(rig.base + 4) == 32);
  u32 shared;
  std::memcpy(&shared, rig.cta.shared.data() + 4, 4);
  CHECK(shared == 32);
}

TEST_CASE("buffered: an atomic on memory that was freed in the window does nothing") {
  Buffered rig;
  const std::uint64_t block = rig.memory.allocate(128, "block");
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("atom.global.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned lane) { return lane == 0 ? block : rig.base; });
  rig.fill<u32>(value, [](unsigned) { return 2; });
  rig.run(0, 0b11);
  rig.memory.release(block);
  CHECK(rig.end_window());
  CHECK(rig.peek<u32>(rig.base) == 2);
}

TEST_CASE("buffered: an atomic faults when it is executed, not when it is performed") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("atom.global.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<u64>(rig.address, [&](unsigned lane) { return rig.base + (lane == 4 ? 1 << 20 : 0); });
  CHECK(rig.fault(0) != "no fault");
  CHECK(rig.fault_lane == 4);
  CHECK(rig.port.atomics().empty());
}

TEST_CASE("buffered: nothing of a warp passes its acquiring atomic; a release passes nothing") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  const auto atomic = [&](const std::string& order) {
    rig.emit("atom" + order + ".global.add.u32",
             {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  };
  atomic("");                                                           // 0
  atomic(".acquire.gpu");                                               // 1
  atomic(".acq_rel.gpu");                                               // 2
  atomic(".release.gpu");                                               // 3
  rig.emit("ld.global.u32", from(rig.other_address, old));              // 4
  rig.emit("st.global.u32", to(rig.other_address, value));              // 5
  rig.emit("st.release.gpu.global.u32", to(rig.other_address, value));  // 6
  rig.emit("ld.acquire.gpu.global.u32", from(rig.other_address, old));  // 7
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u64>(rig.other_address, [&](unsigned) { return rig.base + 4096; });
  // first, then whether each of 4 to 7 waits.
  const std::pair<Pc, std::array<bool, 4>> expected[] = {
      {0, {false, false, true, false}},
      {1, {true, true, true, true}},
      {2, {true, true, true, true}},
      {3, {false, false, true, false}},
  };
  for (const auto& [first, waits] : expected) {
    rig.run(first);
    for (Pc pc = 4; pc < 8; ++pc) {
      INFO(first << " before " << pc);
      CHECK(rig.run(pc).must_wait == waits[pc - 4]);
    }
    rig.end_window();
    for (Pc pc = 4; pc < 8; ++pc) CHECK_FALSE(rig.run(pc).must_wait);
    rig.end_window();
  }
}

TEST_CASE("buffered: another warp's acquiring atomic holds nobody up") {
  Buffered rig;
  const Slot value = rig.u32(), old = rig.u32();
  rig.emit("atom.acquire.gpu.global.add.u32",
           {.dst = {old}, .src = {rig.address, value}, .dst_bytes = 4, .src_bytes = 8});
  rig.emit("st.release.gpu.global.u32", to(rig.other_address, value));
  rig.fill<u64>(rig.address, [&](unsigned) { return rig.base; });
  rig.fill<u64>(rig.other_address, [&](unsigned) { return rig.base + 4096; });
  rig.run(0);
  WarpState second = rig.warp;
  rig.executor->execute(1, kAllLanes, second, rig.clock, rig.port, rig.out);
  CHECK_FALSE(rig.out.must_wait);
}
