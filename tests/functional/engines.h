// Runs a kernel on the cycle model and on the functional engine, and compares what both must agree
// on: how it ends, memory, the exact counters of the launch and of each line.
#pragma once

#include <string>
#include <vector>

#include "tests/kernels/run_kernel.h"

namespace simt::test {

struct Ended {
  RunResult result;
  std::vector<std::vector<std::byte>> memory;
  std::string printed;
};

inline Ended run_engine(const SessionOptions& session_options, RunOptions options, bool timing) {
  Ended out;
  options.timing = timing;
  options.print = [&](std::string_view text) { out.printed += text; };
  Session session(session_options);
  out.result = session.run(options);
  for (const Allocation& a : session.memory().allocations())
    out.memory.emplace_back(a.data.begin(), a.data.end());
  return out;
}

/// Counters that follow from the program and its addresses.
inline bool is_exact(Counter c) {
  const std::string_view name = info(c).name;
  return info(c).cls == CounterClass::Exact ||
         (info(c).cls == CounterClass::Own && !name.starts_with("simt__l2"));
}

inline void check_counts(const RunResult& a, const RunResult& b) {
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto c = static_cast<Counter>(i);
    INFO(info(c).name);
    if (is_exact(c)) CHECK(a.counters[c] == b.counters[c]);
  }
  REQUIRE(a.lines.size() == b.lines.size());
  for (std::size_t pc = 0; pc < a.lines.size(); ++pc) {
    INFO("pc " << pc);
    LineCounters x = a.lines[pc], y = b.lines[pc];
    x.stall = y.stall = {};
    CHECK(x == y);
    BranchSplits of_a = a.splits.at(pc), of_b = b.splits.at(pc);
    of_a.warps = of_b.warps = of_a.blocks = of_b.blocks = 0;  // not counted without timing
    CHECK(of_a == of_b);
  }
}

}  // namespace simt::test
