// The sample, with advice: for tests of what advice says.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "sample.h"
#include "sim/views/advice.h"
#include "sim/views/cuda_source.h"

namespace simt {

using Catch::Matchers::Contains;
using sample::strided;

/// The sample, with advice on a run in which the SMs are busy all the time.
struct Case {
  Program program = sample::program();
  ArchConfig arch = sample::arch();
  RunResult run = sample::run();

  Case() {
    program.as_compiled = true;  // nothing that a pass of the assembler could look at
    arch.dram.bytes_per_second = 1e12;
    sample::lasts(run, 100);
  }
  Subject subject() const { return {program, arch, run, {}}; }
  std::vector<Advice> advice() const { return collect_report(subject()).advice; }
  std::vector<Advice> about(const std::string& words) const {
    std::vector<Advice> out;
    for (const Advice& a : advice())
      if (a.title.find(words) != std::string::npos) out.push_back(a);
    return out;
  }
  Advice only(const std::string& words) const {
    const std::vector<Advice> found = about(words);
    INFO(words);
    REQUIRE(found.size() == 1);
    return found.front();
  }
  void wait(Pc pc, Stall stall, std::uint64_t cycles) {
    run.counters[stall] = run.lines[pc].stall[static_cast<std::size_t>(stall)] = cycles;
  }
  /// Instruction `pc` stores 16 times to 32 sectors each.
  void scattered_store(Pc pc) {
    program.code[pc].kind = Kind::Store;
    LineCounters& line = run.lines[pc];
    line.requests = 16;
    line.sectors = 512;
    line.sectors_ideal = 64;
    line.wavefronts = line.wavefronts_ideal = line.conflicts = line.splits = 0;
    run.worst[pc] = {strided(StateSpace::Global, Kind::Store, 0, 128), 32, 4};
    run.counters[Counter::l2_sectors_write] += 512;
  }
};

inline MemoryAccess shared_access(Kind kind, std::uint64_t (*address)(unsigned lane)) {
  MemoryAccess out = strided(StateSpace::Shared, kind, 0, 0);
  for (unsigned lane = 0; lane < 32; ++lane) out.address[lane] = address(lane);
  return out;
}

}  // namespace simt
