// Roll-ups over instances: .min, .avg and .max of units that an SM has one of.
#include <catch2/catch.hpp>

#include "sim/views/metrics.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

/// A run of a kernel on so many SMs, and every metric of it.
struct Ran {
  Session session;
  RunResult run;
  Ran(test::Run what, unsigned sms) : session(options(what, sms)), run(session.run({})) {
    REQUIRE(run.status == RunStatus::Finished);
  }
  double value(const std::string& name) const {
    return value_of(name, {run, session.arch(), &session.program()});
  }
  static SessionOptions options(const test::Run& what, unsigned sms) {
    SessionOptions o = test::options_of(what);
    o.sms = sms;
    return o;
  }
};

/// The metrics that have a .min, cut before it, and what follows ("", ".per_second" ...).
std::vector<std::pair<std::string, std::string>> with_extremes() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Metric& m : all_metrics())
    if (const std::size_t at = m.name.find(".min"); at != std::string::npos)
      out.emplace_back(m.name.substr(0, at), m.name.substr(at + 4));
  return out;
}

}  // namespace

TEST_CASE("308 of two SMs, one with two blocks of three, the sum is the least and the most") {
  const Ran ran({.kernel = "vector_add", .grid = "3"}, 2);
  CHECK(ran.run.sms.size() == 2);
  CHECK(ran.value("sm__ctas_launched.min") == 1);
  CHECK(ran.value("sm__ctas_launched.max") == 2);
  CHECK(ran.value("sm__inst_executed.max") == 2 * ran.value("sm__inst_executed.min"));
  CHECK(ran.value("sm__inst_executed_pipe_lsu.max") ==
        2 * ran.value("sm__inst_executed_pipe_lsu.min"));
  std::size_t counters = 0;
  for (const auto& [name, rate] : with_extremes()) {
    if (!rate.empty() || !(name.starts_with("sm__") || name.starts_with("l1tex__"))) continue;
    INFO(name);
    ++counters;
    CHECK(ran.value(name + ".sum") == Approx(ran.value(name + ".min") + ran.value(name + ".max")));
    CHECK(ran.value(name + ".avg") == Approx(ran.value(name + ".sum") / 2));
  }
  CHECK(counters > 50);
}

TEST_CASE("308 an SM without a block is an instance that counted nothing") {
  const Ran ran({.kernel = "vector_add", .grid = "1"}, 2);
  CHECK(ran.run.sms_used() == 1);
  CHECK(ran.value("sm__cycles_active.min") == 0);
  CHECK(ran.value("sm__cycles_active.max") == ran.value("sm__cycles_active.sum"));
  CHECK(ran.value("sm__cycles_active.avg") == ran.value("sm__cycles_active.sum") / 2);
  CHECK(ran.value("sm__cycles_elapsed.min") == ran.value("sm__cycles_elapsed.max"));
}

TEST_CASE("308 the average instance lies between the least and the most, in every rate") {
  const Ran ran({.kernel = "reduce_v2", .grid = "33"}, 4);
  std::size_t differ = 0;
  for (const auto& [name, rate] : with_extremes()) {
    INFO(name << " " << rate);
    const double min = ran.value(name + ".min" + rate), max = ran.value(name + ".max" + rate),
                 avg = ran.value(name + ".avg" + rate), slack = 1e-9 * max;
    CHECK(min <= avg + slack);
    CHECK(avg <= max + slack);
    if (min < max) ++differ;
  }
  CHECK(differ > 50);
}

TEST_CASE("308 pages show the least and the most beside the sum or the average") {
  const auto listed = [](const char* name) { return find_metric(name)->listed; };
  CHECK(listed("sm__cycles_active.min"));
  CHECK(listed("sm__inst_executed.max.per_cycle_active"));
  CHECK(listed("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.max"));
  CHECK_FALSE(listed("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.max.per_second"));
  CHECK_FALSE(listed("smsp__cycles_elapsed.min"));
  // Which SM got which block is a matter of time.
  CHECK(class_of(*find_metric("sm__inst_executed.avg")) == MetricClass::AsWritten);
  CHECK(class_of(*find_metric("sm__inst_executed.max")) == MetricClass::Modelled);
}
