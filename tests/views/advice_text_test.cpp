// What advice says of patterns that are easily told wrongly.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "sample.h"
#include "sim/views/advice.h"
#include "sim/views/cuda_source.h"

using namespace simt;
using Catch::Matchers::Contains;
using sample::strided;

namespace {

/// The sample, with advice on a run in which the SMs are busy all the time.
struct Case {
  Program program = sample::program();
  ArchConfig arch = sample::arch();
  RunResult run = sample::run();

  Case() {
    program.as_compiled = true;  // nothing that a pass of the assembler could look at
    arch.dram.bytes_per_second = 1e12;
    run.cycles_elapsed = 100;
  }
  Subject subject() const { return {program, arch, run, {}}; }
  std::vector<Advice> advice() const { return collect_report(subject()).advice; }
  std::vector<Advice> about(const std::string& words) const {
    std::vector<Advice> out;
    for (const Advice& a : advice())
      if (a.title.find(words) != std::string::npos) out.push_back(a);
    return out;
  }
  Advice only(const std::string& words) const {
    const std::vector<Advice> found = about(words);
    INFO(words);
    REQUIRE(found.size() == 1);
    return found.front();
  }
  void wait(Pc pc, Stall stall, std::uint64_t cycles) {
    run.counters[stall] = run.lines[pc].stall[static_cast<std::size_t>(stall)] = cycles;
  }
  /// Instruction `pc` stores 16 times to 32 sectors each.
  void scattered_store(Pc pc) {
    program.code[pc].kind = Kind::Store;
    LineCounters& line = run.lines[pc];
    line.requests = 16;
    line.sectors = 512;
    line.sectors_ideal = 64;
    line.wavefronts = line.wavefronts_ideal = line.conflicts = line.splits = 0;
    run.worst[pc] = {strided(StateSpace::Global, Kind::Store, 0, 128), 32, 4};
    run.counters[Counter::l2_sectors_write] += 512;
  }
};

MemoryAccess shared_access(Kind kind, std::uint64_t (*address)(unsigned lane)) {
  MemoryAccess out = strided(StateSpace::Shared, kind, 0, 0);
  for (unsigned lane = 0; lane < 32; ++lane) out.address[lane] = address(lane);
  return out;
}

}  // namespace

TEST_CASE("lanes in two rows are not called neighbours") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access;
  access.lanes = 0x00010001;
  access.address[16] = access.address[0] + 800;
  c.run.worst[0].cost = 2;
  c.run.worst[0].ideal = 1;
  c.run.lines[0].sectors = 32;
  c.run.lines[0].sectors_ideal = 16;
  c.wait(1, Stall::long_scoreboard, 50000);
  const Advice a = c.only("global load touches 2 sectors where 1 would do");
  CHECK_THAT(a.text, Contains("Only 2 of 32 lanes are active, none beside another, 800 bytes from "
                              "one to the next: each needs a sector of its own") &&
                         !Contains("50 bytes") && !Contains("structure"));
  CHECK(a.kind == GainKind::AtMost);
}

TEST_CASE("neighbours with idle lanes between them are not told to align") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 0, 4);
  access.lanes = 0xf0f0f0f0;
  c.run.worst[0].cost = 4;
  c.run.worst[0].ideal = 2;
  CHECK_THAT(c.only("global load touches").text,
             Contains("neighbours of lanes that do not") && !Contains("align the start"));
}

TEST_CASE("an atomic that is a loop on a device is told of, of machine code not") {
  Case c;
  Inst& inst = c.program.code[1];
  inst.kind = Kind::Atomic;
  inst.memory.space = StateSpace::Shared;
  inst.memory.type = ScalarType::F32;
  const auto titles = [&] {
    std::string out;
    for (const RunWarning& w : collect_report(c.subject()).warnings) out += w.title;
    return out;
  };
  CHECK_THAT(titles(), Contains("is a loop on a device"));
  inst.memory.atomic = AtomicOp::Exch;
  CHECK(titles().empty());
  inst.memory.atomic = AtomicOp::Add;
  inst.memory.type = ScalarType::U32;
  CHECK(titles().empty());
}

TEST_CASE("blocks whose threads share memory are not told to be smaller") {
  Case c;
  c.arch.sm.count = 80;
  c.program.shared.static_bytes = 4096;
  const Advice shares = c.only("blocks for 80 SMs");
  CHECK(shares.kind == GainKind::Later);
  CHECK_THAT(shares.text, !Contains("--keep-threads"));
  c.program.shared = {};
  const Advice apart = c.only("blocks for 80 SMs");
  CHECK(apart.kind == GainKind::Open);
  CHECK_THAT(apart.text,
             Contains("the same threads in blocks of 32") && Contains("--keep-threads"));
  c.program.code[3].kind = Kind::BarSync;
  CHECK(c.only("blocks for 80 SMs").kind == GainKind::Later);
}

TEST_CASE("rows of a tile have a fixed step within each") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 4, 4);
  for (unsigned lane = 16; lane < 32; ++lane) access.address[lane] += 736;
  c.run.worst[0].cost = 6;
  c.run.lines[0].sectors = 96;
  CHECK_THAT(c.only("global load touches 6 sectors").text,
             Contains("neighbours in 2 rows") && !Contains("no fixed step"));
}

TEST_CASE("structures in rows of lanes are told by their size, not as without a step") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 0, 12);
  for (unsigned lane = 16; lane < 32; ++lane) access.address[lane] += 4096;
  c.run.worst[0].cost = 12;
  c.run.lines[0].sectors = 192;
  CHECK_THAT(c.only("global load touches 12 sectors").text,
             Contains("in 2 rows; neighbours in a row are 12 bytes apart for elements of 4") &&
                 !Contains("no fixed step"));
}

TEST_CASE("loads of several sizes on one line are told with the sizes of all") {
  Case c;
  c.scattered_store(0);
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[0].access = c.run.worst[1].access = strided(StateSpace::Global, Kind::Store, 0, 36);
  c.run.worst[1].access.bytes = 2;
  c.run.worst[1].ideal = 2;
  const Advice a = c.only("sectors where");
  CHECK(a.title == "each of 2 global stores touches 32 sectors where 2 to 4 would do");
  CHECK_THAT(a.text, Contains("36 bytes apart for elements of 2 to 4:"));
}

TEST_CASE("loads of one line that start at several places in a sector are told with all of them") {
  Case c;
  c.scattered_store(0);
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[0].access = strided(StateSpace::Global, Kind::Store, 28, 4);
  c.run.worst[1].access = strided(StateSpace::Global, Kind::Store, 24, 4);
  CHECK_THAT(c.only("sectors where").text, Contains("they start 24 to 28 bytes into a sector"));
}

TEST_CASE("words of bytes whose type is not known are no elements") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 128), 32, 1};
  CHECK_THAT(c.only("32-way bank conflict on tile").text,
             Contains("With 1 word more after every 32 words of 4 bytes (rows of 33 instead of "
                      "32) this access has no conflict."));
}

TEST_CASE("what parts structures in shared memory can be declared") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  Signature signature;
  StructureLayout four{"Q", {}, 16};
  for (std::uint32_t i = 0; i < 4; ++i)
    four.fields.push_back({std::string(1, static_cast<char>('a' + i)), ScalarType::F32, 4 * i});
  signature.shared = {{ScalarType::None, false, four}};
  const auto advice = [&] {
    Subject s = c.subject();
    s.signature = &signature;
    for (const Advice& a : collect_report(s).advice)
      if (a.title.find("bank conflict on tile") != std::string::npos) return a.text;
    return std::string();
  };
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 16), 4, 1};
  CHECK_THAT(advice(), Contains("With 1 more field of 4 bytes in the structure (20 bytes instead "
                                "of 16) this access has no conflict."));
  // One more field leaves every eighth structure in eight banks.
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 128), 32, 1};
  CHECK_THAT(advice(), Contains("As a structure of arrays, one for each field, and with 1 word "
                                "more after every 32 words of 4 bytes") &&
                           !Contains("element"));
}

TEST_CASE("a built-in vector takes no field more") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  Signature signature;
  StructureLayout vector = vector_layout({ScalarType::U32, 4, 16});
  vector.type = "uint4";
  signature.shared = {{ScalarType::None, false, vector}};
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Load, 4, 16), 4, 1};
  Subject s = c.subject();
  s.signature = &signature;
  std::string text;
  for (const Advice& a : collect_report(s).advice)
    if (a.title.find("bank conflict on tile") != std::string::npos) text = a.text;
  CHECK_THAT(text, !Contains("more field") &&
                       Contains("The elements are vectors of 16 bytes. As plain arrays, one for "
                                "each component, this access has no conflict."));
  // Nor by 4 bytes a structure that is stored whole, as a vector.
  signature.shared[0].structure.type = "Q";
  c.program.code[0].kind = Kind::Store;
  c.program.code[0].memory.space = StateSpace::Shared;
  c.program.code[0].memory.type = ScalarType::U32;
  c.program.code[0].memory.elements = 4;
  for (const Advice& a : collect_report(s).advice)
    if (a.title.find("bank conflict on tile") != std::string::npos) text = a.text;
  CHECK_THAT(text, !Contains("20 bytes instead of 16"));
}

TEST_CASE("the distance of the worst request's lanes is not that of all") {
  Case c;
  c.scattered_store(0);
  c.run.worst[0].access = strided(StateSpace::Global, Kind::Store, 0, 128);
  CHECK(c.only("sectors where").text.starts_with("Neighbouring lanes are 128 bytes apart"));
  c.run.lines[0].sectors = 300;  // others have less
  CHECK_THAT(c.only("sectors where").text,
             Contains("In the worst request neighbouring lanes are 128 bytes apart"));
}

TEST_CASE("a padding is tried on all accesses to an array") {
  Case c;
  // float t[16][16]: t[q / 4][4 * (q % 4)] is stored, t[4 * (q % 4)][q / 4] loaded.
  c.run.worst[1] = {shared_access(Kind::Store, [](unsigned q) { return std::uint64_t{16} * q; }), 4,
                    1};
  const Advice alone = c.only("4-way bank conflict on tile (store)");
  CHECK_THAT(alone.text, Contains("With 1 element more after every 32 elements (element i at i + i "
                                  "/ 32) this access has no conflict") &&
                             !Contains("rows of"));
  c.program.code[3].kind = Kind::Load;
  c.run.lines[3].wavefronts = 64;
  c.run.lines[3].conflicts = 48;
  c.run.worst[3] = {
      shared_access(Kind::Load,
                    [](unsigned q) { return std::uint64_t{256} * (q % 4) + q / 4 * 4; }),
      4, 1};
  // No padding frees both; what the best one leaves of them is told.
  const Advice both = c.only("4-way bank conflict on tile (store, load)");
  CHECK_THAT(both.text, Contains("With 3 elements more after every 32 elements (element i at i + 3 "
                                 "* (i / 32)) 1 of 6 conflicts remain."));
}

TEST_CASE("padding is told in elements of the source, vectors kept whole") {
  Case c;
  c.program.code[1].memory.type = ScalarType::F32;
  c.program.code[1].memory.elements = 4;
  MemoryAccess access = strided(StateSpace::Shared, Kind::Store, 0, 64);
  access.bytes = 16;
  c.run.worst[1] = {access, 16, 4};
  CHECK_THAT(c.only("4-way bank conflict on tile").text,
             Contains("With 4 elements more after every 32 elements of 4 bytes (element i at i + "
                      "4 * (i / 32))") &&
                 Contains("vectors of 4 elements: padding must keep them whole"));
}

TEST_CASE("title and text of conflicts on one line speak of the same access") {
  Case c;
  c.program.code[3].kind = Kind::Store;
  c.program.code[3].debug_line = c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 28), 7, 1};
  c.run.worst[1].access = shared_access(
      Kind::Store, [](unsigned q) { return std::uint64_t{128} * (q % 7) + q / 7 * 4; });
  c.run.worst[3] = {
      shared_access(Kind::Store,
                    [](unsigned q) { return std::uint64_t{128} * (q % 8) + q / 8 * 4; }),
      8, 1};
  c.run.lines[3].wavefronts = 60;
  c.run.lines[3].conflicts = 44;
  c.run.lines[3].shared_requests = 16;
  c.run.lines[1].wavefronts = 80;
  c.run.lines[1].conflicts = 64;
  const Advice a = c.only("bank conflict on tile (2 stores)");
  CHECK_THAT(a.title, Contains("up to 8-way"));
  CHECK_THAT(a.text, Contains("The worst access takes 8 wavefronts"));
}

TEST_CASE("a wait for a special register is told as such") {
  Case c;
  c.run.worst[0] = c.run.worst[1] = {};
  c.run.cycles_elapsed = 2400;
  c.wait(1, Stall::long_scoreboard, 0);
  c.wait(1, Stall::short_scoreboard, 5120);
  CHECK_THAT(c.only("short scoreboard").title, !Contains("%ctaid"));
  c.program.code[0].kind = Kind::ReadSpecial;
  c.program.code[0].writes.push_back(3);
  c.program.code[1].reads.push_back(3);
  c.program.text.lines[2] = "mov.u32 %r1, %ctaid.x;";
  CHECK_THAT(c.only("short scoreboard").title, Contains("a special register (%ctaid.x)"));
}

TEST_CASE("instructions of one line of CUDA get one piece of advice") {
  Case c;
  c.scattered_store(0);
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  const Advice a = c.only("sectors where");
  CHECK(a.title == "each of 2 global stores touches 32 sectors where 4 would do");
  CHECK(a.place == "demo.cu:17 (PTX lines 3, 4)");
  CHECK_THAT(a.text, Contains("896 of 1,024 sectors here"));
}

TEST_CASE("what is left out beyond three lines is counted") {
  Case c;
  for (Pc pc = 0; pc < 4; ++pc) c.scattered_store(pc);
  const std::vector<Advice> found = c.about("sectors where");
  REQUIRE(found.size() == 3);
  CHECK_THAT(found[2].text, Contains("1 more line like this: --page source shows them."));
}

TEST_CASE("the worst request of a line is told as such") {
  Case c;
  c.run.lines[0].sectors = 320;  // 20 a request, the worst takes 32
  c.wait(1, Stall::long_scoreboard, 50000);
  const Advice mixed = c.only("global load touches up to 32 sectors where 4 would do");
  CHECK_THAT(mixed.text, Contains("The worst request takes 32 sectors, where 4 would do; the mean "
                                  "is 20.00."));
  c.run.lines[0].sectors = 512;
  CHECK_THAT(c.only("global load touches 32 sectors where 4 would do").text, !Contains("mean"));
  c.run.lines[1].wavefronts = 272;
  c.run.lines[1].conflicts = 256;
  CHECK_THAT(c.only("up to 32-way bank conflict").text,
             Contains("The worst access takes 32 wavefronts, where 1 would do; the mean "
                      "is 17.00."));
}

TEST_CASE("a wait is told by the share of its line") {
  Case c;
  c.run.lines[0].sectors = c.run.lines[0].sectors_ideal;
  c.run.worst[0] = {};
  c.run.cycles_elapsed = 2400;
  c.run.lines[1].stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 3000;
  c.run.lines[3].stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 2120;
  const Advice shared = c.only("long scoreboard");
  CHECK_THAT(shared.title, Contains("80% of warps' cycles"));  // what the estimate is for
  CHECK_THAT(shared.text,
             Contains("the largest part of that wait, 47% of warps' cycles."));  // 3000 of 6400
  c.wait(1, Stall::long_scoreboard, 5120);
  c.run.lines[3].stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 0;
  const Advice alone = c.only("long scoreboard");
  CHECK_THAT(alone.title, Contains("80% of warps' cycles"));
  CHECK_THAT(alone.text, Contains("Only this line waits so."));
}

TEST_CASE("a wait that bank conflicts explain is not told again") {
  Case c;
  c.run.lines[0].sectors = c.run.lines[0].sectors_ideal;
  c.run.worst[0] = {};
  c.wait(1, Stall::long_scoreboard, 0);
  c.wait(1, Stall::short_scoreboard, 3000);
  c.run.cycles_elapsed = 2400;
  CHECK(c.about("32-way bank conflict on tile").size() == 1);
  CHECK(c.about("short scoreboard").empty());
  c.run.worst[1] = {};
  CHECK(c.about("short scoreboard").size() == 1);
}

TEST_CASE("the page says what an estimated speedup is") {
  Case c;
  CHECK_THAT(render_details(collect_report(c.subject()), Style{}, true),
             Contains("Est. speedup: share of the kernel's time that goes away"));
}

TEST_CASE("the page calls registers a thread an estimate, where no assembler has told them") {
  Case c;
  CHECK_THAT(render_details(collect_report(c.subject()), Style{}, true),
             Contains("Registers per thread            estimated 16"));
}

TEST_CASE("the source page tells in plain words what it waits for, and of nothing else") {
  Case c;
  c.wait(3, Stall::drain, 5120);
  const auto page = [&] {
    std::string text = render_source(c.subject(), collect_source(c.subject()), Style{});
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  };
  CHECK_THAT(page(), Contains("drain: stores and atomics not done when the warp ends") &&
                         Contains("long scoreboard: a value from") && !Contains("barrier:") &&
                         !Contains("imc miss"));
  c.run.timing = false;
  CHECK_THAT(page(), Contains("Without timing (--timing off)") && !Contains("waiting:") &&
                         !Contains("mostly for") && !Contains("drain"));
}

TEST_CASE("warps that drain wait for stores where those are scattered") {
  Case c;
  c.wait(1, Stall::long_scoreboard, 0);
  c.wait(3, Stall::drain, 5120);
  c.run.worst[0] = c.run.worst[1] = {};  // nothing else keeps stores waiting
  CHECK(c.about("drain").size() == 1);
  c.scattered_store(0);
  CHECK(c.about("drain").empty());
  CHECK_THAT(c.only("store touches").text, Contains("80% of warps' cycles (drain)"));
}

TEST_CASE("a long loop is worth a word for its idle lanes, however seldom lanes leave it") {
  Case c;
  c.program.code[2].target = 0;
  c.program.code[2].guard = 8;
  c.program.code[2].flow.reconverge = 3;
  for (Pc pc = 0; pc < 3; ++pc) {
    c.run.lines[pc].executed = 1000;
    c.run.lines[pc].thread_executed = 16000;
  }
  c.run.lines[2].splits = 10;
  const Advice a = c.only("lanes leave the loop at different times in 10 of 1,000 executions");
  CHECK_THAT(a.text, Contains("16.0 of 32 lanes"));
  c.run.lines[2].thread_executed = 31900;
  c.run.lines[1].thread_executed = 31900;
  c.run.lines[0].thread_executed = 31900;
  CHECK(c.about("lanes leave the loop").empty());
}

TEST_CASE("a branch tells how many lanes take each side") {
  Case c;
  LineCounters& branch = c.run.lines[2];
  branch.splits = 16;
  branch.thread_pred_on = 16 * 30;
  // All 16 warps once, with 2 lanes each.
  c.run.splits[2] = {16 * 32, 16 * 30, 16 * 2, 2, 2, 16, 8};
  const Advice few = c.only("branch splits warps in 16 of 16");
  CHECK_THAT(few.text,
             Contains("Where it does (in 16 of 16 warps), 2 of 32 lanes take the side with fewer "
                      "lanes. On average these are 4 threads of a block, in 2 warps: "
                      "consecutive threads in 1 warp could do their work.") &&
                 !Contains("consecutive threads, for"));
  branch.thread_pred_on = 16 * 16;
  c.run.splits[2] = {16 * 32, 16 * 16, 16 * 12, 8, 16, 16, 8};
  CHECK_THAT(c.only("branch splits warps").text,
             Contains("8 to 16 (on average 12.0) of 32 lanes") &&
                 Contains("let 32 consecutive threads have values of one side"));
}

TEST_CASE("branches of one line of CUDA get one piece of advice, with the sum of their gains") {
  Case c;
  using enum Kind;
  const std::array kinds{Branch, Load, Branch, Store, Exit};
  c.program.code.resize(kinds.size());
  c.program.functions[0].end = kinds.size();
  c.run.lines.assign(kinds.size(), {});
  c.run.splits.assign(kinds.size(), {});
  c.run.worst.assign(kinds.size(), {});
  for (unsigned pc = 0; pc < kinds.size(); ++pc) {
    Inst& inst = c.program.code[pc];
    LineCounters& line = c.run.lines[pc];
    inst.kind = kinds[pc];
    inst.loc.line = pc + 3;
    inst.debug_line = 1;
    line.executed = 16;
    line.thread_executed = 512;
    if (inst.kind == Branch) {  // around the one instruction after it
      inst.target = inst.flow.reconverge = pc + 2;
      inst.guard = 0;
      line.splits = 16;
      line.thread_pred_on = 256;
      c.run.splits[pc] = {16 * 32, 16 * 16, 16 * 16, 16, 16, 16, 8};
    } else if (inst.kind != Exit) {
      line.thread_executed = 256;
      line.stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 2560;
    }
  }
  const Advice a = c.only("branches split warps");
  CHECK(a.place == "demo.cu:17 (PTX lines 3, 5)");
  CHECK(a.title == "2 branches split warps in 32 of 32 executions");
  CHECK_THAT(a.text, Contains("Where they do (in up to 16 of 16 warps)"));
  CHECK(a.gain > 30);  // of both
}

TEST_CASE("a wait of one line of CUDA names its instructions and what they wait for") {
  Case c;
  c.run.worst[0] = c.run.worst[1] = {};
  c.run.cycles_elapsed = 2400;
  c.program.code[0].kind = Kind::Load;
  c.program.code[0].memory.space = StateSpace::Global;
  c.program.code[0].writes = {3};
  for (const Pc pc : {1u, 2u}) {
    c.program.code[pc].reads = {3};
    c.program.code[pc].debug_line = 1;
    c.run.lines[pc].stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 2560;
  }
  const Advice a = c.only("long scoreboard");
  CHECK(a.place == "demo.cu:17 (PTX lines 4, 5)");
  CHECK_THAT(a.text, Contains("It waits for its own load from global memory."));
}

TEST_CASE("conflicts that hardly matter say so") {
  Case c;
  c.run.cycles_elapsed = 24576;
  const Advice hardly = c.only("bank conflict");
  CHECK_THAT(hardly.text, Contains("Shared memory is not what limits this launch."));
  CHECK(hardly.kind == GainKind::Later);  // no estimate against that
  CHECK(hardly.gain == 0);
  c.run.cycles_elapsed = 100;
  c.wait(1, Stall::short_scoreboard, 50000);
  CHECK_THAT(c.only("bank conflict").text, !Contains("not what limits"));
}

TEST_CASE("a line with loads and stores has the sectors of each") {
  Case c;
  c.run.lines[0].sectors = 64;
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  const std::string page =
      render_cuda_source(c.subject(), collect_source(c.subject()), false, Style{});
  CHECK_THAT(page, Contains("4.0/32.0") && !Contains("18.00"));
}

TEST_CASE("a kernel whose branches are its return says what they are") {
  Case c;
  c.run.counters[Counter::branch_targets] = c.run.counters[Counter::branch_divergent] = 0;
  const std::string page = render_details(collect_report(c.subject()), Style{}, true);
  CHECK_THAT(page,
             Contains("`ret` is counted as a branch, but as neither uniform nor divergent.") &&
                 !Contains("Branch efficiency: uniform"));
}
