// Forms of operations that have a loop of their own compute what the operation's loop does.
#include <random>
#include <vector>

#include "isa/core/lanes/lane_types.h"
#include "isa/machine/lanes/usual.h"
#include "tests/machine/lane_rig.h"

using namespace simt;
using namespace simt::machine;
using namespace simt::machine::test;

namespace {

struct Form {
  Lanes which;
  std::uint64_t modifiers = 0;
  unsigned wide_sources = 0;  ///< bit i: source i has 64 bits
  unsigned predicates = 0;    ///< source predicates behind the three values
  unsigned results = 1;       ///< of which all but the first are predicates that nobody wants
};

const std::vector<Form> kUsual{
    {Lanes::fadd},
    {Lanes::fadd, kNegateB},
    {Lanes::fmul},
    {Lanes::fmul, kNegateA | kAbsoluteB},
    {Lanes::ffma},
    {Lanes::ffma, kNegateA | kNegateC},
    {Lanes::dadd, 0, 7},
    {Lanes::dmul, kNegateA, 7},
    {Lanes::dfma, 0, 7},
    {Lanes::iadd3, 0, 0, 2, 3},
    {Lanes::imad, 0, 0, 1},
    {Lanes::imad_wide, 0, 4, 1, 2},
    {Lanes::imad_wide, kSigned, 4, 1, 2},
    {Lanes::lea, std::uint64_t{3} << kAmountAt, 0, 1, 3},
    {Lanes::lop3, std::uint64_t{0xc0} << kTableAt, 0, 1, 2},
    {Lanes::lop3, std::uint64_t{0xfc} << kTableAt, 0, 1, 2},
    {Lanes::lop3, std::uint64_t{0x3c} << kTableAt, 0, 1, 2},
    {Lanes::lop3, std::uint64_t{0x30} << kTableAt, 0, 1, 2},
    {Lanes::lop3, std::uint64_t{0xf8} << kTableAt, 0, 1, 2},
    {Lanes::shf, 0},
    {Lanes::shf, kWrap},
    {Lanes::shf, kRight | kHigh},
    {Lanes::shf, kRight | kHigh | kWrap},
    {Lanes::shf, kRight | kHigh | kSigned},
    {Lanes::shf, kRight | kHigh | kSigned | kWrap},
};

/// Numbers of every kind: any bits, small ones, specials of both precisions.
template <class T>
std::array<T, 32> words(std::mt19937_64& random) {
  std::array<T, 32> out;
  for (T& word : out) {
    const std::uint64_t bits = random();
    constexpr T kSpecial[] = {T{0}, static_cast<T>(0x7ff8000000000000), T{0x7fc00000},
                              T{0x7f800000}, static_cast<T>(0x8000000080000000)};
    word = bits % 4 == 0   ? kSpecial[bits / 4 % 5]
           : bits % 4 == 1 ? static_cast<T>(bits / 4 % 70)
                           : static_cast<T>(random());
  }
  return out;
}

void fill(LaneRig& rig, const Form& form, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < form.results; ++i) rig.result(i);
  for (unsigned i = 1; i < form.results; ++i) rig.inst.dst.set(i, kNoSlot);
  for (unsigned i = 0; i < 3; ++i)
    if ((form.wide_sources >> i & 1) != 0)
      rig.source(i, words<std::uint64_t>(random));
    else
      rig.source(i, words<std::uint32_t>(random));
  for (unsigned i = 0; i < form.predicates; ++i) rig.predicate(3 + i, kAll);
}

/// All bytes of the first result.
std::array<std::uint64_t, 32> results(const LaneRig& rig) {
  std::array<std::uint64_t, 32> out;
  for (unsigned i = 0; i < 32; ++i) out[i] = rig.value<std::uint64_t>(0, i);
  return out;
}

}  // namespace

TEST_CASE("machine: a form with a loop of its own computes what its operation does") {
  for (const Form& form : kUsual)
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      for (const LaneMask lanes : {kAll, LaneMask{0x8421}, LaneMask{0xfffe7fff}}) {
        CAPTURE(name_of(form.which), form.modifiers, seed, lanes);
        LaneRig any(form.which, form.modifiers), own(form.which, form.modifiers);
        fill(any, form, seed);
        fill(own, form, seed);
        const LaneOp usual = usual_form(form.which, own.inst);
        REQUIRE(usual != nullptr);
        REQUIRE(usual != lanes_of(form.which));
        own.use(usual);
        any.run(lanes);
        own.run(lanes);
        REQUIRE(results(any) == results(own));
      }
}

TEST_CASE("machine: a form that does more has no loop of its own") {
  const auto has_own = [](const Form& form, bool drops_predicates = true, FloatMode mode = {}) {
    LaneRig rig(form.which, form.modifiers);
    fill(rig, form, 0);
    if (!drops_predicates) rig.inst.dst.set(1, 512);
    rig.inst.op.mode = mode;
    return usual_form(form.which, rig.inst) != nullptr;
  };
  CHECK_FALSE(has_own({Lanes::ffma}, true, {.rounding = Rounding::Up}));
  CHECK_FALSE(has_own({Lanes::fadd}, true, {.ftz = true}));
  CHECK_FALSE(has_own({Lanes::iadd3, kExtended, 0, 2, 3}));
  CHECK_FALSE(has_own({Lanes::iadd3, kNegateB, 0, 2, 3}));
  CHECK_FALSE(has_own({Lanes::iadd3, 0, 0, 2, 3}, false));
  CHECK_FALSE(has_own({Lanes::imad, kNegateC, 0, 1}));
  CHECK_FALSE(has_own({Lanes::imad_wide, 0, 4, 1, 2}, false));
  CHECK_FALSE(has_own({Lanes::lop3, std::uint64_t{0xc0} << kTableAt, 0, 1, 2}, false));
  CHECK_FALSE(has_own({Lanes::lop3, std::uint64_t{0xe8} << kTableAt, 0, 1, 2}));
  CHECK_FALSE(has_own({Lanes::shf, kRight}));
  CHECK_FALSE(has_own({Lanes::shf, kRight | kHigh | kWide}));
}
