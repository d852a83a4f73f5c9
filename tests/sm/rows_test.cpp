// Operands in rows of 32 bits: a program made by hand, with no front end, whose wide operands are
// pairs and quadruples of registers, as machine code has them.
#include "isa/core/rows.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstring>

#include "isa/analysis/flow_graphs.h"
#include "isa/core/lanes/float_lanes.h"
#include "isa/core/print.h"
#include "isa/host/runs.h"
#include "isa/host/share_slots.h"
#include "sim/launch/simulate.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

constexpr unsigned kRegisters = 40;
constexpr std::uint64_t kColumn = 16 * kMaxWarpSize;  // bytes of the buffer for each result

/// R0 ... R39, 32 bits each; `r(4, 2)` is the pair R4, R5.
struct Registers32 {
  RegId first = 0;
  unsigned count = 1;
};
Registers32 r(unsigned first, unsigned count = 1) {
  return {static_cast<RegId>(first), count};
}
/// A constant of so many bits in rows.
struct Constant {
  std::uint64_t value;
  unsigned rows;
};

class Assembler {
 public:
  Assembler() {
    program.kernel = "by_hand";
    program.functions.emplace_back().name = "by_hand";
    program.functions[0].entry = 0;
    for (unsigned i = 0; i < kRegisters; ++i)
      program.registers.push_back({"R" + std::to_string(i), ScalarType::B32, i * 128, 0});
    program.slots.own_bytes = kRegisters * 128;
    program.specials.push_back({program.slots.own_bytes, SpecialReg::tid_x});
    program.slots.own_bytes += 128;
  }

  Inst& add(Kind kind, LaneOp lanes = nullptr) {
    Inst inst;
    inst.kind = kind;
    inst.op_class = kind == Kind::Alu ? OpClass::IntAdd : OpClass::Memory;
    inst.lanes = lanes;
    program.code.push_back(inst);
    program.functions[0].end = static_cast<Pc>(program.code.size());
    return program.code.back();
  }
  void reads_thread_index(Inst& inst) { inst.src.push_back(program.specials[0].slot); }
  void read(Inst& inst, Registers32 from) {
    if (inst.src.empty()) inst.src_bytes = static_cast<std::uint8_t>(4 * from.count);
    operand(inst, OperandRole::Read, slots(from));
    for (unsigned i = 0; i < from.count; ++i) inst.reads.insert(static_cast<RegId>(from.first + i));
  }
  void read(Inst& inst, Constant constant) {
    std::vector<Slot> rows;
    for (unsigned i = 0; i < constant.rows; ++i) {
      rows.push_back(kCommonSlots + aligned_slot(program.slots.common_bytes));
      program.slots.common_bytes = aligned_slot(program.slots.common_bytes) + 128;
      program.constants.push_back(
          {rows.back(), ScalarType::U32, constant.value >> (32 * i) & 0xffff'ffff});
    }
    operand(inst, OperandRole::Read, rows);
  }
  void write(Inst& inst, Registers32 to) {
    if (inst.dst.empty()) inst.dst_bytes = static_cast<std::uint8_t>(4 * to.count);
    operand(inst, OperandRole::Written, slots(to));
    for (unsigned i = 0; i < to.count; ++i) inst.writes.insert(static_cast<RegId>(to.first + i));
  }
  template <class... From>
  Inst& alu(LaneOp lanes, Registers32 to, From... from) {
    Inst& inst = add(Kind::Alu, lanes);
    write(inst, to);
    (read(inst, from), ...);
    return inst;
  }
  Inst& memory(Kind kind, ScalarType type, Registers32 base, std::int64_t offset) {
    Inst& inst = add(kind);
    inst.memory.space = StateSpace::Global;
    inst.memory.type = type;
    inst.op.type = type;
    inst.imm = offset;
    read(inst, base);
    return inst;
  }
  void load(ScalarType type, Registers32 to, Registers32 base, std::int64_t offset) {
    write(memory(Kind::Load, type, base, offset), to);
  }
  void store(ScalarType type, Registers32 base, std::int64_t offset, Registers32 from) {
    Inst& inst = memory(Kind::Store, type, base, offset);
    read(inst, from);
    inst.dst_bytes = static_cast<std::uint8_t>(size_of(type));
  }

  Program program;

 private:
  std::vector<Slot> slots(Registers32 of) const {
    std::vector<Slot> out;
    for (unsigned i = 0; i < of.count; ++i) out.push_back(program.registers[of.first + i].slot);
    return out;
  }
  void operand(Inst& inst, OperandRole role, const std::vector<Slot>& rows) {
    if (rows.size() > 1) return add_row_operand(program, inst, role, rows);
    if (role == OperandRole::Read)
      inst.src.push_back(rows[0]);
    else
      inst.dst.push_back(rows[0]);
  }
};

LaneOp add64() {
  return map_lanes<u64, u64, u64>([](u64 a, u64 b) { return a + b; });
}
LaneOp fma64() {
  Semantics what;
  what.type = ScalarType::F64;
  return arithmetic<f64>([](auto a, auto b, auto c) { return std::fma(a, b, c); })(what);
}

/// What a lane finds: column i at base + i * kColumn, its own element of 16 bytes there.
std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
std::uint64_t first_word(unsigned lane) {
  return 0xffff'fff0'0000'0000u + lane * 0x1234'5678'9abcu;
}
std::uint64_t second_word(unsigned lane) {
  return 0x0000'0000'ffff'ff00u + lane * 0x0fed'cba9'8765'4321u;
}

/// R0 thread, R2:R3 the lane's address; columns 0 and 1 are read, results go to 2 and on.
struct Kernel64 {
  Kernel64() {
    base = memory.allocate(16 * kColumn, "buffer");
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      poke(0, lane, first_word(lane));
      poke(1, lane, second_word(lane));
      poke(12, lane, 1000u + lane);
    }
    Inst& thread = a.add(Kind::Alu, map_lanes<u32, u32>([](u32 x) { return x; }));
    a.write(thread, r(0));
    a.reads_thread_index(thread);
    // A wide multiplication and addition: 32 bits times 32 bits plus a pair.
    a.alu(map_lanes<u64, u32, u32, u64>([](u32 x, u32 y, u64 z) { return u64{x} * y + z; }),
          r(2, 2), r(0), Constant{16, 1}, Constant{base, 2});
    a.load(ScalarType::B64, r(4, 2), r(2, 2), 0);
    a.load(ScalarType::B64, r(6, 2), r(2, 2), kColumn);
  }
  void store(unsigned column, Registers32 from) {
    a.store(from.count == 1   ? ScalarType::B32
            : from.count == 2 ? ScalarType::B64
                              : ScalarType::B128,
            r(2, 2), static_cast<std::int64_t>(column * kColumn), from);
  }
  void run(bool timing = true, bool host_passes = false) {
    a.add(Kind::Exit).op_class = OpClass::Control;
    Program& program = a.program;
    FlowGraphs flow(program);
    if (host_passes) {
      find_runs(program, flow);
      share_slots(program, flow);
    } else {
      program.issue_control.assign(program.code.size(), IssueControl{});
      for (IssueControl& c : program.issue_control) c.stall = 15;
    }
    const ArchConfig arch = load_arch("v100", SIMT_SOURCE_DIR "/configs");
    LaunchState launch;
    launch.block = {kMaxWarpSize, 1, 1};
    launch.num_sms = arch.sm.count;
    RunOptions options;
    options.timing = timing;
    const RunResult result = simulate(program, arch, launch, memory, options);
    INFO(result.explanation);
    REQUIRE(result.status == RunStatus::Finished);
  }
  void poke(unsigned column, unsigned lane, std::uint64_t value) {
    std::memcpy(at(column, lane), &value, sizeof value);
  }
  template <class T = std::uint64_t>
  T peek(unsigned column, unsigned lane, unsigned word = 0) {
    T value;
    std::memcpy(&value, at(column, lane) + word * sizeof value, sizeof value);
    return value;
  }
  std::byte* at(unsigned column, unsigned lane) {
    return memory.find(base + column * kColumn + 16 * lane, 16);
  }

  Assembler a;
  GlobalMemory memory;
  std::uint64_t base = 0;
};

template <class F>
void each_lane(F f) {
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    INFO("lane " << lane);
    f(lane);
  }
}

/// A kernel with everything; the same results whoever runs it.
struct Everything : Kernel64 {
  Everything() {
    a.alu(add64(), r(8, 2), r(4, 2), r(6, 2));
    store(2, r(8, 2));
    // The destination pair is the high half of one source and the low half of the other.
    a.alu(map_lanes<u32, u32>([](u32 x) { return x; }), r(10), r(4));
    a.alu(map_lanes<u32, u32>([](u32 x) { return x; }), r(11), r(5));
    a.alu(map_lanes<u32, u32>([](u32 x) { return x; }), r(12), r(6));
    a.alu(add64(), r(11, 2), r(10, 2), r(12, 2));  // R12:R13 = low half of b, 0
    store(3, r(11, 2));
    a.alu(map_lanes<f64, u32>([](u32 x) { return x * 0.75; }), r(14, 2), r(0));
    a.alu(fma64(), r(14, 2), r(14, 2), r(14, 2), r(14, 2));  // in place
    store(4, r(14, 2));
    a.alu(map_lanes<u64, u32, u32>([](u32 x, u32 y) { return u64{x} * y; }), r(4, 2), r(4), r(5));
    store(5, r(4, 2));
    // Both halves of a pair go to another lane, one of them onto itself.
    for (const auto& [to, from] : {std::pair{8u, 8u}, {16u, 9u}}) {
      Inst& shuffle = a.add(Kind::Shuffle);
      shuffle.op.type = ScalarType::B32;
      shuffle.op.shuffle = ShuffleMode::Butterfly;
      a.write(shuffle, r(to));
      a.read(shuffle, r(from));
      a.read(shuffle, Constant{5, 1});
      a.read(shuffle, Constant{31, 1});
    }
    store(6, r(8));
    store(7, r(16));
    // Lanes with one pair of values among them.
    a.alu(map_lanes<u64, u32>([](u32 x) { return u64{x % 4} << 32 | 7; }), r(18, 2), r(0));
    Inst& match = a.add(Kind::Match);
    match.op.type = ScalarType::B64;
    a.write(match, r(20));
    a.read(match, r(18, 2));
    store(8, r(20));
    // Four rows in one access of 128 bits, its registers over its address.
    a.alu(map_lanes<u32, u32>([](u32 x) { return x; }), r(24), r(2));
    a.alu(map_lanes<u32, u32>([](u32 x) { return x; }), r(25), r(3));
    a.load(ScalarType::B128, r(24, 4), r(24, 2), 0);
    store(9, r(24, 4));
    // An atomic on 64 bits, whose answer comes when the window ends.
    Inst& atomic = a.memory(Kind::Atomic, ScalarType::U64, r(2, 2), 12 * kColumn);
    atomic.memory.atomic = AtomicOp::Add;
    a.write(atomic, r(28, 2));
    a.read(atomic, r(6, 2));
    store(10, r(28, 2));
    // A high half that nobody keeps.
    Inst& low = a.add(Kind::Alu, add64());
    const Slot rows[] = {a.program.registers[30].slot, kNoSlot};
    add_row_operand(a.program, low, OperandRole::Written, rows);
    low.writes.insert(30);
    a.read(low, r(6, 2));
    a.read(low, r(6, 2));
    store(11, r(30));
  }
  void check() {
    each_lane([&](unsigned lane) {
      const std::uint64_t one = first_word(lane), two = second_word(lane);
      CHECK(peek(2, lane) == one + two);
      CHECK(peek(3, lane) == one + (two & 0xffff'ffff));
      const double x = lane * 0.75;
      CHECK(peek(4, lane) == bits(std::fma(x, x, x)));
      CHECK(peek(5, lane) == (one & 0xffff'ffff) * (one >> 32));
      const std::uint64_t sum = first_word(lane ^ 5) + second_word(lane ^ 5);
      CHECK(peek<std::uint32_t>(6, lane) == (sum & 0xffff'ffff));
      CHECK(peek<std::uint32_t>(7, lane) == sum >> 32);
      CHECK(peek<std::uint32_t>(8, lane) == 0x1111'1111u << lane % 4);
      CHECK(peek(9, lane) == one);
      CHECK(peek(9, lane, 1) == 0);
      CHECK(peek(10, lane) == 1000 + lane);
      CHECK(peek(12, lane) == 1000 + lane + two);
      CHECK(peek<std::uint32_t>(11, lane) == ((2 * two) & 0xffff'ffff));
    });
  }
};

}  // namespace

TEST_CASE("operands in pairs and quadruples of 32-bit rows, with issue control of their own") {
  Everything kernel;
  kernel.run();
  kernel.check();
}

TEST_CASE("operands in rows give the same without time") {
  Everything kernel;
  kernel.run(false);
  kernel.check();
}

TEST_CASE("operands in rows live with what the host gains: shared slots, runs of arithmetic") {
  Everything kernel;
  kernel.run(true, true);
  kernel.check();
}

TEST_CASE("lanes that do not execute keep both halves of a pair") {
  Kernel64 kernel;
  Assembler& a = kernel.a;
  a.program.registers.push_back({"P0", ScalarType::Pred, a.program.slots.own_bytes, 0});
  a.program.slots.own_bytes += 64;
  const auto p0 = static_cast<RegId>(a.program.registers.size() - 1);
  struct Odd {
    void operator()(const Inst& inst, Registers regs, LaneMask active) const {
      write_predicate(regs, inst.dst[0], 0xaaaa'aaaa, active);
    }
  };
  Inst& odd = a.add(Kind::Alu, whole<Odd>()(Semantics{}));
  odd.dst.push_back(a.program.registers[p0].slot);
  odd.writes.insert(p0);
  Inst& sum = a.alu(add64(), r(4, 2), r(4, 2), r(6, 2));
  sum.guard = a.program.registers[p0].slot;
  sum.guard_reg = p0;
  sum.reads.insert(p0);
  kernel.store(2, r(4, 2));
  kernel.run();
  each_lane([&](unsigned lane) {
    CHECK(kernel.peek(2, lane) == first_word(lane) + (lane % 2 == 1 ? second_word(lane) : 0));
  });
}

TEST_CASE("an operand in rows is shown with its registers, low bits first") {
  Assembler a;
  a.program.text.spellings.push_back(
      {"add", "add.64", "", {{.written = true, .type = ScalarType::B64}, {}, {}}});
  a.alu(add64(), r(4, 2), r(6, 2), r(8, 2)).spelling = 0;
  CHECK(print_inst(a.program, 0) == "add.64 {R4,R5}, {R6,R7}, {R8,R9}");
}

TEST_CASE("an operand has one to four rows") {
  Assembler a;
  Inst& inst = a.add(Kind::Alu, add64());
  const std::vector<Slot> five(5, 0);
  CHECK_THROWS_AS(add_row_operand(a.program, inst, OperandRole::Read, five), std::length_error);
  CHECK_THROWS_AS(add_row_operand(a.program, inst, OperandRole::Read, {}), std::length_error);
}
