// The operands of an instruction: none is dropped, and what is absent reads as absent.
#include "isa/base/slot_list.h"

#include <catch2/catch.hpp>
#include <vector>

using List = simt::SlotList<5>;
using simt::kNoSlot;
using simt::Slot;

namespace {
List counted(unsigned n) {
  List list;
  for (unsigned i = 0; i < n; ++i) list.push_back(64 * i);
  return list;
}
std::vector<Slot> values(const List& list) {
  std::vector<Slot> out;
  list.each([&](Slot slot) { out.push_back(slot); });
  return out;
}
}  // namespace

TEST_CASE("slot list: nothing is dropped, inside or on the heap") {
  for (const unsigned n : {0u, 1u, 3u, 5u, 6u, 7u, 10u, 100u}) {
    const List list = counted(n);
    CHECK(list.size() == n);
    for (unsigned i = 0; i < n; ++i) CHECK(list[i] == 64 * i);
    for (unsigned i = n; i < n + 8; ++i) CHECK(list[i] == kNoSlot);
  }
}

TEST_CASE("slot list: copies are independent, moves take all") {
  for (const unsigned n : {4u, 10u}) {
    List first = counted(n);
    List second = first;
    second.set(n - 1, 1);
    CHECK(values(first) == values(counted(n)));
    CHECK(second[n - 1] == 1);
    List third = std::move(first);
    CHECK(values(third) == values(counted(n)));
    second = third;
    CHECK(values(second) == values(third));
    third = List{};
    CHECK(third.empty());
    CHECK(second.size() == n);
  }
}

TEST_CASE("slot list: one is set, several are taken off") {
  List list;
  list.set(7, 5);
  CHECK(list.size() == 8);
  CHECK(list[6] == kNoSlot);
  CHECK(list.contains(5));
  list.set(2, 9);
  while (list.size() > 3) list.pop_back();
  CHECK(list[2] == 9);
  CHECK(list[3] == kNoSlot);
  CHECK(list[7] == kNoSlot);
  CHECK_FALSE(list.contains(5));
  list.each([](Slot& slot) { slot = 1; });
  CHECK(values(list) == std::vector<Slot>{1, 1, 1});
  list.clear();
  CHECK(list.empty());
}
