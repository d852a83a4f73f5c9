// What a memory instruction's suffixes say: space, order, cache operation, atomic operation.
#pragma once

#include "isa/core/program.h"
#include "isa/ptx/rows/op_table.h"

namespace simt::decode {

constexpr bool is_memory(Kind kind) {
  return kind == Kind::Load || kind == Kind::Store || kind == Kind::Atomic ||
         kind == Kind::Reduction || kind == Kind::TexelQuery;
}
constexpr bool moves_matrix(Kind kind) {
  return kind == Kind::MatrixLoad || kind == Kind::MatrixStore;
}
MemoryForm memory_form(const OpForm& form);
/// Of a load or store of matrices.
MemoryForm matrix_memory_form(const OpForm& form);
/// Of an instruction on an mbarrier.
MemoryForm mbarrier_form(const OpForm& form);
StateSpace space_of(const OpForm& form);

}  // namespace simt::decode
