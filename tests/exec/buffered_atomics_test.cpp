// Atomics through a buffered port: what they deliver, and who waits for them.
#include <catch2/catch.hpp>

#include "buffered_rig.h"

using namespace simt;

namespace {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

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

TEST_CASE("buffered: nothing of a warp passes its acquiring atomic, a release passes nothing") {
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
