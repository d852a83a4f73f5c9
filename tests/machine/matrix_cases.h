// The kernels of tests/hardware/tensor/products.ptx.gz, from their opcodes, and what they are
// given.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "tests/hardware/tensor/matrices.h"

namespace simt::test {

struct ProductCase {
  std::string name;
  tensor::Shape shape;
  ScalarType a_type, c_type, d_type;
  int type = 0;                                       ///< seeds its matrices
  int count = 0;                                      ///< matrices
  bool wmma = false;                                  ///< takes matrices, not registers
  bool a_rows = true, b_rows = false, c_rows = true;  ///< how they lie in memory
};
/// Those of mma, then those of wmma: as products.py lists them.
std::vector<ProductCase> product_cases();
/// NAME -> digests of the results of 64 matrices each.
std::map<std::string, std::vector<std::uint64_t>> recorded_digests();

/// What the kernel reads, and where its results stand.
struct ProductBuffers {
  std::vector<std::byte> a, b, c, d;
};
ProductBuffers buffers_of(const ProductCase& c);
/// Of the results of 64 matrices from `first` on.
std::uint64_t digest_of(const ProductCase& c, const std::vector<std::byte>& d, int first);

/// A file of tests/hardware/tensor, unpacked.
std::string tensor_file(const std::string& name);

}  // namespace simt::test
