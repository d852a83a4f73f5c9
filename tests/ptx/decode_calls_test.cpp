// Functions: which are decoded, how arguments travel, recursion; and which kernel is chosen.
#include <catch2/catch.hpp>

#include "decode_support.h"
#include "isa/base/address_space.h"

using namespace simt;

namespace {
const std::string kFunctions =
    ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
    ".func (.param .u32 r) plus(.param .u32 a, .param .align 8 .b8 b[16]) {\n"
    "  .reg .u32 x; .local .u64 l; ld.param.u32 x, [a]; st.param.u32 [r], x; ret; }\n"
    ".func (.reg .u32 r) twice(.reg .u32 a) { add.u32 r, a, a; ret; }\n";

Decoded decode_call(const std::string& body) {
  return decode(kHeader + kFunctions +
                ".entry k(.param .u32 n) { .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<3>;"
                ".reg .pred %p<3>;\n" +
                body + "\n}\n");
}
}  // namespace

TEST_CASE("arguments in .param variables are copied frame to frame") {
  const Decoded d = decode_call(
      "{ .param .u32 x; .param .align 8 .b8 y[16]; .param .u32 z; st.param.u32 [x], 5;"
      "  st.param.u64 [y+8], %rd1; call.uni (z), plus, (x, y); ld.param.u32 %r1, [z]; }");
  INFO(d.messages);
  REQUIRE(d);
  REQUIRE(d->functions.size() == 2);
  CHECK(d->functions[0].name == "k");
  CHECK(d->functions[1].name == "plus");
  CHECK(d->functions[0].end == d->functions[1].entry);
  const Inst& call = d->code[2];
  CHECK(call.kind == Kind::Call);
  CHECK(call.target == d->functions[1].entry);
  CHECK(d->text.spellings[call.spelling].opcode == "call.uni");
  const CallSite& site = d->call_sites[static_cast<std::size_t>(call.imm)];
  CHECK(site.caller == 0);
  CHECK(site.external.empty());
  REQUIRE(site.in.size() == 2);
  // Caller: x at 0, y at 8, z at 24. Callee: r at 0, a at 4, b at 8, then the local l.
  CHECK((site.in[0].caller == 0 && site.in[0].callee == 4 && site.in[0].bytes == 4));
  CHECK((site.in[1].caller == 8 && site.in[1].callee == 8 && site.in[1].bytes == 16));
  REQUIRE(site.out.size() == 1);
  CHECK((site.out[0].caller == 24 && site.out[0].callee == 0 && site.out[0].bytes == 4));
  CHECK(d->functions[0].frame_bytes == 28);
  CHECK(d->functions[1].frame_bytes == 32);
  CHECK(d.print(1) == "st.param.u64 [$sp+16], %rd1");
  CHECK(d->code[1].memory.space == StateSpace::Local);
  CHECK(d->code[1].memory.register_passed);
  const Inst& formal = d->code[d->functions[1].entry];
  CHECK(formal.memory.register_passed);
  CHECK(formal.imm == 4);
}

TEST_CASE("parameter variables of blocks beside each other share their place") {
  const std::string block = "{ .param .align 8 .b8 y[16]; .param .u32 z; call (z), plus, (5, y); }";
  CHECK(decode_call(block + block + block)->functions[0].frame_bytes ==
        decode_call(block)->functions[0].frame_bytes);
}

TEST_CASE("registers and constants as arguments of .param formals go through the frame") {
  const Decoded d = decode_call("{ .param .align 8 .b8 y[16]; @%p1 call (%r1), plus, (%r2, y); }");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(d.print(0) == "@%p1 st.param.b32 [$sp+16], %r2");
  CHECK(d->code[1].kind == Kind::Call);
  CHECK(d.print(2) == "@%p1 ld.param.b32 %r1, [$sp+20]");
  CHECK(d->code[0].memory.register_passed);
  const CallSite& site = d->call_sites[0];
  CHECK((site.in[0].caller == 16 && site.in[0].callee == 4));
  CHECK((site.out[0].caller == 20 && site.out[0].callee == 0));
}

TEST_CASE("formal registers are copied slot to slot") {
  const Decoded d = decode_call("call (%r1), twice, (%r2); call (%r3), twice, (7);");
  INFO(d.messages);
  REQUIRE(d);
  const CallSite& first = d->call_sites[0];
  REQUIRE(first.in_regs.size() == 1);
  REQUIRE(first.out_regs.size() == 1);
  CHECK(first.in_regs[0].from == d.reg("%r2")->slot);
  CHECK(first.in_regs[0].to == d.reg("a")->slot);
  CHECK(first.in_regs[0].bytes == 4);
  CHECK(first.out_regs[0].from == d.reg("r")->slot);
  CHECK(first.out_regs[0].to == d.reg("%r1")->slot);
  CHECK(d.constant(d->call_sites[1].in_regs[0].from) == 7);
  CHECK(d->code[0].reads.size() == 1);
  CHECK(d->code[0].writes.size() == 1);
  const FunctionInfo& twice = d->functions[1];
  CHECK(d.reg("a")->slot >= twice.first_slot);
  CHECK(d.reg("a")->slot < twice.last_slot);
  CHECK(d.reg("%r1")->slot < twice.first_slot);
  CHECK(d->functions[0].last_slot == twice.first_slot);
}

TEST_CASE("functions of the device runtime are external call sites") {
  const Decoded d =
      decode_call("{ .param .b64 f; .param .b64 a; .param .b32 r; call (r), vprintf, (f, a); }");
  REQUIRE(d);
  CHECK(d->functions.size() == 1);
  const CallSite& site = d->call_sites[0];
  CHECK(site.external == "vprintf");
  CHECK((site.in[0].caller == 0 && site.in[0].callee == 8 && site.in[0].bytes == 8));
  CHECK((site.in[1].caller == 8 && site.in[1].callee == 16));
  CHECK((site.out[0].caller == 16 && site.out[0].callee == 0 && site.out[0].bytes == 4));
}

TEST_CASE("calls that do not fit their function") {
  const auto check = [](const char* body, const char* message) {
    const Decoded d = decode_call(body);
    INFO(d.messages);
    CHECK_FALSE(d);
    CHECK(d.messages.find(message) != std::string::npos);
  };
  check("call twice, (5);", "9:6: error: 'twice' has 1 result, 0 given");
  check("call (%r1), twice;", "9:13: error: 'twice' has 1 parameter, 0 given");
  check("call (%r1), twice, (%rd1);", "9:21: error: '%rd1' is .b64; 'call' needs .u32 here");
  check("call (%r1), nothing, (%rd1);", "9:13: error: 'nothing' is not declared");
  check("call %r1, nothing;", "9:6: error: a function address needs a 64-bit register");
  check("call %rd1;", "9:6: error: a call through a register needs a .callprototype");
  check("call k;", "'k' is a kernel; it cannot be called");
  check("{ .param .u64 x; .param .align 8 .b8 y[16]; call (%r1), plus, (x, y); }",
        "'x' has 8 bytes; the formal parameter has 4");
  check("call (%r1), plus, (5, %r1);", "this argument has 16 bytes: pass a .param variable");
  check("call (%r1), plus, (n, %r1);", "kernel parameter 'n' cannot be passed on as it is");
}

TEST_CASE("calls through a register take the addresses of functions") {
  const std::string text =
      kHeader +
      ".func (.param .b32 r) f(.param .b32 a) { st.param.b32 [r], 1; ret; }\n"
      ".func (.param .b32 r) g(.param .b32 a) { st.param.b32 [r], 2; ret; }\n"
      ".func never() { frob; }\n"
      ".global .u64 table[2] = {f, g};\n"
      ".global .u64 unused[1] = {never};\n"
      ".entry k() { .reg .b64 %rd<3>; .reg .b32 %r<3>; ld.global.u64 %rd1, [table];\n"
      "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
      "call (%r1), %rd1, (%r2), proto; mov.u64 %rd2, g; }\n";
  const Decoded d = decode(text);
  INFO(d.messages);
  REQUIRE(d);
  REQUIRE(d->functions.size() == 3);
  const Inst* call = nullptr;
  for (const Inst& inst : d->code)
    if (inst.kind == Kind::Call) call = &inst;
  REQUIRE(call != nullptr);
  CHECK(call->target == kNoPc);
  CHECK(call->src[0] == d.reg("%rd1")->slot);
  std::uint64_t entries[2];
  std::copy_n(reinterpret_cast<const std::uint64_t*>(d->variables[0].initial.data()), 2, entries);
  // By their place in the module, whichever of them a kernel reaches.
  CHECK(entries[0] == kFunctionWindow.base);
  CHECK(entries[1] == kFunctionWindow.base + kFunctionStep);
  CHECK(d->functions[1].address == entries[0]);
  CHECK(function_at(d->functions, entries[1]) == 2);
  CHECK(function_at(d->functions, entries[1] + 1) == 3);
  CHECK_FALSE(d->functions[1].recursive);
}

TEST_CASE("recursion: direct, mutual, and through addresses") {
  const auto recursive = [](const std::string& functions) {
    const Decoded d = decode(kHeader + functions + ".entry k() { call a; ret; }");
    REQUIRE(d);
    std::vector<std::string> names;
    for (const FunctionInfo& f : d->functions)
      if (f.recursive) names.push_back(f.name);
    std::sort(names.begin(), names.end());
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(recursive(".func a() { ret; }") == Names{});
  CHECK(recursive(".func a() { call a; }") == Names{"a"});
  CHECK(recursive(".func c(); .func b() { call c; } .func c() { call b; } .func a() { call b; }") ==
        Names{"b", "c"});
  CHECK(
      recursive(".func c() { ret; } .func b() { call c; call c; } .func a() { call b; call c; }") ==
      Names{});
  CHECK(recursive(".func a() { .reg .b64 x; mov.u64 x, a; P: .callprototype _ (); call x, P; }") ==
        Names{"a"});
}

TEST_CASE("branches through a table") {
  const Decoded d = decode_call("T: .branchtargets A, B, A; @%p1 brx.idx %r1, T; A: ret; B: exit;");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(d->code[0].kind == Kind::BranchIndexed);
  CHECK(d->branch_tables[static_cast<std::size_t>(d->code[0].imm)] == std::vector<Pc>{1, 2, 1});
}

TEST_CASE("a body that ends without ret gets one") {
  CHECK(decode_call("")->code.size() == 1);
  CHECK(decode_call("mov.u32 %r1, 1;")->code.back().kind == Kind::Ret);
  CHECK(decode_call("ret;")->code.size() == 1);
  CHECK(decode_call("L: bra L;")->code.size() == 1);
  CHECK(decode_call("@%p1 ret;")->code.size() == 2);
  CHECK(decode_call("bra L; ret; L:")->code.size() == 3);  // the label needs an instruction
  CHECK(decode_call("exit; mov.u32 %r1, 1; exit;")->code.size() == 3);  // unreachable code is kept
}

TEST_CASE("the kernel is chosen by name, mangled or not") {
  const std::string text =
      kHeader +
      ".entry _Z6reducePii() { ret; } .entry scan() { ret; } .entry _ZN2ns4scanEv() { ret; }";
  CHECK(decode(text, "scan")->kernel == "scan");
  CHECK(decode(text, "reduce")->kernel == "_Z6reducePii");
  CHECK(decode(text, "_ZN2ns4scanEv")->kernel == "_ZN2ns4scanEv");
  CHECK(decode(text, "").messages.find("the file defines 3 kernels: choose one") !=
        std::string::npos);
  const Decoded wrong = decode(text, "scam");
  CHECK(wrong.messages.find("defines no kernel 'scam'") != std::string::npos);
  CHECK(wrong.messages.find("did you mean 'scan'?") != std::string::npos);
  CHECK(wrong.messages.find("kernels: reduce, scan, ns::scan") != std::string::npos);
  CHECK(decode(kHeader).messages.find("defines no kernel") != std::string::npos);
  CHECK(decode(text, "ns::scan")->kernel == "_ZN2ns4scanEv");
  CHECK(decode(text, "_Z6reducePjj").messages.find("did you mean '_Z6reducePii'?") !=
        std::string::npos);
  const std::string overloads = kHeader + ".entry _Z1fi() {ret;} .entry _Z1fj() {ret;}";
  const std::string several = decode(overloads, "f").messages;
  CHECK(several.find("several kernels are called 'f'") != std::string::npos);
  CHECK(several.find("kernels: f(int), f(unsigned int)") != std::string::npos);
  CHECK(decode(overloads, "f(unsigned int)")->kernel == "_Z1fj");
  const std::string templates = kHeader + ".entry _Z1gIfEvT_() {ret;} .entry _Z1gIdEvT_() {ret;}";
  CHECK(decode(templates, "g<double>")->kernel == "_Z1gIdEvT_");
  CHECK(decode(templates, "g<int>").messages.find("kernels: g<float>, g<double>") !=
        std::string::npos);
}

TEST_CASE("launch bounds, barriers, debug lines and the source travel along") {
  const Decoded d = decode(kHeader +
                           ".file 1 \"a.cu\"\n"
                           ".entry k() .maxntid 64, 2 .minnctapersm 3 .maxnreg 40 {\n"
                           ".reg .b32 %r<2>;\n.loc 1 10 5\nbar.sync 3;\nmov.u32 %r1, 1;\n"
                           ".loc 1 12 1\nbar.sync 2, 64;\n.loc 1 10 5\nret;\n}\n");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(d->bounds.max_ntid == std::array<std::uint32_t, 3>{64, 2, 1});
  CHECK(d->bounds.req_ntid == std::array<std::uint32_t, 3>{0, 0, 0});
  CHECK(d->bounds.min_ctas_per_sm == 3);
  CHECK(d->bounds.max_registers == 40);
  CHECK(d->barriers_used == 4);
  CHECK(d->debug.lines.size() == 2);
  CHECK(d->code[0].debug_line == 1);
  CHECK(d->code[1].debug_line == 1);
  CHECK(d->code[2].debug_line == 2);
  CHECK(d->code[3].debug_line == 1);
  CHECK(d->debug.files.at(0).path == "a.cu");
  CHECK(d->text.lines.at(1) == ".target sm_75");
  CHECK(d->code[0].loc.line == 8);
  CHECK(d->target == "sm_75");
  CHECK(decode_call("bar.sync %r1;")->barriers_used == 16);
  CHECK(decode_call("ret;")->barriers_used == 0);
}

TEST_CASE("the lines of functions that the kernel cannot reach are marked, with their comments") {
  const std::string text =
      kHeader +
      "\n.func used() {\n ret;\n}\n"                                  // lines 5 to 7
      "//! grid 1\n\n  // about b\n.visible\n.entry b()\n{ ret; }\n"  // 8 to 13
      ".entry k() { call used; ret; } .entry c() {\n ret;\n}\n";
  const Decoded d = decode(text, "k");
  INFO(d.messages);
  REQUIRE(d);
  REQUIRE(d->text.unreached.size() == 2);
  CHECK(d->text.lines.at(9) == "  // about b");
  CHECK(d->text.unreached[0].first == 9);  // the blank line after the launch line
  CHECK(d->text.unreached[0].last == 13);
  CHECK(d->text.unreached[1].first == 14);
  CHECK(d->text.unreached[1].last == 16);
}

TEST_CASE("a call with ten register arguments waits for all of them") {
  std::string formals, actuals;
  for (int i = 0; i < 10; ++i) {
    formals += (i == 0 ? "" : ", ") + std::string(".reg .u32 a") + std::to_string(i);
    actuals += (i == 0 ? "%r" : ", %r") + std::to_string(i);
  }
  const Decoded d = decode(kHeader + ".func (.reg .u32 r) ten(" + formals +
                           ") { mov.u32 r, a9; ret; }\n"
                           ".entry k() { .reg .b32 %r<11>; .reg .pred %p; @%p call (%r10), ten, (" +
                           actuals + "); }\n");
  INFO(d.messages);
  REQUIRE(d);
  const Inst& call = d->code[0];
  REQUIRE(call.kind == Kind::Call);
  CHECK(call.reads.size() == 11);  // and the guard
  CHECK(d->call_sites[0].in_regs.size() == 10);
  for (const CallSite::RegCopy& in : d->call_sites[0].in_regs) {
    const bool read = std::any_of(call.reads.begin(), call.reads.end(),
                                  [&](RegId r) { return d->registers[r].slot == in.from; });
    CHECK(read);
  }
}
