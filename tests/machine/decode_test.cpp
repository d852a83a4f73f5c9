#include <catch2/catch.hpp>

#include "isa/machine/control.h"
#include "isa/machine/instruction.h"
#include "isa/machine/print.h"
#include "isa/machine/table.h"
#include "tests/machine/golden_words.h"

using namespace simt::machine;
using Catch::Matchers::Contains;

namespace {

std::string text(const std::string& hex, unsigned target, std::uint64_t address = 0) {
  return text_of(decode(word_of(hex), target), address);
}

}  // namespace

TEST_CASE("an instruction of each form of operands") {
  CHECK(text("000000ff0600720c 004fc80003f05070", 90) == "ISETP.NE.U32.AND P0, PT, R6, RZ, PT");
  CHECK(text("0000000402007981 000ea2000c1e1900", 80) == "LDG.E R0, [R2.64]");
  CHECK(text("0000040402097981 000ea4000c1e1900", 90) == "LDG.E R9, desc[UR4][R2.64+0x4]");
  CHECK(text("fffffff000007947 000fc0000383ffff", 75, 0x150) == "BRA 0x150");
  CHECK(text("fffffffc00fc7947 000fc0000383ffff", 90, 0xb0) == "BRA 0xb0");
  CHECK(text("ffffbb1004007958 000fea000b83ffff", 75, 0x44e0) == "BRXU UR4 -0x44f0");
}

TEST_CASE("what FSWZADD does in each lane of a quad is one operand") {
  CHECK(text("000000cc08037822 000fe20000002003", 75) == "FSWZADD.NDV R3, R8, R3, ZPPPZPPP");
  CHECK(text("000000f008037822 000fe20000000003", 90) == "FSWZADD R3, R8, R3, ZPZPPPPP");
  CHECK(text("0000001b08037822 000fe20000000003", 80) == "FSWZADD R3, R8, R3, PPPNNPZP");
}

TEST_CASE("a uniform address of QSPC") {
  CHECK(text("00000008ffff79aa 000e620008020500", 90) == "QSPC.E.S P1, RZ, [UR8]");
}

TEST_CASE("an IMAD is named by what the assembler uses it for") {
  CHECK(text("00000004ff037424 000fe200078e00ff", 75) == "IMAD.MOV.U32 R3, RZ, RZ, 0x4");
  CHECK(text("0001000004047824 000fe400078e00ff", 80) == "IMAD.U32 R4, R4, 0x10000, RZ");
}

TEST_CASE("reserved encodings are errors that say what is reserved") {
  // Opcode 0xfff; a reserved size of a load; a bit that must be 0; another architecture.
  CHECK_THROWS_WITH(decode(word_of("0000000402007fff 000ea2000c1e1900"), 90),
                    Contains("unknown opcode 0xfff"));
  CHECK_THROWS_WITH(decode(word_of("0000000402007981 000ea2000c1e1f00"), 80),
                    Contains("LDG") && Contains("7 is reserved in bits 73 and on"));
  CHECK_THROWS_WITH(decode(word_of("00000004ff037424 000fe300078e00ff"), 75),
                    Contains("bit 104 is reserved"));
  CHECK_THROWS_WITH(decode(word_of("0000000402007981 000ea2000c1e1900"), 70), Contains("sm_70"));
  // Stall and yield of 31; a register kept for reuse where there is none.
  CHECK_THROWS_WITH(decode(word_of("0000000000007918 000ffe0000000000"), 90),
                    Contains("stall and yield"));
  CHECK_THROWS_WITH(decode(word_of("0000000000007918 040fc00000000000"), 90),
                    Contains("nothing to reuse"));
}

TEST_CASE("the control field") {
  const Instruction load = decode(word_of("0000000402007981 000ea2000c1e1900"), 80);
  const ControlField control = control_of(load);
  CHECK(control.stall == 1);
  CHECK(control.yield);
  CHECK(control.write_barrier == 2U);
  CHECK(!control.read_barrier);
  CHECK(control.wait_mask == 0);
  CHECK(text_of(control) == "B------:R-:W2:Y:S01");
  CHECK(text_of(control_of(decode(word_of("0000000004057980 003ea20000114900"), 75))) ==
        "B01----:R-:W2:Y:S01");
}

TEST_CASE("every bit of a word is a field, a constant or ignored") {
  CHECK(all_encodings().size() > 500);
  for (const Encoding& e : all_encodings()) {
    Word fields;
    for (const Bits& field : e.fields) fields = fields | field.mask();
    INFO(e.row);
    CHECK((fields | e.fixed.mask | e.ignored) == ~Word{});
    CHECK((fields & e.ignored).none());
    CHECK((e.fixed.mask & e.ignored).none());
    CHECK((e.fixed.value & ~e.fixed.mask).none());
  }
}

TEST_CASE("a field of 64 bits and more across both halves of a word") {
  Word word;
  const Bits bits{{{{16, 8}, {34, 48}, {}}}};
  bits.set(word, 0xab'cdef'0123'4567);
  CHECK(bits.get(word) == 0xab'cdef'0123'4567);
  CHECK(bits.mask().bit(16));
  CHECK(bits.mask().bit(81));
  CHECK(!bits.mask().bit(82));
  CHECK(word.get({60, 8}) == (0xab'cdef'0123'45 >> 26 & 0xff));
}
