// The opcodes of a program as text, each once: what Inst::spelling names.
#pragma once

#include <unordered_map>
#include <vector>

#include "isa/core/program.h"
#include "isa/ptx/rows/op_table.h"

namespace simt::decode {

class Spellings {
 public:
  explicit Spellings(Program& program);
  /// Index into ProgramText::spellings.
  std::uint16_t index_of(const OpForm& form);
  const OpForm& form(std::uint16_t index) const { return forms_[index]; }

 private:
  struct Hash {
    std::size_t operator()(const OpForm& form) const;
  };
  Program& program_;
  std::vector<OpForm> forms_;  // by index
  std::unordered_map<OpForm, std::uint16_t, Hash> index_;
};

}  // namespace simt::decode
