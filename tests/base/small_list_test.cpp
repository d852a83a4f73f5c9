// A list that grows beyond what it holds inside.
#include "isa/base/small_list.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

using List = simt::SmallList<std::uint16_t, 4>;

namespace {
List counted(unsigned n) {
  List list;
  for (unsigned i = 0; i < n; ++i) list.push_back(static_cast<std::uint16_t>(i));
  return list;
}
std::vector<unsigned> values(const List& list) {
  return {list.begin(), list.end()};
}
}  // namespace

TEST_CASE("small list: nothing is dropped, inside or on the heap") {
  for (const unsigned n : {0u, 1u, 4u, 5u, 8u, 9u, 100u}) {
    const List list = counted(n);
    CHECK(list.size() == n);
    for (unsigned i = 0; i < n; ++i) CHECK(list[i] == i);
  }
}

TEST_CASE("small list: copies are independent, moves leave nothing behind") {
  for (const unsigned n : {3u, 10u}) {
    List first = counted(n);
    List copy = first, other = counted(7);
    other = first;
    first[0] = 99;
    CHECK(copy[0] == 0);
    CHECK(other[0] == 0);
    List moved = std::move(first);
    CHECK(moved.size() == n);
    CHECK(moved[0] == 99);
    CHECK(first.empty());  // NOLINT(bugprone-use-after-move)
    first = std::move(moved);
    CHECK(first.size() == n);
    first = counted(2);
    CHECK(values(first) == std::vector<unsigned>{0, 1});
  }
}

TEST_CASE("small list: as a set, and without a value") {
  List list = {3, 5};
  list.insert(5);
  list.insert(7);
  CHECK(values(list) == std::vector<unsigned>{3, 5, 7});
  list.erase(5);
  CHECK(values(list) == std::vector<unsigned>{3, 7});
  CHECK(list.contains(7));
  CHECK_FALSE(list.contains(5));
  list.clear();
  CHECK(list.empty());
}

TEST_CASE("small list: more than a list can count is refused") {
  CHECK_THROWS_AS(counted(70'000), std::length_error);
}
