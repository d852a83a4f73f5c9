// Instruction words of machine code that ptxas made, with the text that NVIDIA's disassembler
// gives: tests/machine/golden, written by tools/hardware/disassemble.py.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/machine/word.h"

namespace simt::machine {

struct GoldenWord {
  Word word;
  std::uint64_t address = 0;
  std::string text;
};
/// All those of an architecture, 75 for sm_75.
std::vector<GoldenWord> golden_words(unsigned target);

/// "0000000402007981 000ea2000c1e1900".
Word word_of(const std::string& hex);

}  // namespace simt::machine
