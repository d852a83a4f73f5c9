// What an SM has left: as many CTAs of one launch as the occupancy rules say, and of several
// launches as long as every resource suffices.
#include "sim/sm/core/ledger.h"

#include <catch2/catch.hpp>
#include <random>

#include "sim/launch/grid_needs.h"

using namespace simt;

namespace {

const ArchConfig& arch(const std::string& name) {
  static std::map<std::string, ArchConfig> loaded;
  auto it = loaded.find(name);
  if (it == loaded.end())
    it = loaded.emplace(name, load_arch(name, std::string(SIMT_SOURCE_DIR) + "/configs")).first;
  return it->second;
}

unsigned filled(SmLedger ledger, const CtaNeeds& needs) {
  unsigned count = 0;
  for (; ledger.fits(needs) && count < 1000; ++count) ledger.take(needs);
  return count;
}

}  // namespace

TEST_CASE("of one launch as many CTAs fit as the occupancy rules say") {
  std::mt19937 random(7);
  const auto up_to = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
  unsigned checked = 0;
  for (const char* const name :
       {"k40", "gtx980", "p100", "gtx1080", "v100", "t4", "a100", "rtx3090", "rtx4060", "h200"}) {
    for (unsigned i = 0; i < 400; ++i) {
      OccupancyInput in;
      in.threads_per_cta = 1 + up_to(1023);
      in.registers_per_thread = up_to(255);
      in.static_shared = up_to(3) == 0 ? up_to(48 * 1024) : 0;
      in.dynamic_shared = up_to(3) == 0 ? up_to(32 * 1024) : 0;
      in.barriers = 1 + up_to(15);
      const Occupancy expected = occupancy(arch(name), in);
      if (expected.ctas_per_sm == 0) continue;
      Program program;
      program.barriers_used = in.barriers;
      const GridNeeds needs = grid_needs(program, arch(name), expected);
      INFO(name << ": " << in.threads_per_cta << " threads, " << in.registers_per_thread
                << " registers, " << in.static_shared << " + " << in.dynamic_shared << " bytes, "
                << in.barriers << " barriers");
      CHECK(filled(SmLedger(arch(name).limits, needs.shared_per_sm), needs.cta) ==
            expected.ctas_per_sm);
      ++checked;
    }
  }
  CHECK(checked > 1000);
}

TEST_CASE("what CTAs of one launch take others cannot have, and what they give back they can") {
  const ArchConfig& h200 = arch("h200");
  SmLedger ledger(h200.limits, 100 * 1024);
  const CtaNeeds large{.warps = 32, .registers_per_warp = 1024, .shared_bytes = 80 * 1024};
  const CtaNeeds small{.warps = 4, .registers_per_warp = 1024, .shared_bytes = 10 * 1024};
  ledger.take(large);
  CHECK_FALSE(ledger.fits(large));  // shared memory
  CHECK(filled(ledger, small) == 2);
  ledger.take(small);
  ledger.take(small);
  CHECK_FALSE(ledger.fits(small));
  ledger.give_back(large);
  CHECK(ledger.fits(large));
  CHECK(filled(ledger, small) == 8);
  CHECK(ledger.ctas() == 2);
}
