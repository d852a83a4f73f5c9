// A device outlives launches: several grids at once, one after the other, caches warm or empty.
#include "sim/sm/device.h"

#include <malloc.h>

#include <catch2/catch.hpp>

#include "sim/launch/grid_needs.h"
#include "sim/sm/parts/scoreboard.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

constexpr const char* kParameters = ".visible .entry k(.param .u64 in, .param .u64 out) {\n";

/// out[i] = in[i] + 1, `rounds` times over.
std::string add_one(unsigned rounds) {
  return std::string(kParameters) +
         ".reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"
         "ld.param.u64 %d1, [in];\nld.param.u64 %d2, [out];\n"
         "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
         "mad.lo.u32 %r4, %r1, %r2, %r3;\nmul.wide.u32 %d3, %r4, 4;\n"
         "add.u64 %d4, %d1, %d3;\nadd.u64 %d5, %d2, %d3;\nmov.u32 %r7, 0;\n"
         "L: ld.global.u32 %r5, [%d4];\nadd.u32 %r6, %r5, 1;\nst.global.u32 [%d5], %r6;\n"
         "add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p, %r7, " +
         std::to_string(rounds) + ";\n@%p bra L;\nret;\n}\n";
}

/// A kernel with a launch of so many CTAs of 64 threads, on memory that it shares with others.
struct Launched {
  Launched(unsigned ctas, unsigned rounds, GlobalMemory& memory)
      : session(test::open({"//! grid " + std::to_string(ctas) + "\n//! block 64\n//! arg in u32[" +
                                std::to_string(64 * ctas) + "] = iota(5,1)\n//! arg out u32[" +
                                std::to_string(64 * ctas) + "] = zero\n",
                            add_one(rounds), "v100"})),
        bound(bind(session.spec(), session.program(), memory)),
        kernel(session.program(), session.arch()),
        occupancy(simt::occupancy(session.arch(), occupancy_input(session.program(), 64, 0))),
        grid(kernel, bound.state, grid_needs(session.program(), session.arch(), occupancy),
             session.arch(), 1) {
    bound.state.num_sms = session.arch().sm.count;
  }

  bool right(GlobalMemory& memory) const {
    const BoundArg& out = bound.args[1];
    const std::byte* const data = memory.find(out.address, out.bytes);
    for (std::uint32_t i = 0; i < out.bytes / 4; ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, data + 4 * i, 4);
      if (word != i + 6) return false;
    }
    return true;
  }
  std::uint64_t finished_at() const {
    std::uint64_t last = 0;
    for (const auto& there : grid.on_sms())
      if (there != nullptr) last = std::max(last, there->finished_at);
    return last;
  }
  /// Counted on all SMs.
  std::uint64_t operator[](Counter c) const {
    std::uint64_t sum = 0;
    for (const auto& there : grid.on_sms())
      if (there != nullptr) sum += there->tally.totals()[c];
    return sum;
  }

  Session session;
  BoundLaunch bound;
  Kernel kernel;
  Occupancy occupancy;
  Grid grid;
};

void run(Device& device) {
  while (!device.idle()) {
    const std::uint64_t next = device.next_event();
    REQUIRE(next != kNever);
    device.run_window(device.window_end(std::max(device.now(), next)));
    REQUIRE(device.fault() == nullptr);
  }
  device.drain();
}

}  // namespace

TEST_CASE("two grids on one device run side by side, each with results and counters of its own") {
  GlobalMemory memory;
  Launched a(20, 50, memory), b(20, 30, memory);
  Device device(a.session.arch(), {}, memory);
  device.launch(a.grid);
  device.launch(b.grid);
  run(device);
  CHECK(a.grid.finished());
  CHECK(b.grid.finished());
  CHECK(a.right(memory));
  CHECK(b.right(memory));

  GlobalMemory other;
  Launched alone(20, 50, other);
  Device own(alone.session.arch(), {}, other);
  own.launch(alone.grid);
  run(own);
  for (const Counter c : {Counter::inst_executed, Counter::global_ld_requests,
                          Counter::global_st_sectors, Counter::ctas_launched})
    CHECK(a[c] == alone[c]);
  CHECK(a[Counter::inst_executed] > b[Counter::inst_executed]);
  // Each reads lines of its own, once an SM, whatever the other one does; writes pass by L1.
  for (const Counter c : {Counter::l2_sectors_write, Counter::dram_bytes_read}) {
    CHECK(device.l2_counters(a.grid)[c] == own.l2_counters(alone.grid)[c]);
    CHECK(device.l2_counters(b.grid)[c] > 0);
    CHECK(device.l2_counters(b.grid)[c] < device.l2_counters(a.grid)[c] * 2);
  }
  // Side by side: not much later than the longer one alone, and far from one after the other.
  CHECK(std::max(a.finished_at(), b.finished_at()) < alone.finished_at() * 5 / 4);
}

TEST_CASE("CTAs of a later grid come when all of an earlier one have started") {
  GlobalMemory memory;
  Launched a(80 * 32 + 40, 2, memory), b(4, 2, memory);  // 32 CTAs an SM: one wave and a half more
  Device device(a.session.arch(), {}, memory);
  device.launch(a.grid);
  device.launch(b.grid);
  CHECK(a.grid.not_started() == 40);
  CHECK(b.grid.not_started() == 4);
  while (b.grid.not_started() == 4)
    device.run_window(device.window_end(std::max(device.now(), device.next_event())));
  CHECK(a.grid.not_started() == 0);
  run(device);
  CHECK(a.right(memory));
  CHECK(b.right(memory));
}

TEST_CASE("requests that are still under way count for no later grid") {
  Accounts accounts;
  const auto nothing = [](const auto&) {};
  const AccountId first = accounts.open(nothing);
  CHECK(first != 0);  // which is nobody's
  ++accounts[first][Counter::l2_requests];
  accounts.close(first);
  const AccountId second = accounts.open([&](const auto& counts_for) { counts_for(first); });
  CHECK(second != first);
  CHECK(accounts[second][Counter::l2_requests] == 0);
  ++accounts[first][Counter::l2_requests];
  CHECK(accounts[second][Counter::l2_requests] == 0);
  CHECK(accounts.open(nothing) == first);  // given again, with counts of 0
  CHECK(accounts[first][Counter::l2_requests] == 0);
}

TEST_CASE("L2 stays warm from launch to launch, or is emptied, L1 holds nothing from before") {
  GlobalMemory memory;
  Launched first(8, 1, memory);
  const ArchConfig& arch = first.session.arch();
  Device device(arch, {}, memory);
  std::uint64_t sectors_from_l2 = 0;
  const auto cycles = [&](Device::Caches caches, std::uint64_t& bytes_from_memory) {
    Grid grid(first.kernel, first.bound.state,
              grid_needs(first.session.program(), arch, first.occupancy), arch, 1);
    const std::uint64_t start = device.now();
    device.launch(grid, caches);
    run(device);
    bytes_from_memory = device.l2_counters(grid)[Counter::dram_bytes_read];
    sectors_from_l2 = device.l2_counters(grid)[Counter::l2_sectors_read];
    std::uint64_t last = 0;
    for (const auto& there : grid.on_sms())
      if (there != nullptr) last = std::max(last, there->finished_at);
    return last - start;
  };
  std::uint64_t cold = 0, warm = 0, emptied = 0;
  const std::uint64_t cold_cycles = cycles(Device::Caches::Warm, cold);
  const std::uint64_t cold_sectors = sectors_from_l2;
  const std::uint64_t warm_cycles = cycles(Device::Caches::Warm, warm);
  CHECK(cold_sectors > 0);
  CHECK(sectors_from_l2 == cold_sectors);
  const std::uint64_t emptied_cycles = cycles(Device::Caches::Empty, emptied);
  CHECK(cold > 0);
  CHECK(warm == 0);
  CHECK(emptied == cold);
  CHECK(warm_cycles < cold_cycles);
  CHECK(warm_cycles < emptied_cycles);
  CHECK(first.right(memory));
}

TEST_CASE("the clock of a device goes on from launch to launch") {
  GlobalMemory memory;
  Launched a(1, 3, memory), b(1, 3, memory);
  Device device(a.session.arch(), {}, memory);
  device.launch(a.grid);
  run(device);
  const std::uint64_t between = device.now();
  device.launch(b.grid);
  run(device);
  CHECK(a.finished_at() <= between);
  CHECK(b.finished_at() > between);
  CHECK(device.grids().size() == 1);
  CHECK(device.grids().front() == &b.grid);
}

namespace {

/// Bytes of the host that are in use, by the C library's count.
std::size_t bytes_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

TEST_CASE("a thousand launches on one device take no more memory than the first ones") {
  GlobalMemory memory;
  Launched first(3, 1, memory);
  const ArchConfig& arch = first.session.arch();
  const Device::Caches caches = GENERATE(Device::Caches::Warm, Device::Caches::Empty);
  const bool other_l1 = GENERATE(false, true);  // an SM is made anew where L1 gets another size
  CAPTURE(caches == Device::Caches::Warm, other_l1);
  Device device(arch, {}, memory);
  GridNeeds needs = grid_needs(first.session.program(), arch, first.occupancy);
  const auto launch = [&](unsigned number) {
    GridNeeds mine = needs;
    if (other_l1 && number % 2 == 1) mine.l1_bytes /= 2;
    Grid grid(first.kernel, first.bound.state, mine, arch, 1);
    device.launch(grid, caches);
    run(device);
    return grid.ctas_finished();
  };
  for (unsigned i = 0; i < 20; ++i) launch(i);
  const std::size_t before = bytes_in_use();
  for (unsigned i = 0; i < 1000; ++i) REQUIRE(launch(i) == 3);
  CHECK(bytes_in_use() < before + 64 * 1024);
}
