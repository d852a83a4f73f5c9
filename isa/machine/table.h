// The opcode table: all encodings, found by opcode and architecture.
#pragma once

#include <span>
#include <vector>

#include "isa/machine/encoding.h"

namespace simt::machine {

/// All encodings of all rows, in the order of the rows.
std::span<const Encoding> all_encodings();

/// Those of a 12-bit opcode on an architecture; the first one whose constant bits fit is the one.
std::span<const Encoding* const> encodings(unsigned opcode, unsigned target);

}  // namespace simt::machine
