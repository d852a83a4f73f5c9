// An L2 of two partitions: lines at home, copies in the other partition, and reads that merge on
// their way.
#include <catch2/catch.hpp>

#include "sim/mem/l2_memory.h"
#include "tests/mem/memory_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

constexpr unsigned kCrossing = 50;

/// SMs in two GPCs, one next to each partition.
ArchConfig split_arch(unsigned requesters = 1, unsigned sms = 4) {
  ArchConfig arch = round_arch();
  arch.sm.count = sms;
  arch.sm.gpcs = {sms / 2, sms / 2};
  arch.l2.partitions = 2;
  arch.l2.gpc_partitions = {1, 0};
  arch.l2.partition_bits = {7, 9};
  arch.l2.crossing_cycles = kCrossing;
  arch.dram.far_cycles = kCrossing;
  arch.l2.merged_requesters = requesters;
  return arch;
}

struct Rig {
  explicit Rig(const ArchConfig& a) : arch(a), l2(arch) {}
  std::uint64_t serve(std::uint64_t sent, unsigned sm, std::uint64_t line, Op op = Op::Read,
                      std::uint8_t sectors = 0b0011) {
    return l2.serve({.sent = sent, .line = line, .op = op, .sectors = sectors, .sm = sm}).at;
  }
  std::uint64_t count(Counter c) const { return l2.counters()[c]; }
  ArchConfig arch;
  L2Memory l2;
};

/// A line whose home is next to SMs 0 and 1.
std::uint64_t line_of_first_partition() {
  for (std::uint64_t line = 1;; ++line) {
    Rig probe(split_arch());
    probe.serve(0, 0, line);
    if (probe.count(Counter::l2_fabric_misses) == 0) return line;
  }
}

}  // namespace

TEST_CASE("partitions: a far read crosses over once and leaves a copy") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  const std::uint64_t first = rig.serve(0, 2, line);
  CHECK(rig.count(Counter::l2_misses) == 2);
  CHECK(rig.count(Counter::l2_fabric_misses) == 2);
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
  rig.serve(10000, 3, line);  // the copy
  CHECK(rig.count(Counter::l2_hits) == 2);
  rig.serve(20000, 0, line);  // home
  CHECK(rig.count(Counter::l2_hits) == 4);
  CHECK(rig.count(Counter::l2_fabric_misses) == 2);
  CHECK(rig.count(Counter::l2_fabric_hits) == 0);
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
  Rig near(split_arch());
  CHECK(first == near.serve(0, 0, line) + kCrossing);
}

TEST_CASE("partitions: a far read brings the sector next to it into the copy as well") {
  ArchConfig arch = split_arch();
  arch.l2.fetch_bytes = 64;
  const std::uint64_t line = line_of_first_partition();
  Rig rig(arch);
  rig.serve(0, 2, line, Op::Read, 0b0001);
  CHECK(rig.count(Counter::l2_misses) == 2);
  CHECK(rig.count(Counter::l2_fabric_misses) == 2);
  rig.serve(10000, 2, line, Op::Read, 0b0010);
  CHECK(rig.count(Counter::l2_hits) == 1);
  CHECK(rig.count(Counter::l2_fabric_hits) == 0);
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
}

TEST_CASE("partitions: what is at home is a miss in the other partition, and no read of memory") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  rig.serve(0, 0, line);
  const std::uint64_t hit = rig.serve(10000, 1, line) - 10000;
  CHECK(rig.serve(20000, 2, line) - 20000 == hit + kCrossing);
  CHECK(rig.count(Counter::l2_misses) == 4);
  CHECK(rig.count(Counter::l2_fabric_hits) == 2);
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
}

TEST_CASE("partitions: a write at home makes the copy stale, one from afar is done at home") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  rig.serve(0, 2, line);
  rig.serve(10000, 0, line, Op::Write, 0b0001);
  rig.serve(20000, 2, line);
  CHECK(rig.count(Counter::l2_fabric_hits) == 1);  // the sector that was written
  rig.serve(30000, 2, line, Op::Write, 0b0010);
  CHECK(rig.count(Counter::l2_fabric_hits) == 2);
  rig.serve(40000, 2, line);
  CHECK(rig.count(Counter::l2_fabric_hits) == 2);  // its own copy was written as well
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
}

TEST_CASE("partitions: what a far write brings stays in its partition") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  rig.serve(0, 2, line, Op::Write, 0b0001);
  const std::uint64_t crossed = rig.count(Counter::l2_fabric_hits);
  rig.serve(10000, 3, line, Op::Read, 0b0001);
  CHECK(rig.count(Counter::l2_misses) == 0);
  CHECK(rig.count(Counter::l2_fabric_hits) == crossed);
  CHECK(rig.count(Counter::dram_bytes_read) == 0);
}

TEST_CASE("partitions: a sector that far writes brought in part is fetched from home") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  const auto write = [&](std::uint64_t at, std::uint32_t bytes) {
    MemoryRequest r{.sent = at, .line = line, .op = Op::Write, .sectors = 0b0001, .sm = 2};
    r.bytes[0] = bytes;
    rig.l2.serve(r);
  };
  write(0, 0x0000'ffff);
  rig.serve(10000, 2, line, Op::Read, 0b0001);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
}

TEST_CASE("partitions: far writes add up to a whole sector") {
  Rig rig(split_arch());
  const std::uint64_t line = line_of_first_partition();
  for (const std::uint32_t bytes : {0x0000'ffffu, 0xffff'0000u}) {
    MemoryRequest r{
        .sent = bytes % 1000, .line = line, .op = Op::Write, .sectors = 0b0001, .sm = 2};
    r.bytes[0] = bytes;
    rig.l2.serve(r);
  }
  rig.serve(10000, 2, line, Op::Read, 0b0001);
  CHECK(rig.count(Counter::l2_misses) == 0);
  CHECK(rig.count(Counter::dram_bytes_read) == 0);
}

TEST_CASE("partitions: atomics and fences go to a far home and back") {
  ArchConfig arch = split_arch();
  arch.l2.crossing_cycles = 70;
  arch.control.fence_gpu_cycles = 200;  // less than the way of the store
  const std::uint64_t line = line_of_first_partition();
  Rig rig(arch);
  rig.serve(0, 0, line);
  const std::uint64_t near = rig.serve(10000, 0, line, Op::Atomic) - 10000;
  CHECK(rig.serve(20000, 2, line, Op::Atomic) - 20000 == near + 70);
  rig.serve(30000, 2, line, Op::Write);
  CHECK(rig.serve(30001, 2, 0, Op::Fence, 0) == 30000 + arch.l2.latency + 70 + 90);
}

TEST_CASE("partitions: the parity of an address's bits is its home") {
  const auto is_near = [](std::uint64_t line) {
    Rig rig(split_arch());
    rig.serve(0, 0, line);
    return rig.count(Counter::l2_fabric_misses) == 0;
  };
  const bool zero = is_near(0b0000);
  CHECK(is_near(0b0001) != zero);  // bit 7 of the address
  CHECK(is_near(0b0010) == zero);
  CHECK(is_near(0b0100) != zero);  // bit 9
  CHECK(is_near(0b0101) == zero);
}

TEST_CASE("merging: reads of a GPC share an answer that is under way") {
  Rig rig(split_arch(2));
  const std::uint64_t line = line_of_first_partition();
  const std::uint64_t answer = rig.serve(0, 0, line);
  CHECK(rig.serve(100, 1, line) == answer);
  CHECK(rig.count(Counter::l2_merged_sectors) == 2);
  CHECK(rig.count(Counter::l2_requests) == 1);
  CHECK(rig.count(Counter::l2_sectors) == 2);
}

TEST_CASE("merging: not beyond the answer, the limit, the sectors, the GPC, and only reads") {
  const std::uint64_t line = line_of_first_partition();
  const auto merged = [&](std::uint64_t sent, unsigned sm, Op op, std::uint8_t sectors) {
    Rig rig(split_arch(2));
    rig.serve(0, 0, line);
    rig.serve(sent, sm, line, op, sectors);
    return rig.count(Counter::l2_merged_sectors) != 0;
  };
  CHECK(merged(100, 1, Op::Read, 0b0011));
  CHECK_FALSE(merged(5000, 1, Op::Read, 0b0011));
  CHECK_FALSE(merged(100, 2, Op::Read, 0b0011));
  CHECK_FALSE(merged(100, 1, Op::Read, 0b0111));
  CHECK_FALSE(merged(100, 1, Op::Read, 0b0001));
  CHECK_FALSE(merged(100, 1, Op::Write, 0b0011));
  CHECK_FALSE(merged(100, 1, Op::Atomic, 0b0011));
}

TEST_CASE("merging: so many SMs share an answer, the next one asks anew") {
  const std::uint64_t line = line_of_first_partition();
  Rig rig(split_arch(2, 6));
  rig.serve(0, 0, line);
  rig.serve(10, 1, line);
  rig.serve(20, 2, line);
  CHECK(rig.count(Counter::l2_merged_sectors) == 2);
  CHECK(rig.count(Counter::l2_requests) == 2);
}

TEST_CASE("merging: an SM that asks twice does not share its own answer") {
  const std::uint64_t line = line_of_first_partition();
  Rig rig(split_arch(4, 6));
  rig.serve(0, 0, line);
  rig.serve(10, 0, line);
  CHECK(rig.count(Counter::l2_merged_sectors) == 0);
  CHECK(rig.count(Counter::l2_requests) == 2);
}

TEST_CASE("merging: a read after a write of the line goes to L2, whoever writes") {
  const std::uint64_t line = line_of_first_partition();
  for (const Op op : {Op::Write, Op::Atomic, Op::Reduction})
    for (const unsigned writer : {0u, 1u, 3u}) {
      Rig rig(split_arch(4, 6));
      rig.serve(0, 0, line);
      rig.serve(10, writer, line, op);
      rig.serve(20, 2, line);
      CHECK(rig.count(Counter::l2_merged_sectors) == 0);
    }
}

TEST_CASE("merging: an answer never comes sooner than L2 can give one") {
  ArchConfig arch = split_arch(2);
  arch.l2.far_cycles = kCrossing;
  const std::uint64_t line = line_of_first_partition();
  Rig rig(arch);
  const std::uint64_t answer = rig.serve(0, 0, line);
  CHECK(rig.serve(answer - 1, 1, line) == answer - 1 + rig.l2.min_latency());
  CHECK(rig.l2.min_latency() == arch.l2.latency - kCrossing / 2);
}

TEST_CASE("what the other partition has comes from L2, what it has to fetch from device memory") {
  Rig rig(split_arch(2));
  const std::uint64_t line = line_of_first_partition();
  const auto level = [&](std::uint64_t sent, unsigned sm, std::uint64_t of) {
    return rig.l2.serve({.sent = sent, .line = of, .sectors = 0b0011, .sm = sm}).level;
  };
  CHECK(level(0, 2, line) == MemoryLevel::DeviceMemory);
  CHECK(level(10, 3, line) == MemoryLevel::DeviceMemory);  // merged with it
  CHECK(level(20000, 2, line) == MemoryLevel::L2);         // its copy
  rig.serve(30000, 0, line + 64);
  CHECK(level(40000, 2, line + 64) == MemoryLevel::L2);  // crosses over
}
