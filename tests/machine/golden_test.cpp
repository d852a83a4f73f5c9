// Every golden word is written as the disassembler writes it, and encodes to itself; no flip of a
// bit makes a word that decodes and encodes to another one.
#include <catch2/catch.hpp>

#include "isa/machine/instruction.h"
#include "isa/machine/print.h"
#include "isa/machine/target/targets.h"
#include "tests/machine/golden_words.h"

using namespace simt::machine;

namespace {

// Only each so many-th word is flipped: it stands for others of its opcode.
constexpr std::size_t kFlipStep = 5;

}  // namespace

TEST_CASE("instructions are written as the disassembler writes them, and encode to themselves") {
  for (const unsigned target : kTargets) {
    const auto words = golden_words(target);
    CHECK(words.size() > 3000);
    for (const GoldenWord& golden : words) {
      INFO("sm_" << target << " " << golden.text);
      const Instruction instruction = decode(golden.word, target);
      if (text_of(instruction, golden.address) != golden.text)
        CHECK(text_of(instruction, golden.address) == golden.text);
      if (encode(instruction) != golden.word) CHECK(encode(instruction) == golden.word);
    }
  }
}

TEST_CASE("a word with one bit flipped is rejected, or encodes to itself") {
  std::size_t decoded = 0, rejected = 0;
  for (const unsigned target : kTargets) {
    const auto words = golden_words(target);
    for (std::size_t i = 0; i < words.size(); i += kFlipStep) {
      for (unsigned bit = 0; bit < 128; ++bit) {
        Word flipped = words[i].word;
        flipped.set_bit(bit, !flipped.bit(bit));
        try {
          const Instruction instruction = decode(flipped, target);
          ++decoded;
          if (encode(instruction) != flipped || text_of(instruction, 0).empty()) {
            INFO("sm_" << target << " " << words[i].text << ", bit " << bit);
            CHECK(encode(instruction) == flipped);
            CHECK(!text_of(instruction, 0).empty());
          }
        } catch (const DecodeError& e) {
          ++rejected;
          if (std::string(e.what()).empty()) CHECK(!std::string(e.what()).empty());
        }
      }
    }
  }
  CHECK(decoded > 10000);
  CHECK(rejected > 10000);
}
