#include "isa/core/spelling.h"

#include <algorithm>

#include "isa/core/program.h"

namespace simt {

namespace {

std::uint16_t add(Program& program, Spelling made) {
  const auto same = std::ranges::find(program.spellings, made.opcode, &Spelling::opcode);
  const auto index = same - program.spellings.begin();
  if (same == program.spellings.end()) program.spellings.push_back(std::move(made));
  return static_cast<std::uint16_t>(index);
}

}  // namespace

std::uint16_t add_spelling(Program& program, Operation operation, ScalarType type) {
  if (program.language == nullptr) return kNoSpelling;
  return add(program, program.language->spell(operation, type));
}

std::uint16_t add_widened_spelling(Program& program, std::uint16_t spelling, unsigned elements) {
  if (program.language == nullptr || spelling == kNoSpelling) return kNoSpelling;
  return add(program, program.language->widened(program.spellings[spelling], elements));
}

}  // namespace simt
