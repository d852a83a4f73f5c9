// What a tensor core computes: D = A B + C, one element after the other.
//
// Products of f16, bf16, tf32 and 8-bit floats are exact. Those of ProductOf::bytes_at_once bytes
// of a row of A, and the sum so far, are added at once: aligned to the largest exponent among them,
// cut off toward zero ProductOf::fraction_bits behind its point, added exactly, and rounded: toward
// zero to single precision, to nearest even to half. Exponents are those of the factors added up
// (a product of two numbers below 2 may have two bits before the point), subnormals count with the
// least exponent, zeros not at all, and nothing is aligned to less than 2^-133. A zero is positive;
// a NaN has all bits set but its sign. tf32 leaves the low 13 bits of a register unread. Double
// precision is a chain of fused multiply-adds along k. Integers wrap around, or saturate once; of
// bits the ones are counted.
// Equal bit by bit to an H100 (tests/hardware/tensor); of other architectures as Fasi et al.,
// Numerical behavior of NVIDIA tensor cores, and Xie et al., MMA-Sim, have found it.
#pragma once

#include <cstdint>
#include <span>

#include "isa/base/types.h"

namespace simt {

/// Matrices as bits of their elements, one row after the other; an element of B1 is a word of bits.
struct ProductOf {
  unsigned m = 0, n = 0, k = 0;
  ScalarType a_type = ScalarType::None, b_type = ScalarType::None;
  ScalarType sum_type = ScalarType::None;  ///< F16, F32, F64 or S32
  bool saturates = false;
  bool exclusive = false;          ///< of bits: those that differ, not those that both have
  std::uint64_t dropped_bits = 0;  ///< of a sum of single precision, which is cut off above them
  unsigned bytes_at_once = 32, fraction_bits = 25;
  std::span<const std::uint64_t> a, b;
  std::span<std::uint64_t> sum;  ///< what is added to, and the result
};
void multiply_add(const ProductOf& product);

}  // namespace simt
