// What advice says of patterns that are easily told wrongly.
#include "advice_case.h"

using namespace simt;

TEST_CASE("an atomic that is a loop on a device is told of, of machine code not") {
  Case c;
  Inst& inst = c.program.code[1];
  inst.kind = Kind::Atomic;
  inst.memory.space = StateSpace::Shared;
  inst.memory.type = ScalarType::F32;
  const auto told = [&] {
    for (const Section& section : collect_report(c.subject()).sections)
      for (const std::string& remark : section.remarks)
        if (remark.find("is a loop on a device") != std::string::npos) return true;
    return false;
  };
  CHECK(told());
  inst.memory.atomic = AtomicOp::Exch;
  CHECK(!told());
  inst.memory.atomic = AtomicOp::Add;
  c.program.machine.emplace();
  CHECK(!told());
  c.program.machine.reset();
  inst.memory.type = ScalarType::U32;
  CHECK(!told());
}

TEST_CASE("blocks whose threads share memory are not told to be smaller") {
  Case c;
  c.arch.sm.count = 80;
  c.program.shared.static_bytes = 4096;
  const Advice shares = c.only("blocks for 80 SMs");
  CHECK(shares.kind == GainKind::Open);
  CHECK_THAT(shares.text, !Contains("--keep-threads"));
  c.program.shared = {};
  const Advice apart = c.only("blocks for 80 SMs");
  CHECK(apart.kind == GainKind::Open);
  CHECK_THAT(apart.text, Contains("tries smaller ones") && Contains("--keep-threads"));
  c.program.code[3].kind = Kind::BarSync;
  CHECK_THAT(c.only("blocks for 80 SMs").text, !Contains("--keep-threads"));
}

TEST_CASE("a wait for a special register is told as such") {
  Case c;
  c.run.worst[0] = c.run.worst[1] = {};
  sample::lasts(c.run, 2400);
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
  for (Pc pc = 0; pc < 4; ++pc) {
    c.scattered_store(pc);
    c.run.worst[pc].access = strided(StateSpace::Global, Kind::Store, 0, 128 + 32 * pc);
  }
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
  sample::lasts(c.run, 2400);
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
  sample::lasts(c.run, 2400);
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
  c.run.splits[2].warps = 10;
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
  const std::array kinds{Branch, Alu, Branch, Alu, Exit};
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
      line.stall[static_cast<std::size_t>(Stall::math_pipe_throttle)] = 2560;
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
  sample::lasts(c.run, 2400);
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
