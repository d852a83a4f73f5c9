// Loops of several warps on one address of shared memory, at exact cycles.
#include "sim/sm/load_store/spin_chains.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("spin chains: a warp that nobody meets takes its own rounds") {
  SpinChains chains(80, 40);
  CHECK(chains.take(64, 100, 300, 2) == 300);
  CHECK(chains.take(64, 300, 500, 2) == 500);
  CHECK(chains.take(128, 300, 500, 2) == 500);
}

TEST_CASE("spin chains: lanes of warps that meet succeed one after the other") {
  SpinChains chains(80, 40);
  CHECK(chains.take(64, 100, 300, 2) == 300);
  CHECK(chains.take(64, 101, 301, 2) == 300 + 160);
  CHECK(chains.take(64, 102, 302, 2) == 460 + 160);
  CHECK(chains.take(64, 103, 303, 2) == 620 + 160);
  CHECK(chains.take(64, 104, 304, 2) == 780 + 80);  // somebody's turn has always come
  CHECK(chains.take(64, 840, 1040, 2) == 1040);     // its own rounds take longer
  CHECK(chains.take(64, 1040, 1240, 2) == 1240);
}

TEST_CASE("spin chains: blocks with one variable each have chains of their own") {
  SpinChains chains(80, 40);
  const auto of_block = [](std::uint64_t block) { return block << 32 | 64; };
  CHECK(chains.take(of_block(0), 100, 300, 2) == 300);
  CHECK(chains.take(of_block(1), 100, 300, 2) == 300);
  CHECK(chains.take(of_block(2), 100, 300, 2) == 300);
  CHECK(chains.take(of_block(0), 101, 301, 2) == 300 + 160);
  CHECK(chains.take(of_block(1), 101, 301, 2) == 300 + 160);
  // Words 256 bytes apart, too.
  CHECK(chains.take(64 + 256, 101, 301, 2) == 301);
  CHECK(chains.take(of_block(0), 102, 302, 2) == 460 + 160);
}
