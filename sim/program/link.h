// Texts of several object files as one module's.
#pragma once

#include <string>
#include <vector>

#include "sim/program/export.h"

namespace simt::program {

/// As link_modules() (isa/ptx/link/linker.h); one text stays as it is. Throws CallError
/// (InvalidPtx).
SIMT_PROGRAM_API std::string linked(std::vector<std::string> texts);

}  // namespace simt::program
