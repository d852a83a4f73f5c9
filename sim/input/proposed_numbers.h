// Numbers that suit what a kernel does with a parameter.
#pragma once

#include <cstdint>
#include <string>

#include "sim/input/proposed_values.h"

namespace simt {

/// Of a scalar of this type, or of a field, that lies at `offset` among the parameters.
std::string proposed_number(ScalarType type, const std::string& name, std::uint32_t offset,
                            const ProposedShape& shape);
/// Threads, or those of a side: as many as what is not known has.
std::uint64_t usual_number(const ProposedShape& shape);
/// One more than the largest number of an integer type, at most 2^31.
std::uint64_t most_of(ScalarType type);

}  // namespace simt
