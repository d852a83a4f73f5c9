// Where small grids start, beside the %smid that each CTA of 4 to 132 had on an H200.
#include "sim/config/gpcs.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

#include "sim/config/slice.h"

using namespace simt;

namespace {

using Counts = std::map<unsigned, unsigned>;  // CTAs of a GPC

/// The GPC of an SM of the measured device: its TPCs are numbered one of each GPC after the other,
/// until the smaller GPCs have no more; four of GPC 0 come last.
unsigned measured_gpc(unsigned smid) {
  if (smid < 64) return smid % 16 / 2;
  if (smid < 106) return (smid - 64) % 14 / 2 + 1;
  if (smid < 120) return (smid - 106) / 2 + 1;
  return smid < 124 ? (smid - 120) / 2 + 6 : 0;
}

struct Placed {
  unsigned ctas, threads;
  std::vector<unsigned> gpcs;  ///< by CTA
};

std::vector<Placed> measured() {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/where.csv");
  std::string line;
  std::getline(in, line);
  std::vector<Placed> out;
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    Placed p;
    fields >> p.ctas >> p.threads;
    for (unsigned smid; fields >> smid;) p.gpcs.push_back(measured_gpc(smid));
    out.push_back(p);
  }
  return out;
}

Counts counts(const std::vector<unsigned>& gpcs) {
  Counts out;
  for (const unsigned gpc : gpcs) ++out[gpc];
  return out;
}

ArchConfig h200() {
  return load_arch("h200", std::string(SIMT_SOURCE_DIR) + "/configs");
}

std::vector<unsigned> simulated(unsigned ctas) {
  const ArchConfig arch = h200();
  const std::vector<unsigned> gpc = gpc_of_sms(arch);
  std::vector<unsigned> out;
  for (const unsigned sm : first_wave(arch, ctas)) out.push_back(gpc.at(sm));
  return out;
}

}  // namespace

TEST_CASE("gpcs: a small grid spreads over the GPCs as on an H200") {
  const std::vector<Placed> all = measured();
  REQUIRE(all.size() > 40);
  for (const Placed& p : all) {
    CAPTURE(p.ctas, p.threads);
    CHECK(counts(simulated(p.ctas)) == counts(p.gpcs));
  }
}

TEST_CASE("gpcs: neighbouring CTAs come to one GPC") {
  // The device starts with another GPC at each launch; GPC 0's CTAs are in two runs there.
  for (const Placed& p : measured()) {
    if (p.ctas < 16) continue;
    CAPTURE(p.ctas, p.threads);
    const auto changes = [](const std::vector<unsigned>& gpcs) {
      unsigned n = 0;
      for (std::size_t i = 1; i < gpcs.size(); ++i) n += gpcs[i] != gpcs[i - 1];
      return n;
    };
    CHECK(changes(p.gpcs) <= 8);
    CHECK(changes(simulated(p.ctas)) == 7);
  }
}

TEST_CASE("gpcs: every SM has a GPC, and a full grid every SM") {
  const ArchConfig arch = h200();
  CHECK(gpc_of_sms(arch).size() == arch.sm.count);
  std::vector<unsigned> every(arch.sm.count);
  std::iota(every.begin(), every.end(), 0u);
  CHECK(first_wave(arch, arch.sm.count) == every);
  CHECK(first_wave(arch, 1'000'000) == every);
  CHECK(first_wave(arch, 0).empty());
}

TEST_CASE("gpcs: without GPCs the n-th CTA is on the n-th SM") {
  ArchConfig arch;
  arch.sm.count = 5;
  CHECK(gpc_count(arch) == 1);
  CHECK(gpc_of_sms(arch) == std::vector<unsigned>(5, 0));
  CHECK(first_wave(arch, 3) == std::vector<unsigned>{0, 1, 2});
}

TEST_CASE("gpcs: another count of SMs keeps the number of GPCs") {
  ArchConfig arch = h200();
  arch.sm.count = 67;
  const std::vector<unsigned> gpc = gpc_of_sms(arch);
  CHECK(gpc.size() == 67);
  for (unsigned g = 0; g < 8; ++g) CHECK(std::abs(std::count(gpc.begin(), gpc.end(), g) - 8) <= 1);
  for (const unsigned ctas : {1u, 8u, 20u, 66u}) CHECK(first_wave(arch, ctas).size() == ctas);
  CHECK(first_wave(arch, 20).back() < 67);
}

TEST_CASE("gpcs: a slice has its share of them") {
  const ArchConfig slice = slice_of(h200(), 33);
  CHECK(slice.sm.gpcs == std::vector<unsigned>{16, 17});
  CHECK(gpc_of_sms(slice).size() == 33);
  CHECK(first_wave(slice, 4).size() == 4);
}

TEST_CASE("a slice of the chip has as many slices of L2 for a channel") {
  const ArchConfig whole = h200();
  for (unsigned sms = 1; sms <= whole.sm.count; ++sms) {
    const ArchConfig slice = slice_of(whole, sms);
    INFO(sms << " SMs: " << slice.l2.slices << " slices, " << slice.dram.channels << " channels");
    CHECK(std::abs(slice.l2.slices - slice.dram.channels * (94.0 / 48)) <= 0.5);
  }
}

TEST_CASE("gpcs: the ways of a slice's GPCs are its share of those of all, however many are left") {
  const ArchConfig whole = h200();
  const auto per_sm = [](const ArchConfig& arch, double GpcPort::*rate) {
    return arch.gpc_port.*rate * gpc_count(arch) / arch.sm.count;
  };
  for (const unsigned sms : {1u, 3u, 12u, 24u, 25u, 41u, 131u})
    for (const auto rate : {&GpcPort::read_bytes_per_clock, &GpcPort::write_bytes_per_clock}) {
      INFO(sms);
      CHECK(per_sm(slice_of(whole, sms), rate) == Approx(per_sm(whole, rate)));
    }
}
