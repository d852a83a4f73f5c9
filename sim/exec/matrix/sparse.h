// Which elements of a sparse first factor its registers hold (PTX ISA, mma.sp): its metadata, four
// bits for each group along k, and where they lie in the registers of a warp.
//   f16, bf16, e4m3, e5m2, s8, u8   of each 4 elements 2, by their numbers of two bits
//   s4, u4                          of each 4 pairs of elements 2, in the same way
//   tf32                            of each 2 elements 1, the first (0b0100) or the second (0b1110)
// In each four lanes, those that hold the metadata are one, two or all four, as there is more or
// less of it; Inst::imm says which one or two. Equal to an H100 (tests/hardware/tensor).
#pragma once

#include <array>
#include <cstdint>

#include "isa/base/types.h"
#include "isa/core/matrix_form.h"

namespace simt {

struct SparseFactor {
  MatrixForm form;
  ScalarType type = ScalarType::None;
  unsigned selector = 0;
  std::array<std::uint32_t, 32> metadata;  ///< of each lane

  /// Stored elements of a group of four bits.
  unsigned stored_in_group() const {
    return type == ScalarType::TF32 ? 1 : bits_of(type) == 4 ? 4 : 2;
  }
  unsigned stored() const { return form.k / 2; }
  unsigned groups() const { return stored() / stored_in_group(); }
  /// Lanes of each four that hold metadata: 8 groups of a row in a register of 32 bits and so on.
  unsigned lanes() const { return groups() / 4; }
  /// False where there are not so many choices.
  bool selector_is_valid() const { return selector < 4 / lanes(); }
  /// The four bits of a group of a row of A.
  unsigned group(unsigned row, unsigned g) const;
  /// Where along k the stored element `l` of a row stands; k, if the bits mean nothing.
  unsigned place(unsigned row, unsigned l) const;
};

}  // namespace simt
