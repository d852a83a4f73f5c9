// atom and red: every operation and type, old values, lane order, change reports.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "isa/ptx/rows/op_table.h"
#include "rig.h"
#include "tests/ops/opcode_text.h"

using namespace simt;

namespace {

struct Atomic : Rig {
  std::uint64_t cell = memory.allocate(256, "cell");
  Slot a = u64(), b = u64(), c = u64(), d = u64();

  /// Emits op and executes it for `lanes` on one cell that holds `old`.
  template <class T>
  T apply(const std::string& op, T old, T operand, T third = T{}, LaneMask lanes = 1) {
    const Pc pc = next_pc();
    emit(op, {.dst = {d},
              .src = {a, b, c},
              .dst_bytes = static_cast<std::uint8_t>(sizeof(T)),
              .src_bytes = 8});
    fill<std::uint64_t>(a, [&](unsigned) { return cell; });
    for (unsigned lane = 0; lane < 32; ++lane) {
      set(b, lane, operand);
      set(c, lane, third);
    }
    poke(cell, old);
    run(pc, lanes);
    return peek<T>(cell);
  }
};

template <class T>
void check_integer(const std::string& type, const std::string& op, T old, T operand, T expected) {
  Atomic rig;
  const std::string opcode = "." + op + "." + type;
  INFO(opcode);
  CHECK(rig.apply<T>("atom.global" + opcode, old, operand) == expected);
  CHECK(rig.get<T>(rig.d, 0) == old);
  CHECK(rig.out.memory_changed == (old != expected));
  CHECK(rig.out.access[0].kind == Kind::Atomic);
  CHECK(rig.out.access[0].bytes == sizeof(T));
  if (op == "exch") return;
  rig.set(rig.d, 0, static_cast<T>(0x5a));
  CHECK(rig.apply<T>("red.global" + opcode, old, operand) == expected);
  CHECK(rig.get<T>(rig.d, 0) == static_cast<T>(0x5a));
  CHECK(rig.out.access[0].kind == Kind::Reduction);
}

}  // namespace

TEST_CASE("integer atomics") {
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  constexpr u32 kTop = 0x8000'0000;
  constexpr u64 kTop64 = 0x8000'0000'0000'0000;
  check_integer<u32>("u32", "add", 0xffff'ffff, 2, 1);
  check_integer<u32>("s32", "add", 0x7fff'ffff, 1, kTop);
  check_integer<u64>("u64", "add", ~0ull, 2, 1);
  check_integer<u32>("u32", "min", kTop, 5, 5);
  check_integer<u32>("u32", "max", kTop, 5, kTop);
  check_integer<u32>("s32", "min", kTop, 5, kTop);
  check_integer<u32>("s32", "max", kTop, 5, 5);
  check_integer<u64>("u64", "min", kTop64, 5, 5);
  check_integer<u64>("s64", "min", kTop64, 5, kTop64);
  check_integer<u64>("u64", "max", kTop64, 5, kTop64);
  check_integer<u64>("s64", "max", kTop64, 5, 5);
  check_integer<u32>("b32", "and", 0xff00'ff00, 0x0ff0'0ff0, 0x0f00'0f00);
  check_integer<u32>("b32", "or", 0xff00'ff00, 0x0ff0'0ff0, 0xfff0'fff0);
  check_integer<u32>("b32", "xor", 0xff00'ff00, 0x0ff0'0ff0, 0xf0f0'f0f0);
  check_integer<u64>("b64", "and", kTop64 | 3, kTop64 | 6, kTop64 | 2);
  check_integer<u64>("b64", "or", kTop64 | 3, 6, kTop64 | 7);
  check_integer<u64>("b64", "xor", kTop64 | 3, kTop64 | 6, 5);
  check_integer<u32>("b32", "exch", 1, 2, 2);
  check_integer<u64>("b64", "exch", kTop64, kTop64, kTop64);
  check_integer<u32>("u32", "inc", 4, 5, 5);
  check_integer<u32>("u32", "inc", 5, 5, 0);
  check_integer<u32>("u32", "inc", 6, 5, 0);
  check_integer<u32>("u32", "dec", 5, 5, 4);
  check_integer<u32>("u32", "dec", 0, 5, 5);
  check_integer<u32>("u32", "dec", 6, 5, 5);
}

TEST_CASE("compare and swap of 2, 4 and 8 bytes") {
  Atomic rig;
  CHECK(rig.apply<std::uint16_t>("atom.global.cas.b16", 7, 7, 9) == 9);
  CHECK(rig.out.memory_changed);
  CHECK(rig.get<std::uint16_t>(rig.d, 0) == 7);
  CHECK(rig.apply<std::uint32_t>("atom.global.cas.b32", 7, 8, 9) == 7);
  CHECK_FALSE(rig.out.memory_changed);
  CHECK(rig.apply<std::uint64_t>("atom.cas.b64", 1ull << 40, 1ull << 40, 5) == 5);
  // All lanes compete: the first wins, the others see its value.
  CHECK(rig.apply<std::uint32_t>("atom.global.cas.b32", 0, 0, 1, kAllLanes) == 1);
  CHECK(rig.get<std::uint32_t>(rig.d, 0) == 0);
  for (unsigned lane = 1; lane < 32; ++lane) CHECK(rig.get<std::uint32_t>(rig.d, lane) == 1);
}

TEST_CASE("lanes are served in lane order") {
  Atomic rig;
  CHECK(rig.apply<std::uint32_t>("atom.global.add.u32", 100, 2, 0, 0xf00f) == 116);
  unsigned before = 100;
  for_each_lane(0xf00f, [&](unsigned lane) {
    CHECK(rig.get<std::uint32_t>(rig.d, lane) == before);
    before += 2;
  });
  CHECK(rig.out.access[0].lanes == 0xf00f);
}

TEST_CASE("distinct consecutive cells, destination over the operand") {
  Rig rig;
  const auto base = rig.memory.allocate(128, "cells");
  const Slot a = rig.u64(), v = rig.u32();
  rig.emit("atom.global.exch.b32", {.dst = {v}, .src = {a, v}, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [&](unsigned lane) { return base + 4 * lane; });
  for (unsigned lane = 0; lane < 32; ++lane) rig.poke(base + 4 * lane, lane);
  rig.fill<std::uint32_t>(v, [](unsigned lane) { return 1000 + lane; });
  rig.run(0);
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(rig.get<std::uint32_t>(v, lane) == lane);
    CHECK(rig.peek<std::uint32_t>(base + 4 * lane) == 1000 + lane);
  }
}

TEST_CASE("shared atomics") {
  Rig rig;
  rig.shared_bytes = 16;
  const Slot a = rig.u32(), v = rig.u32(), d = rig.u32();
  rig.emit("atom.shared.add.u32", {.dst = {d}, .src = {a, v}, .src_bytes = 4, .imm = 4});
  rig.fill<std::uint32_t>(v, [](unsigned) { return 1; });
  rig.run(0);
  CHECK(rig.cta.shared[4] == std::byte{32});
  CHECK(rig.out.access[0].space == StateSpace::Shared);
}

TEST_CASE("floating-point addition rounds to nearest") {
  Atomic rig;
  CHECK(rig.apply<float>("atom.global.add.f32", 1.0f, 0x1p-24f) == 1.0f);
  CHECK(rig.apply<float>("atom.global.add.f32", 1.0f, 0x1.8p-24f) == 1.0f + 0x1p-23f);
  CHECK(rig.apply<double>("atom.global.add.f64", 1.0, 0x1.8p-53) == 1.0 + 0x1p-52);
  CHECK(rig.apply<double>("red.global.add.f64", 0.5, 0.25) == 0.75);
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(std::bit_cast<std::uint32_t>(rig.apply<float>("atom.global.add.f32", inf, -inf)) ==
        0x7fff'ffff);
}

TEST_CASE("f32 addition flushes subnormals in global memory, not in shared memory") {
  Atomic rig;
  const float tiny = 0x1p-140f;
  CHECK(rig.apply<float>("atom.global.add.f32", tiny, tiny) == 0.0f);
  CHECK(std::signbit(rig.apply<float>("atom.global.add.f32", -tiny, -0.0f)));
  CHECK(rig.apply<float>("atom.global.add.f32", 0x1p-126f, -0x1.8p-126f) == 0.0f);
  CHECK(rig.apply<double>("atom.global.add.f64", 0x1p-1070, 0x1p-1070) == 0x1p-1069);

  Rig shared;
  shared.shared_bytes = 4;
  const Slot a = shared.u64(), v = shared.u32(), d = shared.u32();
  shared.emit("atom.add.f32", {.dst = {d}, .src = {a, v}, .src_bytes = 8});
  shared.fill<std::uint64_t>(a, [](unsigned) { return kSharedWindow.base; });
  shared.set(v, 0, tiny);
  shared.run(0, 1);
  float sum = 0;
  std::memcpy(&sum, shared.cta.shared.data(), sizeof sum);
  CHECK(sum == tiny);
}

TEST_CASE("atomics on local memory and constants are refused") {
  Rig rig;
  rig.program.functions[0].frame_bytes = 16;
  const Slot a = rig.u64(), v = rig.u32(), d = rig.u32();
  rig.emit("atom.add.u32", {.dst = {d}, .src = {a, v}, .src_bytes = 8});
  rig.fill<std::uint64_t>(a, [](unsigned) { return kLocalWindow.base; });
  CHECK(rig.fault(0, 0x10) ==
        "4-byte atomic by lane 4 at generic address 0x20000000000, which is in local memory");
}

TEST_CASE("every operation and type that the instruction table has for atomics executes") {
  Atomic rig;
  std::set<std::tuple<Kind, AtomicOp, ScalarType>> seen;
  for (const OpInfo& row : op_table()) {
    if (row.kind != Kind::Atomic && row.kind != Kind::Reduction) continue;
    for (const std::string& opcode : test::expand(row.opcode)) {
      if (opcode.find("shared") != std::string::npos) continue;
      const OpForm form = *match_opcode(test::parts_of(opcode)).form;
      const MemoryForm memory = decode::memory_form(form);
      if (!seen.insert({row.kind, memory.atomic, form.type()}).second) continue;
      INFO(opcode);
      CHECK((memory.bytes() == 2 || memory.bytes() == 4 || memory.bytes() == 8 ||
             memory.bytes() == 16));
      if (memory.bytes() == 16 || memory.elements > 1)
        continue;  // tests/programs/sm_90_instructions.cu
      CHECK_NOTHROW(rig.apply<std::uint64_t>(opcode, 1, 1, 1));
    }
  }
  CHECK(seen.size() >= 40);
}
