// Numbers and contents that suit what a kernel does with a parameter.
#pragma once

#include <cstdint>
#include <string>

#include "sim/input/proposed_values.h"

namespace simt {

/// Of a scalar of this type, or of a field, that lies at `offset` among the parameters.
std::string proposed_number(ScalarType type, const std::string& name, std::uint32_t offset,
                            const ProposedShape& shape);
/// What fills an array of which a pointer at `offset` tells: "random(2,0,1)".
std::string proposed_content(ScalarType type, const std::string& name, std::uint32_t offset,
                             const ProposedShape& shape);
/// Without a look at what the kernel does with it; `seed` of random numbers.
std::string usual_content(ScalarType type, unsigned seed, const ProposedShape& shape);
/// What the constants that its elements are compared with say; "": nothing.
std::string tested_content(ScalarType type, unsigned seed, const ElementTests& tests);
/// All elements are this number.
std::string constant_content(ScalarType type, std::int64_t value);

}  // namespace simt
