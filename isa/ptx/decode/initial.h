// Initial bytes of a .global or .const variable from its initialiser (PTX ISA 9.1, section 5.4.4).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "isa/ptx/ast.h"

namespace simt::decode {

/// Address that a name in an initialiser stands for; throws Error when it has none.
using AddressOf = std::function<std::uint64_t(const ast::Name& name, bool generic)>;

/// The bytes; an array whose first extent is open gets as many as are given. Throws Error.
std::vector<std::byte> initial_bytes(const ast::Variable& variable, const AddressOf& address_of);

}  // namespace simt::decode
