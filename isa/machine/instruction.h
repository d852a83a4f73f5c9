// A machine instruction, decoded: its encoding and the values of the encoding's fields.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/machine/encoding.h"

namespace simt::machine {

struct Instruction {
  const Encoding* encoding = nullptr;
  std::vector<std::uint64_t> values;  ///< by FieldIndex
  Word ignored;                       ///< bits without a meaning, as they were

  std::uint64_t value(FieldIndex field) const { return values[static_cast<std::size_t>(field)]; }
  bool operator==(const Instruction&) const = default;
};

/// A word that is no instruction of this architecture.
struct DecodeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `target`: 75 for sm_75. Throws DecodeError.
Instruction decode(const Word& word, unsigned target);
Word encode(const Instruction& instruction);

}  // namespace simt::machine
