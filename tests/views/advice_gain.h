// A kernel beside its mended form: for tests of what advice promises. Both are run.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "sim/views/advice.h"
#include "tests/kernels/run_kernel.h"

namespace simt::gains {

using Catch::Matchers::Contains;

struct Kernel {
  std::string file;  ///< below the repository
  std::vector<std::string> args = {};
  unsigned grid = 0, block = 0;  ///< 0: the header's
  bool as_compiled = false;
  std::string arch = "v100";
};

struct Ran {
  explicit Ran(const Kernel& kernel)
      : session(options(kernel)),
        run(session.run({})),
        advice(advise({session.program(), session.arch(), run, {}})) {
    INFO(kernel.file);
    REQUIRE(run.status == RunStatus::Finished);
  }

  static SessionOptions options(const Kernel& kernel) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/" + kernel.file;
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = kernel.arch;
    out.as_compiled = kernel.as_compiled;
    for (const std::string& arg : kernel.args) out.overrides.args.push_back(parse_arg(arg, true));
    if (kernel.grid != 0) out.overrides.grid = Dim3{kernel.grid, 1, 1};
    if (kernel.block != 0) out.overrides.block = Dim3{kernel.block, 1, 1};
    return out;
  }

  /// Percent that all advice with these words promises.
  double gain(const std::string& words) const {
    double sum = 0;
    for (const Advice& a : advice)
      if (a.title.find(words) != std::string::npos) sum += a.gain;
    return sum;
  }
  const Advice& about(const std::string& words) const {
    for (const Advice& a : advice)
      if (a.title.find(words) != std::string::npos) return a;
    FAIL("no advice on " << words);
    return advice.front();
  }
  double cycles() const { return static_cast<double>(run.cycles_elapsed); }

  Session session;
  RunResult run;
  std::vector<Advice> advice;
};

inline double measured(const Ran& before, const Kernel& after) {
  return 100 * (1 - Ran(after).cycles() / before.cycles());
}

/// Half to one and a half times what it brings, and a point more or less.
inline void check_expected(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double estimate = ran.gain(words), brought = measured(ran, after);
  INFO(before.file << ", " << words << ": estimate " << estimate << "%, brought " << brought
                   << "%");
  CHECK(estimate >= 0.5 * brought - 1);
  CHECK(estimate <= 1.5 * brought + 1);
}

/// Within three tenths of what it brings, and a point.
inline void check_close(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double estimate = ran.gain(words), brought = measured(ran, after);
  INFO(before.file << ", " << words << ": estimate " << estimate << "%, brought " << brought
                   << "%");
  CHECK(estimate >= 0.7 * brought - 1);
  CHECK(estimate <= 1.3 * brought + 1);
}

/// It brings no more than that, but for a point.
inline void check_at_most(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double brought = measured(ran, after);
  INFO(before.file << ", " << words << ": at most " << ran.gain(words) << "%, brought " << brought);
  CHECK(ran.about(words).kind == GainKind::AtMost);
  CHECK(brought > 0);
  CHECK(ran.gain(words) >= brought - 1);
}

}  // namespace simt::gains
