// What would make the accesses to an array in shared memory free of bank conflicts, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/outcome.h"
#include "sim/input/field.h"
#include "sim/views/report.h"

namespace simt {

/// An array in shared memory, or all of it where no variable is.
struct SharedArray {
  std::string name;
  std::uint64_t offset = 0;
  unsigned element = 0;            ///< bytes of one; 0: not known
  StructureLayout structure = {};  ///< without fields: it holds none, or nobody knows
};
SharedArray shared_array_at(const Subject& subject, std::uint64_t address);

/// "With 1 element more after every 32 elements (rows of 33 instead of 32) this access has no
/// conflict.", "With 1 more field of 4 bytes in the structure ..."; "" where none of these changes
/// helps all of `accesses`, the worst ones of each instruction on the array. `form`: of one of
/// them. Each change was tried on their addresses.
std::string bank_remedy(const Subject& subject, const SharedArray& array,
                        const std::vector<MemoryAccess>& accesses, const MemoryForm& form);

}  // namespace simt
