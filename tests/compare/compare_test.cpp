// A made-up run (tests/views/sample.h) beside made-up reports.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/compare/origin.h"
#include "sim/compare/render.h"
#include "tests/views/sample.h"

using namespace simt;
using namespace simt::compare;
using Catch::Matchers::Contains;

namespace {

const std::string kHeader =
    "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"Section Name\",\"Metric "
    "Name\",\"Metric Unit\",\"Metric Value\"\n";

struct Fixture {
  Program program = sample::program();
  const ArchConfig arch = sample::arch();
  RunResult run = sample::run();
  Subject subject() const { return {program, arch, run, {}}; }
  std::vector<ncu::Report> reports;

  static std::string metric(const std::string& name, const std::string& unit,
                            const std::string& value, const std::string& id = "0",
                            const std::string& grid = "(8, 1, 1)") {
    return "\"" + id + "\",\"demo(int *)\",\"(64, 1, 1)\",\"" + grid + "\",\"7.0\",\"\",\"" + name +
           "\",\"" + unit + "\",\"" + value + "\"\n";
  }
  Match match(const std::string& launch = "", const std::string& kernel = "demo") const {
    return match_launch(reports, {kernel, launch, run.launch.grid, run.launch.block});
  }
  Comparison compared(const std::string& rows, const Options& options = {}) {
    reports = {ncu::read_report(kHeader + rows, "r.csv")};
    return compare::compare(subject(), reports, match(), options);
  }
  std::string mismatch(const std::string& launch, const std::string& kernel) const {
    try {
      match(launch, kernel);
    } catch (const MatchError& e) {
      return e.what();
    }
    return "none";
  }
};

const Row& row(const Comparison& c, std::string_view name) {
  for (const Row& r : c.rows)
    if (r.name == name) return r;
  FAIL("no row " << name);
  return c.rows.front();
}

const char* const kSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";

}  // namespace

TEST_CASE_METHOD(Fixture, "941 the three classes and their verdicts") {
  const Comparison c =
      compared(metric(kSectors, "sector", "512") + metric("launch__block_size", "", "128") +
               metric("sm__cycles_active.avg", "cycle", "110") +
               metric("gpu__time_duration.sum", "us", "10.00") +
               metric("lts__t_sector_hit_rate.pct", "%", "29") +
               metric("lts__lts2xbar_cycles_active.sum", "cycle", "7") +
               metric("dram__bytes_write.sum", "byte", "n/a"));
  CHECK(row(c, kSectors).kind == CompareClass::Exact);
  CHECK(row(c, kSectors).verdict == Verdict::Equal);
  CHECK(row(c, "launch__block_size").verdict == Verdict::Differs);
  CHECK(row(c, "sm__cycles_active.avg").kind == CompareClass::Modelled);
  CHECK(row(c, "sm__cycles_active.avg").verdict == Verdict::Within);  // 100 beside 110
  CHECK(row(c, "sm__cycles_active.avg").difference == Approx(-100.0 / 11));
  CHECK(row(c, "gpu__time_duration.sum").verdict == Verdict::Beyond);      // 24.6 us beside 10
  CHECK(row(c, "lts__t_sector_hit_rate.pct").verdict == Verdict::Within);  // 25% beside 29%
  CHECK(row(c, "lts__t_sector_hit_rate.pct").difference == Approx(-4));
  CHECK(c.not_modelled == std::vector<std::string>{"lts__lts2xbar_cycles_active.sum"});
  CHECK(c.rows.size() == 5);
}

TEST_CASE_METHOD(Fixture, "942 what decides the exit code") {
  const std::string equal = metric(kSectors, "sector", "512");
  const std::string slow = metric("sm__cycles_active.avg", "cycle", "150");
  CHECK_FALSE(compared(equal).failed());
  CHECK(compared(metric(kSectors, "sector", "511")).failed());
  CHECK_FALSE(compared(equal + slow).failed());  // without a tolerance, time decides nothing
  CHECK(compared(equal + slow, {10, {}}).failed());
  CHECK_FALSE(compared(equal + slow, {50, {}}).failed());
  CHECK(compared(metric(kSectors, "sector", "511"), {1000, {}}).failed());
}

TEST_CASE_METHOD(Fixture, "943 values are equal up to the places that ncu prints") {
  const auto verdict = [&](const char* name, const char* unit, const char* value) {
    return row(compared(metric(name, unit, value)), name).verdict;
  };
  const char* const lanes = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio";
  CHECK(verdict(lanes, "byte/sector", "4") == Verdict::Equal);
  CHECK(verdict(lanes, "byte/sector", "4.01") == Verdict::Differs);
  CHECK(verdict(kSectors, "sector", "512.00") == Verdict::Equal);
  // 12288 bytes, printed in thousands.
  CHECK(verdict("dram__bytes_read.sum", "Kbyte", "12.29") == Verdict::Equal);
  CHECK(verdict("dram__bytes_read.sum", "Kbyte", "12.30") == Verdict::Within);
  CHECK(verdict("gpu__time_duration.sum", "us", "24.58") == Verdict::Equal);
}

TEST_CASE_METHOD(Fixture, "944 counts that hardware or the assembler changes are not held equal") {
  const Comparison c =
      compared(metric("smsp__inst_executed.sum", "inst", "70") +
               metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "", "500"));
  CHECK(row(c, "smsp__inst_executed.sum").kind == CompareClass::Modelled);
  CHECK_THAT(row(c, "smsp__inst_executed.sum").caveat, Contains("assembler"));
  CHECK_THAT(row(c, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum").caveat,
             Contains("arbitration"));
  CHECK_FALSE(c.failed());
}

TEST_CASE_METHOD(Fixture, "944b as machine code instructions are counted exactly") {
  program.machine.emplace();
  const std::string rows =
      metric("smsp__inst_executed.sum", "inst", "70") +
      metric("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "", "90000");
  const Comparison c = compared(rows);
  const Row& instructions = row(c, "smsp__inst_executed.sum");
  CHECK(instructions.kind == CompareClass::Exact);
  CHECK(instructions.caveat.empty());
  CHECK(instructions.verdict == Verdict::Differs);
  CHECK_THAT(instructions.advice, Contains("compare-and-swap") && !Contains("assembler"));
  CHECK(row(c, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum").kind ==
        CompareClass::Modelled);
  const std::string text = render_text(c, {}, false);
  CHECK_THAT(text, Contains("Bank conflicts are those of the addresses") && !Contains("the IR"));
}

TEST_CASE_METHOD(Fixture, "945 small stalls and percentages have room in absolute terms") {
  const char* const wait = "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio";
  const auto verdict = [&](const char* value, double tolerance) {
    return row(compared(metric(wait, "inst", value), {tolerance, {}}), wait).verdict;
  };
  run.counters[Stall::wait] = 64;  // 1 a issued instruction
  CHECK(verdict("0.60", 25) == Verdict::Within);
  CHECK(verdict("0.40", 25) == Verdict::Beyond);
  CHECK(verdict("0.60", 10) == Verdict::Beyond);
}

TEST_CASE_METHOD(Fixture, "946 only the metrics that are asked for") {
  const Comparison c =
      compared(metric(kSectors, "sector", "512") + metric("sm__cycles_active.avg", "cycle", "1") +
                   metric("lts__lts2xbar_cycles_active.sum", "cycle", "7"),
               {{}, {kSectors, "lts__lts2xbar_cycles_active.sum", "sm__cycles_active.max"}});
  REQUIRE(c.rows.size() == 3);
  CHECK(row(c, "lts__lts2xbar_cycles_active.sum").kind == CompareClass::NotModelled);
  CHECK(*row(c, "lts__lts2xbar_cycles_active.sum").measured == 7);
  CHECK_FALSE(row(c, "sm__cycles_active.max").measured);
  CHECK(*row(c, "sm__cycles_active.max").simulated == 120);
  CHECK_FALSE(c.failed());
}

TEST_CASE_METHOD(Fixture, "947 the launch is found by kernel, grid and block, or by ID") {
  const std::string value = "512";
  reports = {ncu::read_report(kHeader + metric(kSectors, "sector", value, "0", "(4, 1, 1)") +
                                  metric(kSectors, "sector", value, "1") +
                                  metric(kSectors, "sector", value, "2"),
                              "r.csv")};
  CHECK(match().launch->id == "1");
  CHECK_THAT(match().remarks.at(0), Contains("2 launches of the report fit") && Contains("ID 1"));
  CHECK(match("2").launch->id == "2");
  CHECK_THAT(match("0").remarks.at(0), Contains("measured grid (4, 1, 1)"));
  CHECK_THAT(mismatch("7", "demo"), Contains("with ID 7") && Contains("ID 2: demo(int *), grid"));
  CHECK_THAT(mismatch("", "other"), Contains("no launch of 'other'") && Contains("--ncu-kernel"));
  CHECK_THAT(mismatch("", "_Z5otherIfEvPKT_"), Contains("no launch of 'other<float>'"));
  run.launch.grid = {9, 1, 1};
  CHECK_THAT(mismatch("", "demo"), Contains("has grid (9, 1, 1)") && Contains("--launch ID"));
}

TEST_CASE_METHOD(Fixture, "948 advice says what to look at") {
  const auto advice = [&](const std::string& rows, const char* name) {
    return row(compared(rows), name).advice;
  };
  const char* const requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
  const char* const divergent = "smsp__sass_branch_targets_threads_divergent.sum";
  CHECK_THAT(advice(metric(requests, "", "4"), requests),
             Contains("Exactly 4 times as many") && Contains("joined 4 neighbouring"));
  CHECK_THAT(advice(metric(requests, "", "16") + metric(kSectors, "sector", "640"), kSectors),
             Contains("alignment"));
  CHECK_THAT(advice(metric(divergent, "branches", "0"), divergent),
             Contains("without --code written"));
  program.as_compiled = true;
  CHECK_THAT(advice(metric(divergent, "branches", "0"), divergent),
             Contains("more than --code compiled"));
  const char* const atomics = "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum";
  CHECK_THAT(advice(metric(atomics, "", "9"), atomics), Contains("RED"));
  CHECK_THAT(advice(metric("launch__grid_size", "", "9"), "launch__grid_size"), Contains("--grid"));
  const char* const local = "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum";
  CHECK_THAT(advice(metric(local, "", "9"), local), Contains("spills"));
}

TEST_CASE_METHOD(Fixture, "953 what nvcc made is not advised to be compiled by nvcc") {
  const char* const requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
  const auto advice = [&] { return row(compared(metric(requests, "", "9")), requests).advice; };
  program.as_compiled = true;
  CHECK(origin_of(program) == Origin::Written);
  CHECK_THAT(advice(), Contains("(nvcc -ptx -O3) is nearer"));
  program.params = {{"demo_param_0"}};
  CHECK(origin_of(program) == Origin::Nvcc);
  CHECK_THAT(advice(), !Contains("nearer") && Contains("The assembler joined accesses"));
  program.as_compiled = false;
  CHECK_THAT(advice(), !Contains("nvcc") && Contains("As compiled (--code compiled) is nearer"));
  program.params = {{"in"}};
  program.text.lines.insert(program.text.lines.begin(), "// Generated by NVIDIA NVVM Compiler");
  CHECK(origin_of(program) == Origin::Nvcc);
  program.text.lines[0] = "// Generated by LLVM NVPTX Back-End";
  CHECK(origin_of(program) == Origin::Clang);
  CHECK_THAT(advice(), Contains("nearer than clang's"));
}

TEST_CASE_METHOD(Fixture, "954 a report of another device names the nearest architecture") {
  const auto remarks = [&](const std::string& cc, const std::string& device,
                           const std::string& nearest) {
    ncu::Report report = ncu::read_report(kHeader + metric(kSectors, "sector", "512"), "r.csv");
    report.launches[0].cc = cc;
    if (!device.empty()) {
      ncu::MetricValue name;
      name.name = "device__attribute_display_name";
      name.value.text = device;
      report.launches[0].metrics.push_back(name);
    }
    reports = {report};
    return compare::compare(subject(), reports, match(), {{}, {}, nearest}).remarks;
  };
  CHECK(remarks("7.0", "", "v100").empty());
  CHECK(remarks("7.0", "Test GPU", "testgpu").empty());
  REQUIRE(remarks("9.0", "NVIDIA H200", "h200").size() == 1);
  CHECK(remarks("9.0", "NVIDIA H200", "h200")[0] ==
        "Measured on NVIDIA H200 (compute capability 9.0), simulated as testgpu (7.0). --arch h200 "
        "is nearer.");
  // The same compute capability, another device.
  CHECK_THAT(remarks("7.0", "Tesla V100", "v100").at(0), Contains("--arch v100 is nearer"));
  CHECK_THAT(remarks("10.0", "", "testgpu").at(0), Contains("No architecture here is nearer"));
}

TEST_CASE_METHOD(Fixture, "949 lines of ncu's source page whose counts differ") {
  const std::string page =
      "\"File Path\",\"/home/user/demo.cu\"\n\"Function Name\",\"demo\"\n"
      "\"Line No\",\"Source\",\"Address\",\"Source\",\"Instructions Executed\",\"Divergent "
      "Branches\",\"L2 Theoretical Sectors Global\",\"L1 Wavefronts Shared\"\n"
      "\"17\",\"  x = a[i * 32];\",\"-\",\"\",\"16\",\"0\",\"64\",\"0\"\n"
      "\"18\",\"  s[t] = x;\",\"-\",\"\",\"16\",\"0\",\"0\",\"16\"\n";
  reports = {ncu::read_report(kHeader + metric(kSectors, "sector", "64"), "r.csv"),
             ncu::read_report(page, "source.csv")};
  const Comparison c = compare::compare(subject(), reports, match(), {});
  REQUIRE(c.lines.size() == 2);
  CHECK(c.lines[0].place == "demo.cu:17");
  CHECK(c.lines[0].column == "L2 Theoretical Sectors Global");
  CHECK(*c.lines[0].simulated == 512);
  CHECK(*c.lines[0].measured == 64);
  CHECK(c.lines[0].text == "x = a[i * 32];");
  CHECK(c.lines[1].place == "demo.cu:18");
  // Machine instructions alone: both sides are listed.
  const std::string sass =
      "\"Kernel Name\",\"demo(int *)\"\n"
      "\"Address\",\"Source\",\"L2 Theoretical Sectors Global\"\n"
      "\"0x7f10\",\"  LDG.E R2, [R2.64]\",\"64\"\n";
  reports[1] = ncu::read_report(sass, "sass.csv");
  const auto sides = compare_lines(subject(), reports, "demo");
  REQUIRE(sides.size() >= 2);
  CHECK(sides[0].place == "demo.cu:17 (PTX 3)");
  CHECK_FALSE(sides[0].measured);
  CHECK(sides[1].place == "0x7f10");
  CHECK(*sides[1].measured == 64);
}

TEST_CASE_METHOD(Fixture, "950 text, JSON and page say the same") {
  const Comparison c =
      compared(metric(kSectors, "sector", "64") + metric("launch__grid_size", "", "8") +
               metric("sm__cycles_active.avg", "cycle", "10"));
  const std::string text = render_text(c, Style{}, false);
  CHECK_THAT(text, Contains("1 of 2 differ") && Contains("0 of 1 within 25%"));
  CHECK_THAT(text, Contains(std::string("! ") + kSectors));
  CHECK_THAT(text, Contains("+700.0%  exact") && Contains("+900.0%  modelled"));
  CHECK_THAT(text, !Contains("launch__grid_size") && Contains("are not shown: 1 (--all"));
  CHECK_THAT(render_text(c, Style{}, true), Contains("launch__grid_size"));
  const auto json = nlohmann::json::parse(render_json(c, subject(), *match().launch));
  CHECK(json["failed"] == true);
  CHECK(json["summary"]["exact"]["differs"] == 1);
  CHECK(json["metrics"].size() == 3);
  for (const auto& m : json["metrics"])
    if (m["name"] == kSectors) {
      CHECK(m["simulated"] == 512);
      CHECK(m["measured"] == 64);
      CHECK(m["verdict"] == "differs");
      CHECK(m["difference"] == 700.0);
    }
  const std::string page = render_html(c, subject(), *match().launch);
  CHECK_THAT(page, Contains("<!DOCTYPE html>") && Contains("1 of 2") && Contains(kSectors));
  CHECK_THAT(page, Contains("<svg") && !Contains("http"));  // nothing from elsewhere
}

TEST_CASE_METHOD(Fixture, "952 JSON has the charts of both sides") {
  const auto json_of = [&](const std::string& rows) {
    const Comparison c = compared(rows);
    return nlohmann::json::parse(render_json(c, subject(), *match().launch));
  };
  const auto few = json_of(metric(kSectors, "sector", "64"));
  CHECK(few["memory_chart"]["simulated"]["l2_memory"]["bytes_to_kernel"] == 12288);
  CHECK(few["memory_chart"]["measured"].is_null());
  CHECK(few["roofline"]["measured"].is_null());
  const auto more =
      json_of(metric("dram__bytes_read.sum", "byte", "4096") +
              metric("dram__bytes.sum.per_second", "byte/s", "1000") +
              metric("sm__cycles_elapsed.avg.per_second", "hz", "1000") +
              metric("smsp__cycles_elapsed.avg.per_second", "hz", "1000") +
              metric("derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2", "inst", "128") +
              metric("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed",
                     "inst/cycle", "2"));
  const auto& chart = more["memory_chart"]["measured"];
  CHECK(chart["l2_memory"]["bytes_to_kernel"] == 4096);
  CHECK(chart["l2_memory"]["bytes_from_kernel"].is_null());
  const auto& roofline = more["roofline"]["measured"];
  CHECK(roofline["precisions"][0]["name"] == "FP32");
  CHECK(roofline["precisions"][0]["achieved"] == 4000);
  CHECK(roofline["precisions"][0]["peak"] == 128000);
  CHECK(roofline["points"][0]["memory"] == "DRAM");
  CHECK(roofline["points"][0]["intensity"] == 4);
  CHECK(roofline["points"][0]["roof"] == 128000);  // 4 times 1e9 bytes a second is beyond the peak
}

TEST_CASE_METHOD(Fixture, "951 names from a report cannot break the page") {
  reports = {ncu::read_report(kHeader +
                                  "\"0\",\"demo<(int)4>(\"\"x\"\" & <b>)\",\"(64, 1, 1)\",\"(8, 1, "
                                  "1)\",\"7.0\",\"<script>\",\"launch__grid_size\",\"\",\"9\"\n",
                              "r<1>.csv")};
  const Match m = match();
  const Comparison c = compare::compare(subject(), reports, m, {});
  const std::string page = render_html(c, subject(), *m.launch);
  CHECK_THAT(page, !Contains("<script>") && !Contains("r<1>") && Contains("r&lt;1&gt;.csv"));
}
