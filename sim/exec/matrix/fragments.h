// Which elements of its matrices each lane holds in the registers of a product (PTX ISA, matrix
// fragments for mma): g = lane / 4 and t = lane % 4 say it. Those of wmma, which PTX leaves open,
// are as recorded on an H100, and as the machine code of sm_75 to sm_90 loads them: the fragments
// of mma one after the other; of 8 x 32 those of the transposed product.
#pragma once

#include "isa/core/matrix_form.h"

namespace simt {

struct ElementAt {
  unsigned row = 0, column = 0;
};

/// Registers that lie behind one another along k.
constexpr unsigned blocks_of_k(const MatrixForm& f, unsigned per_register) {
  return f.k / (4 * per_register);
}
constexpr bool is_transposed_product(const MatrixForm& f) {
  return f.m == 8 && f.n == 32;
}

/// Of the first factor, in a product whose other factor has no more than 8 columns: register r,
/// element e of it, as a row (of 16, two halves of 8) and a place along k.
constexpr ElementAt in_tall_factor(unsigned blocks, unsigned per, unsigned lane, unsigned i) {
  const unsigned r = i / per, e = i % per, block = (r >> 1) % blocks, tile = (r >> 1) / blocks;
  return {lane / 4 + 8 * (r & 1) + 16 * tile, block * 4 * per + lane % 4 * per + e};
}
/// Of a factor of 8 rows or columns at a time.
constexpr ElementAt in_narrow_factor(unsigned blocks, unsigned per, unsigned lane, unsigned i) {
  const unsigned r = i / per, e = i % per, block = r % blocks, tile = r / blocks;
  return {lane / 4 + 8 * tile, block * 4 * per + lane % 4 * per + e};
}

/// Element i of a lane, of `per` elements in a register.
constexpr ElementAt element_of_a(const MatrixForm& f, unsigned per, unsigned lane, unsigned i) {
  const unsigned blocks = blocks_of_k(f, per);
  return f.m > 8 ? in_tall_factor(blocks, per, lane, i) : in_narrow_factor(blocks, per, lane, i);
}
constexpr ElementAt element_of_b(const MatrixForm& f, unsigned per, unsigned lane, unsigned i) {
  const unsigned blocks = blocks_of_k(f, per);
  const ElementAt at = is_transposed_product(f) ? in_tall_factor(blocks, per, lane, i)
                                                : in_narrow_factor(blocks, per, lane, i);
  return {at.column, at.row};
}
constexpr ElementAt element_of_sum(const MatrixForm& f, unsigned lane, unsigned i) {
  const unsigned g = lane / 4, pair = lane % 4 * 2 + (i & 1);
  if (is_transposed_product(f)) return {pair, g + 8 * (i >> 1)};
  if (f.n <= 8) return {g + 8 * (i >> 1), pair};
  return {g + 8 * (i >> 1 & 1), 8 * (i >> 2) + pair};
}
constexpr ElementAt element_of(const MatrixForm& f, unsigned per, unsigned lane, unsigned i) {
  return f.part == MatrixPart::A   ? element_of_a(f, per, lane, i)
         : f.part == MatrixPart::B ? element_of_b(f, per, lane, i)
                                   : element_of_sum(f, lane, i);
}

/// Elements of a part that each lane holds.
constexpr unsigned elements_of_lane(const MatrixForm& f, MatrixPart part) {
  return (part == MatrixPart::A ? f.m * f.k : part == MatrixPart::B ? f.k * f.n : f.m * f.n) / 32u;
}

}  // namespace simt
