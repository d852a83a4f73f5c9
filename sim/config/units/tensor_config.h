// The tensor cores: how they add. What their instructions take stands with the timing classes.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

struct TensorConfig {
  /// Bits behind the point that addends keep, which are aligned to the largest one.
  unsigned fraction_bits = 25;
  /// The same of 8-bit floats, of whose sums so many bits are kept, too; 0: ptxas makes products of
  /// halves of them.
  unsigned byte_fraction_bits = 0;
  unsigned bytes_at_once = 32;  ///< of a row of A: the products that are added at once
  bool operator==(const TensorConfig&) const = default;
};

template <class V, Of<TensorConfig> T>
void visit_fields(V& v, T& t) {
  v.figure("fraction_bits", t.fraction_bits, Range{20, 32});
  v.figure("byte_fraction_bits", t.byte_fraction_bits, Range{0, 32});
  v.figure("bytes_at_once", t.bytes_at_once, Range{8, 32});
}

}  // namespace simt
