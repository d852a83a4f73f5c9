// A channel of device memory at exact cycles: rows that are opened, rows that are open, the bus.
#include "sim/mem/dram_channel.h"

#include <catch2/catch.hpp>

#include "tests/mem/l2_rig.h"

using namespace simt;

namespace {

constexpr std::uint64_t kRow = DramChannel::kRowLines;

/// 64 bytes of each of `lines` that come at once, `stride` lines apart: cycles until the last
/// begins.
std::uint64_t last_of(std::uint64_t lines, std::uint64_t stride) {
  ArchConfig arch = round_arch();  // one channel, whose sector takes 2 cycles
  arch.l2.bytes_per_clock = 1e9;
  arch.dram.open_read_bytes = 128;
  L2Rig rig(arch);
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < lines; ++i)
    last = std::max(last, rig.serve(request(0, i * stride, MemoryRequest::Op::Read, 0b0011)));
  return last - 500;
}

}  // namespace

TEST_CASE("dram: a row that is opened keeps others waiting, one that is open nobody") {
  DramChannel channel;
  CHECK(channel.open(0, 100, 0, 8) == 100);
  CHECK(channel.open(0, 100, 1, 8) == 100);  // the other line of the row
  CHECK(channel.open(0, 100, kRow, 8) == 108);
  CHECK(channel.open(0, 100, 2 * kRow, 8) == 116);
  CHECK(channel.open(0, 101, kRow, 8) == 101);
  CHECK(channel.open(0, 200, 3 * kRow, 8) == 200);
}

TEST_CASE("dram: the bus works beside the rows that are opened") {
  DramChannel channel;
  CHECK(channel.transfer(0, channel.open(0, 100, 0, 8), 4) == 100);
  CHECK(channel.transfer(0, channel.open(0, 100, kRow, 8), 4) == 108);
  CHECK(channel.transfer(0, channel.open(0, 100, kRow, 8), 4) == 104);
  CHECK(channel.transfer(0, channel.open(0, 100, 0, 8), 12) == 112);
}

TEST_CASE(
    "dram: pieces of rows come as rows are opened, rows that are read whole as the bus moves") {
  CHECK(last_of(17, kRow) == 16 * 8);  // 128 bytes' time each
  CHECK(last_of(17, 1) == 16 * 4);     // 64 bytes' time each
}
