// L2 and device memory at exact cycles: reads and writes.
#include "sim/mem/l2_memory.h"

#include <catch2/catch.hpp>
#include <set>

#include "tests/mem/l2_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

ArchConfig two_slices() {
  ArchConfig arch = round_arch();
  arch.l2.slices = 2;
  arch.l2.bytes_per_clock = 64;
  return arch;
}

/// Serves a read of `line` in both L2s when nothing else is under way, then one of `other` at once.
/// True when the second had to wait: both lines lie in one slice.
bool one_slice(const ArchConfig& arch, std::uint64_t line, std::uint64_t other) {
  L2Memory alone(arch), both(arch);
  alone.serve(request(0, line));
  alone.serve(request(0, other));
  const std::uint64_t unhindered = alone.serve(request(10000, other)).at;
  both.serve(request(0, line));
  both.serve(request(0, other));
  both.serve(request(10000, line));
  return both.serve(request(10000, other)).at != unhindered;
}

/// How many of the slices lines 0, stride, 2 * stride, ... use.
std::size_t slices_used(const ArchConfig& arch, std::uint64_t stride, unsigned lines) {
  std::vector<std::uint64_t> representatives;
  for (std::uint64_t i = 0; i < lines; ++i) {
    bool known = false;
    for (const std::uint64_t other : representatives) known |= one_slice(arch, other, i * stride);
    if (!known) representatives.push_back(i * stride);
  }
  return representatives.size();
}

}  // namespace

TEST_CASE("l2: requests of constant caches are counted apart as well") {
  L2Rig rig;
  MemoryRequest constant = request(100, 8, Op::Read, 0b1111);
  constant.constant = true;
  rig.serve(constant);
  rig.serve(request(1000, 8));
  constant.sent = 2000;
  rig.serve(constant);
  CHECK(rig.count(Counter::l2_constant_requests) == 2);
  CHECK(rig.count(Counter::l2_constant_misses) == 4);
  CHECK(rig.count(Counter::l2_constant_hits) == 4);
  CHECK(rig.count(Counter::l2_hits) == 5);
}

TEST_CASE("l2: a miss takes the memory latency, a hit the L2 latency") {
  L2Rig rig;
  CHECK(rig.serve(request(100, 8)) == 600);
  CHECK(rig.serve(request(1000, 8)) == 1200);
  CHECK(rig.count(Counter::l2_misses) == 1);
  CHECK(rig.count(Counter::l2_hits) == 1);
  CHECK(rig.count(Counter::l2_requests) == 2);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
  CHECK(rig.l2.min_latency() == 200);
}

TEST_CASE("l2: only the sectors that are missing are fetched") {
  L2Rig rig;
  rig.serve(request(0, 8, Op::Read, 0b0001));
  CHECK(rig.serve(request(1000, 8, Op::Read, 0b1111)) == 1500);
  CHECK(rig.count(Counter::dram_bytes_read) == 4 * 32);
  CHECK(rig.count(Counter::l2_hits) == 1);
  CHECK(rig.count(Counter::l2_misses) == 4);
  CHECK(rig.count(Counter::l2_sectors_read) == 5);
  CHECK(rig.count(Counter::l2_sectors) == 5);
}

// On an H200 cold rows of 50 words, 64 of them, ask for 7 sectors each; 8 each come from memory,
// and ncu counts 512 misses (kernels/rows_pitched.ir).
TEST_CASE("l2: a missing sector comes with the other one of its 64 bytes, which counts as a miss") {
  ArchConfig arch = round_arch();
  arch.l2.fetch_bytes = 64;
  L2Rig rig(arch);
  rig.serve(request(0, 8, Op::Read, 0b0111));
  CHECK(rig.count(Counter::l2_misses) == 4);
  CHECK(rig.count(Counter::l2_hits) == 0);
  CHECK(rig.count(Counter::l2_sectors) == 3);
  CHECK(rig.count(Counter::dram_bytes_read) == 4 * 32);
  CHECK(rig.serve(request(1000, 8, Op::Read, 0b1000)) == 1200);
  CHECK(rig.count(Counter::l2_hits) == 1);
  CHECK(rig.count(Counter::l2_misses) == 4);
}

TEST_CASE("l2: of the 64 bytes around a missing sector, what is there is not fetched again") {
  ArchConfig arch = round_arch();
  arch.l2.fetch_bytes = 64;
  L2Rig rig(arch);
  rig.serve(request(0, 8, Op::Write, 0b0010));
  rig.serve(request(1000, 8, Op::Read, 0b0001));
  CHECK(rig.count(Counter::l2_misses) == 1);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
  rig.serve(request(2000, 9, Op::Write, 0b0001));  // needs none of the old bytes
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
}

TEST_CASE("l2: a hit on a sector that is still being fetched waits for it") {
  L2Rig rig;
  CHECK(rig.serve(request(0, 8)) == 500);
  CHECK(rig.serve(request(10, 8)) == 500);
  CHECK(rig.serve(request(299, 8)) == 500);
  CHECK(rig.serve(request(300, 8)) == 500);
  CHECK(rig.serve(request(301, 8)) == 501);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
}

TEST_CASE("l2: a hit is served under another line's miss") {
  L2Rig rig;
  rig.serve(request(0, 1));
  CHECK(rig.serve(request(1000, 2)) == 1500);
  CHECK(rig.serve(request(1001, 1)) == 1201);
}

TEST_CASE("l2: requests queue at a slice, a cycle a sector") {
  L2Rig rig;
  rig.serve(request(0, 1, Op::Read, 0b1111));
  rig.serve(request(100, 2));
  CHECK(rig.serve(request(1000, 1, Op::Read, 0b1111)) == 1200);
  CHECK(rig.serve(request(1000, 2)) == 1204);
  CHECK(rig.serve(request(1002, 2)) == 1205);
  CHECK(rig.serve(request(1006, 2)) == 1206);
}

TEST_CASE("l2: fractions of a cycle at a slice add up") {
  ArchConfig arch = round_arch();
  arch.l2.bytes_per_clock = 320;  // a tenth of a cycle a sector
  L2Rig rig(arch);
  rig.serve(request(0, 1));
  std::uint64_t last = 0;
  for (int i = 0; i < 31; ++i) last = rig.serve(request(1000, 1));
  CHECK(last == 1203);
}

TEST_CASE("l2: parts of sectors keep a slice 1.18 cycles each, and as long for a header") {
  const auto second_taken = [](std::uint8_t sectors, std::uint32_t bytes) {
    L2Rig rig;
    MemoryRequest write = request(0, 5, Op::Write, sectors);
    write.bytes.fill(bytes);
    const std::uint64_t first = rig.serve(write);
    return rig.serve(write) - first;
  };
  CHECK(second_taken(0b0001, ~0u) == 1);
  CHECK(second_taken(0b0001, 0xf) == 2);  // 2.36
  CHECK(second_taken(0b1111, ~0u) == 4);
  CHECK(second_taken(0b1111, 0xf) == 5);  // 5.9
}

TEST_CASE("l2: a load waits behind parts of sectors that all write to its slice") {
  L2Rig rig;
  MemoryRequest write = request(0, 5, Op::Write);
  write.bytes.fill(0xf);
  for (unsigned i = 0; i < 100; ++i) rig.serve(write);
  CHECK(rig.serve(request(1, 9)) >= L2Rig().serve(request(1, 9)) + 200);
}

TEST_CASE("l2: a tenth of what device memory sends comes late, of a page together") {
  const auto miss = [](unsigned one_in, std::uint64_t line, std::uint64_t sent) {
    ArchConfig arch = round_arch();
    arch.dram.late_one_in = one_in;
    arch.dram.late_cycles = 260;
    arch.dram.late_page_bytes = 4096;
    arch.dram.late_together_cycles = 256;
    return L2Rig(arch).serve(request(sent, line)) - sent;
  };
  constexpr std::uint64_t kSent = 25'600;
  const std::uint64_t usual =
      miss(10, 0, kSent) < miss(10, 32, kSent) ? miss(10, 0, kSent) : miss(10, 32, kSent);
  unsigned late = 0, least = 1'000, most = 0;
  for (std::uint64_t page = 0; page < 1'000; ++page) {
    const std::uint64_t by = miss(10, 32 * page, kSent) - usual;
    for (std::uint64_t line : {1, 31}) CHECK(miss(10, 32 * page + line, kSent) - usual == by);
    if (by == 0) continue;
    ++late;
    least = std::min(least, static_cast<unsigned>(by));
    most = std::max(most, static_cast<unsigned>(by));
  }
  CHECK(late > 70);
  CHECK(late < 130);
  CHECK(least >= 260);
  CHECK(most < 520);
  CHECK(miss(0, 1, kSent) == miss(0, 7 * 32, kSent));  // not known of other memories
}

TEST_CASE("l2: different slices work at the same time") {
  const ArchConfig arch = two_slices();
  std::uint64_t other = 1;
  while (one_slice(arch, 0, other)) ++other;
  L2Memory l2(arch);
  l2.serve(request(0, 0));
  l2.serve(request(0, other));
  CHECK(l2.serve(request(1000, 0)).at == 1200);
  CHECK(l2.serve(request(1000, other)).at == 1200);
  CHECK(l2.serve(request(1000, 0)).at == 1201);
}

TEST_CASE("l2: misses queue at a channel, two cycles a sector") {
  L2Rig rig;
  CHECK(rig.serve(request(0, 1, Op::Read, 0b1111)) == 500);
  CHECK(rig.serve(request(0, 2)) == 508);
  CHECK(rig.serve(request(0, 3)) == 510);
  CHECK(rig.serve(request(40, 4)) == 540);
}

TEST_CASE("l2: the share of the bandwidth that streams reach slows a channel down") {
  ArchConfig arch = round_arch();
  arch.dram.efficiency = 0.5;
  L2Rig rig(arch);
  CHECK(rig.serve(request(0, 1)) == 500);
  CHECK(rig.serve(request(0, 2)) == 504);
}

TEST_CASE("l2: a write is taken after the L2 latency and fetches nothing") {
  L2Rig rig;
  CHECK(rig.serve(request(0, 1, Op::Write, 0b0011)) == 0);
  CHECK(rig.count(Counter::dram_bytes_read) == 0);
  CHECK(rig.count(Counter::l2_misses) == 0);
  CHECK(rig.count(Counter::l2_sectors_write) == 2);
  CHECK(rig.serve(request(100, 1, Op::Read, 0b0011)) == 300);
  CHECK(rig.serve(request(1000, 1, Op::Read, 0b0100)) == 1500);  // a sector that was not written
}

TEST_CASE("l2: a sector of which writes have brought a part is fetched when it is read, once") {
  L2Rig rig;
  MemoryRequest part = request(0, 1, Op::Write, 0b0011);
  part.bytes = {0x0000ffff, 0x7fffffff, 0, 0};
  rig.serve(part);
  part.sent = 100;
  part.bytes = {0xffff0000, 0, 0, 0};  // the first sector's other half
  part.sectors = 0b0001;
  CHECK(rig.serve(part) == 100);
  CHECK(rig.count(Counter::dram_bytes_read) == 0);
  CHECK(rig.count(Counter::l2_misses) == 0);
  CHECK(rig.serve(request(1000, 1, Op::Read, 0b0001)) == 1200);
  CHECK(rig.serve(request(2000, 1, Op::Read, 0b0011)) == 2500);
  CHECK(rig.count(Counter::l2_misses) == 1);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
  CHECK(rig.serve(request(3000, 1, Op::Read, 0b0011)) == 3200);
}

TEST_CASE("l2: a part of a sector that is there already leaves it whole") {
  L2Rig rig;
  rig.serve(request(0, 1));
  MemoryRequest part = request(1000, 1, Op::Write);
  part.bytes = {0xf, 0, 0, 0};
  rig.serve(part);
  CHECK(rig.serve(request(2000, 1)) == 2200);
}

TEST_CASE("l2: a write does not wait for a sector on its way") {
  L2Rig rig;
  rig.serve(request(0, 1));
  CHECK(rig.serve(request(10, 1, Op::Write)) == 10);
}

TEST_CASE("l2: written sectors go to memory when their line is replaced, the others do not") {
  ArchConfig arch = round_arch();
  arch.l2.bytes = 2 * 128;
  arch.l2.ways = 2;
  L2Rig rig(arch);
  rig.serve(request(0, 0, Op::Write, 0b0111));
  rig.serve(request(0, 0, Op::Read, 0b1000));
  rig.serve(request(1000, 1));
  CHECK(rig.count(Counter::dram_bytes_write) == 0);
  // The write-back of three sectors has the channel for six cycles, then the fetch starts.
  CHECK(rig.serve(request(2000, 2)) == 2506);
  CHECK(rig.count(Counter::dram_bytes_write) == 3 * 32);
  rig.serve(request(3000, 3));
  CHECK(rig.count(Counter::dram_bytes_write) == 3 * 32);  // line 1 was only read
}

TEST_CASE("l2: the same bytes of a sector written twice do not make it whole") {
  L2Rig rig;
  MemoryRequest half = request(0, 1, Op::Write, 0b0001);
  half.bytes = {0x0000ffff, 0, 0, 0};
  rig.serve(half);
  half.sent = 100;
  rig.serve(half);
  CHECK(rig.serve(request(1000, 1, Op::Read, 0b0001)) == 1500);
}

TEST_CASE("l2: a write that goes along with an earlier one takes no time and adds its bytes") {
  ArchConfig arch = round_arch();
  arch.crossbar.mask_cycles = 10;
  L2Rig rig(arch);
  MemoryRequest half = request(100, 1, Op::Write, 0b0001);
  half.bytes = {0x0000ffff, 0, 0, 0};
  CHECK(rig.serve(half) == 100);
  half.sent = 105;
  half.bytes = {0xffff0000, 0, 0, 0};
  half.along = true;
  CHECK(rig.serve(half) == 105);
  CHECK(rig.count(Counter::l2_requests) == 1);
  CHECK(rig.count(Counter::l2_sectors_write) == 1);
  CHECK(rig.serve(request(106, 2, Op::Write)) == 110);
  CHECK(rig.serve(request(1000, 1, Op::Read, 0b0001)) == 1200);
  CHECK(rig.count(Counter::dram_bytes_read) == 0);
}

TEST_CASE("l2: writes of all SMs share a part of the bandwidth of reads, which wait for them") {
  ArchConfig arch = round_arch();
  arch.sm.count = 4;
  arch.l2.write_share = 0.25;  // a sector in 4 cycles
  L2Rig rig(arch);
  rig.serve(request(0, 1));
  for (unsigned sm = 0; sm < 4; ++sm) {
    MemoryRequest write = request(1000, 2 + sm, Op::Write, 0b1111);
    write.sm = sm;
    CHECK(rig.serve(write) == 1000 + 16 * sm);
  }
  CHECK(rig.serve(request(1000, 1)) == 1064 + 200);
  CHECK(rig.serve(request(1064, 1)) == 1065 + 200);  // it has waited for the read before
}

TEST_CASE("l2: a slice whose channel of memory is behind serves nobody") {
  L2Rig rig;  // a channel's sector takes 2 cycles, a slice's one
  rig.serve(request(0, 1));
  rig.serve(request(10000, 2, Op::Read, 0b1111));  // the channel has it from 10000 to 10008
  rig.serve(request(10000, 3, Op::Read, 0b1111));  // in the slice at 10004, waits until 10008
  rig.serve(request(10000, 4, Op::Read, 0b1111));  // in the slice at 10008, waits until 10016
  CHECK(rig.serve(request(10000, 1)) == 10016 + 200);
  CHECK(rig.serve(request(10020, 1)) == 10020 + 200);
}

TEST_CASE("l2: no answer comes sooner than the least latency") {
  ArchConfig arch = round_arch();
  arch.dram.latency = 100;  // less than L2's own
  arch.l2.atomic_latency = 1;
  L2Rig rig(arch);
  for (std::uint64_t line = 0; line < 8; ++line)
    for (const Op op : {Op::Read, Op::Atomic, Op::Fence})
      CHECK(rig.serve(request(10000 * line, line, op)) >= 10000 * line + rig.l2.min_latency());
}

TEST_CASE("l2: without capacity every read goes to memory") {
  ArchConfig arch = round_arch();
  arch.l2.bytes = 0;
  L2Rig rig(arch);
  CHECK(rig.serve(request(0, 1)) == 500);
  CHECK(rig.serve(request(1000, 1)) == 1500);
  CHECK(rig.count(Counter::dram_bytes_read) == 64);
}

TEST_CASE("l2: lines at any stride spread over the slices") {
  ArchConfig arch = round_arch();
  arch.l2.bytes = 1 << 20;
  arch.l2.slices = 16;
  arch.l2.bytes_per_clock = 32 * 16;
  for (std::uint64_t stride = 1; stride <= 64; ++stride) {
    INFO("stride " << stride);
    CHECK(slices_used(arch, stride, 96) >= 14);
  }
}

TEST_CASE("l2: a write that replaces written lines waits until they are on their way to memory") {
  // 16 bytes a cycle from one channel: a whole line takes 8 cycles.
  ArchConfig arch = round_arch();
  arch.l2.slices = 1;
  arch.l2.bytes_per_clock = 1e9;
  L2Rig rig(arch);
  const auto write = [&](std::uint64_t line) {
    return rig.serve(request(1000, line, MemoryRequest::Op::Write, 0b1111));
  };
  const std::uint64_t lines = arch.l2.bytes / kLineBytes;
  for (std::uint64_t line = 0; line < lines; ++line) CHECK(write(line) == 1000);
  // Each of the next ones replaces one. The slice waits until the channel begins with it.
  CHECK(write(lines) == 1000);
  for (std::uint64_t i = 0; i < 4; ++i) CHECK(write(lines + 1 + i) == 1000 + 8 * i);
  CHECK(rig.count(Counter::dram_bytes_write) == 5 * kLineBytes);
}

TEST_CASE("an answer says whether L2 had the sectors or device memory") {
  L2Rig rig;
  const auto level = [&](const MemoryRequest& r) { return rig.l2.serve(r).level; };
  CHECK(level(request(0, 8)) == MemoryLevel::DeviceMemory);
  CHECK(level(request(10, 8)) == MemoryLevel::DeviceMemory);  // on its way
  CHECK(level(request(1000, 8)) == MemoryLevel::L2);
  CHECK(level(request(2000, 8, Op::Read, 0b0011)) == MemoryLevel::DeviceMemory);  // one of two
  CHECK(level(request(3000, 8, Op::Atomic)) == MemoryLevel::L2);
  CHECK(level(request(3000, 9, Op::Atomic)) == MemoryLevel::DeviceMemory);
}

// 131 SMs of an H200 that write L2: a load that hits takes up to 180 cycles longer, one from memory
// up to 406.
TEST_CASE("l2: what comes from memory waits for the writes to its slice once more") {
  const auto read = [](bool held, std::uint64_t line) {
    ArchConfig arch = round_arch();
    arch.l2.write_share = 0.25;
    L2Rig rig(arch);
    rig.serve(request(0, 1));
    for (int i = 0; held && i < 4; ++i) rig.serve(request(10'000, 2, Op::Write, 0b1111));
    return rig.serve(request(10'000, line)) - 10'000;
  };
  const std::uint64_t waits = read(true, 1) - read(false, 1);
  CHECK(waits == 64);
  CHECK(static_cast<double>(read(true, 3) - read(false, 3)) == Approx(2 * waits).margin(1));
}
