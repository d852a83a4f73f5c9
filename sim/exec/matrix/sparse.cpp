#include "sim/exec/matrix/sparse.h"

namespace simt {

unsigned SparseFactor::group(unsigned row, unsigned g) const {
  const unsigned first = row % 8 * 4 + selector * lanes();
  // Of elements of 16 bits and more a lane holds four groups of a row, and in its upper half those
  // of the row eight below; of smaller ones eight groups of one row, the next lane those of the
  // other one.
  const bool small = bits_of(type) <= 8;
  const unsigned lane = small ? first + row / 8 + g / 8 * 2 : first + g / 4;
  const unsigned bit = small ? 4 * (g % 8) : 16 * (row / 8) + 4 * (g % 4);
  return metadata[lane] >> bit & 0xf;
}

unsigned SparseFactor::place(unsigned row, unsigned l) const {
  const unsigned in_group = stored_in_group(), g = l / in_group, bits = group(row, g);
  if (type == ScalarType::TF32) return bits == 0x4 ? 2 * g : bits == 0xe ? 2 * g + 1 : form.k;
  const unsigned width = in_group / 2;  // elements that one number places
  const unsigned number = bits >> (2 * (l % in_group / width)) & 3;
  return (4 * g + number) * width + l % width;
}

}  // namespace simt
