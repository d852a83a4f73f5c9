// The links between the partitions of L2: what crosses over one waits, in each direction by itself.
#include "sim/mem/l2_fabric.h"

#include <catch2/catch.hpp>

#include "tests/mem/l2_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

/// SM 0 is next to partition 0, SM 1 to the other; an atomic's line is at home where bit 10 says.
ArchConfig two_partitions(double flit_cycles) {
  ArchConfig arch = round_arch();
  arch.sm.count = 2;
  arch.sm.gpcs = {1, 1};
  arch.l2.slices = 32;
  arch.l2.bytes_per_clock = 32e3;
  arch.l2.atomic_interval = 0;
  arch.l2.partitions = 2;
  arch.l2.gpc_partitions = {0, 1};
  arch.l2.partition_bits = {10};
  arch.l2.crossing_cycles = 50;
  arch.l2.fabric_flit_cycles = flit_cycles;
  return arch;
}

MemoryRequest atomic(unsigned sm, std::uint64_t line, Op op = Op::Atomic) {
  MemoryRequest r = request(10'000, line, op, 0b1111);
  r.sm = sm;
  return r;
}

}  // namespace

TEST_CASE("fabric: flits of a link in one direction follow each other") {
  const ArchConfig arch = two_partitions(2);
  L2Fabric fabric(arch);
  CHECK(fabric.cross(0, 1, 0, 100, 5) == 100);
  CHECK(fabric.cross(0, 1, 0, 100, 5) == 110);
  CHECK(fabric.cross(0, 0, 0, 100, 4) == 100);  // the other way
  CHECK(fabric.cross(8, 1, 0, 100, 5) == 120);  // a unit with the same link
  CHECK(fabric.cross(1, 1, 0, 100, 5) == 100);  // the next unit has another one
  CHECK(fabric.cross(16, 1, 0, 100, 5) == 100);
}

TEST_CASE("fabric: eight units side by side have four links, two of them each") {
  const ArchConfig arch = two_partitions(1);
  L2Fabric fabric(arch);
  unsigned waited = 0;
  for (unsigned unit = 0; unit < 8; ++unit) {
    const double begins = fabric.cross(unit, 0, 0, 0, 1);
    CHECK((unit < 4 ? begins == 0 : begins == 1));
    waited += begins > 0 ? 1 : 0;
  }
  CHECK(waited == 4);
}

TEST_CASE("fabric: without a limit nothing waits") {
  const ArchConfig arch = two_partitions(0);
  L2Fabric fabric(arch);
  for (unsigned i = 0; i < 3; ++i) CHECK(fabric.cross(0, 1, 0, 100, 5) == 100);
}

TEST_CASE("fabric: far atomics wait for each other and for results, near ones do not") {
  constexpr unsigned kFlit = 3;
  constexpr unsigned kThere = 5, kBack = 4;  // flits of four sectors, with a header and without
  L2Rig rig(two_partitions(kFlit));
  for (const std::uint64_t line : {0, 8})
    for (const unsigned sm : {0u, 1u}) {
      MemoryRequest read = request(0, line, Op::Read, 0b1111);
      read.sm = sm;
      rig.serve(read);
    }
  const std::uint64_t near = rig.serve(atomic(0, 0)), far = rig.serve(atomic(1, 0));
  CHECK(far == near + 50);
  CHECK(rig.serve(atomic(0, 0)) == near);
  const std::uint64_t second = rig.serve(atomic(1, 0));
  CHECK(second == far + kFlit * kThere);
  // The other page's line goes where these results go.
  CHECK(rig.serve(atomic(0, 8, Op::Reduction)) > 10'000 + kFlit * kBack);
}
