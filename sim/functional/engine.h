// A launch without time, for its results, its exact counters (CounterClass::Exact) and its faults:
// the same semantics, divergence models and counting as the cycle model (sim/sm), and none of its
// pipes, caches and cycles.
//
// Blocks run in the order of their numbers. Where their order cannot show (order.h) the grid is cut
// into parts, which run on all host threads; how it is cut does not depend on their number, counts
// are summed in the order of the parts, and a launch that stops is told as if parts after the
// first that stopped had not run. So nothing that is told depends on the number of threads.
//
// Not the order of the cycle model: atomics that return values, sums of floating-point numbers by
// atomics and races come out in another one, as PTX allows. How often a loop that waits for another
// warp goes round differs, and so do its counts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sim/assembler/kernel.h"
#include "sim/functional/worker.h"

namespace simt::functional {

struct EngineOptions {
  unsigned threads = 1;                         ///< of the host
  bool counters = true;                         ///< false: counters(), lines() and worst() stay 0
  std::uint64_t max_per_warp = 0;               ///< instructions; 0: no limit
  std::uint64_t max_instructions = 0;           ///< of all warps; 0: no limit; with one, one thread
  std::function<void(std::string_view)> print;  ///< receives what device printf writes
  /// Called about once per second of host time: blocks finished, blocks in all.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

class Engine {
 public:
  struct Launch {
    const Kernel& kernel;
    const ArchConfig& arch;
    const LaunchState& state;
    unsigned blocks_per_sm = 1, warps_per_block = 1;
    std::uint32_t shared_bytes_per_block = 0;
  };
  Engine(const Launch& launch, GlobalMemory& memory, const EngineOptions& options);
  ~Engine();

  End run();

  /// Of what has run, up to where the launch stopped.
  const Counters& counters() const { return counters_; }
  const std::vector<LineCounters>& lines() const { return lines_; }
  const std::vector<WorstAccess>& worst() const { return worst_; }
  /// Without the warps and blocks of each.
  const std::vector<AccessPatterns>& patterns() const { return patterns_; }
  const std::vector<BranchSplits>& splits() const { return splits_; }
  const WrongMasks& wrong_masks() const { return wrong_masks_; }
  /// Where the launch stopped, if it did not finish.
  const Worker& stopped() const { return *stopped_; }
  std::uint64_t blocks() const { return blocks_; }

 private:
  struct Part;
  class Crew;
  void tell(const Part& part);
  void count(Part& part);

  BlockShared shared_;
  Places places_;
  GlobalMemory& memory_;
  EngineOptions options_;
  std::uint64_t blocks_;
  std::mutex atomics_;  ///< of the workers' ports
  std::vector<std::unique_ptr<Worker>> workers_;
  const Worker* stopped_ = nullptr;
  Counters counters_;
  std::vector<LineCounters> lines_;
  std::vector<WorstAccess> worst_;
  std::vector<AccessPatterns> patterns_;
  std::vector<BranchSplits> splits_;
  WrongMasks wrong_masks_;
};

}  // namespace simt::functional
