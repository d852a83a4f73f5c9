// The SMs of a GPC share the way of their answers and of what they write; those of another do not.
#include "sim/mem/gpc_ports.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/mem/l2_rig.h"

using namespace simt;

namespace {

/// SMs 0 and 1 are one GPC, 2 and 3 another. A sector an answer's cycle, half a sector a write's.
ArchConfig two_gpcs() {
  ArchConfig arch = round_arch();
  arch.sm.count = 4;
  arch.sm.gpcs = {2, 2};
  arch.gpc_port = {kSectorBytes, kSectorBytes / 2};
  arch.l2.bytes_per_clock = 1e9;  // all GPCs together have no limit
  return arch;
}

MemoryRequest from(unsigned sm, std::uint8_t sectors = 0b1111,
                   MemoryRequest::Op op = MemoryRequest::Op::Read) {
  MemoryRequest r = request(0, sm, op, sectors);
  r.sm = sm;
  return r;
}

}  // namespace

TEST_CASE("gpc: answers to SMs of a GPC come one after the other") {
  const ArchConfig arch = two_gpcs();
  GpcPorts ports(arch);
  CHECK(ports.answer(from(0), 300) == 300);
  CHECK(ports.answer(from(1), 300) == 304);
  CHECK(ports.answer(from(0, 0b0001), 301) == 308);
  CHECK(ports.answer(from(2), 300) == 300);
}

TEST_CASE("gpc: answers come over links of a sector a cycle, those of a line over the same one") {
  ArchConfig arch = two_gpcs();
  constexpr unsigned kLinks = 20;
  arch.gpc_port.read_bytes_per_clock = kLinks * kSectorBytes;
  GpcPorts ports(arch);
  const auto answer = [&](std::uint64_t line) {
    MemoryRequest r = from(0);
    r.line = line;
    return ports.answer(r, 300);
  };
  CHECK(answer(7) == 300);
  CHECK(answer(7) == 304);
  CHECK(answer(7) == 308);
  // So many lines side by side use all links about alike: a fair share, and one line more at most.
  std::uint64_t last = 0;
  for (std::uint64_t line = 1000; line < 1000 + 10 * kLinks; ++line)
    last = std::max(last, answer(line));
  CHECK(last <= 300 + 4 * (10 + 1 + 3));
}

TEST_CASE("gpc: where an L2 cycle is longer there are more links, each slower") {
  ArchConfig arch = two_gpcs();
  constexpr unsigned kLinks = 25;
  constexpr double kL2Cycle = 1.25;
  arch.l2.fabric_flit_cycles = kL2Cycle;
  arch.gpc_port.read_bytes_per_clock = kLinks / kL2Cycle * kSectorBytes;
  GpcPorts ports(arch);
  MemoryRequest r = from(0);
  CHECK(ports.answer(r, 300) == 300);
  CHECK(ports.answer(r, 300) == 305);  // four sectors
  std::uint64_t last = 0;
  for (r.line = 1000; r.line < 1000 + 10 * kLinks; ++r.line)
    last = std::max(last, ports.answer(r, 300));
  CHECK(last <= 300 + 5 * (10 + 1 + 2));
  CHECK(last >= 300 + 5 * (10 - 1));
}

TEST_CASE("gpc: an answer that is ready sooner is not held up by one that is asked for first") {
  const ArchConfig arch = two_gpcs();
  GpcPorts ports(arch);
  CHECK(ports.answer(from(0), 700) == 700);
  CHECK(ports.answer(from(1), 300) == 300);
  CHECK(ports.answer(from(1), 698) == 704);
}

TEST_CASE("gpc: writes wait for writes of their GPC, not for answers") {
  const ArchConfig arch = two_gpcs();
  GpcPorts ports(arch);
  CHECK(ports.answer(from(0), 10) == 10);
  CHECK(ports.write(from(0, 0b1111, MemoryRequest::Op::Write), 10) == 10);
  CHECK(ports.write(from(1, 0b1111, MemoryRequest::Op::Write), 10) == 18);
  CHECK(ports.write(from(3, 0b1111, MemoryRequest::Op::Write), 10) == Approx(10).margin(1e-6));
}

TEST_CASE(
    "gpc: a packet of a write has a header, its sectors and what says which bytes are written") {
  // As measured: five parts make a whole line, which takes eight cycles.
  const auto cycles = [](std::uint8_t sectors, std::uint32_t bytes) {
    const ArchConfig arch = two_gpcs();
    GpcPorts ports(arch);
    MemoryRequest write = from(0, sectors, MemoryRequest::Op::Write);
    write.bytes = {bytes, bytes, bytes, bytes};
    ports.write(write, 10);
    return ports.write(write, 10) - 10;
  };
  constexpr double kPart = 8 / 5.0;
  CHECK(cycles(0b1111, ~0u) == Approx(5 * kPart));
  CHECK(cycles(0b0001, ~0u) == Approx(2 * kPart));
  CHECK(cycles(0b0100, 0xf0) == Approx(2.5 * kPart));
  CHECK(cycles(0b1111, 0x0f) == Approx(7 * kPart));
}

TEST_CASE(
    "gpc: whatever else comes follows the writes that the crossbar holds, not those that wait") {
  ArchConfig arch = two_gpcs();
  arch.gpc_port = {};
  arch.l2.bytes_per_clock = 4 * kSectorBytes;
  arch.l2.write_share = 0.5;  // two sectors a cycle
  GpcPorts ports(arch);
  CHECK(ports.behind_writes(100) == 100);
  for (int i = 0; i < 50; ++i) ports.write(from(0, 0b1111, MemoryRequest::Op::Write), 100);
  CHECK(ports.behind_writes(99) == 99);
  CHECK(ports.behind_writes(100) == 200);
  CHECK(ports.behind_writes(150) == 200);
  for (int i = 0; i < 500; ++i) ports.write(from(0, 0b1111, MemoryRequest::Op::Write), 100);
  CHECK(ports.behind_writes(150) == 150 + 4 * RequestPort::kRoom / 2);
}

TEST_CASE("gpc: without a limit nobody waits") {
  ArchConfig arch = two_gpcs();
  arch.gpc_port = {};
  GpcPorts ports(arch);
  for (unsigned sm = 0; sm < 4; ++sm) {
    CHECK(ports.answer(from(sm), 300) == 300);
    CHECK(ports.write(from(sm, 0b1111, MemoryRequest::Op::Write), 10) == Approx(10).margin(1e-6));
  }
}

TEST_CASE("l2: reads of one GPC share its port, those of two do not") {
  ArchConfig arch = two_gpcs();
  arch.l2.slices = 1;
  arch.l2.bytes_per_clock = 1e9;  // the slice holds nobody up
  L2Rig rig(arch);
  for (unsigned sm = 0; sm < 4; ++sm) {
    MemoryRequest first = from(sm);
    first.line = 0;
    rig.serve(first);
  }
  const auto later = [](unsigned sm) {
    MemoryRequest r = from(sm);
    r.line = 0;
    r.sent = 10000;
    return r;
  };
  const std::uint64_t alone = rig.serve(later(0));
  CHECK(rig.serve(later(1)) == alone + 4);
  CHECK(rig.serve(later(2)) == alone);
}
