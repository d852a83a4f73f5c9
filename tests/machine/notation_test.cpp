#include <catch2/catch.hpp>

#include "isa/machine/notation.h"

using namespace simt::machine;
using Catch::Matchers::Contains;

TEST_CASE("a row has an encoding for each operand form") {
  const Row row{"020/1456", "FMUL{80:.FTZ}{78-79:|.RM|.RP|.RZ}", "R@16, a-|, b-|:f32"};
  const auto encodings = encodings_of(row);
  REQUIRE(encodings.size() == 4);
  CHECK(encodings[0].opcode == 0x220);
  CHECK(encodings[1].opcode == 0x820);
  CHECK(encodings[3].opcode == 0xc20);
  CHECK(encodings[0].operands.size() == 3);
  CHECK(encodings[0].operands[2].pieces[0].kind == PieceKind::Register);
  CHECK(encodings[1].operands[2].pieces[0].kind == PieceKind::Float32);
  CHECK(encodings[2].operands[2].pieces[0].kind == PieceKind::Constant);
  CHECK(encodings[3].operands[2].pieces[0].kind == PieceKind::UniformRegister);
  CHECK(encodings[0].name[0].modifier->names == std::vector<std::string>{"", ".FTZ"});
}

TEST_CASE("the second and third source change places by form") {
  const auto encodings = encodings_of({"023/12", "FFMA", "R@16, a, b:f32, c:f32"});
  const auto first_bit = [](const Encoding& e, std::size_t operand) {
    const Piece& p = e.operands[operand].pieces[0];
    return e.fields[static_cast<std::size_t>(p.field)].ranges[0].first;
  };
  CHECK(first_bit(encodings[0], 2) == 32);
  CHECK(first_bit(encodings[0], 3) == 64);
  CHECK(first_bit(encodings[1], 2) == 64);
  CHECK(first_bit(encodings[1], 3) == 32);
  CHECK(encodings[1].operands[2].pieces[0].reuse_bit == 123);
}

TEST_CASE("a row with shared lists is split where they differ between architectures") {
  const auto encodings = encodings_of({"947", "BRA", "$rel"});
  REQUIRE(encodings.size() == 2);
  CHECK(encodings[0].last_target == 89);
  CHECK(encodings[1].first_target == 90);
}

TEST_CASE("lists of names behind one another are one operand without spaces") {
  const auto encodings = encodings_of({"123", "X", "{34-35:PP|PN|NP|ZP}{32-33:PP|PN}, R@16"});
  const auto& pieces = encodings[0].operands[0].pieces;
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].kind == PieceKind::Names);
  REQUIRE(pieces[0].suffix.size() == 2);
  CHECK(pieces[0].suffix[0].names[3] == "ZP");
  CHECK(pieces[0].suffix[1].names[1] == "PN");
}

TEST_CASE("a row that does not keep to the notation says where") {
  const auto of = [](const char* name, const char* operands, const char* rest = "") {
    return encodings_of({"123", name, operands, rest});
  };
  CHECK_THROWS_WITH(of("X{80.FTZ}", ""), Contains("':' expected") && Contains("row 123 X"));
  CHECK_THROWS_WITH(of("X{80:|.A|.B}", ""), Contains("more names than values"));
  CHECK_THROWS_WITH(of("X{9-8:.A}", ""), Contains("FIRST-LAST"));
  CHECK_THROWS_WITH(of("X", "Q@16"), Contains("an operand expected"));
  CHECK_THROWS_WITH(of("X", "R@16; R@24"), Contains("', ' expected"));
  CHECK_THROWS_WITH(of("X", "b:s32"), Contains("without forms"));
  CHECK_THROWS_WITH(of("X", "$nothing"), Contains("no list of names $nothing"));
  CHECK_THROWS_WITH(of("X", "", "72"), Contains("'=' expected"));
  CHECK_THROWS_WITH(encodings_of({"020/4", "X", "b"}), Contains("how is an immediate written"));
  CHECK_THROWS_WITH(encodings_of({"020/8", "X", ""}), Contains("opcode"));
}
