// Which register types an instruction type accepts (PTX ISA 9.1, section 9.4, tables 27 to 29).
#pragma once

#include <string>

#include "isa/base/types.h"

namespace simt::decode {

/// Exact: the register has the instruction's width. AtLeast: ld, st and cvt take wider ones.
enum class Width { Exact, AtLeast };

bool agrees(ScalarType instruction, ScalarType reg, Width width);
/// The untyped type of this many bytes.
ScalarType untyped(unsigned bytes);
/// ".u32", ".pred": for messages.
std::string dotted(ScalarType type);

}  // namespace simt::decode
