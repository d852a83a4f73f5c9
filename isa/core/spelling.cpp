#include "isa/core/spelling.h"

#include <algorithm>

#include "isa/core/program.h"

namespace simt {

std::uint16_t add_spelling(Program& program, Operation operation, ScalarType type) {
  if (program.language == nullptr) return kNoSpelling;
  Spelling made = program.language->spell(operation, type);
  const auto same = std::ranges::find(program.spellings, made.opcode, &Spelling::opcode);
  const auto index = same - program.spellings.begin();
  if (same == program.spellings.end()) program.spellings.push_back(std::move(made));
  return static_cast<std::uint16_t>(index);
}

}  // namespace simt
