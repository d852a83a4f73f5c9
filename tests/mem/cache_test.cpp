// The cache by itself: order of replacement, sectors, dirty data, and a plain model beside it.
#include "sim/mem/cache.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <random>

using namespace simt;

namespace {

constexpr Cache::SectorMask kAll = 0xf;

bool holds(Cache& cache, std::uint64_t line, Cache::SectorMask sectors = kAll) {
  return cache.look_up(line, sectors, false).hit == sectors;
}

/// Fully associative LRU of whole lines, as a list.
class PlainCache {
 public:
  explicit PlainCache(std::size_t lines) : lines_(lines) {}

  struct Entry {
    std::uint64_t line;
    Cache::SectorMask present = 0, dirty = 0;
  };
  struct Lookup {
    Entry* entry = nullptr;
    Cache::SectorMask hit = 0;
    bool line_hit = false;
    Cache::SectorMask dirty_evicted = 0;
    std::uint64_t evicted_line = 0;
  };

  Lookup look_up(std::uint64_t line, Cache::SectorMask sectors, bool allocate) {
    Lookup out;
    const auto it =
        std::find_if(order_.begin(), order_.end(), [&](const Entry& e) { return e.line == line; });
    if (it != order_.end()) {
      order_.splice(order_.begin(), order_, it);
      out.line_hit = true;
      out.hit = order_.front().present & sectors;
    } else {
      if (!allocate) return out;
      if (order_.size() == lines_) {
        out.dirty_evicted = order_.back().dirty;
        out.evicted_line = order_.back().line;
        order_.pop_back();
      }
      order_.push_front({line});
    }
    out.entry = &order_.front();
    if (allocate) out.entry->present |= sectors;
    return out;
  }

 private:
  std::size_t lines_;
  std::list<Entry> order_;
};

}  // namespace

TEST_CASE("the least recently used line leaves, at one line more than fits") {
  Cache cache(4 * 128, 4);
  for (std::uint64_t n = 0; n < 4; ++n) cache.look_up(n, kAll, true);
  CHECK(cache.look_up(0, kAll, true).hit == kAll);  // now line 1 is the oldest
  CHECK_FALSE(cache.look_up(4, kAll, true).line_hit);
  CHECK_FALSE(cache.look_up(1, kAll, false).line_hit);
  for (const std::uint64_t n : {0u, 2u, 3u, 4u}) CHECK(holds(cache, n));
}

TEST_CASE("a line holds only the sectors that were fetched") {
  Cache cache(1024, 4);
  Cache::Lookup found = cache.look_up(0, 0b0001, true);
  CHECK_FALSE(found.line_hit);
  CHECK(found.hit == 0);
  found = cache.look_up(0, 0b0111, true);
  CHECK(found.line_hit);
  CHECK(found.hit == 0b0001);
  CHECK(cache.look_up(0, 0b1111, false).hit == 0b0111);
  CHECK(cache.look_up(0, 0b1000, true).hit == 0);  // the look-up before took nothing
  CHECK(cache.look_up(0, 0b1111, true).hit == 0b1111);
}

TEST_CASE("a miss without allocation changes nothing") {
  Cache cache(128, 1);
  cache.look_up(1, kAll, true);
  const Cache::Lookup missed = cache.look_up(2, kAll, false);
  CHECK(missed.line == nullptr);
  CHECK(missed.hit == 0);
  CHECK(holds(cache, 1));
}

TEST_CASE("dirty sectors are reported when their line leaves, once") {
  Cache cache(128, 1);
  cache.look_up(0, 0b0111, true).line->dirty |= 0b0101;
  const Cache::Lookup found = cache.look_up(1, kAll, true);
  CHECK(found.dirty_evicted == 0b0101);
  CHECK(found.evicted_line == 0);
  CHECK(cache.look_up(2, kAll, true).dirty_evicted == 0);
}

TEST_CASE("dirty sectors that lack bytes are reported with their line") {
  Cache cache(128, 1);
  Cache::Line& line = *cache.look_up(0, 0b0111, true).line;
  line.dirty |= 0b0111;
  line.absent[1] = 0xff;
  line.absent[3] = 0xff;  // nothing is there
  CHECK(cache.look_up(1, kAll, true).partial_evicted == 0b0010);
}

TEST_CASE("fill times belong to sectors, and a new line has none") {
  Cache cache(128, 1);
  Cache::Line* line = cache.look_up(0, 0b0011, true).line;
  line->ready_at[0] = 100;
  line->ready_at[1] = 200;
  line = cache.look_up(0, 0b0111, true).line;
  CHECK(line->ready_at == std::array<std::uint64_t, 4>{100, 200, 0, 0});
  line = cache.look_up(1, 0b0001, true).line;
  CHECK(line->ready_at == std::array<std::uint64_t, 4>{});
  CHECK(line->present == 0b0001);
}

TEST_CASE("finding a line does not make it younger") {
  Cache cache(2 * 128, 2);
  cache.look_up(0, kAll, true);
  cache.look_up(1, kAll, true);
  REQUIRE(cache.find(0) != nullptr);
  CHECK(cache.find(0)->present == kAll);
  cache.look_up(2, kAll, true);
  CHECK(cache.find(0) == nullptr);
  CHECK(cache.find(1) != nullptr);
}

TEST_CASE("line 0 is not taken for an empty place") {
  Cache cache(2 * 128, 2);
  CHECK_FALSE(cache.look_up(0, kAll, false).line_hit);
  CHECK(cache.find(0) == nullptr);
}

TEST_CASE("capacities that hold no whole set, and odd ones") {
  Cache none(511, 4);
  CHECK(none.look_up(0, kAll, true).line == nullptr);
  CHECK(none.look_up(0, kAll, true).hit == 0);
  CHECK(none.find(0) == nullptr);
  Cache odd(3 * 128, 1);  // three sets
  for (std::uint64_t n = 0; n < 3; ++n) odd.look_up(n, kAll, true);
  for (std::uint64_t n = 0; n < 3; ++n) CHECK(holds(odd, n));
}

TEST_CASE("power-of-two strides do not all fall into one set") {
  Cache cache(64 * 1024, 4);  // 128 sets
  for (std::uint64_t n = 0; n < 64; ++n) cache.look_up(n << 11, kAll, true);
  unsigned hits = 0;
  for (std::uint64_t n = 0; n < 64; ++n) hits += holds(cache, n << 11) ? 1 : 0;
  CHECK(hits == 64);
}

TEST_CASE("one set behaves as a plain LRU list") {
  Cache cache(8 * 128, 8);
  PlainCache plain(8);
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t line = random() % 12;
    const auto sectors = static_cast<Cache::SectorMask>(1 + random() % 15);
    const bool allocate = random() % 5 != 0;
    const Cache::Lookup got = cache.look_up(line, sectors, allocate);
    const PlainCache::Lookup want = plain.look_up(line, sectors, allocate);
    REQUIRE(got.hit == want.hit);
    REQUIRE(got.line_hit == want.line_hit);
    REQUIRE(got.dirty_evicted == want.dirty_evicted);
    if (want.dirty_evicted != 0) REQUIRE(got.evicted_line == want.evicted_line);
    REQUIRE((got.line == nullptr) == (want.entry == nullptr));
    if (got.line == nullptr || random() % 4 != 0) continue;
    const auto dirty = static_cast<Cache::SectorMask>(sectors & got.line->present);
    got.line->dirty |= dirty;
    want.entry->dirty |= dirty;
  }
}

TEST_CASE("an invalidated cache keeps what is dirty, whenever its lines are looked at") {
  Cache cache(8 * 128, 8);
  cache.look_up(1, kAll, true);
  cache.look_up(2, kAll, true).line->dirty = 0b0010;
  for (int times = 0; times < 70000; ++times) {  // more often than a line can tell
    cache.invalidate();
    if (times != 0 && times != 65535) continue;
    CHECK_FALSE(cache.look_up(1, kAll, false).line_hit);
    CHECK(cache.look_up(2, kAll, false).hit == 0b0010);
    CHECK(cache.look_up(1, 0b0001, true).hit == 0);
    CHECK(holds(cache, 1, 0b0001));
  }
  cache.look_up(3, kAll, true);
  CHECK(holds(cache, 3));
}
