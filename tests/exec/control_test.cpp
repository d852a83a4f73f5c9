// Branches, calls, returns, exits: targets and their order, frames, recursion, indirect calls.
#include <catch2/catch.hpp>

#include "rig.h"

using namespace simt;

namespace {

std::vector<std::pair<Pc, LaneMask>> targets(const Outcome& out) {
  std::vector<std::pair<Pc, LaneMask>> all;
  for (unsigned i = 0; i < out.num_targets; ++i)
    all.emplace_back(out.targets[i].pc, out.targets[i].lanes);
  return all;
}
using Targets = std::vector<std::pair<Pc, LaneMask>>;

}  // namespace

TEST_CASE("a branch: fall-through first, then taken") {
  Rig rig;
  const Slot p = rig.pred();
  rig.branch(7, p);
  rig.branch(7, p, true);
  rig.branch(7);
  rig.branch(4, p);  // to the next instruction
  rig.set_pred(p, 0x0f0f'0000);
  CHECK(targets(rig.run(0)) == Targets{{1, 0xf0f0'ffff}, {7, 0x0f0f'0000}});
  CHECK(rig.out.executed == 0x0f0f'0000);
  CHECK(targets(rig.run(1)) == Targets{{2, 0x0f0f'0000}, {7, 0xf0f0'ffff}});
  CHECK(targets(rig.run(0, 0xffff)) == Targets{{1, 0xffff}});
  CHECK(rig.out.executed == 0);
  CHECK(targets(rig.run(0, 0x000f'0000)) == Targets{{7, 0x000f'0000}});
  CHECK(targets(rig.run(2, 0x3)) == Targets{{7, 0x3}});
  CHECK(targets(rig.run(3)) == Targets{{4, kAllLanes}});
}

TEST_CASE("brx.idx sends each lane to its own target") {
  Rig rig;
  rig.program.branch_tables = {{}, {10, 20, 10, 1}};
  const Slot index = rig.u32(), p = rig.pred();
  Inst& inst = rig.emit("brx.idx", {.src = {index}, .imm = 1});
  inst.guard = p;
  rig.fill<std::uint32_t>(index, [](unsigned lane) { return lane % 4; });
  rig.set_pred(p, 0xff);
  // Lanes 3 and 7 branch to the next instruction, where those without the guard go too.
  CHECK(targets(rig.run(0, 0xfff)) == Targets{{1, 0xf88}, {10, 0x55}, {20, 0x22}});
  rig.set(index, 6, 4u);
  CHECK(rig.fault(0, 0xfff) == "branch index 4 of lane 6 is outside the list of 4 targets");
}

TEST_CASE("exit ends the lanes whose guard is true") {
  Rig rig;
  const Slot p = rig.pred();
  rig.emit("exit", {}).guard = p;
  rig.emit("ret", {}).guard = p;
  rig.set_pred(p, 0xff);
  for (const Pc pc : {0u, 1u}) {
    CHECK(targets(rig.run(pc, 0xfff)) == Targets{{pc + 1, 0xf00}});
    CHECK(rig.out.exited == 0xff);
    CHECK_FALSE(rig.out.call_changed);
    CHECK(targets(rig.run(pc, 0xff)).empty());
  }
}

TEST_CASE("trap is a fault for the first lane that executes it") {
  Rig rig;
  const Slot p = rig.pred();
  rig.emit("trap", {}).guard = p;
  rig.set_pred(p, 0xf0);
  CHECK(rig.fault(0, 0xf) == "no fault");
  CHECK(rig.fault(0) == "the kernel executed a trap");
  CHECK(rig.fault_lane == 4);
  rig.emit("brkpt", {}).guard = p;
  CHECK(rig.fault(1) == "the kernel executed a breakpoint (brkpt)");
}

namespace {

// fib(n) = n < 2 ? n : fib(n-1) + fib(n-2). Its parameter and result pass in the frame, as
// compilers pass them (formals: result at 0, parameter at 4), or in registers.
class Fib : public Rig {
 public:
  explicit Fib(bool in_registers) : in_registers_(in_registers) {
    using enum ScalarType;
    n = u32();
    result = u32();
    const Slot sp = stack_pointer();
    program.functions[0].frame_bytes = 16;
    begin_function("fib", 32, true);
    arg_ = u32();
    out_ = u32();
    const Slot one = u32(), two = u32(), first = u32(), second = u32(), small = pred();
    resume_function(0);
    call(0, n, result, 0);
    emit("exit", {});

    resume_function(1);
    if (!in_registers) emit("ld.local.u32", {.dst = {arg_}, .src = {sp}, .src_bytes = 8, .imm = 4});
    emit("setp.lt.u32", {.dst = {small}, .src = {arg_, constant(U32, 2)}});
    const Pc to_base = next_pc();
    branch(0, small);
    emit("sub.u32", {.dst = {one}, .src = {arg_, constant(U32, 1)}});
    emit("sub.u32", {.dst = {two}, .src = {arg_, constant(U32, 2)}});
    call(1, one, first, 16);
    call(1, two, second, 16);
    emit("add.u32", {.dst = {out_}, .src = {first, second}});
    give_back();
    program.code[to_base].target = next_pc();
    emit("mov.u32", {.dst = {out_}, .src = {arg_}});
    give_back();
    for (const Pc pc : calls) program.code[pc].target = program.functions[1].entry;
  }

  Slot n, result;
  std::vector<Pc> calls;

 private:
  /// `frame`: where the caller keeps the argument and, 4 bytes further, the result.
  void call(std::uint32_t caller, Slot from, Slot to, std::uint32_t frame) {
    CallSite site;
    site.caller = caller;
    if (in_registers_) {
      site.in_regs = {{from, arg_, 4}};
      site.out_regs = {{out_, to, 4}};
    } else {
      site.in = {{frame, 4, 4}};
      site.out = {{frame + 4, 0, 4}};
      emit("st.local.u32", {.src = {stack_pointer(), from}, .src_bytes = 8, .imm = frame});
    }
    program.call_sites.push_back(site);
    calls.push_back(next_pc());
    emit("call", {.imm = static_cast<std::int64_t>(program.call_sites.size() - 1)});
    if (!in_registers_)
      emit("ld.local.u32",
           {.dst = {to}, .src = {stack_pointer()}, .src_bytes = 8, .imm = frame + 4});
  }
  void give_back() {
    if (!in_registers_) emit("st.local.u32", {.src = {stack_pointer(), out_}, .src_bytes = 8});
    emit("ret", {});
  }

  bool in_registers_;
  Slot arg_ = kNoSlot, out_ = kNoSlot;
};

std::uint32_t fib(std::uint32_t n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

}  // namespace

TEST_CASE("recursion: every lane has its own depth, registers and frame") {
  Fib rig(GENERATE(false, true));
  rig.fill<std::uint32_t>(rig.n, [](unsigned lane) { return lane % 13; });
  CHECK(local_bytes_per_lane(rig.program) == 16 + 32);
  rig.run_all();
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(rig.get<std::uint32_t>(rig.result, lane) == fib(lane % 13));
    CHECK(rig.warp.frames[lane].empty());
    CHECK(rig.get<std::uint64_t>(rig.program.slots.stack_pointer, lane) == 0);
  }
}

TEST_CASE("a call and a return change the depth and keep lanes in groups") {
  Fib rig(false);
  rig.fill<std::uint32_t>(rig.n, [](unsigned) { return 1; });
  const Pc call = rig.calls[0], entry = rig.program.functions[1].entry;
  rig.run(call, 0xff);
  CHECK(rig.out.call_changed);
  CHECK(targets(rig.out) == Targets{{entry, 0xff}});
  CHECK(rig.warp.frames[3].size() == 1);
  CHECK(rig.warp.frames[3][0].return_pc == call + 1);
  CHECK(rig.warp.frames[9].empty());
  CHECK(rig.get<std::uint64_t>(rig.program.slots.stack_pointer, 3) == 16);
  // Of lanes 0-15 at the ret, those without a frame return from the kernel.
  Pc ret = entry;
  while (rig.program.code[ret].kind != Kind::Ret) ++ret;
  rig.run(ret, 0xffff);
  CHECK(rig.out.call_changed);
  CHECK(rig.out.exited == 0xff00);
  CHECK(targets(rig.out) == Targets{{call + 1, 0xff}});
}

TEST_CASE("endless recursion overflows the stack") {
  Rig rig;
  rig.stack_pointer();
  CallSite site;
  site.caller = 0;
  rig.program.call_sites.push_back(site);
  site.caller = 1;
  rig.program.call_sites.push_back(site);
  rig.emit("call", {.imm = 0}).target = 1;
  rig.begin_function("down", GENERATE(0u, 4096u), true);
  rig.emit("call", {.imm = 1}).target = 1;
  const bool big = rig.program.functions[1].frame_bytes > 0;
  std::string message;
  try {
    rig.run_all();
  } catch (const KernelFault& fault) {
    message = fault.what();
    CHECK(fault.lane == 0);
  }
  CHECK(message == fmt::format("stack overflow: lane 0 calls 'down' at a depth of {} calls; a "
                               "thread has at most 524288 bytes of local memory",
                               big ? 128 : 32768));
}

TEST_CASE("an indirect call takes lanes to different functions") {
  Rig rig;
  const Slot f = rig.u64(), d = rig.u32();
  rig.program.call_sites.emplace_back();
  rig.emit("call", {.src = {f}, .src_bytes = 8, .imm = 0});
  rig.emit("exit", {});
  rig.begin_function("one", 0);
  rig.emit("mov.u32", {.dst = {d}, .src = {rig.constant(ScalarType::U32, 1)}});
  rig.emit("ret", {});
  rig.begin_function("two", 0);
  rig.emit("mov.u32", {.dst = {d}, .src = {rig.constant(ScalarType::U32, 2)}});
  rig.emit("ret", {});
  rig.fill<std::uint64_t>(
      f, [](unsigned lane) { return kFunctionWindow.base + 16 * (lane < 10 ? 2 : 1); });
  rig.run(0);
  CHECK(targets(rig.out) == Targets{{4, 0x3ff}, {2, 0xffff'fc00}});
  rig.warp.frames.clear();
  rig.run_all();
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) == (lane < 10 ? 2 : 1));
  rig.set<std::uint64_t>(f, 11, kFunctionWindow.base + 16 * 3);
  CHECK(rig.fault(0) == "lane 11 calls address 0x50000000030, which is not a function");
  rig.set<std::uint64_t>(f, 11, 0);
  CHECK(rig.fault(0) == "lane 11 calls address 0x0, which is not a function");
  rig.set<std::uint64_t>(f, 11, kFunctionWindow.base);
  CHECK(rig.fault(0) == "lane 11 calls 'kernel', which is the kernel");
}

TEST_CASE("predicates pass through a call in registers and survive recursion") {
  Rig rig;
  const Slot p = rig.pred(), q = rig.pred();
  rig.begin_function("f", 0, true);
  const Slot mine = rig.pred();
  CallSite site;
  site.in_regs = {{p, mine, 0}};
  site.out_regs = {{mine, q, 0}};
  rig.program.call_sites.push_back(site);
  rig.resume_function(0);
  rig.emit("call", {.imm = 0}).target = 2;
  rig.emit("exit", {});
  rig.resume_function(1);
  rig.emit("ret", {});
  rig.set_pred(p, 0x1234'5678);
  rig.set_pred(mine, 0xffff'0000);
  rig.run_all();
  CHECK(rig.get_pred(q) == 0x1234'5678);
  CHECK(rig.get_pred(mine) == 0xffff'0000);  // as the outer activation had it
}

TEST_CASE("local memory is that of the longest chain of calls") {
  Rig rig;
  rig.program.functions[0].frame_bytes = 20;  // the next frame starts at 32
  rig.program.call_sites.emplace_back();
  const Pc to_small = rig.next_pc();
  rig.emit("call", {.imm = 0});
  const Pc to_big = rig.next_pc();
  rig.emit("call", {.imm = 0});
  CHECK(local_bytes_per_lane(rig.program) == 20);
  rig.begin_function("small", 8);
  const Pc nested = rig.next_pc();
  rig.emit("call", {.imm = 0});
  rig.begin_function("big", 100);
  rig.emit("ret", {});
  rig.program.code[to_small].target = rig.program.functions[1].entry;
  rig.program.code[to_big].target = rig.program.functions[2].entry;
  CHECK(local_bytes_per_lane(rig.program) == 32 + 100);
  rig.program.code[nested].target = rig.program.functions[2].entry;
  CHECK(local_bytes_per_lane(rig.program) == 32 + 16 + 100);
}
