// Exact (kernel, metric) pairs of simulated runs beside a report.
#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include "sim/compare/comparison.h"
#include "tools/driver/session.h"

namespace simt::test {

/// Why a metric may differ: kernels and metrics by the beginning of their names.
struct Reason {
  std::string kernel, metric;
  bool used = false;
};

inline const std::string kHardware = std::string(SIMT_SOURCE_DIR) + "/tests/hardware/";

/// nvcc's PTX of a kernel of tests/hardware/`set`, as it was measured on an H200: short branches
/// predicated.
inline SessionOptions nvcc_kernel(const std::string& set, const std::string& kernel) {
  SessionOptions options;
  options.file = kHardware + set + "/ptx/" + kernel + ".ptx";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = "h200";
  options.as_compiled = true;
  return options;
}

class Pairs {
 public:
  explicit Pairs(std::vector<Reason> reasons) : reasons_(std::move(reasons)) {}

  /// Runs the kernel and counts its exact metrics. One that differs must have a reason.
  void add(const SessionOptions& options, const std::vector<ncu::Report>& reports) {
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
      ++all_;
      if (row.verdict == compare::Verdict::Equal) {
        ++equal_;
        continue;
      }
      INFO(row.name << ": simulated " << *row.simulated << ", measured " << *row.measured);
      CHECK(explain(kernel, row.name));
    }
  }

  /// At least `pairs` pairs were compared, 95% of them are equal, and no reason is left over.
  void check(std::size_t pairs) const {
    INFO(equal_ << " of " << all_ << " pairs are equal");
    CHECK(all_ >= pairs);
    CHECK(equal_ * 100 >= all_ * 95);
    for (const Reason& reason : reasons_) {
      INFO("explains nothing: " << reason.kernel << " " << reason.metric);
      CHECK(reason.used);
    }
  }

 private:
  bool explain(const std::string& kernel, const std::string& metric) {
    bool found = false;
    for (Reason& reason : reasons_)
      if (kernel.starts_with(reason.kernel) && metric.starts_with(reason.metric))
        found = reason.used = true;
    return found;
  }

  std::vector<Reason> reasons_;
  std::size_t equal_ = 0, all_ = 0;
};

}  // namespace simt::test
