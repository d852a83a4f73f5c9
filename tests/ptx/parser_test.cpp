#include <catch2/catch.hpp>

#include "parse_support.h"

using namespace simt;
using Shape = ast::Operand::Shape;

namespace {
std::shared_ptr<ast::Module> good(const std::string& text) {
  const Parsed parsed = parse(kHeader + text);
  INFO(parsed.messages);
  REQUIRE(parsed.module);
  CHECK(parsed.messages.empty());
  return parsed.module;
}
ast::Block body(const std::string& text) {
  return std::move(good(".entry k() {" + text + "}")->functions.at(0)->body);
}
ast::Instruction instruction(const std::string& text) {
  ast::Block block = body(text);
  REQUIRE(block.statements.size() == 1);
  return std::get<ast::Instruction>(block.statements[0]);
}
ast::Operand operand(const std::string& text) {
  const ast::Instruction inst = instruction("op " + text + ";");
  REQUIRE(inst.operands.size() == 1);
  return inst.operands[0];
}
ast::Variable variable(const std::string& text) {
  return good(text)->variables.at(0);
}
std::uint64_t integer(const ast::Initialiser& i) {
  return std::get<ast::Literal>(i.value).bits;
}
}  // namespace

TEST_CASE("module header, files and skipped sections") {
  const auto module = good(
      ".file 1 \"a.cu\"\n.file 2 \"b.h\", 123, 45\n.pragma \"x\";\n"
      ".section .debug_info { .b8 1, 2 { 3 } }\n.entry k() { ret; }");
  CHECK(module->version == "7.8");
  CHECK(module->target == "sm_75");
  REQUIRE(module->files.size() == 2);
  CHECK(module->files[1].id == 2);
  CHECK(module->files[1].path == "b.h");
  CHECK(kernel_names(*module) == std::vector<std::string>{"k"});
}

TEST_CASE("functions: linkage, parameters, returns, limits, declarations") {
  const auto module = good(
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
      ".weak .func f(.reg .u32 x) .noreturn { ret; }\n"
      ".visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 s[24])\n"
      ".maxntid 16, 8\n.minnctapersm 2 .maxnreg 64 .pragma \"y\"; { ret; }");
  REQUIRE(module->functions.size() == 3);
  const ast::Function &print = *module->functions[0], &f = *module->functions[1],
                      &k = *module->functions[2];
  CHECK(print.is_extern);
  CHECK_FALSE(print.has_body);
  CHECK(print.returns.at(0).name.text == "r");
  CHECK(print.params.size() == 2);
  CHECK(f.is_weak);
  CHECK(f.params.at(0).space == ast::Variable::Space::Reg);
  CHECK(k.is_entry);
  CHECK(k.is_visible);
  CHECK(k.max_ntid == std::vector<std::uint32_t>{16, 8});
  CHECK(k.min_ctas_per_sm == 2);
  CHECK(k.max_registers == 64);
  CHECK(k.params.at(0).pointer);
  CHECK(k.params.at(0).align == 0);  // the alignment belongs to what it points to
  CHECK(k.params.at(1).align == 8);
  CHECK(k.params.at(1).elements() == 24);
  CHECK(kernel_names(*module) == std::vector<std::string>{"k"});
}

TEST_CASE("variables: vectors, arrays, alignment, ranges") {
  const ast::Variable m = variable(".visible .global .align 16 .v4 .f32 m[2+1][4];");
  CHECK(m.is_visible);
  CHECK(m.align == 16);
  CHECK(m.vector == 4);
  CHECK(m.type == ScalarType::F32);
  CHECK(m.dims == std::vector<std::uint64_t>{3, 4});
  CHECK(m.elements() == 48);
  CHECK(variable(".extern .shared .b8 pool[];").dims == std::vector<std::uint64_t>{0});
  const ast::Block block = body(".reg .b32 %r<100>, x, %q<1 << 3>; .reg .pred p;");
  REQUIRE(block.statements.size() == 4);
  CHECK(std::get<ast::Variable>(block.statements[0]).range == 100);
  CHECK(std::get<ast::Variable>(block.statements[1]).range == 0);
  CHECK(std::get<ast::Variable>(block.statements[2]).range == 8);
  CHECK(std::get<ast::Variable>(block.statements[3]).type == ScalarType::Pred);
}

TEST_CASE("initialisers: nested lists, addresses, masks") {
  const auto nested = variable(".const .u32 a[2][2] = {{1, -2}, {3}};").initial;
  REQUIRE(nested->nested.size() == 2);
  CHECK(integer(nested->nested[0].nested[1]) == static_cast<std::uint64_t>(-2));
  CHECK(nested->nested[1].nested.size() == 1);
  const auto address = variable(".global .u64 p = generic(a)+8-4;").initial;
  CHECK(address->generic);
  CHECK(address->offset == 4);
  CHECK(std::get<ast::Name>(address->value).text == "a");
  const auto mask = variable(".global .u8 b[1] = {0xFF00(a)};").initial;
  CHECK(mask->nested[0].mask == 0xff00);
  CHECK(std::get<ast::Name>(variable(".global .u64 f = foo;").initial->value).text == "foo");
  CHECK(std::get<ast::Literal>(variable(".global .f32 f = 0f3F800000;").initial->value).kind ==
        ast::Literal::Kind::Float32);
}

TEST_CASE("opcode parts, guards and locations") {
  const ast::Instruction inst = instruction("@!%p1 ld.global.L1::evict_last.v4.f32 %f1, [%rd1];");
  REQUIRE(inst.opcode.size() == 5);
  CHECK(inst.opcode[2].text == "L1::evict_last");
  CHECK(inst.guard->negated);
  CHECK(inst.guard->predicate.text == "%p1");
  CHECK(inst.loc.line == 4);
  CHECK(inst.loc.column == 19);
  CHECK(inst.opcode[1].loc.column == 22);
}

TEST_CASE("operands of every shape") {
  CHECK(operand("%r1").name.text == "%r1");
  CHECK(operand("!%p").negated);
  CHECK(operand("_").shape == Shape::Sink);
  CHECK(operand("%tid.x").component == 'x');
  CHECK(operand("%v.a").component == 'w');  // r g b a are x y z w
  CHECK(operand("-1").literal.bits == ~std::uint64_t{0});
  const ast::Operand symbol = operand("table+4*3");
  CHECK(symbol.shape == Shape::Name);
  CHECK(symbol.has_offset);
  CHECK(symbol.literal.bits == 12);
  const ast::Operand vector = operand("{%r1, _, 3, %r2}");
  CHECK(vector.shape == Shape::Vector);
  REQUIRE(vector.elements.size() == 4);
  CHECK(vector.elements[1].shape == Shape::Sink);
  CHECK(vector.length == 16);
  const ast::Operand dual = operand("%r1|_");
  CHECK(dual.shape == Shape::Dual);
  CHECK(dual.elements.at(1).shape == Shape::Sink);
}

TEST_CASE("addresses: base, offset, absolute, coordinates") {
  const ast::Operand minus = operand("[%rd1+-8]");
  CHECK(minus.shape == Shape::Address);
  CHECK(minus.literal.bits == static_cast<std::uint64_t>(-8));
  CHECK(operand("[%rd1-8]").literal.bits == static_cast<std::uint64_t>(-8));
  CHECK(operand("[param_0+4+4]").literal.bits == 8);
  CHECK(operand("[param_0-4+8]").literal.bits == 4);
  CHECK(operand("[param_0+4-8*2+1]").literal.bits == static_cast<std::uint64_t>(-11));
  CHECK_FALSE(operand("[x]").has_offset);
  const ast::Operand absolute = operand("[16]");
  CHECK(absolute.name.text.empty());
  CHECK(absolute.literal.bits == 16);
  CHECK(operand("[tex, {%f1, %f2}]").elements.at(0).elements.size() == 2);
}

TEST_CASE("labels, also one named like an opcode and one before an instruction on its line") {
  const ast::Block block = body("\nadd: add.u32 %r1, %r1, 1;\n$L__BB0_1:\n bra\n add;\n");
  REQUIRE(block.statements.size() == 4);
  CHECK(std::get<ast::Label>(block.statements[0]).name.text == "add");
  CHECK(std::get<ast::Instruction>(block.statements[1]).opcode[0].text == "add");
  CHECK(std::get<ast::Label>(block.statements[2]).name.text == "$L__BB0_1");
  CHECK(std::get<ast::Instruction>(block.statements[3]).operands[0].name.text == "add");
}

TEST_CASE("calls: direct, indirect, over several lines") {
  const ast::Instruction call = instruction("call.uni (r), \nf, \n(\na, \n(1)\n);");
  REQUIRE(call.operands.size() == 3);
  CHECK(call.operands[0].shape == Shape::Parenthesised);
  CHECK(call.operands[1].name.text == "f");
  CHECK(call.operands[2].elements.size() == 2);
  CHECK(instruction("call.uni \nabort, \n();").operands.at(1).elements.empty());
  const ast::Block block = body(
      "P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);\n"
      "T: .calltargets f, g;\ncall (r), %rd1, (a), P;");
  REQUIRE(block.statements.size() == 3);
  CHECK(std::get<ast::CallPrototype>(block.statements[0]).params.size() == 2);
  CHECK(std::get<ast::CallTargets>(block.statements[1]).targets.size() == 2);
  CHECK(std::get<ast::Instruction>(block.statements[2]).operands.size() == 4);
}

TEST_CASE("scopes, branch targets, line information") {
  const ast::Block block = body(
      "{ .reg .u32 t; { ret; } } T: .branchtargets A, B;\n.loc 1 12 5\n"
      ".loc 2 7 1, function_name $L__info_string0+4, inlined_at 1 12 5\nret;");
  REQUIRE(block.statements.size() == 5);
  CHECK(std::get<std::unique_ptr<ast::Block>>(block.statements[0])->statements.size() == 2);
  CHECK(std::get<ast::BranchTargets>(block.statements[1]).targets.at(1).text == "B");
  CHECK(std::get<ast::LocDirective>(block.statements[2]).place.line == 12);
  CHECK(std::get<ast::LocDirective>(block.statements[3]).place.file == 2);
}
