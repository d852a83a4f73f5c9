// The cache by itself: order of replacement, sectors, dirty data, and a plain model beside it.
#include "sim/mem/cache.h"

#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <random>

using namespace simt;
using Result = Cache::Result;

namespace {

constexpr std::uint64_t line(std::uint64_t n) {
  return n * 128;
}

/// Fully associative LRU of whole lines, as lists and maps.
class PlainCache {
 public:
  explicit PlainCache(std::size_t lines) : lines_(lines) {}

  Cache::Lookup access(std::uint64_t address, bool allocate) {
    Cache::Lookup out;
    const std::uint64_t tag = address / 128, sector = address / 32 % 4;
    const auto it =
        std::find_if(order_.begin(), order_.end(), [&](const Entry& e) { return e.tag == tag; });
    if (it != order_.end()) {
      order_.splice(order_.begin(), order_, it);
      Entry& e = order_.front();
      out.result = e.sectors.count(sector) != 0 ? Result::Hit : Result::SectorMiss;
      if (allocate) e.sectors[sector];
      return out;
    }
    if (!allocate) return out;
    if (order_.size() == lines_) {
      for (const auto& [unused, dirty] : order_.back().sectors) out.dirty_evicted += dirty;
      order_.pop_back();
    }
    order_.push_front({tag, {{sector, false}}});
    return out;
  }
  bool mark_dirty(std::uint64_t address) {
    for (Entry& e : order_) {
      if (e.tag != address / 128 || e.sectors.count(address / 32 % 4) == 0) continue;
      return e.sectors[address / 32 % 4] = true;
    }
    return false;
  }

 private:
  struct Entry {
    std::uint64_t tag;
    std::map<std::uint64_t, bool> sectors;  // present sector -> dirty
  };
  std::size_t lines_;
  std::list<Entry> order_;
};

}  // namespace

TEST_CASE("the least recently used line leaves, at one line more than fits") {
  Cache cache(4 * 128, 4);
  for (std::uint64_t n = 0; n < 4; ++n) cache.access(line(n), true);
  CHECK(cache.access(line(0), true).result == Result::Hit);  // now line 1 is the oldest
  CHECK(cache.access(line(4), true).result == Result::LineMiss);
  CHECK(cache.access(line(1), false).result == Result::LineMiss);
  for (const std::uint64_t n : {0u, 2u, 3u, 4u})
    CHECK(cache.access(line(n), false).result == Result::Hit);
}

TEST_CASE("a line holds only the sectors that were fetched") {
  Cache cache(1024, 4);
  CHECK(cache.access(0, true).result == Result::LineMiss);
  CHECK(cache.access(32, true).result == Result::SectorMiss);
  CHECK(cache.access(31, true).result == Result::Hit);
  CHECK(cache.access(64, false).result == Result::SectorMiss);
  CHECK(cache.access(64, true).result == Result::SectorMiss);  // the look-up before took nothing
  CHECK(cache.access(64, true).result == Result::Hit);
}

TEST_CASE("a miss without allocation changes nothing") {
  Cache cache(128, 1);
  cache.access(line(1), true);
  CHECK(cache.access(line(2), false).result == Result::LineMiss);
  CHECK(cache.access(line(1), true).result == Result::Hit);
}

TEST_CASE("dirty sectors are reported when their line leaves, once") {
  Cache cache(128, 1);
  cache.access(0, true);
  cache.access(32, true);
  cache.access(64, true);
  CHECK(cache.mark_dirty(0));
  CHECK(cache.mark_dirty(64));
  CHECK_FALSE(cache.mark_dirty(96));       // sector not present
  CHECK_FALSE(cache.mark_dirty(line(7)));  // line not present
  CHECK(cache.access(line(1), true).dirty_evicted == 2);
  CHECK(cache.access(line(2), true).dirty_evicted == 0);
}

TEST_CASE("fill times belong to sectors") {
  Cache cache(1024, 4);
  cache.access(0, true);
  cache.fill(0, 100);
  cache.access(32, true);
  cache.fill(32, 200);
  CHECK(cache.access(0, true).ready_at == 100);
  CHECK(cache.access(32, true).ready_at == 200);
  cache.access(line(1), true);
  CHECK(cache.access(line(1), true).ready_at == 0);
}

TEST_CASE("a copy is independent") {
  Cache one(1024, 4);
  one.access(0, true);
  Cache two = one;
  two.invalidate();
  CHECK(one.access(0, false).result == Result::Hit);
  CHECK(two.access(0, false).result == Result::LineMiss);
}

TEST_CASE("capacities that hold no whole set, and odd ones") {
  Cache none(511, 4);
  CHECK(none.access(0, true).result == Result::LineMiss);
  CHECK(none.access(0, true).result == Result::LineMiss);
  CHECK_FALSE(none.mark_dirty(0));
  none.fill(0, 5);
  Cache odd(3 * 128, 1);  // three sets
  for (std::uint64_t n = 0; n < 3; ++n) odd.access(line(n), true);
  for (std::uint64_t n = 0; n < 3; ++n) CHECK(odd.access(line(n), true).result == Result::Hit);
}

TEST_CASE("power-of-two strides do not all fall into one set") {
  Cache cache(64 * 1024, 4);  // 128 sets
  for (std::uint64_t n = 0; n < 64; ++n) cache.access(n << 18, true);
  unsigned hits = 0;
  for (std::uint64_t n = 0; n < 64; ++n)
    hits += cache.access(n << 18, false).result == Result::Hit ? 1 : 0;
  CHECK(hits == 64);
}

TEST_CASE("one set behaves as a plain LRU list") {
  Cache cache(8 * 128, 8);
  PlainCache plain(8);
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t address = random() % (12 * 128);
    if (random() % 4 == 0) {
      REQUIRE(cache.mark_dirty(address) == plain.mark_dirty(address));
      continue;
    }
    const bool allocate = random() % 5 != 0;
    const Cache::Lookup got = cache.access(address, allocate),
                        want = plain.access(address, allocate);
    REQUIRE(got.result == want.result);
    REQUIRE(got.dirty_evicted == want.dirty_evicted);
  }
}
