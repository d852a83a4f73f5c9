// The way of an SM's requests into the crossbar: who goes when.
#include "sim/mem/request_port.h"

#include <catch2/catch.hpp>

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

/// 32 bytes a cycle; reads 1 cycle, the mask of a write 1.5, a flit of atomics 1; a packet with an
/// answer takes no less than 3.
CrossbarPort round_port() {
  return {.bytes_per_clock = 32,
          .read_cycles = 1,
          .mask_cycles = 1.5,
          .flit_cycles = 1,
          .atomic_answer_cycles = 3};
}

MemoryRequest request(Op op, std::uint64_t sent, std::uint64_t line, std::uint8_t sectors) {
  return {.sent = sent, .line = line, .op = op, .sectors = sectors};
}

/// How long a request keeps the next one waiting.
double cycles(const MemoryRequest& r) {
  const CrossbarPort config = round_port();
  RequestPort port(config, 100);
  CHECK(port.take(r, 100) == 100);
  return port.take(r, 100) - 100;
}

}  // namespace

TEST_CASE("port: what each kind of request takes") {
  CHECK(cycles(request(Op::Read, 0, 1, 0xf)) == 1);
  CHECK(cycles(request(Op::Write, 0, 1, 0xf)) == 4);
  CHECK(cycles(request(Op::Write, 0, 1, 0x1)) == 1);
  CHECK(cycles(request(Op::Reduction, 0, 1, 0x1)) == 2);
  CHECK(cycles(request(Op::Reduction, 0, 1, 0xf)) == 5);
  CHECK(cycles(request(Op::Atomic, 0, 1, 0x1)) == 3);
  CHECK(cycles(request(Op::Atomic, 0, 1, 0xf)) == 5);
}

TEST_CASE("port: a write that brings some bytes of a sector brings one mask along") {
  MemoryRequest r = request(Op::Write, 0, 1, 0x1);
  r.bytes[0] = 0xf;
  CHECK(cycles(r) == 1 + 1.5);
  r = request(Op::Write, 0, 1, 0xf);
  r.bytes = {0xf, ~0u, 0xff, ~0u};
  CHECK(cycles(r) == 4 + 1.5);
  r.sectors = 0b1010;  // what other sectors lack is of no account
  CHECK(cycles(r) == 2);
}

TEST_CASE("port: lanes on one address are a packet each, a compare-and-swap brings two values") {
  MemoryRequest r = request(Op::Reduction, 0, 1, 0x1);
  r.serialized_lanes = r.serialized_sectors = 32;
  CHECK(cycles(r) == 64);
  r.serialized_sectors = 40;  // eight of the packets have a second sector
  CHECK(cycles(r) == 72);
  r.alone = true;  // a value lies in its header
  CHECK(cycles(r) == 32);
  r = request(Op::Atomic, 0, 1, 0xf);
  r.operands = 2;
  CHECK(cycles(r) == 10);
  r = request(Op::Atomic, 0, 1, 0x1);
  r.operands = 2;
  r.alone = true;
  CHECK(cycles(r) == 3);
}

TEST_CASE("port: reductions that nothing holds up let others pass") {
  const CrossbarPort config = round_port();
  RequestPort port(config, 2);
  for (double at : {0.0, 10.0, 20.0, 30.0}) {
    CHECK(port.take(request(Op::Reduction, 0, 1, 0x1), at) == at);
    port.reduced(at, at + 100);
  }
  CHECK(port.take(request(Op::Read, 0, 2, 0x1), 40) == 40);
}

TEST_CASE("port: behind reductions that a unit holds up all others wait") {
  const CrossbarPort config = round_port();
  RequestPort port(config, 2);
  port.reduced(0, 100);  // the quickest: nothing holds it up
  port.reduced(1, 201);  // waits for 100 cycles, until 101
  CHECK(port.take(request(Op::Read, 0, 2, 0x1), 50) == 50);
  port.reduced(2, 302);  // until 202
  CHECK(port.take(request(Op::Reduction, 0, 3, 0x1), 55) == 55);
  CHECK(port.take(request(Op::Read, 0, 3, 0x1), 60) == 101);
  CHECK(port.take(request(Op::Read, 0, 4, 0x1), 150) == 150);  // one is left
  CHECK(port.take(request(Op::Read, 0, 4, 0x1), 300) == 300);
}

TEST_CASE("port: a write has left when what is before it on the way leaves it room") {
  const CrossbarPort config = round_port();
  RequestPort port(config, 100);
  const auto write = [&](double at, double arrived) {
    port.take(request(Op::Write, 0, 1, 0xf), at);
    return port.write_leaves(4, arrived);
  };
  for (unsigned i = 0; i < RequestPort::kRoom / 4; ++i) CHECK(write(4.0 * i, 1000 + i) == 4 * i);
  CHECK(write(500, 2000) == 1000);  // when the first has arrived
  CHECK(write(600, 2000) == 1001);
  CHECK(write(1500, 2000) == 1500);
}
