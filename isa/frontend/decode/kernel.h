// Which kernel of a file is meant: by its full name, or by the name before C++ mangling.
#pragma once

#include <string>

#include "isa/frontend/ast.h"
#include "isa/frontend/diagnostics.h"

namespace simt::decode {

/// nullptr, with an error that lists the kernels, when `name` fits none or several.
const ast::Function* choose_kernel(const ast::Module& module, const std::string& name,
                                   Diagnostics& diags);
/// "reduce" of "_Z6reducePKiPii" or "_ZN3foo6reduceE..."; "" when the name is not mangled.
std::string base_name(std::string_view mangled);

}  // namespace simt::decode
