// What would free the accesses to an array in shared memory of most bank conflicts, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/input/field.h"
#include "sim/views/padding.h"
#include "sim/views/report.h"

namespace simt {

/// An array in shared memory, or all of it where no variable is.
struct SharedArray {
  std::string name;
  std::uint64_t offset = 0;
  unsigned element = 0;   ///< bytes of one; 0: not known
  std::uint64_t row = 0;  ///< bytes of one, as it is declared; 0: not known, or it has none
  StructureLayout structure = {};  ///< without fields: it holds none, or nobody knows
};
SharedArray shared_array_at(const Subject& subject, std::uint64_t address);

/// What met bank conflicts on an array: the loads and stores of one or more instructions.
struct Conflicts {
  std::vector<SeenAccess> seen;  ///< executions since the first conflict of each instruction
  /// The other loads and stores of the array: an execution of each, as often as there were any.
  std::vector<SeenAccess> others;
  std::size_t instructions = 0;
  std::uint64_t now = 0;     ///< wavefronts in excess of `seen`
  std::uint64_t before = 0;  ///< executions that are not in `seen`: they had no conflict
  bool all = true;           ///< false: `seen` has some patterns of addresses, each once
};
/// Those of all loads and stores on an array: a change of it moves them all.
Conflicts conflicts_on(const Subject& subject, const SharedArray& array);

/// "With 1 element more after every 32 elements (rows of 33 instead of 32) this access has no
/// conflict.", "With 1 more field of 4 bytes in the structure ... 16 of 81,920 conflicts remain.";
/// "" where none of these changes saves half of the conflicts. Each change was tried on all
/// addresses that `conflicts` has. `form`: of one of the instructions.
std::string bank_remedy(const Subject& subject, const SharedArray& array,
                        const Conflicts& conflicts, const MemoryForm& form);

}  // namespace simt
