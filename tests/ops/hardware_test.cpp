// The rows against what an H200 or an H100 (sm_90) computed: tests/ops/data/*.txt, recorded by
// tools/record_vectors.py, and tests/hardware/values/*.txt.gz, recorded by the programs of gen.py
// there: float.txt.gz every float, half and convert form, float_nan.txt.gz those whose NaN results
// carry a payload, on operands that are NaN (repeated lines left out). video.txt.gz: SIMD video
// instructions without masks and selectors, of an H100, on 32 triples of words. Each line: OPCODE
// INPUTS -> OUTPUTS, hexadecimal. Left out of the files: bfe and bfi on 64 bits with positions or
// lengths above 255 (the PTX ISA takes their low 8 bits, the machine does not) and fns from a base
// above 31 (open in the PTX ISA).
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <sstream>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

/// The lines of a text file, compressed or not.
std::vector<std::string> read_lines(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  std::vector<std::string> lines;
  char text[256];
  while (file && gzgets(file.get(), text, sizeof text) != nullptr) lines.emplace_back(text);
  return lines;
}
std::vector<Case> read_vectors(const std::filesystem::path& path,
                               std::deque<std::string>& opcodes) {
  std::vector<Case> cases;
  for (const std::string& line : read_lines(path)) {
    std::istringstream words(line);
    Case c;
    std::string word;
    words >> word;
    if (opcodes.empty() || opcodes.back() != word) opcodes.push_back(word);
    c.opcode = opcodes.back();
    // The machine has no 8-bit registers: the recording shows all 16 bits.
    if (c.opcode.starts_with("cvt.")) c.narrowest = 2;
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
  const char* other = std::getenv("SIMT_SIM_VECTORS");  // a folder with a longer recording
  std::vector<std::filesystem::path> folders{SIMT_SOURCE_DIR "/tests/ops/data",
                                             SIMT_SOURCE_DIR "/tests/hardware/values"};
  if (other != nullptr) folders = {other};
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (const auto e = entry.path().extension(); e != ".txt" && e != ".gz") continue;
      std::deque<std::string> opcodes;
      const auto cases = read_vectors(entry.path(), opcodes);
      INFO(entry.path());
      REQUIRE_FALSE(cases.empty());
      check_cases(cases);
    }
}

}  // namespace simt::test
