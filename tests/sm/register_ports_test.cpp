// Ports of the register file: sequences of FFMA by one warp, each of 60 instructions in a row,
// timed on an H100 (tests/hardware/h100/ports.csv.gz).
#include "sim/sm/parts/register_ports.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace simt;

namespace {

using Sequence = std::vector<RegisterReads>;

/// Three registers, `even` of them with even numbers; two such instructions name different ones.
RegisterReads three(unsigned even, unsigned which) {
  RegisterReads out;
  for (unsigned i = 0; i < kOperandSlots; ++i)
    out.number[i] = static_cast<std::uint8_t>(8 + 6 * (which % 2) + 2 * i + (i < even ? 0 : 1));
  return out;
}

Sequence of(const std::vector<unsigned>& evens) {
  Sequence out;
  for (const unsigned even : evens) out.push_back(three(even, static_cast<unsigned>(out.size())));
  return out;
}

/// Cycles from one round of `sequence` to the next, when nothing else holds the warp.
double cycles(const Sequence& sequence) {
  constexpr unsigned kRounds = 60;
  RegisterPorts ports;
  std::uint64_t now = 100, begin = 0;
  for (unsigned round = 0; round < 2 * kRounds; ++round) {
    if (round == kRounds) begin = now;
    for (const RegisterReads& reads : sequence) now += 1 + ports.read(0, reads, now);
  }
  return static_cast<double>(now - begin) / kRounds;
}

RegisterReads kept(RegisterReads reads, unsigned slots) {
  reads.reuse = static_cast<std::uint8_t>(slots);
  return reads;
}

}  // namespace

TEST_CASE("register ports: two registers of one bank take two cycles, three take three") {
  CHECK(cycles(of({3, 3})) == 6);
  CHECK(cycles(of({0, 0})) == 6);
  CHECK(cycles(of({2, 2})) == 4);
  CHECK(cycles(of({1, 1})) == 4);
}

TEST_CASE("register ports: an instruction reads within three cycles") {
  CHECK(cycles(of({3, 0})) == 3);
  CHECK(cycles(of({3, 1})) == 4);
  CHECK(cycles(of({3, 2})) == 5);
  CHECK(cycles(of({2, 1})) == 3);
  CHECK(cycles(of({2, 2, 1, 1})) == 6);
  CHECK(cycles(of({3, 3, 0, 0})) == 8);
  CHECK(cycles(of({3, 0, 0, 0})) == 9);
  CHECK(cycles(of({3, 1, 1, 1})) == 6);
  CHECK(cycles(of({3, 3, 3, 0, 0, 0})) == 14);
}

TEST_CASE("register ports: one register in several slots is read once") {
  RegisterReads same;
  same.number = {8, 8, 8};
  CHECK(cycles({same}) == 1);
  same.number = {8, 8, 9};
  CHECK(cycles({same}) == 1);
}

TEST_CASE("register ports: a pair needs both banks") {
  RegisterReads pairs;
  pairs.number = {8, 10, 12};
  pairs.pairs = 7;
  CHECK(cycles({pairs}) == 3);
  CHECK(cycles({kept(pairs, 5)}) == 1);
}

TEST_CASE("register ports: double precision brings an operand a cycle") {
  RegisterReads pairs;
  pairs.number = {8, 10, 12};
  pairs.pairs = 7;
  RegisterPorts ports;
  CHECK(ports.read_doubles(0, {kept(pairs, 5), false}) == 3);
  CHECK(ports.read_doubles(0, {kept(pairs, 5), false}) == 1);
  CHECK(ports.read_doubles(0, {pairs, false}) == 1);
  CHECK(ports.read_doubles(0, {pairs, false}) == 3);
}

TEST_CASE("register ports: what is kept needs none, in its slot and its bank") {
  const RegisterReads all_even = three(3, 0);
  CHECK(cycles({kept(all_even, 7)}) == 1);
  RegisterReads swapped = all_even;
  std::swap(swapped.number[0], swapped.number[1]);
  CHECK(cycles({kept(all_even, 7), kept(swapped, 7)}) == 4);
  RegisterReads odd;  // of the other bank: nothing is lost
  odd.number = {9, RegisterReads::kNone, 11};
  CHECK(cycles({kept(all_even, 7), odd}) == 2);
}

TEST_CASE("register ports: another warp does not find what one has kept") {
  const RegisterReads all_even = kept(three(3, 0), 7);
  RegisterPorts ports;
  ports.read(0, all_even, 100);
  CHECK(ports.read(0, all_even, 110) == 0);
  CHECK(ports.read(1, all_even, 111) == 0);
  CHECK(ports.read(0, all_even, 112) == 2);
}
