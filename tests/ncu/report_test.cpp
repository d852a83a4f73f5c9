// Reports in every layout. The samples follow real reports of ncu 2020 to 2025, row by row.
#include "sim/ncu/report.h"

#include <catch2/catch.hpp>

#include "sim/ncu/text_file.h"

using namespace simt::ncu;
using Catch::Matchers::Contains;

namespace {

Report sample(const std::string& name) {
  return read_report_file(std::string(SIMT_SOURCE_DIR) + "/tests/ncu/samples/" + name);
}
double number(const Launch& launch, std::string_view metric) {
  const MetricValue* m = launch.find(metric);
  INFO(metric);
  REQUIRE(m != nullptr);
  REQUIRE(m->value.number);
  return *m->value.number;
}
std::string problem(std::string_view text) {
  try {
    read_report(text, "r.csv");
  } catch (const ReportError& e) {
    return e.what();
  }
  return "none";
}

const std::string kHeader =
    "\"ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";

}  // namespace

TEST_CASE("911 the details page: labels, rule rows, log lines, several launches") {
  const Report r = sample("details.csv");
  REQUIRE(r.launches.size() == 3);
  const Launch& l = r.launches[0];
  CHECK(l.id == "0");
  CHECK(l.kernel == "reduce(const int *, int *, int)");
  CHECK(*l.block == Dimensions{256, 1, 1});
  CHECK(*l.grid == Dimensions{4096, 1, 1});
  CHECK(l.cc == "9.0");
  CHECK(l.metrics.size() == 18);
  CHECK(number(l, "dram__cycles_elapsed.avg.per_second") == 3182567726.74);
  CHECK(number(l, "gpc__cycles_elapsed.max") == 13638);
  CHECK(number(l, "gpu__time_duration.sum") == 6944);
  CHECK(number(l, "launch__thread_count") == 1048576);
  // One label, two sections.
  CHECK(number(l, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed") == 27.64);
  CHECK(number(l, "dram__bytes.sum.per_second") == 604572350230.41);
  CHECK_FALSE(l.find("lts__t_sector_hit_rate.pct")->value.number);
  CHECK(l.find("lts__t_sector_hit_rate.pct")->value.text == "n/a");
  CHECK(l.find("sm__cycles_active.avg")->value.resolution == Approx(0.005));
  CHECK(l.find("gpc__cycles_elapsed.max")->section == "GPU Speed Of Light Throughput");
  CHECK(number(r.launches[1], "gpu__time_duration.sum") == 4128);
  CHECK(r.launches[2].kernel == "void scale<(int)4, float>(T2 *, float)");
  REQUIRE(r.log.size() == 1);
  CHECK_THAT(r.log[0], Contains("ctc__rx_bytes"));
}

TEST_CASE("912 an older page: other labels, scaled units, CRLF") {
  const Report r = sample("details_2020.csv");
  REQUIRE(r.launches.size() == 1);
  const Launch& l = r.launches[0];
  CHECK_FALSE(l.block);
  CHECK(number(l, "dram__cycles_elapsed.avg.per_second") == Approx(3.18e9));
  CHECK(number(l, "gpc__cycles_elapsed.max") == 13638);
  CHECK(number(l, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed") == 27.64);
  CHECK(number(l, "gpu__time_duration.sum") == Approx(6940));
  CHECK(l.find("gpu__time_duration.sum")->value.resolution == Approx(5));
  CHECK(l.find("gpu__time_duration.sum")->value.unit == "ns");
  CHECK(number(l, "dram__bytes.sum.per_second") == Approx(604.57e9));
  CHECK(number(l, "dram__bytes_read.sum") == Approx(4.2e6));
  CHECK(l.find("dram__bytes_read.sum")->value.resolution == Approx(5000));
  CHECK(number(l, "launch__shared_mem_per_block_static") == Approx(1020));
  CHECK(number(l, "lts__t_sectors.sum") == 219961);
}

TEST_CASE("913 a raw page of a German machine") {
  const Report r = sample("raw_german.csv");
  REQUIRE(r.launches.size() == 2);
  CHECK(number(r.launches[0], "dram__bytes_read.sum") == 4198144);
  CHECK(number(r.launches[0], "gpu__time_duration.sum") == 6944);
  CHECK(number(r.launches[0], "sm__warps_active.avg.pct_of_peak_sustained_active") == 80.98);
  CHECK(number(r.launches[1], "smsp__inst_executed.sum") == 4423680);
  CHECK_FALSE(
      r.launches[1].find("sm__warps_active.avg.pct_of_peak_sustained_active")->value.number);
  CHECK(r.launches[0].find("launch__func_cache_config")->value.text == "CachePreferNone");
  CHECK(r.launches[1].find("smsp__inst_executed.sum")->value.line == 5);
}

TEST_CASE("914 real raw pages of ncu 2025.3.1, all kernels of a file, compressed") {
  const Report r =
      read_report_file(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/opt0.csv.gz");
  REQUIRE(r.launches.size() >= 50);
  for (const Launch& l : r.launches) {
    INFO(l.kernel);
    CHECK(l.metrics.size() > 600);
    CHECK(number(l, "launch__sm_count") == 132);
    CHECK(number(l, "gpu__time_duration.sum") > 1000);
    CHECK(l.cc == "9.0");
  }
}

TEST_CASE("915 a summary over launches") {
  const Report r = sample("summary.csv");
  REQUIRE(r.launches.size() == 1);
  CHECK(r.launches[0].invocations == 3);
  CHECK(number(r.launches[0], "gpu__time_duration.sum") == 7000);
  CHECK(number(r.launches[0], "lts__t_sectors.sum") == 220000);
}

TEST_CASE("916 the source page, alone and with CUDA beside the instructions") {
  const Report both = sample("source_cuda_sass.csv");
  REQUIRE(both.sources.size() == 1);
  const SourcePage& page = both.sources[0];
  CHECK(page.kernel == "reduce");
  REQUIRE(page.rows.size() == 5);
  CHECK(page.rows[0].line_no == 7);
  CHECK(page.rows[0].file == "/home/user/reduce.cu");
  CHECK(page.rows[3].line_no == 0);
  CHECK(page.rows[3].text == "LDG.E R2, [R2.64]");
  CHECK(page.rows[2].counts.find("L2 Theoretical Sectors Global")->second == 131072);
  const Report sass = sample("source_sass.csv");
  REQUIRE(sass.sources.size() == 1);
  CHECK(sass.sources[0].kernel == "void scale<(int)4, float>(T2 *, float)");
  CHECK(sass.sources[0].rows[1].counts.find("Instructions Executed")->second == 3632);
  CHECK(sass.sources[0].rows[1].counts.find("Divergent Branches")->second == 31);
}

TEST_CASE("914 quotes in the code of a source page, as ncu leaves them and doubled") {
  const auto text_of = [](const std::string& code) {
    const Report r = read_report(
        "\"File Path\",\"k.cu\"\n\"Function Name\",\"k\"\n"
        "\"Line No\",\"Source\",\"Address\",\"Source\",\"Instructions Executed\"\n"
        "\"7\",\"" +
            code +
            "\",\"-\",\"\",\"1,234\"\n"
            "\"\",\"\",\"0x10\",\"EXIT\",\"5\"\n",
        "r.csv");
    const SourcePage& page = r.sources.at(0);
    REQUIRE(page.rows.size() == 2);
    CHECK(page.rows[0].counts.at("Instructions Executed") == 1234);
    CHECK(page.rows[1].text == "EXIT");
    return page.rows[0].text;
  };
  CHECK(text_of("extern \"C\" __global__ void k() {") == "extern \"C\" __global__ void k() {");
  CHECK(text_of("#include \"a.h\"") == "#include \"a.h\"");
  CHECK(text_of("printf(\"%s\",\"b\");") == "printf(\"%s\",\"b\");");
  CHECK(text_of("extern \"\"C\"\" int a;") == "extern \"C\" int a;");
  CHECK(text_of("char q = '\"';") == "char q = '\"';");
  CHECK(text_of("") == "");
}

TEST_CASE("917 byte-order marks, UTF-16, semicolons and files written again without quotes") {
  const std::string row = "\"0\",\"k\",\"\",\"inst_executed\",\"inst\",\"5\"\n";
  CHECK(number(read_report("\xef\xbb\xbf" + kHeader + row, "r").launches.at(0), "inst_executed") ==
        5);
  std::string wide = "\xff\xfe";  // what PowerShell's > writes
  for (const char c : kHeader + row) wide += {c, '\0'};
  CHECK(number(read_report(wide, "r").launches.at(0), "inst_executed") == 5);
  const std::string plain =
      "ID;Kernel Name;Section Name;Metric Name;Metric Unit;Metric Value\n"
      "0;k;x;gpu__time_duration.sum;usecond;1.234,5\n";
  CHECK(number(read_report(plain, "r").launches.at(0), "gpu__time_duration.sum") == 1234500);
  const std::string commas =
      "ID,Kernel Name,Section Name,Metric Name,Metric Unit,Metric Value\n"
      "program output\n"
      "0,k,x,gpu__time_duration.sum,us,12.5\n";
  CHECK(number(read_report(commas, "r").launches.at(0), "gpu__time_duration.sum") == 12500);
}

TEST_CASE("918 what is wrong names its place and what to do") {
  CHECK(problem("") == "r.csv: error: the file is empty");
  CHECK_THAT(problem("hello\nworld\n"), Contains("there is no table of ncu") && Contains("--csv"));
  CHECK_THAT(
      problem("==PROF== Connected\n==ERROR== The application returned an error code (11).\n"),
      Contains("ncu measured nothing:  The application returned an error code (11)."));
  CHECK_THAT(problem("  Section: GPU Speed Of Light Throughput\n"), Contains("run ncu with --csv"));
  CHECK_THAT(problem(kHeader), Contains("r.csv:1: error: the table has no rows"));
  CHECK_THAT(problem(kHeader + "\"0\",\"k\",\"x\",\"inst_exec"),
             Contains("r.csv:2:13: error: a quoted cell starts here and never ends"));
  CHECK_THAT(problem(kHeader + "\"0\",\"k\" junk,\"x\"\n"),
             Contains("r.csv:2:9: error: text after a closing quote"));
  CHECK_THAT(problem(kHeader + "\"0\",\"k\",\"x\",\"inst_executed\"\n"),
             Contains("r.csv:2: error: the row of 'inst_executed' ends before its value"));
  CHECK_THAT(problem("ID,Kernel Name,Metric Name,Metric Value\n0,k,inst_executed,1,234\n"),
             Contains("r.csv:2:") && Contains("5 cells, the header on line 1 has 4"));
  CHECK_THAT(
      problem(kHeader + "\"0\",\"k\",\"x\",\"a__b.sum\",\"\",\"1.234,5\"\n"
                        "\"0\",\"k\",\"x\",\"a__c.sum\",\"\",\"1,234.5\"\n"),
      Contains(
          "r.csv:3:27: error: '1,234.5' has another decimal separator than '1.234,5' on line 2"));
  CHECK_THAT(problem(std::string("NVR\0\1", 5)), Contains("ncu --import r.csv --csv --page raw"));
  CHECK_THROWS_WITH(read_report_file("/nonexistent.csv"), Contains("cannot read"));
}

TEST_CASE("919 dimensions") {
  CHECK(*parse_dimensions("(256, 1, 1)") == Dimensions{256, 1, 1});
  CHECK(*parse_dimensions("(16,16,4)") == Dimensions{16, 16, 4});
  CHECK(*parse_dimensions("128") == Dimensions{128, 1, 1});
  CHECK_FALSE(parse_dimensions(""));
  CHECK_FALSE(parse_dimensions("x"));
  CHECK_FALSE(parse_dimensions("1,2,3,4"));
}

TEST_CASE("920 no file, however broken, does more than a report or an error") {
  for (const char* name : {"details.csv", "details_2020.csv", "raw_german.csv", "summary.csv",
                           "source_cuda_sass.csv", "source_sass.csv", "h200_raw.csv"}) {
    INFO(name);
    const std::string path = std::string(SIMT_SOURCE_DIR) + "/tests/ncu/samples/" + name;
    const std::string text = read_text_file(path);
    std::size_t reports = 0, errors = 0;
    const auto attempt = [&](const std::string& broken) {
      try {
        reports += read_report(broken, "r").launches.size() < 100 ? 1 : 0;
      } catch (const ReportError& e) {
        ++errors;
        CHECK_THAT(e.what(), Catch::Matchers::StartsWith("r"));
      }
    };
    for (std::size_t end = 0; end < text.size(); end += 37) attempt(text.substr(0, end));
    std::uint64_t state = 1;
    for (int i = 0; i < 300; ++i) {
      std::string broken = text;
      for (int j = 0; j < 3; ++j) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        broken[(state >> 33) % broken.size()] = "\"\n,;.0\r\t\0x"[(state >> 20) % 10];
      }
      attempt(broken);
    }
    CHECK(reports > 50);
    CHECK(errors > 0);
  }
}
