// The kernels of tests/hardware/tensor/more_products.ptx.gz: products of 8-bit floats, 4-bit
// integers, bits, doubles of 16 rows, and sparse ones; what they read is made here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/base/types.h"

namespace simt::test {

/// NAME is [sp_]mMnNkK[_satfinite]_D_A_B_C[_xor_popc|_and_popc][_SELECTOR].
struct MoreProduct {
  std::string name;
  bool sparse = false;
  unsigned m = 0, n = 0, k = 0;
  ScalarType a = ScalarType::None, b = ScalarType::None, c = ScalarType::None;

  unsigned register_bytes(ScalarType type) const { return size_of(type) == 8 ? 8 : 4; }
  /// Registers of a lane: of A, B, the sum, the metadata.
  std::array<unsigned, 4> registers() const;
};
MoreProduct more_product(const std::string& name);
/// What the lanes of `warps` warps hold of A, B, the sum and the metadata, as the kernel reads
/// them.
std::array<std::vector<std::byte>, 4> operands_of(const MoreProduct& p, unsigned warps);

}  // namespace simt::test
