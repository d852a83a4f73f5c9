// The faults that the reduce article's code carries, and that checking finds.
#include "sim/views/sanitizer.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using simt::test::Run;

namespace {
std::vector<Sanitizer::Finding> sanitize(const Run& run, std::string* report = nullptr) {
  SessionOptions o = simt::test::options_of(run);
  Session session(o);
  session.bind();
  const std::uint32_t bytes =
      session.program().shared.static_bytes + session.launch().state.dynamic_shared_bytes;
  Sanitizer sanitizer(session.program(), bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  REQUIRE(session.run(options).status == RunStatus::Finished);
  if (report) *report = sanitizer.report();
  return sanitizer.findings();
}
}  // namespace

TEST_CASE("v2 as printed stores beyond its shared array: a fault that names lane and line") {
  Session session(simt::test::options_of({"reduce_v2_faulty"}));
  const RunResult r = session.run({});
  INFO(r.explanation);
  CHECK(r.status == RunStatus::Fault);
  CHECK(r.explanation.find("data") != std::string::npos);
  CHECK(r.explanation.find("st.shared.u32") != std::string::npos);
}

TEST_CASE("naive as printed reads words that nobody wrote") {
  std::string report;
  const auto findings = sanitize({"reduce_naive_faulty"}, &report);
  INFO(report);
  REQUIRE_FALSE(findings.empty());
  for (const auto& f : findings) CHECK_FALSE(f.is_race());
  CHECK(report.find("ld.shared.u32") != std::string::npos);
}

TEST_CASE("eliminate_divergence races when a block has several warps, and only then") {
  const std::vector<std::string> args{"s32[64]=iota(0,1)", "s32[1]=zero", "s32:64"};
  CHECK(sanitize({"reduce_eliminate_divergence", "volta", "2", "32", args}).empty());
  const auto findings = sanitize({"reduce_eliminate_divergence", "volta", "1", "64", args, "256"});
  REQUIRE_FALSE(findings.empty());
  for (const auto& f : findings) CHECK(f.is_race());
}

TEST_CASE("the corrected reductions are clean") {
  for (const char* name : {"reduce_v2", "reduce_shuffle", "reduce_halving_stride", "reduce_sum"}) {
    INFO(name);
    CHECK(sanitize({name}).empty());
  }
}
