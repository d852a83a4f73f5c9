// The rows against what an H200 (sm_90) computed: tests/ops/data/*.txt, recorded by
// tools/record_vectors.py. Each line: OPCODE INPUTS -> OUTPUTS, hexadecimal. Left out of the files:
// bfe and bfi on 64 bits with positions or lengths above 255 (the PTX ISA takes their low 8 bits,
// the machine does not) and fns from a base above 31 (open in the PTX ISA).
#include <catch2/catch.hpp>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

std::vector<Case> read_vectors(const std::filesystem::path& path,
                               std::deque<std::string>& opcodes) {
  std::vector<Case> cases;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Case c;
    std::string word;
    words >> word;
    if (opcodes.empty() || opcodes.back() != word) opcodes.push_back(word);
    c.opcode = opcodes.back();
    bool output = false;
    while (words >> word) {
      if (word == "->")
        output = true;
      else
        (output ? c.out : c.in).push_back(std::strtoull(word.c_str(), nullptr, 16));
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

TEST_CASE("instructions give what an H200 gave") {
  const char* other = std::getenv("SIMT_SIM_VECTORS");  // a longer recording
  const std::filesystem::path folder = other != nullptr ? other : SIMT_SOURCE_DIR "/tests/ops/data";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::deque<std::string> opcodes;
    const auto cases = read_vectors(entry.path(), opcodes);
    INFO(entry.path());
    REQUIRE_FALSE(cases.empty());
    check_cases(cases);
  }
}

}  // namespace simt::test
