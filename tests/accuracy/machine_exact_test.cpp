// Machine code counts what the device counts: every counter that addresses and paths decide, of
// every launch that was measured and runs as machine code, and how often each of its instructions
// was executed (ncu's source page). Exceptions and their reasons: tests/accuracy/machine_exact.txt.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "sim/ncu/report.h"
#include "sim/ncu/text_file.h"
#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine_code.h"
#include "tests/accuracy/measured.h"

using namespace simt;
using namespace simt::accuracy;

namespace {

/// Lines "SET LAUNCH WHAT"; * stands for all that there is, equal or not.
class Exceptions {
 public:
  Exceptions() {
    std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/accuracy/machine_exact.txt");
    for (std::string line; std::getline(in, line);)
      if (!line.empty() && line[0] != '#') lines_.insert(line);
    REQUIRE(!lines_.empty());
  }
  bool leave_open(const std::string& set, const std::string& launch,
                  const std::string& what) const {
    return has(set, launch, "*") || has("*", "*", what);
  }
  bool has(const std::string& set, const std::string& launch, const std::string& what) const {
    return lines_.count(fmt::format("{} {} {}", set, launch, what)) != 0;
  }

 private:
  std::set<std::string> lines_;
};

// Counters of instructions are exact here, and so is what follows from the number of registers.
bool is_compared(const Metric& metric) {
  if (metric.name.find("peak_sustained") != std::string::npos) return false;
  return metric.cls == CounterClass::Exact ||
         (metric.cls == CounterClass::Modelled && !depends_on_time(metric));
}

struct Ran {
  std::unique_ptr<Session> session;
  RunResult result;
};

struct Count {
  unsigned equal = 0, all = 0;
};

class Comparison {
 public:
  explicit Comparison(std::string set) : set_(std::move(set)) {}

  /// One launch; false: it does not run as machine code (docs/MACHINE_EXECUTION.md).
  bool run(const ncu::Launch& launch, SessionOptions options) {
    options.timing = false;
    ran_.session = session_of(options);
    if (ran_.session == nullptr) return false;
    RunOptions how;
    how.timing = false;
    ran_.result = ran_.session->run(how);
    if (ran_.result.status != RunStatus::Finished) return false;
    counters(launch);
    operations(launch);
    return true;
  }

  void lines(const std::string& kernel, const ncu::Report& report) {
    const std::vector<ncu::SourceRow> rows = instructions_of(report, kernel);
    INFO(kernel);
    REQUIRE(rows.size() == ran_.result.lines.size());
    for (std::size_t pc = 0; pc < rows.size(); ++pc) {
      const Executions& here = ran_.result.lines[pc];
      INFO(rows[pc].text << ": " << here.executed << " " << here.thread_executed << " "
                         << here.thread_pred_on);
      check(kernel, fmt::format("{:04x}", pc * 16), equal_executions(rows[pc], here), lines_);
    }
  }

  std::string text() const {
    return fmt::format("{} of {} counters and {} of {} instructions equal", counters_.equal,
                       counters_.all, lines_.equal, lines_.all);
  }
  Count counted() const { return counters_; }

 private:
  void check(const std::string& launch, const std::string& what, bool equal, Count& count) {
    ++count.all;
    count.equal += equal ? 1 : 0;
    if (exceptions_.leave_open(set_, launch, what)) return;
    INFO(set_ << " " << launch << " " << what);
    CHECK(equal == !exceptions_.has(set_, launch, what));
  }

  void counters(const ncu::Launch& launch) {
    const Measured m{ran_.result, ran_.session->arch(), &ran_.session->program()};
    for (const ncu::MetricValue& measured : launch.metrics) {
      const Metric* const metric = find_metric(measured.name);
      if (metric == nullptr || !measured.value.number || !is_compared(*metric)) continue;
      const double simulated = metric->value(m), apart = simulated - *measured.value.number;
      INFO("simulated " << simulated << ", ncu " << *measured.value.number);
      check(launch.kernel, metric->name, std::abs(apart) <= measured.value.resolution * 1.001,
            counters_);
    }
  }

  // ncu has thread instructions by opcode only for a cycle, which is how many ncu says to 0.5%.
  void operations(const ncu::Launch& launch) {
    const Measured m{ran_.result, ran_.session->arch(), &ran_.session->program()};
    const auto measured_of = [&](const std::string& name) {
      for (const ncu::MetricValue& value : launch.metrics)
        if (value.name == name) return &value.value;
      throw std::runtime_error("not measured: " + name);
    };
    const double cycles = *measured_of("smsp__cycles_elapsed.max")->number;
    for (const char* op :
         {"fadd", "fmul", "ffma", "dadd", "dmul", "dfma", "hadd", "hmul", "hfma"}) {
      const std::string name = fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on.sum", op);
      const auto* const rate = measured_of(name + ".per_cycle_elapsed");
      const double simulated = value_of(name, m) / cycles;
      INFO("simulated " << simulated << ", ncu " << *rate->number << " a cycle");
      check(launch.kernel, name,
            std::abs(simulated - *rate->number) <= 0.005 * simulated + rate->resolution, counters_);
    }
  }

  std::string set_;
  Exceptions exceptions_;
  Ran ran_;
  Count counters_, lines_;
};

ncu::Report report(const MachineSet& set, const std::string& file) {
  return ncu::read_report(ncu::read_text_file(hardware_file(file, set.device)), file);
}

void compare(const MachineSet& set, unsigned least, bool with_source) {
  const ncu::Report counters = report(set, set.measured);
  const ncu::Report sources =
      with_source ? report(set, set.name + "_source.csv.gz") : ncu::Report{};
  Comparison comparison(set.name);
  unsigned kernels = 0;
  for (const ncu::Launch& launch : counters.launches) {
    if (!comparison.run(launch, machine_code_of(set, launch.kernel))) continue;
    ++kernels;
    if (with_source) comparison.lines(launch.kernel, sources);
  }
  WARN(set.name << ": " << kernels << " launches, " << comparison.text());
  CHECK(kernels >= least);
  CHECK(comparison.counted().all >= 70 * kernels);
}

}  // namespace

TEST_CASE("machine code counts what an H200 counts: unseen kernels") {
  compare(kUnseenSet, 41, true);
}

TEST_CASE("machine code counts what an H100 counts: kernels measured later") {
  compare(kHeldOutSet, 24, true);
}

TEST_CASE("machine code counts what an H100 counts: kernels measured last") {
  compare(kHeldOutSet2, 22, true);
}

TEST_CASE("machine code counts what an H200 counts: the originals of kernels/") {
  compare(kCudaSet, 53, true);
}

TEST_CASE("machine code counts what an H200 counts: kernels/") {
  compare(kDocumentSet, 55, false);
}
