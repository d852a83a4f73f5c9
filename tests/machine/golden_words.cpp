#include "tests/machine/golden_words.h"

#include <zlib.h>

#include <catch2/catch.hpp>
#include <memory>
#include <sstream>

namespace simt::machine {
namespace {

std::string unpacked(const std::string& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  REQUIRE(file != nullptr);
  std::string out;
  char buffer[1 << 16];
  for (int n = 0; (n = gzread(file.get(), buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(n));
  return out;
}

}  // namespace

Word word_of(const std::string& hex) {
  return {std::stoull(hex.substr(0, 16), nullptr, 16),
          std::stoull(hex.substr(17, 16), nullptr, 16)};
}

std::vector<GoldenWord> golden_words(unsigned target) {
  std::istringstream in(unpacked(std::string(SIMT_SOURCE_DIR) + "/tests/machine/golden/sm_" +
                                 std::to_string(target) + ".txt.gz"));
  std::vector<GoldenWord> out;
  for (std::string low, high, address; in >> low >> high >> address;) {
    GoldenWord& word = out.emplace_back();
    word.word = word_of(low + " " + high);
    word.address = std::stoull(address, nullptr, 16);
    in.get();
    std::getline(in, word.text);
  }
  return out;
}

}  // namespace simt::machine
