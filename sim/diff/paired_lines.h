// Which lines of two programs are beside each other.
#pragma once

#include <vector>

#include "isa/core/program.h"
#include "sim/diff/align.h"

namespace simt::diff {

/// By their text, as diff does (of machine code without addresses); lines that differ in the
/// numbers of registers and labels alone are beside each other, too, where one renaming explains
/// them all (renamed_lines.h). Of two kernels of one text only their own instructions, each
/// kernel's name and the numbers of its labels
/// ("$L__BB1_2") and registers ("%rd12") left out, which a compiler counts through for each kernel:
/// the text is the same anyway.
std::vector<LinePair> paired_lines(const Program& a, const Program& b);

}  // namespace simt::diff
