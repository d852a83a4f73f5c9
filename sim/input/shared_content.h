// What a variable in shared memory holds, for everything that shows it: the prompt and the page.
#pragma once

#include <cstddef>

#include "sim/input/signature.h"

namespace simt {

/// Of the variable of that number in SharedLayout::variables: the structures in it, or elements.
/// `type` is B8 for structures, and where nothing tells what the bytes are.
HeldType shared_content(const Program& program, const Signature& signature, std::size_t index);

}  // namespace simt
