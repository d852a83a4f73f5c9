// Which elements become parts of addresses, and how far they may go.
#pragma once

#include "sim/input/element_places.h"
#include "sim/input/element_tests.h"

namespace simt {

/// Adds it to what is known of the elements (ElementTests::indexes and what follows it there).
void add_element_indices(const Program& program, const ValueOrigins& origins,
                         const ElementPlaces& places, std::map<std::uint32_t, ArrayTests>& tests);

}  // namespace simt
