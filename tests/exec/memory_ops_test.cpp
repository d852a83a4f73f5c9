// Loads and stores: values, extension, vectors, guards, spaces, address records.
#include <catch2/catch.hpp>

#include "buffer_rig.h"

using namespace simt;

TEST_CASE("ld.global of a full warp: consecutive, strided, reversed, one address") {
  const auto step = GENERATE(as<std::int64_t>{}, 4, 8, -4, 0, 100, 128);
  Buffer rig(8192);
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.global.u32", {.dst = {d}, .src = {a}, .src_bytes = 8, .imm = 8});
  const auto address = [&](unsigned lane) {
    return rig.base + static_cast<std::uint64_t>(1000 + step * static_cast<int>(lane));
  };
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return address(lane) - 8; });
  const Outcome& out = rig.run(0);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) == rig.peek<std::uint32_t>(address(lane)));
  REQUIRE(out.num_access == 1);
  CHECK(out.access[0].space == StateSpace::Global);
  CHECK(out.access[0].kind == Kind::Load);
  CHECK(out.access[0].bytes == 4);
  CHECK(out.access[0].lanes == kAllLanes);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(out.access[0].address[lane] == address(lane));
  CHECK_FALSE(out.memory_changed);
  CHECK(out.num_targets == 1);
  CHECK(out.targets[0].pc == 1);
  CHECK(out.targets[0].lanes == kAllLanes);
}

TEST_CASE("inactive and guarded-off lanes load nothing and check nothing") {
  Buffer rig;
  const Slot a = rig.u64(), d = rig.u32(), p = rig.pred();
  Inst& inst = rig.emit("ld.global.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  inst.guard = p;
  inst.guard_negated = true;
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return lane < 8 ? rig.base + 4 * lane : 1; });
  rig.fill<std::uint32_t>(d, [](unsigned) { return 7; });
  rig.set_pred(p, 0xffff'fff0);
  const Outcome& out = rig.run(0, 0x0000'ff0f);
  CHECK(out.path == 0xff0f);
  CHECK(out.executed == 0x000f);
  CHECK(out.access[0].lanes == 0x000f);
  CHECK(out.targets[0].lanes == 0xff0f);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) ==
          (lane < 4 ? rig.peek<std::uint32_t>(rig.base + 4 * lane) : 7));
  rig.set_pred(p, kAllLanes);  // no lane at all
  rig.run(0);
  CHECK(rig.out.executed == 0);
  CHECK(rig.out.num_access == 0);
  CHECK(rig.out.num_targets == 1);
}

TEST_CASE("narrow elements extend by their sign into wider registers") {
  struct Case {
    const char* type;
    std::uint8_t width;
    std::uint64_t memory, expected;
  };
  const auto c = GENERATE(values<Case>({
      {"u8", 2, 0x80, 0x0080},
      {"s8", 2, 0x80, 0xff80},
      {"u8", 4, 0xff, 0xff},
      {"s8", 4, 0x80, 0xffff'ff80},
      {"s8", 8, 0x7f, 0x7f},
      {"s8", 8, 0x81, 0xffff'ffff'ffff'ff81},
      {"b8", 4, 0x80, 0x80},
      {"u16", 4, 0x8001, 0x8001},
      {"s16", 4, 0x8001, 0xffff'8001},
      {"s16", 8, 0x8001, 0xffff'ffff'ffff'8001},
      {"u32", 8, 0x8000'0001, 0x8000'0001},
      {"s32", 8, 0x8000'0001, 0xffff'ffff'8000'0001},
      {"b32", 8, 0x8000'0001, 0x8000'0001},
      {"u64", 8, 0x8000'0000'0000'0001, 0x8000'0000'0000'0001},
      {"s16", 2, 0x8001, 0x8001},
      {"u8", 1, 0x80, 0x80},
  }));
  Rig rig;
  const auto base = rig.memory.allocate(32 * 8, "in");
  const ScalarType type = scalar_type(c.type);
  const Slot a = rig.u64(), d = rig.u64();
  rig.emit(std::string("ld.global.") + c.type,
           {.dst = {d}, .src = {a}, .dst_bytes = c.width, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return base + lane * size_of(type); });
  for (unsigned lane = 0; lane < 32; ++lane)
    std::memcpy(rig.memory.find(base + lane * size_of(type), size_of(type)), &c.memory,
                size_of(type));
  for (const LaneMask lanes : {kAllLanes, LaneMask{0x8000'0001}}) {
    rig.run(0, lanes);
    for (const unsigned lane : {0u, 31u}) {
      INFO(c.type << " into " << int{c.width} << " bytes, lane " << lane);
      std::uint64_t value = 0;
      std::memcpy(&value, rig.warp.regs() + d + lane * c.width, c.width);
      CHECK(value == c.expected);
    }
    std::memset(rig.warp.regs() + d, 0, 8 * kMaxWarpSize);
  }
}

TEST_CASE("vectors load and store element by element") {
  const auto elements = GENERATE(2u, 4u);
  const auto type = GENERATE(as<std::string>{}, "u8", "u16", "u32");
  Buffer rig;
  const unsigned size = size_of(scalar_type(type));
  const std::string suffix = ".global.v" + std::to_string(elements) + "." + type;
  const Slot a = rig.u64();
  std::vector<Slot> regs;
  for (unsigned i = 0; i < elements; ++i) regs.push_back(rig.u32());
  rig.emit("ld" + suffix, {.dst = regs, .src = {a}, .src_bytes = 8});
  std::vector<Slot> sources{a};
  sources.insert(sources.end(), regs.begin(), regs.end());
  rig.emit("st" + suffix, {.src = sources, .src_bytes = 8, .imm = 2048});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return rig.base + lane * size * elements; });
  rig.run(0);
  CHECK(rig.out.access[0].bytes == size * elements);
  rig.run(1);
  CHECK(rig.out.memory_changed);
  for (unsigned i = 0; i < 32 * size * elements; ++i)
    CHECK(rig.peek<std::uint8_t>(rig.base + i) == rig.peek<std::uint8_t>(rig.base + 2048 + i));
  rig.run(1);
  CHECK_FALSE(rig.out.memory_changed);  // the same bytes again
}

TEST_CASE("a discarded vector element is not written") {
  Buffer rig;
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.global.v2.u32", {.dst = {kNoSlot, d}, .src = {a}, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return rig.base + 8 * lane; });
  rig.run(0);
  CHECK(rig.get<std::uint32_t>(d, 5) == rig.peek<std::uint32_t>(rig.base + 44));
}

TEST_CASE("a store truncates its register and reports a change exactly when bytes differ") {
  Rig rig;
  const auto base = rig.memory.allocate(256, "out");
  const Slot a = rig.u64(), v = rig.u32();
  rig.emit("st.global.u8", {.src = {a, v}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return base + 3 * lane; });
  rig.fill<std::uint32_t>(v, [](unsigned lane) { return 0xabcd'0000u + lane; });
  rig.run(0, 0xf);
  CHECK(rig.out.memory_changed);
  CHECK(rig.peek<std::uint8_t>(base + 9) == 3);
  CHECK(rig.peek<std::uint8_t>(base + 10) == 0);
  CHECK(rig.peek<std::uint8_t>(base + 12) == 0);
  rig.run(0, 0xf);
  CHECK_FALSE(rig.out.memory_changed);
  rig.run(0, 0x1f);
  CHECK(rig.out.memory_changed);
}

TEST_CASE("lanes that store to one address: the last lane's value stays") {
  Rig rig;
  const auto base = rig.memory.allocate(4, "out");
  const Slot a = rig.u64(), v = rig.u32();
  rig.emit("st.global.u32", {.src = {a, v}, .dst_bytes = 4, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned) { return base; });
  rig.fill<std::uint32_t>(v, [](unsigned lane) { return lane + 1; });
  rig.run(0);
  CHECK(rig.peek<std::uint32_t>(base) == 32);
}

TEST_CASE("shared memory: 32-bit and 64-bit bases, generic addresses") {
  Rig rig;
  rig.shared_bytes = 256;
  const Slot a32 = rig.u32(), a64 = rig.u64(), generic = rig.u64(), v = rig.u32(), d = rig.u32();
  rig.emit("st.shared.u32", {.src = {a32, v}, .dst_bytes = 4, .src_bytes = 4, .imm = 4});
  rig.emit("ld.shared.u32", {.dst = {d}, .src = {a64}, .src_bytes = 8});
  rig.emit("ld.u32", {.dst = {d}, .src = {generic}, .src_bytes = 8});
  // -4 as a 32-bit base: the sum wraps to lane 0's word.
  rig.fill<std::uint32_t>(a32, [](unsigned lane) { return 4 * lane - 4; });
  rig.fill<std::uint64_t>(a64, [](unsigned lane) { return 4 * (31 - lane); });
  rig.fill<std::uint64_t>(generic, [](unsigned lane) { return kSharedWindow.base + 4 * lane; });
  rig.fill<std::uint32_t>(v, [](unsigned lane) { return 100 + lane; });
  rig.run(0);
  CHECK(rig.out.access[0].space == StateSpace::Shared);
  CHECK(rig.out.access[0].address[0] == 0);
  rig.run(1);
  CHECK(rig.get<std::uint32_t>(d, 3) == 128);
  rig.run(2);
  CHECK(rig.get<std::uint32_t>(d, 3) == 103);
  CHECK(rig.out.access[0].space == StateSpace::Shared);
  CHECK(rig.out.access[0].address[3] == 12);
}

TEST_CASE("local memory belongs to its thread") {
  Rig rig;
  rig.program.functions[0].frame_bytes = 16;
  const Slot a = rig.stack_pointer(), v = rig.u32(), d = rig.u32();
  rig.emit("st.local.u32", {.src = {a, v}, .dst_bytes = 4, .src_bytes = 8, .imm = 12});
  rig.emit("ld.local.u32", {.dst = {d}, .src = {a}, .src_bytes = 8, .imm = 12});
  rig.fill<std::uint32_t>(v, [](unsigned lane) { return lane * lane; });
  rig.run(0);
  CHECK(rig.out.access[0].space == StateSpace::Local);
  CHECK(rig.out.access[0].address[31] == 12);
  rig.run(1);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(rig.get<std::uint32_t>(d, lane) == lane * lane);
  rig.program.code[0].imm = 16;
  CHECK(rig.fault(0, 0xff00) ==
        "out-of-bounds 4-byte store by lane 8 at local address 0x10: the thread has 16 bytes of "
        "local memory");
  CHECK(rig.fault_lane == 8);
}

TEST_CASE("arguments in registers make no traffic") {
  Rig rig;
  rig.program.functions[0].frame_bytes = 16;
  const Slot a = rig.stack_pointer(), v = rig.u32();
  rig.emit("st.local.u32", {.src = {a, v}, .dst_bytes = 4, .src_bytes = 8}).memory.register_passed =
      true;
  rig.fill<std::uint32_t>(v, [](unsigned) { return 5; });
  rig.run(0);
  CHECK(rig.out.num_access == 0);
  CHECK(rig.warp.local[0] == std::byte{5});
}

TEST_CASE("parameters and constants are read by offset") {
  Rig rig;
  rig.launch.params.resize(8);
  rig.launch.constants.resize(8);
  rig.launch.params[4] = std::byte{9};
  rig.launch.constants[4] = std::byte{3};
  const Slot zero = rig.constant(ScalarType::U64, 0), d = rig.u32();
  const Slot generic = rig.constant(ScalarType::U64, kConstWindow.base);
  rig.emit("ld.param.u32", {.dst = {d}, .src = {zero}, .src_bytes = 8, .imm = 4});
  rig.emit("ld.const.u32", {.dst = {d}, .src = {zero}, .src_bytes = 8, .imm = 4});
  rig.emit("ld.u32", {.dst = {d}, .src = {generic}, .src_bytes = 8, .imm = 4});
  rig.run(0);
  CHECK(rig.get<std::uint32_t>(d, 31) == 9);
  rig.run(1);
  CHECK(rig.get<std::uint32_t>(d, 31) == 3);
  CHECK(rig.out.access[0].space == StateSpace::Const);
  rig.set(d, 31, 0u);
  rig.run(2);
  CHECK(rig.get<std::uint32_t>(d, 31) == 3);
  CHECK(rig.out.access[0].space == StateSpace::Const);
  CHECK(rig.out.access[0].address[31] == 4);
  rig.fill<std::uint32_t>(d, [](unsigned) { return 7; });
  rig.run(1, 0x3);  // the other lanes keep theirs
  CHECK(rig.get<std::uint32_t>(d, 1) == 3);
  CHECK(rig.get<std::uint32_t>(d, 2) == 7);
  rig.program.code[0].imm = 8;
  CHECK(rig.fault(0) ==
        "out-of-bounds 4-byte load by lane 0 at param address 0x8: the kernel has 8 bytes of "
        "parameters");
}

TEST_CASE("a parameter that lanes read at their own offsets") {
  Rig rig;
  rig.launch.params.resize(128);
  for (unsigned lane = 0; lane < 32; ++lane) rig.launch.params[4 * lane] = std::byte(lane + 1);
  const Slot at = rig.u64(), d = rig.u32();
  rig.emit("ld.param.u32", {.dst = {d}, .src = {at}, .src_bytes = 8});
  const auto loads = [&](auto&& offset) {
    rig.fill<std::uint64_t>(at, offset);
    rig.run(0);
    for (unsigned lane = 0; lane < 32; ++lane)
      if (rig.get<std::uint32_t>(d, lane) != offset(lane) / 4 + 1) return false;
    return true;
  };
  CHECK(loads([](unsigned) { return 8u; }));
  CHECK(loads([](unsigned lane) { return 4 * lane; }));
  CHECK(loads([](unsigned lane) { return lane == 30 ? 4u : 8u; }));
}

TEST_CASE("one generic access over several spaces is recorded by space") {
  Buffer rig;
  rig.shared_bytes = 64;
  rig.program.functions[0].frame_bytes = 16;
  rig.launch.constants.resize(16);
  rig.launch.params.resize(16);
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  const std::uint64_t bases[] = {rig.base, kSharedWindow.base, kLocalWindow.base, kConstWindow.base,
                                 kParamWindow.base};
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return bases[lane % 5] + 8; });
  rig.cta.shared[8] = std::byte{1};
  rig.warp.local[2 * rig.warp.local_bytes_per_lane + 8] = std::byte{2};
  rig.launch.constants[8] = std::byte{3};
  rig.launch.params[8] = std::byte{4};
  rig.run(0);
  CHECK(rig.get<std::uint32_t>(d, 0) == rig.peek<std::uint32_t>(rig.base + 8));
  CHECK(rig.get<std::uint32_t>(d, 1) == 1);
  CHECK(rig.get<std::uint32_t>(d, 2) == 2);
  CHECK(rig.get<std::uint32_t>(d, 7) == 0);  // lane 7 has its own local memory
  CHECK(rig.get<std::uint32_t>(d, 3) == 3);
  CHECK(rig.get<std::uint32_t>(d, 4) == 4);
  REQUIRE(rig.out.num_access == 5);
  LaneMask seen = 0;
  for (unsigned i = 0; i < 5; ++i) {
    const MemoryAccess& access = rig.out.access[i];
    CHECK((seen & access.lanes) == 0);
    seen |= access.lanes;
    for_each_lane(access.lanes, [&](unsigned lane) {
      CHECK(access.address[lane] == (access.space == StateSpace::Global ? rig.base + 8 : 8));
    });
  }
  CHECK(seen == kAllLanes);
}

TEST_CASE("one global access may span allocations") {
  Rig rig;
  const auto x = rig.memory.allocate(64, "x"), y = rig.memory.allocate(64, "y");
  rig.poke(x, 1u);
  rig.poke(y, 2u);
  const Slot a = rig.u64(), d = rig.u32();
  rig.emit("ld.global.u32", {.dst = {d}, .src = {a}, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return lane % 2 == 0 ? x : y; });
  rig.run(0);
  CHECK(rig.get<std::uint32_t>(d, 30) == 1);
  CHECK(rig.get<std::uint32_t>(d, 31) == 2);
  CHECK(rig.out.num_access == 1);
  CHECK(rig.out.access[0].lanes == kAllLanes);
}
