// Which power of two divides the values of a register, in every lane and at every point of a
// program: what an assembler knows of the alignment of an address.
#pragma once

#include <unordered_map>

#include "isa/core/program.h"

namespace simt {

class Alignments {
 public:
  static constexpr unsigned kMost = 16;  ///< bytes: no access is larger

  explicit Alignments(const Program& program);
  /// 1, 2, 4, 8 or 16.
  unsigned of(Slot slot) const {
    const auto known = bits_.find(slot);
    return known == bits_.end() ? 1 : 1u << known->second;
  }

 private:
  unsigned bits_of(Slot slot) const;
  unsigned bits_of_result(const Inst& inst) const;

  std::unordered_map<Slot, unsigned> bits_;            // low bits that are always zero
  std::unordered_map<Slot, std::uint64_t> constants_;  // of the program
};

}  // namespace simt
