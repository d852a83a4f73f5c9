// Accesses with four addresses a lane through the units of the load/store side.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "sim/sm/core/grid.h"
#include "sim/sm/load_store/l1_unit.h"
#include "sim/sm/load_store/shared_unit.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

using Address = std::uint64_t (*)(unsigned lane, unsigned of_lane);

/// Four addresses of 4 bytes a lane.
MemoryAccess four_each(StateSpace space, Kind kind, Address address) {
  MemoryAccess a;
  a.space = space;
  a.kind = kind;
  a.lanes = ~LaneMask{0};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) a.address[lane] = address(lane, 0);
  for (unsigned i = 1; i < 4; ++i)
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      a.add({address(lane, i), static_cast<std::uint8_t>(lane), 4});
  return a;
}

/// Texels of a row and the one below it, neighbours beside each other: as a bilinear fetch has
/// them.
std::uint64_t texels(unsigned lane, unsigned i) {
  return 4096 + lane * 20 + i % 2 * 4 + i / 2 * 2048;
}
/// Bank conflicts of different degrees.
std::uint64_t columns(unsigned lane, unsigned i) {
  return (lane % (4 + i) * 128 + lane * 4 * i) % 16384;
}

struct Units {
  Units()
      : session(
            test::open({"//! grid 1\n//! block 32\n", ".visible .entry k() {\nret;\n}\n", "v100"})),
        arch(session.arch()),
        kernel(session.program(), arch),
        launch(one_warp()),
        grid(kernel, launch, {}, arch, 1),
        l1(arch, 32 * 1024, 0),
        l1_unit(arch, stages, l1),
        shared_unit(arch, stages) {}

  Served issue(MemoryUnit& unit, const MemoryAccess& access) {
    const AccessShape& shape = grid.on(0).tally.access(0, access, 0);
    OnPath on_path{path, kNow, kNow};
    return unit.issue({inst, access, shape, grid.on(0), 0, kNow, 7}, on_path);
  }
  std::uint64_t count(Counter c) { return grid.on(0).tally.totals()[c]; }

  static LaunchState one_warp() {
    LaunchState launch;
    launch.block = {32, 1, 1};
    return launch;
  }

  static constexpr std::uint64_t kNow = 1000;
  Session session;
  const ArchConfig& arch;
  Kernel kernel;
  LaunchState launch;
  Grid grid;
  LoadStoreStages stages;
  LoadStorePath path;
  L1Memory l1;
  L1Unit l1_unit;
  SharedUnit shared_unit;
  Inst inst;
};

std::set<std::uint64_t> distinct(Address address, std::uint64_t unit) {
  std::set<std::uint64_t> out;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    for (unsigned i = 0; i < 4; ++i) out.insert(address(lane, i) / unit);
  return out;
}

/// 32 words go at once: the first addresses of all lanes, then the second ones.
unsigned wavefronts(Address address) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      words[address(lane, i) / 4 % 32].insert(address(lane, i) / 4);
    std::size_t most = 0;
    for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
    sum += static_cast<unsigned>(most);
  }
  return sum;
}

}  // namespace

TEST_CASE("a load of four addresses a lane asks L2 for each of its sectors once") {
  Units units;
  const Served served =
      units.issue(units.l1_unit, four_each(StateSpace::Global, Kind::Load, texels));
  CHECK(served.pending);
  CHECK(served.level == MemoryLevel::L2);
  std::set<std::uint64_t> asked;
  for (const MemoryRequest& r : units.l1.outbox())
    for (unsigned s = 0; s < 4; ++s)
      if ((r.sectors >> s & 1) != 0) CHECK(asked.insert(4 * r.line + s).second);
  const auto sectors = distinct(texels, 32);
  CHECK(asked == sectors);
  CHECK(units.l1.outbox().size() == distinct(texels, 128).size());
  CHECK(units.count(Counter::global_ld_requests) == 1);
  CHECK(units.count(Counter::global_ld_sectors) == sectors.size());
  CHECK(units.count(Counter::global_ld_bytes) == 4 * distinct(texels, 4).size());
  // The data stage takes the sectors, the tag stage the lines.
  const double data = static_cast<double>(sectors.size()) * 32 / units.arch.l1.bytes_per_clock;
  const double tags =
      static_cast<double>(distinct(texels, 128).size()) / units.arch.l1.tags_per_clock;
  CHECK(units.path.free - Units::kNow == static_cast<std::uint64_t>(std::max(data, tags)));
}

TEST_CASE("a load of four addresses a lane hits what an earlier one has brought") {
  Units units;
  const MemoryAccess load = four_each(StateSpace::Global, Kind::Load, texels);
  units.issue(units.l1_unit, load);
  units.l1.answer(std::vector<L2Answer>(units.l1.outbox().size(), {Units::kNow + 500}));
  const Served again = units.issue(units.l1_unit, load);
  CHECK_FALSE(again.pending);
  CHECK(again.level == MemoryLevel::L1);
  CHECK(again.l1_hits == distinct(texels, 32).size());
}

TEST_CASE("a store of four addresses a lane brings all of its bytes") {
  Units units;
  units.issue(units.l1_unit, four_each(StateSpace::Global, Kind::Store, texels));
  unsigned bytes = 0;
  for (const MemoryRequest& r : units.l1.outbox())
    for (unsigned s = 0; s < 4; ++s)
      if ((r.sectors >> s & 1) != 0) bytes += static_cast<unsigned>(std::popcount(r.bytes[s]));
  CHECK(bytes == 4 * distinct(texels, 4).size());
  const double data = 4 * 32 * 4 / units.arch.l1.bytes_per_clock;
  CHECK(units.path.free - Units::kNow ==
        static_cast<std::uint64_t>(data) * units.arch.lsu.wavefront_interval);
}

TEST_CASE("a shared access of four addresses a lane takes the wavefronts of each round") {
  for (const Address address : {texels, columns}) {
    for (const Kind kind : {Kind::Load, Kind::Store}) {
      Units units;
      const unsigned expected = wavefronts(address);
      units.issue(units.shared_unit, four_each(StateSpace::Shared, kind, address));
      CHECK(units.path.free - Units::kNow == expected * units.arch.lsu.wavefront_interval);
      const bool load = kind == Kind::Load;
      CHECK(units.count(load ? Counter::shared_ld_wavefronts : Counter::shared_st_wavefronts) ==
            expected);
      CHECK(units.count(load ? Counter::shared_ld_conflicts : Counter::shared_st_conflicts) ==
            expected - 4);
    }
  }
}
