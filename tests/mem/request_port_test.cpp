// The way of an SM's requests into the crossbar: who goes when.
#include "sim/mem/request_port.h"

#include <catch2/catch.hpp>

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

/// 32 bytes a cycle; reads 1 cycle, a write no less than 2; a packet of an atomic 1 and 1.5 for
/// each further sector, one with an answer no less than 2.
CrossbarPort round_port() {
  return {.bytes_per_clock = 32,
          .read_cycles = 1,
          .write_cycles = 2,
          .atomic_cycles = 1,
          .atomic_sector_cycles = 1.5,
          .atomic_answer_cycles = 2};
}

MemoryRequest request(Op op, std::uint64_t sent, std::uint64_t line, std::uint8_t sectors) {
  return {.sent = sent, .line = line, .op = op, .sectors = sectors};
}

/// How long a request keeps the next one waiting.
double cycles(const MemoryRequest& r) {
  const CrossbarPort config = round_port();
  RequestPort port(config);
  CHECK(port.take(r, 100) == 100);
  return port.take(r, 100) - 100;
}

}  // namespace

TEST_CASE("port: what each kind of request takes") {
  CHECK(cycles(request(Op::Read, 0, 1, 0xf)) == 1);
  CHECK(cycles(request(Op::Write, 0, 1, 0xf)) == 4);
  CHECK(cycles(request(Op::Write, 0, 1, 0x1)) == 2);
  CHECK(cycles(request(Op::Reduction, 0, 1, 0x1)) == 1);
  CHECK(cycles(request(Op::Reduction, 0, 1, 0xf)) == 1 + 3 * 1.5);
  CHECK(cycles(request(Op::Atomic, 0, 1, 0x1)) == 2);
  CHECK(cycles(request(Op::Atomic, 0, 1, 0xf)) == 1 + 3 * 1.5);
}

TEST_CASE("port: lanes on one address are a packet each, a compare-and-swap brings two values") {
  MemoryRequest r = request(Op::Reduction, 0, 1, 0x1);
  r.turns = r.turn_sectors = 32;
  CHECK(cycles(r) == 32);
  r.turn_sectors = 40;  // eight of the packets have a second sector
  CHECK(cycles(r) == 32 + 8 * 1.5);
  r = request(Op::Atomic, 0, 1, 0xf);
  r.operands = 2;
  CHECK(cycles(r) == 11);
}
