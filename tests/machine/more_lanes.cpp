// Tests of lane functions, of packed integers, halves, and what few instructions have.
#include <bit>
#include <cmath>
#include <limits>

#include "isa/base/address_space.h"
#include "tests/machine/lane_cases.h"

namespace simt::machine::test {

static u32 packed(Lanes which, ScalarType type, u32 a, u32 b, u32 c) {
  LaneRig rig(which);
  rig.inst.op.type = type;
  rig.inst.op.mode.sat = which == Lanes::i2ip;
  rig.result();
  rig.source(0, a);
  rig.source(1, b);
  rig.source(2, c);
  rig.run();
  return rig.value();
}

/// What cvt does has its own tests (tests/ops/byte_float_test.cpp).
static u32 bytes(Lanes which, ScalarType type, ScalarType type2, std::vector<u32> sources,
                 bool relu = false, u64 modifiers = 0) {
  LaneRig rig(which, modifiers);
  rig.inst.op.type = type;
  rig.inst.op.type2 = type2;
  rig.inst.op.mode.relu = relu;
  rig.result();
  unsigned i = 0;
  for (const u32 s : sources) rig.source(i++, s);
  rig.run();
  return rig.value();
}
static void byte_floats() {
  using enum ScalarType;
  constexpr u32 kOne = 0x3f800000, kMinusTwo = 0xc0000000;
  CHECK(bytes(Lanes::bytes, E4M3x2, F32, {kOne, kMinusTwo, 0x12345678}) == 0x567838c0);
  CHECK(bytes(Lanes::bytes, E5M2x2, F32, {kOne, kMinusTwo, 0}) == 0x3cc0);
  CHECK(bytes(Lanes::bytes, E5M2x2, F32, {kOne, kMinusTwo, 0}, true) == 0x3c00);
  CHECK(bytes(Lanes::bytes_of_halves, E4M3x2, F16x2, {0x3c00c000, 1}) == 0x138c0);
  CHECK(bytes(Lanes::bytes_of_halves, E5M2x2, F16x2, {0x3c00c000, 0}, true) == 0x3c00);
  CHECK(bytes(Lanes::halves_of_bytes, F16x2, E4M3x2, {0x123438c0}) == 0x3c00c000);
  CHECK(bytes(Lanes::halves_of_bytes, F16x2, E5M2x2, {0x3cc01234}, false, kHigh) == 0x3c00c000);
  CHECK(bytes(Lanes::halves_of_bytes, F16x2, E5M2x2, {0x3cc0}, true) == 0x3c000000);
  CHECK(bytes(Lanes::tf32, TF32, F32, {0x3f801001}) == 0x3f802000);
  CHECK(bytes(Lanes::tf32, TF32, F32, {kMinusTwo}, true) == 0);
}

const LaneCases kMoreLaneCases{
    {Lanes::bytes, byte_floats},
    {Lanes::bytes_of_halves, byte_floats},
    {Lanes::halves_of_bytes, byte_floats},
    {Lanes::tf32, byte_floats},
    {Lanes::packed,
     [] {
       // -1 and 2, 5 and -3, by halves of 16 bits.
       CHECK(of(Lanes::packed, kPairs | function(kSumOf), {0x0002ffff, 0xfffd0005, 0}, {kAll}) ==
             0xffff0004);
       CHECK(of(Lanes::packed, kPairs | kNegateB | function(kSumOf), {0x00020001, 0x00010002, 0},
                {kAll}) == 0x0001ffff);
       CHECK(of(Lanes::packed, kPairs | kSigned | function(kExtremeOfTwo),
                {0x0002ffff, 0xfffd0005, 0}, {kAll}) == 0xfffdffff);
       CHECK(of(Lanes::packed, kPairs | function(kExtremeOfTwo), {0x0002ffff, 0xfffd0005, 0},
                {kAll}) == 0x00020005);
       CHECK(of(Lanes::packed, kPairs | kSigned | kRelu | function(kExtremeOfTwo),
                {0x0002ffff, 0xfffd0005, 0}, {kAll}) == 0);
       CHECK(of(Lanes::packed, kSigned | kRelu | function(kExtremeOfSum), {kMost, kMost, 7},
                {kAll}) == 0);
       CHECK(of(Lanes::packed, kPairs | kSigned | function(kExtremeOfThree),
                {0x00010005, 0x00020004, 0x00030003}, {0}) == 0x00030005);
     }},
    {Lanes::idp2,
     [] {
       // Halves 3 and -1; bytes 2, -4, 5, 6 from the lowest on.
       CHECK(of(Lanes::idp2, function(3), {0xffff0003, 0x0605fc02, 10}) == 10 + 6 + 4);
       CHECK(of(Lanes::idp2, kHigh | function(3), {0xffff0003, 0x0605fc02, 10}) == 10 + 15 - 6);
       CHECK(of(Lanes::idp2, function(0), {0x00020003, 0x0605fc02, 10}) == 10 + 6 + 2 * 0xfc);
       CHECK(of(Lanes::idp2, function(1), {0xffff0003, 0x00000102, 10}) == 10 + 6 - 1);
       CHECK(of(Lanes::idp2, function(2), {0x00010003, 0x0000ff02, 10}) == 10 + 6 - 1);
     }},
    {Lanes::vabsdiff,
     [] {
       CHECK(of(Lanes::vabsdiff, 0, {1, kMost, 5}) == kMost - 1 + 5);
       CHECK(of(Lanes::vabsdiff, kSigned, {1, kMost, 5}) == 7);
     }},
    {Lanes::vabsdiff4,
     [] {
       CHECK(of(Lanes::vabsdiff4, 0, {0x010203ff, 0x02010301, 5}) == 0x010100fe);
       CHECK(of(Lanes::vabsdiff4, kSigned, {0x010203ff, 0x02010301, 5}) == 0x01010002);
       CHECK(of(Lanes::vabsdiff4, kWide, {0x010203ff, 0x02010301, 5}) == 5 + 1 + 1 + 0xfe);
     }},
    {Lanes::qspc,
     [] {
       const auto lies_in = [](u64 space, u64 address) {
         LaneRig rig(Lanes::qspc, function(space));
         rig.result();
         rig.source(0, address);
         rig.run();
         return rig.lanes(0) == kAll;
       };
       CHECK(lies_in(2, kSharedWindow.base + 16));
       CHECK(!lies_in(0, kSharedWindow.base + 16));
       CHECK(lies_in(1, kLocalWindow.base));
       CHECK(lies_in(0, 0x7f0000000000));
       // An offset of -16.
       LaneRig below(Lanes::qspc, function(2) | u64{0xfffff0} << kTableAt);
       below.result();
       below.source(0, kSharedWindow.base + 8);
       below.run();
       CHECK(below.lanes(0) == 0);
       // .D, the shared memory of the cluster: that of its only block, as on an H100.
       CHECK(lies_in(3, kSharedWindow.base));
       CHECK(!lies_in(3, kLocalWindow.base));
     }},
    {Lanes::dsetp_extreme,
     [] {
       const auto chosen = [](u64 greatest, double a, double b) {
         LaneRig rig(Lanes::dsetp_extreme, function(greatest));
         rig.result(0);
         rig.result(1);
         rig.source(0, a);
         rig.source(1, b);
         rig.predicate(2, kAll);
         rig.run();
         return std::pair(rig.lanes(0) == kAll, rig.lanes(1) == kAll);
       };
       const double nan = std::numeric_limits<double>::quiet_NaN();
       CHECK(chosen(0, 1, 2) == std::pair(true, false));
       CHECK(chosen(1, 1, 2) == std::pair(false, false));
       CHECK(chosen(0, -0.0, 0.0).first);
       CHECK(!chosen(1, -0.0, 0.0).first);
       CHECK(chosen(0, 1, nan) == std::pair(true, false));
       CHECK(chosen(1, nan, 1) == std::pair(false, false));
       CHECK(chosen(1, nan, nan) == std::pair(false, true));
     }},
    {Lanes::hset2,
     [] {  // 1 and 2 against 2 and 1
       CHECK(of(Lanes::hset2, table(kLess), {0x40003c00, 0x3c004000}, {kAll}) == 0xffff);
       CHECK(of(Lanes::hset2, kSingle | table(kLess), {0x40003c00, 0x3c004000}, {kAll}) == 0x3c00);
       CHECK(of(Lanes::hset2, kSingle | kBfloat | table(kGreater), {0x40003f80, 0x3f804000},
                {kAll}) == 0x3f800000);
     }},
    {Lanes::hmnmx2,
     [] {
       CHECK(of(Lanes::hmnmx2, 0, {0x40003c00, 0x3c004000}, {kAll}) == 0x3c003c00);
       CHECK(of(Lanes::hmnmx2, 0, {0x40003c00, 0x3c004000}, {0}) == 0x40004000);
       CHECK(of(Lanes::hmnmx2, 0, {0x7fff7fff, 0x3c007fff}, {0}) == 0x3c007fff);
       CHECK(of(Lanes::hmnmx2, kBfloat, {0x40003f80, 0x3f804000}, {kAll}) == 0x3f803f80);
     }},
    {Lanes::mufu_half,
     [] {  // 2^1, 2^-1, tanh(0) with the sign kept
       CHECK(of(Lanes::mufu_half, function(2), {0x12343c00}) == 0x4000);
       CHECK(of(Lanes::mufu_half, kHigh | function(2), {0x3c001234}) == 0x4000);
       CHECK(of(Lanes::mufu_half, kNegateA | function(2), {0x3c00}) == 0x3800);
       CHECK(of(Lanes::mufu_half, kAbsoluteA | function(2), {0xbc00}) == 0x4000);
       CHECK(of(Lanes::mufu_half, kBfloat | function(2), {0x3f80}) == 0x4000);
       CHECK(of(Lanes::mufu_half, function(9), {0x8000}) == 0x8000);
       CHECK(of(Lanes::mufu_half, kBfloat | function(9), {0x7f80}) == 0x3f80);
     }},
    {Lanes::plop3_signs,
     [] {
       const auto truth = [](u64 modifiers, u32 a, u32 b, u32 c) {
         LaneRig rig(Lanes::plop3_signs, modifiers);
         rig.result(0);
         rig.result(1);
         rig.source(0, a);
         rig.source(1, b);
         rig.source(2, c);
         rig.run();
         return std::pair(rig.lanes(0) == kAll, rig.lanes(1) == kAll);
       };
       // A and not B; B or C
       const u64 tables = table(0xf0 & ~0xccu) | u64{0xcc | 0xaa} << kSecondTableAt;
       CHECK(truth(tables, kMost, 1, 0) == std::pair(true, false));
       CHECK(truth(tables, kMost, 0x80000000, 0) == std::pair(false, true));
       CHECK(truth(tables, 0x7fffffff, 0, kMost) == std::pair(false, true));
     }},
    {Lanes::i2i,
     [] {
       const auto clamped = [](ScalarType type, u32 a) {
         LaneRig rig(Lanes::i2i);
         rig.inst.op.type = type;
         rig.inst.op.mode.sat = true;
         rig.result();
         rig.source(0, a);
         rig.run();
         return rig.value();
       };
       CHECK(clamped(ScalarType::U8, 300) == 255);
       CHECK(clamped(ScalarType::U8, kMost) == 0);
       CHECK(clamped(ScalarType::S16, 40000) == 0x7fff);
       CHECK(clamped(ScalarType::S16, static_cast<u32>(-40000)) == 0xffff8000);
       CHECK(clamped(ScalarType::S8, static_cast<u32>(-5)) == static_cast<u32>(-5));
     }},
    {Lanes::i2ip,
     [] {
       CHECK(packed(Lanes::i2ip, ScalarType::U8, 300, kMost, 0xdead1234) == 0x1234ff00);
       CHECK(packed(Lanes::i2ip, ScalarType::S8, kMost, 200, 0) == 0xff7f);
       CHECK(packed(Lanes::i2ip, ScalarType::S16, 70000, static_cast<u32>(-2), 0) == 0x7ffffffe);
     }},
    {Lanes::f2ip,
     [] {
       const auto bits = [](float f) { return std::bit_cast<u32>(f); };
       CHECK(packed(Lanes::f2ip, ScalarType::U8, bits(2.5F), bits(-3.0F), 7) == 0x70200);
       CHECK(packed(Lanes::f2ip, ScalarType::U8, bits(3.5F), bits(1e9F), 0) == 0x4ff);
       CHECK(packed(Lanes::f2ip, ScalarType::S8, bits(NAN), bits(-1.0F), 0) == 0xff);
     }},
    {Lanes::atomic_add_f16,
     [] {
       CHECK(of(Lanes::atomic_add_f16, 0, {0x3c003c00, 0x40003c00}) == 0x42004000);
     }},
    {Lanes::atomic_add_bf16,
     [] {
       CHECK(of(Lanes::atomic_add_bf16, 0, {0x3f803f80, 0x40003f80}) == 0x40404000);
     }},
};

}  // namespace simt::machine::test
