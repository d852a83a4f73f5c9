// What the details page says below its figures, on runs that have them.
#include <catch2/catch.hpp>
#include <sstream>

#include "sim/views/report.h"
#include "sim/views/source.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

std::string page_of(const std::string& file, const std::vector<std::string>& args = {}) {
  SessionOptions o = test::options_of({});
  o.file = std::string(SIMT_SOURCE_DIR) + "/" + file;
  for (const std::string& arg : args) o.overrides.args.push_back(parse_arg(arg, true));
  Session session(o);
  const RunResult run = session.run({});
  return render_details(collect_report({session.program(), session.arch(), run, {}}), Style{},
                        true);
}

}  // namespace

TEST_CASE("no praise for atomics whose lanes take turns on one word") {
  const std::string sums = "tests/views/kernels/global_sum.ir";
  CHECK_THAT(page_of(sums, {"step u32 = 0"}),
             !Contains("No excess sectors") &&
                 Contains("Lanes of one warp update the same word and are serialized") &&
                 Contains("sectors where they touch 2,048."));
  CHECK_THAT(page_of(sums, {"step u32 = 4"}),
             Contains("No excess sectors") && !Contains("are serialized"));
}

TEST_CASE("no praise for atomics of many warps that wait for each other") {
  CHECK_THAT(page_of("tests/views/kernels/global_sum.ir", {"one u32 = 1"}),
             !Contains("No excess sectors") && Contains("Atomics wait for each other"));
}

TEST_CASE("the source page and the report count waits by the same whole") {
  SessionOptions o = test::options_of({});
  o.file = std::string(SIMT_SOURCE_DIR) + "/kernels/reduce_v2.ir";
  Session session(o);
  const RunResult run = session.run({});
  const Subject subject{session.program(), session.arch(), run, {}};
  double rows = 0, states = 0;
  for (const SourceRow& row : collect_source(subject)) rows += row.stall_share;
  for (const Section& section : collect_report(subject).sections)
    for (const FactBar& bar : section.bars)
      if (section.title.starts_with("Where resident warps") && bar.label != "selected")
        states += bar.percent;
  CHECK(rows == Approx(states).epsilon(1e-6));
}

TEST_CASE("stores that are in L2 still are not in device memory, which the page says") {
  CHECK_THAT(page_of("kernels/vector_add.ir"), Contains("Stores end in L2"));
  CHECK_THAT(page_of("kernels/reduce_v2.ir"), !Contains("Stores end in L2"));
}

TEST_CASE("a launch in which no thread comes to a store says so, and where all end") {
  const std::string none = page_of("kernels/vector_add.ir", {"n u32 = 0"});
  CHECK_THAT(none,
             Contains("No thread came to the kernel's store: the launch has changed no memory.") &&
                 Contains("All end after line 32."));
  CHECK_THAT(page_of("kernels/vector_add.ir", {"n u32 = 1"}), !Contains("No thread came"));
  // Its stores are guarded, or lie behind a loop.
  for (const char* kernel : {"kernels/reduce_v2.ir", "kernels/loop_trips.ir"})
    CHECK_THAT(page_of(kernel), !Contains("No thread came"));
}

TEST_CASE("words of the page are explained where they stand") {
  CHECK_THAT(page_of("kernels/if_else.ir"), Contains("Guard true: without lanes in which"));
  CHECK_THAT(page_of("kernels/bank_column.ir"),
             Contains("A wavefront: words that the banks serve"));
  CHECK_THAT(page_of("kernels/bank_column_padded.ir"), !Contains("A wavefront"));
}

TEST_CASE("asynchronous copies have their bytes a sector beside the loads that they are among") {
  const std::string page = page_of("tests/views/kernels/copies.ir");
  INFO(page);
  // A load of 4 bytes and a copy of 8 bytes of every 16 by each of 32 lanes.
  const auto row = [&](const std::string& label) {
    std::istringstream words(page.substr(page.find("\n  " + label) + 3 + label.size(), 100));
    std::string out;
    std::string word;
    for (unsigned i = 0; i < 4 && words >> word; ++i) out += word + " ";
    return out;
  };
  CHECK(row("loads") == "2 20 10.00 32.00 ");
  CHECK(row("  of them copies") == "1 16 16.00 16.00 ");
  CHECK_THAT(page, Contains("(cp.async) are among the loads"));
}
