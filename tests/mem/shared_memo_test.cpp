// A footprint that is remembered is the one that would be computed: random patterns of lane
// addresses, each at many bases, in an order in which they push each other out.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "sim/mem/shared_memo.h"

using namespace simt;

namespace {

class RandomPatterns {
 public:
  MemoryAccess next() {
    MemoryAccess a;
    const unsigned bytes = 1u << pick(5);
    a.space = StateSpace::Shared;
    a.bytes = static_cast<std::uint8_t>(bytes);
    a.kind = pick(4) == 0 ? Kind::Atomic : pick(2) == 0 ? Kind::Store : Kind::Load;
    a.compare_swap = a.kind == Kind::Atomic && pick(3) == 0;
    a.counts_lanes = a.kind == Kind::Atomic && pick(3) == 0;
    a.lanes = pick(3) == 0 ? static_cast<LaneMask>(random_()) | 1u << pick(32) : ~LaneMask{0};
    const std::uint64_t stride = pick(70), group = 1 + pick(16), range = 1 + pick(64);
    const unsigned shape = pick(5);
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      std::uint64_t element = lane * stride;
      if (shape == 1) element = pick(static_cast<unsigned>(range));
      if (shape == 2) element = lane / group * stride;
      if (shape == 3) element = lane % group;
      if (shape == 4) element = 1000 - lane * stride % 1000;
      a.address[lane] = element * bytes;
    }
    return a;
  }
  /// The pattern elsewhere: aligned to its width, as execution checks; what inactive lanes hold
  /// does not matter. As rows of matrices it is another one.
  MemoryAccess moved(MemoryAccess a) {
    a.matrix_rows = a.bytes == 16 && !a.is_atomic() && pick(2) == 0;
    const std::uint64_t by = std::uint64_t{pick(3000)} * a.bytes;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      a.address[lane] = (a.lanes >> lane & 1) != 0 ? a.address[lane] + by : random_();
    return a;
  }
  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

 private:
  std::mt19937 random_{11};
};

SharedFootprint remembered(SharedFootprintMemo& memo, const MemoryAccess& a) {
  SharedFootprint f;
  memo.footprint(a, f);
  return f;
}
void check_equal(const SharedFootprint& a, const SharedFootprint& b) {
  CHECK(a.wavefronts == b.wavefronts);
  CHECK(a.groups == b.groups);
  CHECK(a.source_wavefronts == b.source_wavefronts);
  CHECK(a.ideal == b.ideal);
  CHECK(a.worst_bank == b.worst_bank);
  CHECK(a.worst_degree == b.worst_degree);
  CHECK(a.worst_lanes == b.worst_lanes);
}

}  // namespace

TEST_CASE("a remembered shared footprint equals the computed one") {
  for (const BankGeometry g : {BankGeometry{32, 4, 4}, BankGeometry{32, 8, 4},
                               BankGeometry{32, 8, 8}, BankGeometry{16, 4, 4}}) {
    INFO("banks of " << g.bank_bytes << " bytes, words of " << g.word_bytes);
    SharedFootprintMemo memo(g);
    RandomPatterns random;
    std::vector<MemoryAccess> patterns;
    for (unsigned i = 0; i < 4000; ++i) {
      if (patterns.size() < 12 || random.pick(8) == 0) patterns.push_back(random.next());
      const std::size_t recent = patterns.size() - 1 - random.pick(12) % patterns.size();
      const MemoryAccess a = random.moved(patterns[recent]);
      check_equal(remembered(memo, a), shared_footprint(a, g));
    }
  }
}

TEST_CASE("a shared footprint does not depend on accesses before it") {
  const BankGeometry g{32, 4, 4};
  MemoryAccess a;
  a.space = StateSpace::Shared;
  a.lanes = ~LaneMask{0};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) a.address[lane] = lane % 2 * 128;
  MemoryAccess b = a;  // the same ends and the same second lane
  for (unsigned lane = 4; lane < 20; ++lane) b.address[lane] = lane * 128;
  SharedFootprintMemo memo(g);
  for (unsigned i = 0; i < 3; ++i) {
    CHECK(remembered(memo, a).wavefronts == 2);
    CHECK(remembered(memo, b).wavefronts == shared_footprint(b, g).wavefronts);
  }
  a.kind = Kind::Atomic;  // 16 lanes on each of two words
  CHECK(remembered(memo, a).wavefronts == 32);
}
