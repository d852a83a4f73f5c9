// Which kernel of a file is meant: by the linker's name, or as a person writes it (kernel_name.h).
#pragma once

#include <string>

#include "isa/ptx/ast.h"
#include "isa/ptx/diagnostics.h"

namespace simt::decode {

/// nullptr, with an error that lists the kernels, when `name` fits none or several.
const ast::Function* choose_kernel(const ast::Module& module, const std::string& name,
                                   Diagnostics& diags);

}  // namespace simt::decode
