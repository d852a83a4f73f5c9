// Exact (kernel, metric) pairs of simulated runs beside a report.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/compare/comparison.h"
#include "tools/driver/session.h"

namespace simt::test {

/// Why a metric may differ: kernels and metrics by the beginning of their names.
struct Reason {
  std::string kernel, metric;
};

struct Pairs {
  std::size_t equal = 0, all = 0;

  /// Runs the kernel and counts its exact metrics. One that differs must have a reason.
  void add(const SessionOptions& options, const std::vector<ncu::Report>& reports,
           const std::vector<Reason>& reasons) {
    Session session(options);
    const RunResult run = session.run({});
    const std::string& kernel = session.program().kernel;
    INFO(kernel);
    REQUIRE(run.status == RunStatus::Finished);
    const Subject subject{session.program(), session.arch(), run, {}};
    const compare::Match match =
        compare::match_launch(reports, {kernel, "", run.launch.grid, run.launch.block});
    for (const compare::Row& row : compare::compare(subject, reports, match, {}).rows) {
      if (row.kind != compare::CompareClass::Exact || !row.measured) continue;
      ++all;
      if (row.verdict == compare::Verdict::Equal) {
        ++equal;
        continue;
      }
      const bool explained = std::any_of(reasons.begin(), reasons.end(), [&](const Reason& r) {
        return kernel.starts_with(r.kernel) && row.name.starts_with(r.metric);
      });
      INFO(row.name << ": simulated " << *row.simulated << ", measured " << *row.measured);
      CHECK(explained);
    }
  }
};

}  // namespace simt::test
