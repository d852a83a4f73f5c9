// Writers and readers of CC.CF in all combinations, against an H200: tests/hardware/carry, where
// gen.py makes the CUDA program that recorded them (driver 580.159.04, ptxas 13.0; levels 0 and 3
// gave the same). Each line: WRITER MIDDLE|- READER TYPE : 9 operands -> 3 results.
#include <zlib.h>

#include <catch2/catch.hpp>
#include <memory>
#include <sstream>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

struct Chain {
  std::vector<std::string> opcodes;  ///< "" where there is none
  std::string type;
  std::vector<u64> in, out;
};

std::vector<Chain> read_chains() {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(
      gzopen(SIMT_SOURCE_DIR "/tests/hardware/carry/pairs.txt.gz", "rb"), gzclose);
  std::vector<Chain> chains;
  char text[512];
  while (file && gzgets(file.get(), text, sizeof text) != nullptr) {
    std::istringstream words(text);
    Chain chain;
    chain.opcodes.resize(3);
    std::string colon, word;
    words >> chain.opcodes[0] >> chain.opcodes[1] >> chain.opcodes[2] >> chain.type >> colon;
    for (std::vector<u64>* to = &chain.in; words >> word;) {
      if (word == "->")
        to = &chain.out;
      else
        to->push_back(std::strtoull(word.c_str(), nullptr, 16));
    }
    if (chain.opcodes[1] == "-") chain.opcodes[1].clear();
    chains.push_back(std::move(chain));
  }
  return chains;
}

/// The results of the three instructions, each with the carry of the one before.
std::vector<u64> run(const Chain& chain) {
  std::vector<u64> out;
  u128 carry = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& name = chain.opcodes[i];
    if (name.empty()) {
      out.push_back(0);
      continue;
    }
    const bool writes = name.ends_with(".cc"), multiplies = name.starts_with("mad");
    Values in;
    for (std::size_t n = 0; n < (multiplies ? 3u : 2u); ++n) in.push_back(chain.in[3 * i + n]);
    if (i > 0) in.push_back(carry);
    const Values result = evaluate(name + "." + chain.type, in, writes ? 2 : 1);
    out.push_back(static_cast<u64>(result[0]));
    if (writes) carry = result[1];
  }
  return out;
}

}  // namespace

TEST_CASE("carries between additions, subtractions and multiply-adds are those of an H200") {
  const std::vector<Chain> chains = read_chains();
  REQUIRE(chains.size() == 4608);
  for (const Chain& chain : chains) {
    const std::vector<u64> got = run(chain);
    if (got == chain.out) continue;
    FAIL_CHECK(chain.opcodes[0] << ' ' << chain.opcodes[1] << ' ' << chain.opcodes[2] << ' '
                                << chain.type << std::hex << ": " << chain.in[0] << ' '
                                << chain.in[1] << " ... gave " << got[0] << ' ' << got[1] << ' '
                                << got[2] << ", the machine " << chain.out[0] << ' ' << chain.out[1]
                                << ' ' << chain.out[2]);
  }
}

}  // namespace simt::test
