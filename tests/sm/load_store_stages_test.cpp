// How accesses enter the load/store side: each sub-partition's path, then the stages of all.
#include "sim/sm/parts/load_store_stages.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

/// An instruction that its pipe takes at `begins`.
OnPath at(LoadStorePath& path, std::uint64_t begins) {
  return {path, begins, begins};
}

}  // namespace

TEST_CASE("load/store stages: an access starts when its pipe takes its instruction") {
  LoadStoreStages stages;
  LoadStorePath path;
  OnPath inst = at(path, 103);
  CHECK(stages.enter(inst, 100, 2, 1) == 103);
  CHECK(inst.leaves == 103);
  CHECK(path.free == 105);
}

TEST_CASE("load/store stages: accesses of a sub-partition follow each other on its path") {
  LoadStoreStages stages;
  LoadStorePath path;
  OnPath first = at(path, 10), second = at(path, 11);
  CHECK(stages.enter(first, 10, 8, 1) == 10);
  CHECK(stages.enter(second, 11, 8, 1) == 18);
  CHECK(second.begins == 11);
  CHECK(second.leaves == 18);
  CHECK(path.free == 26);
}

TEST_CASE("load/store stages: accesses of one instruction, and its last one leaves the queue") {
  LoadStoreStages stages;
  LoadStorePath path;
  OnPath inst = at(path, 10);
  CHECK(stages.enter(inst, 10, 4, 2) == 10);
  CHECK(stages.enter(inst, 10, 4, 2) == 14);
  CHECK(inst.leaves == 14);
}

TEST_CASE("load/store stages: those of other sub-partitions share the stages") {
  LoadStoreStages stages;
  LoadStorePath a, b, c;
  OnPath first = at(a, 10), second = at(b, 10), third = at(c, 10);
  CHECK(stages.enter(first, 10, 8, 4) == 10);
  CHECK(stages.enter(second, 10, 8, 4) == 14);
  CHECK(stages.enter(third, 10, 8, 4) == 18);
  CHECK(b.free == 22);
}

TEST_CASE("load/store stages: what waits for its own path leaves the stages to others") {
  LoadStoreStages stages;
  LoadStorePath a, b;
  OnPath first = at(a, 10), second = at(a, 10), other = at(b, 12);
  CHECK(stages.enter(first, 10, 32, 1) == 10);
  CHECK(stages.enter(second, 10, 32, 1) == 42);  // the stages count it from 11 on
  CHECK(stages.enter(other, 12, 2, 1) == 12);
}

TEST_CASE("load/store stages: that have been idle start now") {
  LoadStoreStages stages;
  LoadStorePath path;
  OnPath first = at(path, 10), later = at(path, 500), after = at(path, 501);
  CHECK(stages.enter(first, 10, 1, 100) == 10);
  CHECK(stages.enter(later, 500, 1, 3) == 500);
  CHECK(stages.enter(after, 501, 1, 1) == 503);
}

TEST_CASE("load/store stages: sub-partitions that have an access in them or wait for them") {
  LoadStoreStages stages;
  LoadStorePath a, b, c;
  CHECK(stages.busy(0) == 0);
  OnPath first = at(a, 10), second = at(b, 10);
  stages.enter(first, 10, 2, 4);   // in the stages to 14
  stages.enter(second, 10, 2, 4);  // from 14 to 18
  CHECK(stages.busy(10) == 2);
  CHECK(stages.busy(14) == 1);
  stages.keep_busy(c, 30);
  CHECK(stages.busy(14) == 2);
  CHECK(stages.busy(18) == 1);
  CHECK(stages.busy(30) == 0);
}

TEST_CASE("load/store stages: as many sub-partitions as an SM may have") {
  LoadStoreStages stages;
  std::array<LoadStorePath, kMostSubPartitions> paths;
  for (LoadStorePath& path : paths) stages.keep_busy(path, 20);
  CHECK(stages.busy(10) == kMostSubPartitions);
  CHECK(paths.back().number == kMostSubPartitions - 1);
}

TEST_CASE("lane serializer: values of one instruction after those of another") {
  LaneSerializerPort port(2);
  CHECK(port.take(100, 5) == 100);
  CHECK(port.take(101, 1) == 110);
  CHECK(port.take(120, 32) == 120);
  CHECK(port.take(120, 1) == 184);
}

TEST_CASE("lane serializer: nothing enters while it waits for a line") {
  LaneSerializerPort port(2);
  CHECK(port.take(10, 1) == 10);
  port.wait_until(300);
  CHECK(port.take(13, 1) == 300);
  CHECK(port.take(13, 1) == 302);
  port.wait_until(100);  // is past
  CHECK(port.take(305, 1) == 305);
}
