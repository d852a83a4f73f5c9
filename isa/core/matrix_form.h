// What the suffixes of a matrix instruction say, in no language. The types of the operands of a
// product stand in Semantics: of the result, of A, B and the sum.
#pragma once

#include <cstdint>

namespace simt {

/// What the registers of a load or store hold.
enum class MatrixPart : std::uint8_t {
  Rows,  ///< matrices of 8 rows of 16 bytes; each lane names a row (ldmatrix, stmatrix)
  A,     ///< a fragment of the first factor, of m x k (wmma)
  B,     ///< of the second, k x n
  Sum,   ///< of the sum or the result, m x n
};

struct MatrixForm {
  std::uint8_t m = 0, n = 0;  ///< of a product; 0: none is made
  std::uint16_t k = 0;
  MatrixPart part = MatrixPart::Rows;
  std::uint8_t matrices = 0;  ///< Rows: 1, 2 or 4
  bool transposed = false;    ///< Rows: columns and rows change places
  /// Of the elements of A along k half are zeros, which have no place in its registers: of each
  /// four two, of tf32 one of each two, of 4-bit integers two pairs of each four. Which ones are
  /// there, an operand behind the sum says (metadata); Inst::imm: which of each four lanes hold it.
  bool sparse = false;
  bool by_columns = false;  ///< fragments: neighbours in memory are those of a column
  /// At most so many bytes of a row of A are added at once, whatever the tensor core can do; 0: no
  /// bound.
  std::uint8_t most_bytes = 0;
  bool operator==(const MatrixForm&) const = default;
};

}  // namespace simt
