// What fills arrays, so that it suits what a kernel does with their elements.
#pragma once

#include <cstdint>
#include <string>

#include "sim/input/proposed_values.h"

namespace simt {

/// What fills an array of which a pointer at `offset` tells: "random(2,0,1)".
std::string proposed_content(ScalarType type, const std::string& name, std::uint32_t offset,
                             const ProposedShape& shape);
/// Likewise, a field of this name of the structures in an array; `seed` of random numbers.
std::string proposed_field(ScalarType type, const std::string& name, unsigned seed,
                           const ElementTests& tests, const ProposedShape& shape);
/// An array that the kernel writes, too, has such contents all the same: it looks at them first.
bool must_be_filled(const ElementTests& tests);
/// Without a look at what the kernel does with it; `seed` of random numbers.
std::string usual_content(ScalarType type, unsigned seed, const ProposedShape& shape);
/// What the numbers that its elements are compared with say; "": nothing.
std::string tested_content(ScalarType type, unsigned seed, const ElementTests& tests,
                           const ProposedShape& shape);
/// All elements are this number.
std::string constant_content(ScalarType type, std::int64_t value);

/// Of integers in constant memory that are no indices; `alike`: other memory is compared with them.
std::string table_content(ScalarType type, unsigned seed, bool alike);

}  // namespace simt
