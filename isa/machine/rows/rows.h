// The rows of the opcode table, in the notation of isa/machine/notation.h, by family.
#pragma once

#include <span>

#include "isa/machine/target/targets.h"

namespace simt::machine {

/// In the notation of isa/machine/notation.h.
struct Row {
  const char* opcode;
  const char* name;
  const char* operands;
  const char* rest = "";
  unsigned first_target = kFirstTarget, last_target = kLastTarget;
};

/// A list of names that rows share, as `$name`.
struct SharedList {
  const char* name;
  const char* text;
  unsigned first_target = kFirstTarget, last_target = kLastTarget;
};
std::span<const SharedList> shared_lists();

std::span<const Row> integer_rows();
std::span<const Row> float_rows();
std::span<const Row> half_rows();
std::span<const Row> conversion_rows();
std::span<const Row> predicate_rows();
std::span<const Row> move_rows();
std::span<const Row> memory_rows();
std::span<const Row> atomic_rows();
std::span<const Row> control_rows();
std::span<const Row> uniform_rows();
std::span<const Row> tensor_rows();
std::span<const Row> texture_rows();
std::span<const Row> bulk_rows();

}  // namespace simt::machine
