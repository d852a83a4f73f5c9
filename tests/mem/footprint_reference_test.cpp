// The fast footprints against a plain count with sets and maps, on random accesses.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "sim/mem/bank_schedule.h"
#include "sim/mem/footprint.h"

using namespace simt;

namespace {

/// The bank that decides is one of the busiest of the first group that needs most wavefronts.
bool names_a_busiest_bank(const SharedFootprint& f, const MemoryAccess& a, const BankGeometry& g) {
  const BankConflict found = bank_conflict(bank_schedule(a, g));
  return f.worst_degree == found.degree &&
         (a.lanes == 0 || std::ranges::find(found.banks, f.worst_bank) != found.banks.end());
}

/// Random warps that favour what kernels do: runs, repeats, strides, clusters, partial masks.
class RandomAccess {
 public:
  MemoryAccess next(std::uint64_t limit) {
    MemoryAccess a;
    const unsigned bytes = 1u << pick(5);
    a.bytes = static_cast<std::uint8_t>(bytes);
    a.kind = pick(4) == 0 ? Kind::Atomic : pick(2) == 0 ? Kind::Store : Kind::Load;
    a.lanes = pick(3) == 0 ? static_cast<LaneMask>(random_()) : ~LaneMask{0};
    const std::uint64_t base = pick(static_cast<unsigned>(limit / bytes)),
                        stride = pick(2) == 0 ? pick(4) : pick(70), range = 1 + pick(200);
    const unsigned shape = pick(4), group = 1 + pick(8);
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      std::uint64_t element = base + lane * stride;
      if (shape == 1) element = base + pick(static_cast<unsigned>(range));
      if (shape == 2) element = base + lane / group * stride;
      if (shape == 3) element = base + (lane ^ group);
      a.address[lane] = element % (limit / bytes) * bytes;
    }
    return a;
  }
  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

 private:
  std::mt19937 random_{7};
};

/// Passes of the lanes [first, first + count): which rows of which bank they need, byte by byte.
unsigned count_passes(const MemoryAccess& a, const BankGeometry& g, unsigned first,
                      unsigned count) {
  std::map<std::uint64_t, std::set<std::uint64_t>> rows;  // bank -> rows
  std::map<std::uint64_t, std::set<std::pair<unsigned, std::uint64_t>>>
      serialized;  // -> lane and word
  for (unsigned lane = first; lane < first + count; ++lane) {
    if ((a.lanes >> lane & 1) == 0) continue;
    for (unsigned byte = 0; byte < a.bytes; ++byte) {
      const std::uint64_t address = a.address[lane] + byte, word = address / g.word_bytes;
      rows[word % g.banks].insert(address / (g.banks * g.bank_bytes));
      serialized[word % g.banks].insert({lane, word});
    }
  }
  std::size_t passes = 0;
  for (const auto& [bank, set] : rows) passes = std::max(passes, set.size());
  if (a.kind == Kind::Atomic)
    for (const auto& [bank, set] : serialized) passes = std::max(passes, set.size());
  return static_cast<unsigned>(passes);
}

/// Every lane's partner at this distance is inactive or reads the same address.
bool all_paired(const MemoryAccess& a, unsigned first, unsigned count, unsigned distance) {
  for (unsigned lane = first; lane < first + count; ++lane) {
    const unsigned other = lane ^ distance;
    const bool both = (a.lanes >> lane & a.lanes >> other & 1) != 0;
    if (both && a.address[lane] != a.address[other]) return false;
  }
  return true;
}

unsigned count_wavefronts(const MemoryAccess& a, const BankGeometry& g) {
  unsigned group = std::min(32u, g.banks * g.bank_bytes / a.bytes);
  if (a.kind == Kind::Load && g.bank_bytes == 4 && group < 32 &&
      (all_paired(a, 0, 32, 1) || all_paired(a, 0, 32, 2)))
    group *= 2;
  unsigned sum = 0;
  for (unsigned first = 0; first < 32; first += group) sum += count_passes(a, g, first, group);
  return sum;
}

unsigned count_source_wavefronts(const MemoryAccess& a, const BankGeometry& g) {
  const unsigned group = std::min(32u, g.banks * g.bank_bytes / a.bytes);
  unsigned sum = 0;
  for (unsigned first = 0; first < 32; first += group) {
    const bool starts_pair = first % (2 * group) == 0;
    if (a.kind == Kind::Load && g.bank_bytes == 4 && group < 32 && starts_pair &&
        (all_paired(a, first, 2 * group, 1) || all_paired(a, first, 2 * group, 2)) &&
        count_passes(a, g, first, 2 * group) <= 1) {
      sum += count_passes(a, g, first, 2 * group);
      first += group;
      continue;
    }
    sum += count_passes(a, g, first, group);
  }
  return sum;
}

/// The masks of lines name every sector once, with the bytes touched of it.
void check_lines(const GlobalFootprint& f, const std::set<std::uint64_t>& bytes) {
  std::map<std::uint64_t, std::uint32_t> expected, named;  // sector -> bytes
  for (const std::uint64_t byte : bytes)
    expected[byte / kSectorBytes * kSectorBytes] |= 1u << byte % kSectorBytes;
  for (unsigned i = 0; i < f.num_lines; ++i)
    for (unsigned s = 0; s < 4; ++s) {
      const std::uint64_t sector = f.line[i] * kLineBytes + s * kSectorBytes;
      if ((f.line_sectors[i] >> s & 1) != 0)
        CHECK(named.emplace(sector, f.line_bytes[i][s]).second);
      else
        CHECK(f.line_bytes[i][s] == 0);
    }
  CHECK(named == expected);
}

void check_global(const MemoryAccess& a) {
  std::set<std::uint64_t> sectors, lines, bytes;
  std::map<std::uint64_t, unsigned> same;
  unsigned most = 0;
  for_each_lane(a.lanes, [&](unsigned lane) {
    most = std::max(most, ++same[a.address[lane]]);
    for (unsigned b = 0; b < a.bytes; ++b) {
      bytes.insert(a.address[lane] + b);
      sectors.insert((a.address[lane] + b) / 32 * 32);
      lines.insert((a.address[lane] + b) / 128);
    }
  });
  const GlobalFootprint f = global_footprint(a);
  CHECK(std::set<std::uint64_t>(f.sector.begin(), f.sector.begin() + f.num_sectors) == sectors);
  CHECK(f.num_sectors == sectors.size());
  CHECK(f.num_lines == lines.size());
  check_lines(f, bytes);
  CHECK(f.distinct_bytes == bytes.size());
  const std::size_t packed = (count_lanes(a.lanes) * a.bytes + 31) / 32;
  CHECK(f.ideal_sectors == std::min(packed, sectors.size()));
  if (a.kind != Kind::Atomic) return;
  CHECK(f.max_same_address == most);
  std::map<std::uint64_t, unsigned> serialized;
  for (const auto& [address, count] : same)
    serialized[address / 32] = std::max(serialized[address / 32], count);
  unsigned atomic_sectors = 0;
  for (const auto& [sector, count] : serialized) atomic_sectors += count;
  CHECK(f.atomic_sectors == atomic_sectors);
  for (unsigned i = 0; i < f.num_lines; ++i) {
    unsigned longest = 0, all = 0;
    for (const auto& [sector, count] : serialized) {
      if (sector / 4 != f.line[i]) continue;
      longest = std::max(longest, count);
      all += count;
    }
    CHECK(f.line_serialized_lanes[i] == longest);
    CHECK(f.line_serialized_sectors[i] == all);
  }
}

void check_local(const MemoryAccess& a) {
  std::set<std::uint64_t> sectors, lines, bytes;
  for_each_lane(a.lanes, [&](unsigned lane) {
    for (unsigned b = 0; b < a.bytes; ++b) {
      const std::uint64_t offset = a.address[lane] + b;
      const std::uint64_t physical = 4096 + offset / 4 * 128 + lane * 4 + offset % 4;
      bytes.insert(physical);
      sectors.insert(physical / 32 * 32);
      lines.insert(physical / 128);
    }
  });
  const GlobalFootprint f = local_footprint(a, 4096);
  CHECK(std::set<std::uint64_t>(f.sector.begin(), f.sector.begin() + f.num_sectors) == sectors);
  CHECK(f.num_sectors == sectors.size());
  CHECK(f.num_lines == lines.size());
  check_lines(f, bytes);
  CHECK(f.distinct_bytes == bytes.size());
}

}  // namespace

TEST_CASE("shared footprints equal a plain count, and no access beats its ideal") {
  const BankGeometry geometries[] = {{32, 4, 4}, {32, 8, 4}, {32, 8, 8}, {16, 4, 4}, {4, 4, 4}};
  RandomAccess random;
  for (int i = 0; i < 20000; ++i) {
    const MemoryAccess a = random.next(48 * 1024);
    const BankGeometry& g = geometries[random.pick(5)];
    const SharedFootprint f = shared_footprint(a, g);
    const unsigned expected = count_wavefronts(a, g);
    INFO("access " << i << ", " << int(a.bytes) << " bytes, banks of " << g.bank_bytes);
    REQUIRE(f.wavefronts == expected);
    REQUIRE(f.source_wavefronts == count_source_wavefronts(a, g));
    REQUIRE(f.groups <= f.wavefronts);
    REQUIRE((f.groups > 0) == (a.lanes != 0));
    REQUIRE(f.ideal <= f.source_wavefronts);
    REQUIRE((f.ideal > 0) == (a.lanes != 0));
    REQUIRE(f.worst_degree <= f.wavefronts);
    if (a.kind != Kind::Atomic) REQUIRE(f.worst_lanes >= f.worst_degree);
    REQUIRE(names_a_busiest_bank(f, a, g));
  }
}

TEST_CASE("global and local footprints equal a plain count") {
  RandomAccess random;
  for (int i = 0; i < 5000; ++i) {
    INFO("access " << i);
    check_global(random.next(1 << 20));
    check_local(random.next(1 << 12));
  }
}
