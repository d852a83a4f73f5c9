// The source page by lines of CUDA C++.
#include "sim/views/cuda_source.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "sim/ncu/report.h"
#include "sim/views/csv.h"
#include "sim/views/json.h"
#include "tests/views/sample.h"

using namespace simt;

namespace {

/// sample::program() from two files: lines 3 and 5 of the text from demo.cu:2, line 4 from an
/// inlined function of tile.cuh, line 6 from nowhere.
struct Compiled {
  Program program = sample::program();
  ArchConfig arch = sample::arch();
  RunResult run = sample::run();
  Subject subject{program, arch, run, {}, {}};

  Compiled() {
    program.kernel = "_Z4demoIfEvPT_";
    program.debug.files = {
        {1,
         "/src/demo.cu",
         {"void demo() {", "\tput(in[i]);", "", "}", "", "", "", "", "", "", "x;"}},
        {2, "/src/tile.cuh", {}}};
    program.debug.lines = {{1, 2, 3}, {2, 9, 1, 1}, {1, 11, 1}};
    program.code[0].debug_line = 1;
    program.code[1].debug_line = 2;
    program.code[2].debug_line = 1;
    program.code[3].debug_line = 0;
  }
};

}  // namespace

TEST_CASE("a line of CUDA is the sum of its lines of PTX") {
  const Compiled c;
  const auto rows = collect_source(c.subject);
  const auto files = collect_cuda(c.subject, rows);
  REQUIRE(files.size() == 3);
  CHECK(files[0].name == "demo.cu");
  CHECK(files[0].has_text);
  CHECK(files[1].name == "tile.cuh");
  CHECK_FALSE(files[1].has_text);
  CHECK(files[2].name == "");

  const CudaRow& sums = files[0].rows.at(0);
  CHECK(sums.sums.line == 2);
  CHECK(sums.sums.text == "    put(in[i]);");
  REQUIRE(sums.ptx.size() == 2);
  CHECK(rows[sums.ptx[0]].line == 3);
  CHECK(rows[sums.ptx[1]].line == 5);
  const SourceRow &a = rows[sums.ptx[0]], &b = rows[sums.ptx[1]];
  CHECK(sums.sums.counters.executed == a.counters.executed + b.counters.executed);
  CHECK(sums.sums.counters.sectors == a.counters.sectors + b.counters.sectors);
  CHECK(sums.sums.stall_share == Approx(a.stall_share + b.stall_share));
}

TEST_CASE("all that the lines of PTX count is in the lines of CUDA, once") {
  const Compiled c;
  const auto rows = collect_source(c.subject);
  LineCounters there, here;
  for (const SourceRow& row : rows) there += row.counters;
  for (const CudaFileRows& file : collect_cuda(c.subject, rows))
    for (const CudaRow& row : file.rows) here += row.sums.counters;
  CHECK(here == there);
}

TEST_CASE("the page folds the PTX, or shows it below its line") {
  const Compiled c;
  const auto rows = collect_source(c.subject);
  const std::string folded = render_cuda_source(c.subject, rows, false, Style{});
  CHECK(folded.find("demo<float> in demo.ir") == 0);
  CHECK(folded.find("/src/demo.cu\n") != std::string::npos);
  CHECK(folded.find("3, 5      put(in[i]);") != std::string::npos);
  CHECK(folded.find("/src/tile.cuh (the file was not found)") != std::string::npos);
  CHECK(folded.find("without a line of CUDA C++") != std::string::npos);
  CHECK(folded.find("ld.global") == std::string::npos);
  const std::string unfolded = render_cuda_source(c.subject, rows, true, Style{});
  const std::size_t line = unfolded.find("put(in[i])");
  const std::size_t load = unfolded.find("ld.global.u32 %r1, [%rd1];");
  CHECK(line < load);
  CHECK(load < unfolded.find("tile.cuh"));
}

TEST_CASE("lines between two with instructions are shown, but not a long stretch of them") {
  Compiled c;
  c.program.code[3].debug_line = 3;  // demo.cu:11
  const auto files = collect_cuda(c.subject, collect_source(c.subject));
  std::vector<unsigned> lines;
  for (const CudaRow& row : files.at(0).rows) lines.push_back(row.sums.line);
  CHECK(lines == std::vector<unsigned>{2, 3, 4, 9, 10, 11});
}

TEST_CASE("what was written as PTX has no lines of CUDA") {
  const Program program = sample::program();
  Program bare = program;
  bare.debug.lines.clear();
  for (Inst& i : bare.code) i.debug_line = 0;
  const ArchConfig arch = sample::arch();
  const RunResult run = sample::run();
  const Subject subject{bare, arch, run, {}, {}};
  CHECK(collect_cuda(subject, collect_source(subject)).empty());
  CHECK_FALSE(nlohmann::json::parse(render_json(subject)).contains("cuda_lines"));
}

TEST_CASE("JSON has the lines of CUDA with their text, and both names of the kernel") {
  const Compiled c;
  const auto json = nlohmann::json::parse(render_json(c.subject));
  CHECK(json["kernel"] == "_Z4demoIfEvPT_");
  CHECK(json["kernel_demangled"] == "void demo<float>(float*)");
  const auto& line = json["cuda_lines"].at(0);
  CHECK(line["file"] == "demo.cu");
  CHECK(line["line"] == 2);
  CHECK(line["text"] == "    put(in[i]);");
  CHECK(line["ptx"] == nlohmann::json::array({3, 5}));
  const auto& inlined = json["lines"].at(1);
  CHECK(inlined["line"] == 4);
  CHECK(inlined["text"] == "st.shared.u32 [%r2], %r1;");
  CHECK(inlined["source"] == "tile.cuh:9");
  CHECK(inlined["cuda"].at(0)["line"] == 9);
  CHECK(inlined["cuda"].at(1)["file"] == "demo.cu");
  CHECK(inlined["cuda"].at(1)["text"] == "put(in[i]);");
  bool placed = false;
  for (const auto& advice : json["advice"])
    if (advice["line"] == 3) placed = advice["place"] == "demo.cu:2 (PTX line 3)";
  CHECK(placed);
}

TEST_CASE("as CSV each file of CUDA C++ is a table, with its lines of PTX where asked for") {
  const Compiled c;
  const auto rows = collect_source(c.subject);
  const std::string folded = cuda_source_csv(c.subject, rows, false);
  CHECK(folded.find("\"File Path\",\"/src/demo.cu\"\n\"Function Name\",\"") == 0);
  CHECK(folded.find("\"Line No\",\"Source\",\"Warp Stall Sampling (All Samples)\"") !=
        std::string::npos);
  CHECK(folded.find("\n\"2\",\"    put(in[i]);\",") != std::string::npos);
  CHECK(folded.find("\"File Path\",\"/src/tile.cuh\"") != std::string::npos);
  CHECK(folded.find("ld.global") == std::string::npos);
  const std::string unfolded = cuda_source_csv(c.subject, rows, true);
  CHECK(unfolded.find("\"Line No\",\"Source\",\"PTX Line No\",\"Source\",") != std::string::npos);
  CHECK(unfolded.find("\n\"\",\"\",\"3\",\"ld.global.u32 %r1, [%rd1];\",") != std::string::npos);

  // What reads ncu's pages reads these: sums of lines are those of the PTX.
  for (const std::string& text : {folded, unfolded}) {
    const ncu::Report report = ncu::read_report(text, "own.csv");
    REQUIRE(report.sources.size() == 3);
    CHECK(report.sources[0].kernel.find("demo<float>") != std::string::npos);
    const ncu::SourceRow& line = report.sources[0].rows.at(0);
    CHECK(line.file == "/src/demo.cu");
    CHECK(line.line_no == 2);
    CHECK(line.text == "    put(in[i]);");
    CHECK(line.counts.at("L2 Theoretical Sectors Global") == 512);
    CHECK(line.counts.at("Instructions Executed") == 32);
  }
}

TEST_CASE("JSON has the text of lines of CUDA C++ and of PTX") {
  const Compiled c;
  const auto json = nlohmann::json::parse(render_json(c.subject));
  CHECK(json["lines"][0]["line"] == 3);
  CHECK(json["lines"][0]["text"] == "ld.global.u32 %r1, [%rd1];");
  CHECK(json["cuda_lines"][0]["line"] == 2);
  CHECK(json["cuda_lines"][0]["text"] == "    put(in[i]);");
  for (const auto& advice : json["advice"]) {
    if (advice["line"] == 3) CHECK(advice["source_text"] == "ld.global.u32 %r1, [%rd1];");
    CHECK(advice.contains("estimated_speedup_pct"));
    CHECK(advice.contains("estimate"));
  }
}
