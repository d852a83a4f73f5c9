#include "isa/core/spelling.h"

#include <algorithm>

#include "isa/core/program.h"

namespace simt {

namespace {

std::uint16_t add(Program& program, Spelling made) {
  const auto same = std::ranges::find(program.text.spellings, made.opcode, &Spelling::opcode);
  const auto index = same - program.text.spellings.begin();
  if (same == program.text.spellings.end()) program.text.spellings.push_back(std::move(made));
  return static_cast<std::uint16_t>(index);
}

}  // namespace

std::uint16_t add_spelling(Program& program, Operation operation, ScalarType type) {
  if (program.text.language == nullptr) return kNoSpelling;
  return add(program, program.text.language->spell(operation, type));
}

std::uint16_t add_widened_spelling(Program& program, std::uint16_t spelling, unsigned elements) {
  if (program.text.language == nullptr || spelling == kNoSpelling) return kNoSpelling;
  return add(program, program.text.language->widened(program.text.spellings[spelling], elements));
}

}  // namespace simt
