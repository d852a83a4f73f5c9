// How long the instructions of machine code that take the branch unit keep their warp, what an
// access without lanes costs, and when a warp starts and leaves: exact cycles, L2 a mock.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "isa/machine/lower/lower.h"
#include "tests/sm/issue_rig.h"

using namespace simt;

namespace {

struct Words {
  std::uint64_t low, high;
};
using Code = std::vector<Words>;

// Word 1 of an instruction without modifiers: stall count, yield off, no dependence barriers.
constexpr std::uint64_t control(unsigned stall) {
  return std::uint64_t{0x7e0 | stall} << 41;
}
constexpr std::uint64_t kWaitsFor0 = std::uint64_t{1} << 52;  // for dependence barrier 0

Words nop(unsigned stall = 1) {
  return {0x7918, control(stall)};
}
Words exits(unsigned stall = 5) {
  return {0x794d, control(stall) | 0x3800000};
}
Words yield(unsigned stall) {
  return {0x7946, control(stall) | 0x3800000};
}
Words warpsync(unsigned stall) {
  return {0x7948, control(stall) | 0x3800000};
}
Words bsync(unsigned stall) {
  return {0x7941, control(stall) | 0x3800000};
}
Words bssy_next() {
  return {0x0000000000007945, control(1) | 0x3800000};
}  // to what follows
// RET.REL.NODEC R8, the second instruction: to the address in R8
Words ret_at_1(unsigned stall) {
  return {0xfffffffc08f87950, control(stall) | 0x3c3ffff};
}
Words move(unsigned reg, std::uint64_t value) {
  return {value << 32 | std::uint64_t{reg} << 16 | 0x7802, control(5) | 0xf00};
}

Words high_product(unsigned stall) {  // IMAD.HI R20, R8, R9, RZ
  return {0x0000000908147227, control(stall) | 0x078e02ff};
}
Words high_product_again(unsigned stall) {  // IMAD.HI R28, R28, R9, RZ
  return {0x000000091c1c7227, control(stall) | 0x078e02ff};
}
Words wide_product(unsigned stall) {  // IMAD.WIDE R20, R24, R9, RZ
  return {0x0000000918147225, control(stall) | 0x078e02ff};
}
Words xor_of_product(unsigned stall) {  // LOP3.LUT R24, R20, R9, RZ, 0x3c, !PT
  return {0x0000000914187212, control(stall) | 0x078e3cff};
}
Words even_sum() {  // FFMA R20, R8, R10, R12
  return {0x0000000a08147223, control(1) | 0xc};
}

ArchConfig h200() {
  SessionOptions options;
  options.arch = "h200";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return configured_arch(options);
}

Program lowered(const Code& code) {
  machine::KernelImage image;
  image.name = "kernel";
  image.sm = 90;
  image.registers = 64;
  image.shared_bytes = 0x400 + 4096 + 4;
  image.bank0_bytes = image.params_at = 0x210;
  image.code.resize(sizeof(Words) * code.size());
  std::memcpy(image.code.data(), code.data(), image.code.size());
  return machine::lower(image);
}

constexpr std::uint64_t kWord = 0x7f00'0000'0000;  // where the first allocation lies

/// When what issued, and when the warp came and went.
struct Times : Observer {
  void on_issue(const IssueEvent& e, const Outcome&, const WarpState&) override {
    issued.push_back(e.cycle);
  }
  void on_cta_start(std::uint64_t at, std::uint32_t, std::uint64_t) override { cta = at; }
  void on_warp_start(std::uint64_t at, const WarpId&, WarpPlace) override { started = at; }
  void on_warp_end(std::uint64_t at, const WarpId&) override { ended = at; }
  std::vector<std::uint64_t> issued;
  std::uint64_t cta = 0, started = 0, ended = 0;
};

struct Launched {
  Launched(const Code& code, unsigned warps) : arch(h200()), program(lowered(code)) {
    launch.grid = {1, 1, 1};
    launch.block = {32 * warps, 1, 1};
    launch.constants.resize(0x1000);
    CHECK(memory.allocate(4, "word") == kWord);
  }
  ArchConfig arch;
  Program program;
  LaunchState launch;
  GlobalMemory memory;
  Times times;
};
struct Rig : Launched, test::IssueRig {
  explicit Rig(const Code& code, unsigned num_warps = 1)
      : Launched(code, num_warps), IssueRig(program, arch, launch, memory, &times) {
    Cta& cta = ctas.of(warps[0]);
    for (unsigned i = 1; i < num_warps; ++i) stage.begin(ctas.place_next(cta));
    run(5'000);
  }
  std::uint64_t between(std::size_t from, std::size_t to) const {
    return times.issued.at(to) - times.issued.at(from);
  }
};

}  // namespace

TEST_CASE("machine issue: YIELD, WARPSYNC and BSYNC keep a warp as long as the branch unit") {
  for (const auto& [name, make, before] :
       std::vector<std::tuple<std::string, Words (*)(unsigned), Words>>{
           {"YIELD", yield, nop()},
           {"WARPSYNC.ALL", warpsync, nop()},
           {"BSYNC", bsync, bssy_next()}}) {
    INFO(name);
    Rig rig({before, make(5), nop(), exits()});
    CHECK(rig.between(1, 2) == 14);
    CHECK(rig.stalled(2, Stall::wait) == 4);
    CHECK(rig.stalled(2, Stall::branch_resolving) == 9);
    CHECK(Rig({before, make(15), nop(), exits()}).between(1, 2) == 15);  // a longer stall count
  }
}

TEST_CASE("machine issue: a branch to an address in registers takes 38 cycles") {
  Rig rig({move(8, 0x20), ret_at_1(5), nop(), exits()});
  REQUIRE(rig.times.issued.size() == 4);
  CHECK(rig.between(1, 2) == 38);
  CHECK(rig.stalled(2, Stall::branch_resolving) == 33);
}

TEST_CASE("machine issue: a warp leaves when its EXIT is through the branch unit") {
  Rig rig({nop(), exits(5)});
  CHECK(rig.times.ended == rig.times.issued.at(1) + 14);
  CHECK(rig.stalled(1, Stall::branch_resolving) == 9);
  CHECK(rig.stalled(1, Stall::drain) == 0);
}

// STG.E and REDG.E.ADD, to where R2 points
constexpr Words kStg{0x0000000502007986, 0x000fe2000c101904};
constexpr Words kRedg{0x000000050200798e, 0x000fe2000c10e188};

Code ends_with(const Words& access) {
  return {move(2, kWord & 0xffffffff), move(3, kWord >> 32), nop(15), access, exits(5)};
}

TEST_CASE("machine issue: a reduction drains from there on, without an answer") {
  Rig rig(ends_with(kRedg));
  // EXIT issues a cycle after the access.
  CHECK(rig.stalled(4, Stall::drain) == rig.arch.control.drain_cycles - 1);
  CHECK(rig.times.ended == rig.times.issued.at(3) + rig.arch.control.drain_cycles + 14);
  CHECK(rig.ctas.residents() == 0);
}

TEST_CASE("machine issue: a warp leaves when what it has stored has left the SM") {
  Rig rig(ends_with(kStg));
  CHECK(rig.ctas.residents() == 1);  // nothing is known of the store
  const std::uint64_t left = rig.times.issued.at(3) + 700;
  rig.answer(rig.context.now + 2'000, left);  // whenever L2 takes it
  CHECK(rig.ctas.residents() == 0);
  CHECK(rig.times.ended == left + rig.arch.control.drain_cycles);
  CHECK(rig.times.ended < rig.context.now);  // it is told afterwards
  CHECK(rig.stalled(4, Stall::drain) == rig.times.ended - rig.times.issued.at(4) - 14);
}

TEST_CASE("machine issue: an access without lanes opens its dependence barrier as a hit does") {
  // @P0 LDS R9, [R7] and @P0 LDG.E R2, [R2.64], P0 false: both set barrier 0
  for (const auto& [access, reason] : std::vector<std::pair<Words, Stall>>{
           {{0x0000000007090984, 0x000e240000000800}, Stall::short_scoreboard},
           {{0x0000000602020981, 0x000ea2000c1e1900 & ~(std::uint64_t{7} << 46)},
            Stall::long_scoreboard}}) {
    Words waits = nop();
    waits.high |= kWaitsFor0;
    Rig rig({nop(), access, waits, exits()});
    INFO(std::hex << access.low);
    CHECK(rig.between(1, 2) >= rig.arch.shared.latency);
    CHECK(rig.between(1, 2) <= rig.arch.shared.latency + 4);
    CHECK(rig.stalled(2, reason) > 10);
  }
}

TEST_CASE("machine issue: an access without lanes waits for the conflicts before it") {
  const Words tid{0x0000000000027919, control(15) | 0x2100};  // S2R R2, SR_TID.X
  // LDS R9, [R7+0x400], then @P0 LDS R8, [R7], P0 false, which sets barrier 0
  const Words before{0x0004000007097984, control(1) | 0x800};
  const Words without{0x0000000007080984, 0x000e240000000800};
  Words waits = nop();
  waits.high |= kWaitsFor0;
  const auto cycles = [&](std::uint64_t bytes) {  // from a lane's word to the next one's
    const Words times{bytes << 32 | 0x02077824, control(15) | 0x78e00ff};  // IMAD R7, R2, bytes, RZ
    Rig rig({tid, nop(15), nop(15), nop(15), times, before, without, waits, exits()});
    return rig.between(6, 7);
  };
  CHECK(cycles(128) >= cycles(4) + 30 * h200().lsu.wavefront_interval);
}

TEST_CASE("machine issue: the first warp of an SM is there before its code is") {
  Rig rig({nop(), exits()});
  CHECK(rig.times.started == rig.times.cta + rig.arch.launch.cta_setup_cycles);
  CHECK(rig.stalled(0, Stall::no_instruction) + 1 ==
        rig.times.issued.at(0) + 1 - rig.times.started);
  CHECK(rig.stalled(0, Stall::no_instruction) >= rig.arch.launch.first_cta_cycles);
}

TEST_CASE("machine issue: constants wait for the one ADU of an SM in a queue of five") {
  const Words ldc{0x00000a00ff017b82, control(1) | 0x800};  // LDC R1, c[0x0][0x28]
  Code code(20, ldc);
  code.push_back(exits());
  constexpr unsigned kWarps = 4;  // one in each sub-partition
  Rig rig(code, kWarps);
  REQUIRE(rig.times.issued.size() == kWarps * code.size());
  // Each fourth one is of the same warp. Two cycles to the next while the queue has room, then as
  // long as four of them keep the unit.
  CHECK(rig.times.issued.at(4) - rig.times.issued.at(0) == 2);
  CHECK(rig.times.issued.at(4 * 19) - rig.times.issued.at(4 * 18) == 8);
  CHECK(rig.stalled(19, Stall::mio_throttle) == kWarps * 7);
}

TEST_CASE("machine issue: IMAD.HI passes twice, and waits for its factors") {
  for (const unsigned stall : {4u, 5u, 6u, 7u, 8u}) {
    INFO(stall);
    Rig apart({nop(), high_product(stall), high_product(stall), exits()});
    CHECK(apart.between(1, 2) == stall + 2);
    Rig chain({nop(), high_product_again(stall), high_product_again(stall), exits()});
    CHECK(chain.between(1, 2) == std::max(9u, stall + 2));
  }
}

TEST_CASE("machine issue: IMAD.WIDE comes seven cycles after its factor, LOP3 five after that") {
  Rig rig({nop(), wide_product(5), xor_of_product(5), wide_product(5), xor_of_product(5), exits()});
  CHECK(rig.between(1, 2) == 7);
  CHECK(rig.between(2, 3) == 7);
  CHECK(rig.between(3, 4) == 7);
}

TEST_CASE("machine issue: three registers of one bank keep the ports for three cycles") {
  Rig rig({nop(), even_sum(), even_sum(), even_sum(), even_sum(), exits()});
  CHECK(rig.between(3, 4) == 3);
}
