// From words of machine code to instructions: what is refused says what and where, and operands are
// what the fields name.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "isa/core/code_mode.h"
#include "isa/machine/lower/lower.h"
#include "isa/machine/lower/refused.h"
#include "isa/machine/lower/rules.h"
#include "isa/machine/table.h"
#include "isa/machine/target/targets.h"

using namespace simt;
using namespace simt::machine;

namespace {

struct Words {
  std::uint64_t low, high;
};
KernelImage image_of(std::vector<Words> words, unsigned sm = 90) {
  KernelImage image;
  image.name = "kernel";
  image.sm = sm;
  image.registers = 64;
  image.bank0_bytes = 0x210;
  image.params_at = 0x210;
  image.code.resize(16 * words.size());
  std::memcpy(image.code.data(), words.data(), image.code.size());
  return image;
}
/// The names of the registers that the instruction reads, in the order of its operands.
using Names = std::vector<std::string>;
Names registers_of(Words words) {
  KernelImage image = image_of({words}, 75);
  image.params_at = 0x160;  // where handles stand
  image.bank0_bytes = 0x170;
  const Program p = lower(image);
  Names names;
  for (std::size_t i = 0; i < p.code[0].src.size(); ++i)
    for (const RegisterInfo& r : p.registers)
      if (r.slot == p.code[0].src[i]) names.push_back(r.name);
  return names;
}

/// The names of the registers that it reads, each once.
Names names_read(const Program& p) {
  Names names;
  for (const RegId reg : p.code[0].reads.view()) names.push_back(p.registers[reg].name);
  return names;
}

std::string refusal(Words words, unsigned sm = 90) {
  try {
    lower(image_of({{0x000000000000794d, 0x000fea0003800000}, words}, sm));
  } catch (const LoweringError& e) {
    return e.what();
  }
  return "";
}

constexpr Words kIadd3{0x0000000bff077210, 0x000fe20007ffe0ff};  // IADD3 R7, RZ, R11, RZ

}  // namespace

TEST_CASE("an opcode that is unknown is refused with its address") {
  CHECK(refusal({0x0000000000000fff, 0}) == "0x0010 of kernel: unknown opcode 0xfff");
}

TEST_CASE("a modifier that nobody asks for is refused, not lost") {
  CHECK(refusal(kIadd3).empty());
  CHECK(refusal({kIadd3.low, kIadd3.high | std::uint64_t{1} << (92 - 64)}) ==
        "0x0010 of kernel: opcode 0x210 (IADD3): bit 92 is reserved");
  CHECK(refusal({0x0000000d00307308, 0x0000620000001500}) ==
        "MUFU.RSQ.F16 R48, R13 at 0x0010 of kernel: a function on halves");
}

TEST_CASE("a register beyond those of the kernel is refused") {
  CHECK(refusal({0x0000000b07f07210, 0x000fe20007ffe0ff}) ==
        "IADD3 R240, R7, R11, RZ at 0x0010 of kernel: there is no register R240");
}

TEST_CASE("a report says of which architecture the machine code is") {
  CHECK(code_mode(lower(image_of({kIadd3}))) == "machine code of sm_90");
  CHECK(code_mode(Program{}) == "as written");
}

TEST_CASE("the second operand of DSETP stands where that of DMUL does") {
  const Program p = lower(image_of({{0x000000080600722a, 0x000fe20003f08000}}));  // R6, R8
  const RowOperands& rows = *p.code[0].rows;
  REQUIRE(rows.operands.size() == 2);
  CHECK(rows.operands[1].rows[0] == p.registers[8].slot);
}

TEST_CASE("steps of a fetch stand behind its coordinates") {
  const auto registers = [](Words words) {
    const Program p = lower(image_of({words}));
    const Inst& fetch = p.code[0];
    CHECK(fetch.memory.texel.steps == TexelSteps::Nibbles);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < fetch.src.size(); ++i)
      for (const RegisterInfo& r : p.registers)
        if (r.slot == fetch.src[i]) names.push_back(r.name);
    return names;
  };
  // TLD.LZ.AOFFI R6, R4, R4, R6, UR4, 0x0, 2D and with R7 behind the three of ARRAY_2D
  CHECK(registers({0x2000040604047f66, 0x000f6200089e1f06}) == Names{"UR4", "R4", "R5", "R6"});
  CHECK(registers({0xa000040704047f66, 0x000f6200089e1f06}) ==
        Names{"UR4", "R4", "R5", "R6", "R7"});
}

TEST_CASE("issue control comes from the instruction") {
  const Program p = lower(image_of({{0x0000000d00307308, 0x0000620000001400}}));  // MUFU.RSQ
  REQUIRE(p.issue_control.size() == 1);
  CHECK(p.issue_control[0].stall == 1);
  CHECK(p.issue_control[0].result == 1);
  CHECK(p.issue_control[0].operands == 0);
  CHECK(p.issue_control[0].waits == 0);
}

TEST_CASE("what an instruction reads through ports of the register file by slot") {
  const Program sum = lower(image_of({{0x0000000a08147223, 0x000fc2000000000c}}));  // FFMA
  const RegisterReads& single = sum.issue_control[0].reads;
  CHECK(single.number == std::array<std::uint8_t, kOperandSlots>{8, 10, 12});
  CHECK(single.pairs == 0);
  CHECK(single.reuse == 0);
  // DSETP R6, R8, both pairs; the second in the third slot, as its .reuse bit says
  const Program p = lower(image_of({{0x000000080600722a, 0x000fe20003f08000}}));
  const RegisterReads& pairs = p.issue_control[0].reads;
  CHECK(pairs.number[0] == 6);
  CHECK(pairs.number[2] == 8);
  CHECK(pairs.pairs == 0b101);
}

TEST_CASE("a uniform instruction computes for the whole warp") {
  const Program p = lower(image_of({{0x0000000605047290, 0x000fe2000fffe03f}}));  // UIADD3
  CHECK(p.code[0].op.whole_warp);
  CHECK(p.code[0].kind == Kind::Alu);
}

TEST_CASE("targets of branches count from the next instruction") {
  // sm_90: BRA .; sm_75: the offset stands elsewhere.
  const Program p = lower(image_of({{0xfffffffc00fc7947, 0x000fc0000383ffff}}));
  CHECK(p.code[0].target == 0);
  const Program old = lower(image_of({{0xfffffff000007947, 0x000fc0000383ffff}}, 75));
  CHECK(old.code[0].target == 0);
}

TEST_CASE("a branch where all lanes are together: sm_75 names no register, others ~URZ") {
  const Program old = lower(image_of({{0xfffffff300007947, 0x000fea000383ffff}}, 75));
  const Program p = lower(image_of({{0xfffffff37f007947, 0x000fea000b83ffff}}, 80));
  for (const Program* each : {&old, &p}) {
    const Inst& inst = each->code[0];
    CHECK(inst.kind == Kind::BranchApart);
    CHECK(inst.op.path_test == PathTest::Together);
    REQUIRE(inst.src.size() == 1);
    const auto same = [&](const ConstantSlot& c) { return c.slot == inst.src[0]; };
    const auto all = std::ranges::find_if(each->constants, same);
    REQUIRE(all != each->constants.end());
    CHECK(static_cast<std::uint32_t>(all->value) == ~std::uint32_t{0});
  }
}

TEST_CASE("a return under two predicates is one of lanes with both") {
  // @!P1 RET.REL.NODEC !P0, R4
  const Program p = lower(image_of({{0xffffb27004009950, 0x000fea000443ffff}}, 75));
  const Inst& ret = p.code[0];
  CHECK(ret.kind == Kind::BranchTo);
  CHECK(ret.guard_negated);
  REQUIRE(ret.src.size() == 2);
  CHECK(ret.src[1] != ret.guard);
  CHECK(ret.src_negated == 2);
}

TEST_CASE("what nvcc -G makes: calls of the driver's functions by address, a fence at each end") {
  // CALL.ABS.NOINC 0x50000000010, which the linker has filled in: the second function's address
  KernelImage image = image_of(
      {{0x0000004000007943, 0x003fde0003c01400}, {0x0000000000007992, 0x000fec0000005000}}, 86);
  image.system_calls = {"vprintf", "malloc"};
  const Program p = lower(image);
  CHECK(p.code[0].kind == Kind::Call);
  const auto named = [&](const ConstantSlot& c) { return c.slot == p.code[0].src[0]; };
  const auto address = std::ranges::find_if(p.constants, named);
  REQUIRE(address != p.constants.end());
  CHECK(address->value == 0x50000000010);
  CHECK(p.code[1].kind == Kind::Fence);  // MEMBAR.SC.VC
  CHECK(p.code[1].op.scope == Scope::System);
}

TEST_CASE("the stack may fill all of local memory") {
  // S2R R0, SR_LMEMHIOFF, which code without optimization compares R1 with
  const Program p = lower(image_of({{0x0000000000007919, 0x000e620000003700}}));
  CHECK(p.code[0].src[0] ==
        lower(image_of({{0x0000000000007919, 0x000e62000000ff00}})).code[0].src[0]);
}

TEST_CASE("banks lie one after the other in constant memory") {
  KernelImage image = image_of({{0x00c0000000047ab9, 0x000fe20000000800}});  // ULDC UR4, c[0x3][0]
  image.banks[3].resize(64);
  const Program p = lower(image);
  CHECK(bank_start(image, 3) == 0x300);
  CHECK(p.code[0].imm == 0x300);
  CHECK(p.variables.at(0).address == 0x300);
}

TEST_CASE("to a register the offset of a constant is added with its sign") {
  // LDC R3, c[0x3][R3+-0x40]
  KernelImage image = image_of({{0x00fff00003037b82, 0x002e700000000800}});
  image.banks[3].resize(64);
  CHECK(lower(image).code[0].imm == 0x300 - 0x40);
}

TEST_CASE("gradients of TXD: of each coordinate along x, then along y, the layer is last") {
  // TXD RZ, R5, R4, R8, UR4, 0x0, ARRAY_2D, 0x1
  const Program p = lower(image_of({{0xa000040804057f6c, 0x002f6200081e01ff}}));
  const Inst& inst = p.code[0];
  CHECK(inst.memory.texel.level == LevelOfDetail::Gradients);
  CHECK(inst.memory.texel.geometry == Geometry::PlaneLayers);
  constexpr unsigned kRead[] = {6, 4, 5, 8, 10, 9, 11};
  REQUIRE(inst.src.size() == 1 + std::size(kRead));
  for (std::size_t i = 0; i < std::size(kRead); ++i)
    CHECK(inst.src[i + 1] == p.registers[kRead[i]].slot);
}

TEST_CASE("the level of TEX.LL stands behind the coordinates that have no room") {
  // sm_90: TEX.LL RZ, R5, R4, R12, UR4, 0x0, ARRAY_CUBE, 0x1; sm_75: TEX.SCR.LL with R6, ..., CUBE
  const Program cubes = lower(image_of({{0xe000040c04057f60, 0x004f6200099e01ff}}));
  KernelImage old = image_of({{0x7000580604057b60, 0x000f4200019e01ff}}, 75);
  old.params_at = 0x160;  // the handle
  old.bank0_bytes = 0x168;
  const Program cube = lower(old);
  CHECK(cubes.code[0].memory.texel.geometry == Geometry::CubeLayers);
  CHECK(cubes.code[0].src[5] == cubes.registers[12].slot);
  CHECK(cube.code[0].memory.texel.geometry == Geometry::Cube);
  CHECK(cube.code[0].src[3] == cube.registers[6].slot);
  CHECK(cube.code[0].src[4] == cube.registers[7].slot);
  CHECK(cube.code[0].memory.texel.level == LevelOfDetail::Given);
}

TEST_CASE("with .SCR two registers are one in each row, of more two are in the first") {
  // TEX.SCR.LZ RZ, R13, R9, R12, 0x0, 0x58, 2D, 0x1
  CHECK(registers_of({0x3000580c090d7b60, 0x000fe200009e01ff}) == Names{"R9", "R12"});
  // TLD4.SCR.R R16, R14, R9, R12, 0x0, 0x58, 2D
  CHECK(registers_of({0x3000580c090e7b63, 0x000f6200001e0f10}) == Names{"R9", "R12"});
  // TLD.SCR.LZ RZ, R14, R14, R15, 0x0, 0x58, 2D, 0x9
  CHECK(registers_of({0x3000580f0e0e7b66, 0x001f6200009e09ff}) == Names{"R14", "R15"});
  // TLD.SCR.LZ RZ, R9, R9, 0x0, 0x58, 1D, 0x1
  CHECK(registers_of({0x100058ff09097b66, 0x002f6200009e01ff}) == Names{"R9"});
  // TEX.SCR.LL RZ, R4, R6, R19, 0x0, 0x58, 2D, 0x1
  CHECK(registers_of({0x3000581306047b60, 0x040f4200019e01ff}) == Names{"R6", "R7", "R19"});
  // TEX.SCR.LL RZ, R0, R30, R32, 0x0, 0x58, 3D, 0x1
  CHECK(registers_of({0x500058201e007b60, 0x040fc200019e01ff}) ==
        Names{"R30", "R31", "R32", "R33"});
  // TEX.SCR.B.LZ RZ, R2, R14, R8, 2D, 0x1: the handle first
  CHECK(registers_of({0x380000080e027361, 0x000f6200009e01ff}) == Names{"R8", "R14", "R15"});
}

TEST_CASE("a handle in a register stands before the others") {
  // TEX.B.LL.AOFFI R8, R4, R4, R8, 2D
  CHECK(registers_of({0x2800000804047361, 0x010f4200019e1f08}) ==
        Names{"R8", "R4", "R5", "R9", "R10"});
  // TXD.B R10, R8, R8, R12, 2D
  CHECK(registers_of({0x2800000c0808736d, 0x010f4200001e0f0a}) ==
        Names{"R8", "R9", "R10", "R12", "R14", "R13", "R15"});
  // TLD.SCR.B.LZ R10, R8, R4, R0, 2D; TLD4.SCR.R.B R8, R4, R4, R0, 2D
  CHECK(registers_of({0x3800000004087367, 0x004f4400009e0f0a}) == Names{"R0", "R4", "R5"});
  CHECK(registers_of({0x3800000004047364, 0x004f4400001e0f08}) == Names{"R0", "R4", "R5"});
  // TXQ.B RZ, R7, R6, TEX_HEADER_DIMENSION, 0x1
  CHECK(registers_of({0x0800000006077370, 0x004f4200000001ff}) == Names{"R6", "R7"});
  // SULD.D.BA.2D_ARRAY.STRONG.CTA R3, [R4], R3
  CHECK(registers_of({0x880000000403799a, 0x004f6600001f0903}) == Names{"R3", "R6", "R4", "R5"});
}

TEST_CASE("steps beside a gradient and of a gather have places of their own") {
  // TXD.AOFFI R4, R8, R8, R4, UR4, 0x0, 2D; TLD4.R.AOFFI R10, R4, R4, R0, UR4, 0x0, 2D
  const Program txd = lower(image_of({{0x2000040408087f6c, 0x000f6200081e1f04}}));
  const Program tld4 = lower(image_of({{0x2000040004047f63, 0x010f6200081e1f0a}}));
  CHECK(txd.code[0].memory.texel.steps == TexelSteps::UpperNibbles);
  CHECK(txd.code[0].src.size() == 8);
  CHECK(txd.code[0].src[7] == txd.registers[10].slot);
  CHECK(tld4.code[0].memory.texel.steps == TexelSteps::Bytes);
  CHECK(tld4.code[0].src[3] == tld4.registers[0].slot);
}

TEST_CASE("a half of single precision is rounded toward zero on sm_75") {
  // HADD2 R0, R2.F32, -RZ.H0_H0
  const Program p = lower(image_of({{0xa00000ff02077230, 0x004fd00000000400}}, 75));
  CHECK(p.code[0].op.mode.rounding == Rounding::Zero);
  CHECK(p.code[0].src[0] == p.code[0].src[1]);
  // HADD2 R0, -RZ.H0_H0, c[0x0] [0x28].F32: a parameter, say, or a constant of the code
  const Program q = lower(image_of({{0x10000a00ff007630, 0x000fc80000000900}}, 75));
  CHECK(q.code[0].op.mode.rounding == Rounding::Zero);
  CHECK(q.code[0].src[0] == q.code[0].src[1]);
  CHECK((q.code[0].imm & (kNegateA | kNegateB)) == 0);
}

TEST_CASE("a generic access without a uniform register has an offset of 32 bits, on each target") {
  for (const unsigned sm : kTargets) {
    INFO(sm);
    // ST.E.64 [R10+0x1008], R2, and LD.E R13, [R2+0x1008]: not the 24 bits and the registers of
    // [R10.64+0x10]; sm_75 has another code for a weak access.
    const std::uint64_t order = sm < 80 ? 0x0010e000 : 0x00100000;
    const Program st = lower(image_of({{0x000010080a007385, 0x0001e40000000b02 | order}}, sm));
    CHECK(st.code[0].imm == 0x1008);
    CHECK(names_read(st) == Names{"R10", "R11", "R2", "R3"});
    const Program ld = lower(image_of({{0x00001008020d7980, 0x0000620000000900 | order}}, sm));
    CHECK(ld.code[0].imm == 0x1008);
    CHECK(names_read(ld) == Names{"R2", "R3"});
  }
}

TEST_CASE("R2UR.OR adds to the predicate that it writes") {
  const auto reads = [](std::uint64_t high) {
    return names_read(lower(image_of({{0x00000000000512ca, high}})));
  };
  CHECK(reads(0x000fd00000100000) == Names{"P1", "R0", "P0"});  // @P1 R2UR.OR P0, UR5, R0
  CHECK(reads(0x000fd00000140000) == Names{"P1", "R0", "P2"});  // the same with P2
  CHECK(reads(0x000fd00000040000) == Names{"P1", "R0"});        // @P1 R2UR P2, UR5, R0
}

TEST_CASE(
    "the base of an atomic of sm_75 beside a uniform register has the width that bit 70 says") {
  const auto bytes = [](std::uint64_t high) {
    return lower(image_of({{0x00000007020379a8, high}}, 75)).code[0].src_bytes;
  };
  // ATOMG.E.ADD.STRONG.GPU PT, R3, [R2.64+UR63], R7, and [R2.U32+UR63]; .EXCH has bit 90 of its own
  CHECK(bytes(0x000ea200081f417f) == 8);
  CHECK(bytes(0x000ea200081f413f) == 4);
  CHECK(bytes(0x000ea2000c1f417f) == 8);
  CHECK(bytes(0x000ea2000c1f413f) == 4);
}

TEST_CASE("an order that only loads have, or that is not simulated, is refused") {
  CHECK(refusal({0x0000000402007986, 0x000fe2000c101904}).empty());  // STG.E desc[UR4][R2.64], R4
  CHECK_THAT(refusal({0x0000000402007986, 0x000fe2000c109904}),      // .STRONG.SM.PRIVATE
             Catch::Matchers::Contains("a memory order that is not simulated"));
}

TEST_CASE("registers that the hardware does not have are refused") {
  CHECK_THAT(refusal({0x00000000000479c3, 0x000e220000002100}, 90),  // S2UR UR4, SR_TID.X
             Catch::Matchers::Contains("one value for the warp"));
  CHECK_THAT(refusal({0x00008400003e7ab9, 0x000fe20000000a00}),  // ULDC.64 UR62, c[0x0][0x210]
             Catch::Matchers::Contains("there is no register UR63"));
}

TEST_CASE("each word that the driver fills in is to be known") {
  const auto says = [](std::uint64_t low, std::uint64_t high) { return refusal({low, high}); };
  CHECK(says(0x0000620000047ab9, 0x000fe20000000800).empty());  // ULDC UR4, c[0x0][0x188]
  CHECK_THAT(says(0x0000620000047ab9, 0x000fe20000000a00),      // ULDC.64 UR4, c[0x0][0x188]
             Catch::Matchers::Contains("c[0x0][0x18c]"));
}

TEST_CASE("groups of copies are counted by SB0") {
  CHECK(refusal({0x00000000000079af, 0x000e220000000000}).empty());  // LDGDEPBAR, W0
  CHECK_THAT(refusal({0x00000000000079af, 0x000e620000000000}),      // W1
             Catch::Matchers::Contains("another barrier than SB0"));
}

TEST_CASE("what belongs to clusters, warp groups and bulk copies is refused by its name") {
  // Of a launch without clusters nobody comes to it: c[0x0][0x140] is 0.
  KernelImage image = image_of({{0x00000000000079c7, 0x000fe20008000000}}, 90);
  CHECK(lower(image).code[0].kind == Kind::Trap);
  image.is_cluster = true;
  CHECK_THROWS_WITH(lower(image), Catch::Contains("barriers of clusters are not simulated"));
  CHECK(refusal({0x00000004080073ba, 0x0005e2000800040a}) ==
        "UBLKCP.G.S [UR4], [UR8], UR10 at 0x0010 of kernel: bulk copies are not simulated");
}

TEST_CASE("a level that follows from neighbouring lanes is refused") {
  CHECK(refusal({0x5000580b0c0b7b60, 0x00014200001e21ff}, 75).find("a level of detail") !=
        std::string::npos);
  CHECK(refusal({0x5000580b0c0b7b60, 0x00014200001e01ff}, 75).find("a level of detail") !=
        std::string::npos);
}

TEST_CASE("each opcode that is decoded has one rule, or is refused as a feature") {
  std::set<unsigned> decoded;
  for (const Encoding& e : all_encodings())
    decoded.insert(e.opcode & ((1U << kRuleOpcodeBits) - 1));
  for (unsigned opcode = 0; opcode < 1U << kRuleOpcodeBits; ++opcode) {
    unsigned found = refused_feature(opcode).empty() ? 0 : 1;
    for (const auto rules : all_rules())
      found += static_cast<unsigned>(std::ranges::count(rules, opcode, &Rule::opcode));
    INFO(fmt::format("{:#05x}", opcode));
    CHECK(found == decoded.count(opcode));
  }
}

TEST_CASE("what is printed and not executed is refused: atomics of floats, wide swaps, NaNs") {
  const auto says = [](Words words, unsigned sm, const char* what) {
    INFO(what);
    CHECK_THAT(refusal(words, sm), Catch::Matchers::Contains(what));
  };
  const char* const floats = "an operation on floating-point numbers";
  says({0x0000000b040079a6, 0x0043e8000d10f388}, 90, floats);             // REDG.E.MIN.F32.FTZ.RN
  says({0x0000000b040079a6, 0x0043e8000e10f388}, 90, floats);             // REDG.E.MAX.F32.FTZ.RN
  says({0x0000000f0200798e, 0x000fe8000e90e784}, 86, floats);             // RED.E.AND.F32.FTZ.RN
  says({0x0000000f0200798e, 0x000fe8000c90ed84}, 86, floats);             // RED.E.MIN.F64.RN
  CHECK(refusal({0x0000000f0200798e, 0x000fe8000c10e784}, 86).empty());   // RED.E.ADD.F32.FTZ.RN
  says({0x0000000b040079a6, 0x0043e8000c10f988}, 90, "subnormal");        // REDG.E.ADD.F32.RN
  says({0x00000010040773a9, 0x000ea200001ee911}, 86, "a reserved type");  // ATOMG.E.CAS.128
  says({0x00000000000b7305, 0x004e28000020d100}, 86, "conversion");       // F2I.TRUNC, of a NaN
  CHECK(refusal({0x00000000000b7305, 0x004e28000020f100}, 86).empty());   // F2I.TRUNC.NTZ
  says({0x0000000402007981, 0x000ea2000c101900}, 86, "a predicate result");  // LDG.E P0, R0
  says({0x00c4000000057a10, 0x002fca0007ffe0ff}, 86, "lies outside of the bank's 0 bytes");
}
