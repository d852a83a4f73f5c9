// The microbenchmarks of kernels/micro/: every kernel of every file runs at its header's size with
// a right result, and the list of measurements names kernels that exist and leaves none out.
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

using simt::test::kernel_files;

std::string text_of(const std::string& path) {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> entries(const std::string& file) {
  const std::string text = text_of("kernels/" + file + ".ir");
  const std::regex entry(R"(\.entry\s+(\w+))");
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), entry), end; it != end; ++it)
    names.push_back((*it)[1]);
  return names;
}

}  // namespace

TEST_CASE("every microbenchmark runs with a right result") {
  for (const std::string& file : kernel_files("micro/"))
    for (const std::string& kernel : entries(file)) {
      INFO(file << " " << kernel);
      SessionOptions options = simt::test::options_of({file, "h200"});
      options.overrides.kernel = kernel;
      Session session(options);
      const RunResult result = session.run({});
      INFO(result.explanation);
      REQUIRE(result.status == RunStatus::Finished);
      for (const Verdict& v : session.check()) {
        INFO(v.check.text << ": " << v.result.message);
        CHECK(v.result.passed);
      }
    }
}

TEST_CASE("the list of measurements covers every microbenchmark and names no other") {
  std::set<std::string> known, measured;
  for (const std::string& file : kernel_files("micro/"))
    for (const std::string& kernel : entries(file)) known.insert(file + " " + kernel);
  std::istringstream cases(
      text_of("tests/hardware/micro/cases.txt") + text_of("tests/hardware/micro/merge.txt") +
      text_of("tests/hardware/micro/where.txt") + text_of("tests/hardware/micro/stores.txt"));
  const std::regex line_form(R"((\S+) kernels/(\S+)\.ir(?: --kernel (\w+))?.*)");
  std::set<std::string> names;
  for (std::string line; std::getline(cases, line);) {
    if (line.starts_with("#")) continue;
    INFO(line);
    std::smatch part;
    REQUIRE(std::regex_match(line, part, line_form));
    CHECK(names.insert(part[1]).second);
    const std::string kernel = part[3].matched ? part[3].str() : entries(part[2]).at(0);
    measured.insert(part[2].str() + " " + kernel);
  }
  CHECK(measured == known);
}
