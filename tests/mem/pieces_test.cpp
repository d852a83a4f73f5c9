// Accesses with several addresses a lane, made up: footprints against a count of single bytes.
#include <catch2/catch.hpp>

#include <map>
#include <random>
#include <set>

#include "sim/mem/bank_schedule.h"
#include "sim/mem/footprint.h"
#include "sim/mem/shared_memo.h"

using namespace simt;

namespace {

using Piece = MemoryAccess::Piece;

/// Random accesses of up to four pieces a lane, of one size each or of any.
class RandomPieces {
 public:
  MemoryAccess next(StateSpace space, std::uint64_t limit) {
    MemoryAccess a;
    a.space = space;
    a.kind = pick(2) == 0 ? Kind::Load : Kind::Store;
    a.bytes = static_cast<std::uint8_t>(1u << pick(5));
    a.lanes = pick(2) == 0 ? ~LaneMask{0} : static_cast<LaneMask>(random_() | 1);
    const bool mixed = pick(3) == 0;
    for_each_lane(a.lanes, [&](unsigned lane) { a.address[lane] = place(limit, a.bytes, lane); });
    for (unsigned round = 1 + pick(3); round > 0; --round)
      for_each_lane(a.lanes, [&](unsigned lane) {
        const unsigned bytes = mixed ? 1u << pick(5) : a.bytes;
        a.add({place(limit, bytes, lane), static_cast<std::uint8_t>(lane),
               static_cast<std::uint8_t>(bytes)});
      });
    return a;
  }

 private:
  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  std::uint64_t place(std::uint64_t limit, unsigned bytes, unsigned lane) {
    const unsigned elements = static_cast<unsigned>(limit / bytes);
    return (pick(2) == 0 ? pick(elements) : lane * (1 + pick(3)) % elements) * bytes;
  }
  std::mt19937 random_{11};
};

std::vector<Piece> pieces_of(const MemoryAccess& a) {
  std::vector<Piece> all;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    if ((a.lanes >> lane & 1) != 0)
      all.push_back({a.address[lane], static_cast<std::uint8_t>(lane), a.bytes});
  all.insert(all.end(), a.more.begin(), a.more.end());
  return all;
}

/// Wavefronts of one group of pieces: the most rows that one bank is asked for, byte by byte.
unsigned passes_of(const std::vector<Piece>& group, const BankGeometry& g) {
  std::map<std::uint64_t, std::set<std::uint64_t>> rows;
  for (const Piece& p : group)
    for (std::uint64_t byte = p.address; byte < p.address + p.bytes; ++byte)
      rows[byte / g.word_bytes % g.banks].insert(byte / (g.banks * g.bank_bytes));
  std::size_t passes = 0;
  for (const auto& [bank, of_bank] : rows) passes = std::max(passes, of_bank.size());
  return static_cast<unsigned>(passes);
}

struct CountedWavefronts {
  unsigned wavefronts = 0, groups = 0, bytes = 0;
};
CountedWavefronts count_wavefronts_of(const MemoryAccess& a, const BankGeometry& g) {
  CountedWavefronts out;
  std::vector<Piece> group;
  unsigned filled = 0;
  const auto flush = [&] {
    if (group.empty()) return;
    out.wavefronts += passes_of(group, g);
    ++out.groups;
    group.clear();
    filled = 0;
  };
  for (const Piece& p : pieces_of(a)) {
    if (filled + p.bytes > g.banks * g.bank_bytes) flush();
    group.push_back(p);
    filled += p.bytes;
    out.bytes += p.bytes;
  }
  flush();
  return out;
}

void check_sectors(const MemoryAccess& a) {
  std::set<std::uint64_t> bytes, sectors, lines;
  std::map<std::uint64_t, std::uint32_t> touched;
  unsigned total = 0;
  for (const Piece& p : pieces_of(a)) {
    total += p.bytes;
    for (std::uint64_t byte = p.address; byte < p.address + p.bytes; ++byte) {
      bytes.insert(byte);
      sectors.insert(byte / 32 * 32);
      lines.insert(byte / 128);
      touched[byte / 32] |= 1u << byte % 32;
    }
  }
  const GlobalFootprint f = global_footprint(a);
  CHECK(f.distinct_bytes == bytes.size());
  CHECK(std::set<std::uint64_t>(f.sector.begin(), f.sector.begin() + f.num_sectors) == sectors);
  CHECK(f.num_sectors == sectors.size());
  CHECK(f.num_lines == lines.size());
  CHECK(f.ideal_sectors == std::min<std::size_t>(sectors.size(), (total + 31) / 32));
  std::map<std::uint64_t, std::uint32_t> found;
  for (unsigned i = 0; i < f.num_lines; ++i)
    for (unsigned s = 0; s < 4; ++s)
      if ((f.line_sectors[i] >> s & 1) != 0) found[4 * f.line[i] + s] = f.line_bytes[i][s];
  CHECK(found == touched);
}

}  // namespace

TEST_CASE("several addresses a lane: sectors, lines and bytes as counted byte by byte") {
  RandomPieces random;
  for (int i = 0; i < 400; ++i)
    check_sectors(random.next(StateSpace::Global, i % 2 == 0 ? 1024 : 64 * 1024));
}

TEST_CASE("several addresses a lane: wavefronts as counted byte by byte") {
  RandomPieces random;
  for (const BankGeometry& g : {BankGeometry{}, BankGeometry{32, 8, 4}, BankGeometry{32, 8, 8}}) {
    SharedFootprintMemo memo(g);
    for (int i = 0; i < 300; ++i) {
      const MemoryAccess a = random.next(StateSpace::Shared, i % 2 == 0 ? 512 : 48 * 1024);
      const CountedWavefronts expected = count_wavefronts_of(a, g);
      SharedFootprint f;
      memo.footprint(a, f);
      CHECK(f.wavefronts == expected.wavefronts);
      CHECK(f.groups == expected.groups);
      const unsigned row = g.banks * g.bank_bytes;
      CHECK(f.ideal == std::min(f.wavefronts, (expected.bytes + row - 1) / row));
      const std::vector<Wavefront> schedule = bank_schedule(a, g);
      CHECK(schedule.size() == expected.wavefronts);
      CHECK(bank_conflict(schedule).degree == f.worst_degree);
    }
  }
}

TEST_CASE("several addresses a lane: a constant load takes a pass for each address") {
  MemoryAccess a;
  a.space = StateSpace::Const;
  a.lanes = ~LaneMask{0};
  a.address.fill(64);
  CHECK(constant_passes(a) == 1);
  for (std::uint8_t lane = 0; lane < kMaxWarpSize; ++lane) a.add({lane % 8u * 4, lane, 4});
  CHECK(constant_passes(a) == 9);
}

TEST_CASE("an access says which pieces it can hold") {
  MemoryAccess a;
  a.lanes = 0x3;
  a.address[0] = a.address[1] = 0;
  CHECK_THROWS_AS(a.add({0, 2, 4}), std::logic_error);  // that lane has no first one
  for (unsigned i = 0; i < MemoryAccess::kMostPieces - 2; ++i) a.add({4 * i, 1, 4});
  CHECK(a.num_pieces() == MemoryAccess::kMostPieces);
  CHECK(a.total_bytes() == 4 * MemoryAccess::kMostPieces);
  CHECK_THROWS_AS(a.add({0, 1, 4}), std::length_error);
  MemoryAccess local = a;
  local.space = StateSpace::Local;
  CHECK_THROWS_AS(local.add({0, 1, 4}), std::logic_error);
  MemoryAccess atomic;
  atomic.lanes = 1;
  atomic.kind = Kind::Reduction;
  CHECK_THROWS_AS(atomic.add({0, 0, 4}), std::logic_error);
}

TEST_CASE("an access that is used again starts without further pieces") {
  MemoryAccess a;
  a.lanes = 1;
  a.address[0] = 0;
  a.add({128, 0, 4});
  a.spread = MemoryAccess::Spread::Unknown;  // as execution begins an access
  CHECK(a.num_pieces() == 1);
  a.add({256, 0, 4});
  CHECK(a.num_pieces() == 2);
}
