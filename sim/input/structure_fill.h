// Parts of structures filled as buffers are: "dist=random(1,0,1)".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/input/launch_spec.h"

namespace simt {

/// Whether a field is the part or lies in it: "a[1]" and "a.x" in "a".
bool lies_in(const std::string& field, const std::string& part);
/// The fields of a part, in their order.
std::vector<Field> fields_of_part(const std::vector<Field>& fields, const std::string& part);

/// Fills the fields `part` of structures that lie `stride` bytes apart. Element i of the generator
/// goes to the i-th of these fields, counted through all structures; a list with a value for each
/// of the part's fields is the same for all structures. Throws SpecError, also where the fields are
/// of several types.
void fill_part(std::span<std::byte> structures, std::uint32_t stride,
               const std::vector<Field>& part, const ArgSpec::Generator& generator);

/// The bytes of `count` structures by what fills each part: "id=iota(0,1)", "dist=1.5",
/// "w={1,2}", "pos={x=random(1,0,1), y=2}". Fields that are not named are zero. Throws SpecError.
ArgSpec::Generator structures_by_part(const StructureLayout& layout, std::uint64_t count,
                                      const std::vector<std::string>& operands);

}  // namespace simt
