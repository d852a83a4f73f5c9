// The type that an argument takes from its parameter, and structures given by their fields.
#pragma once

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"

namespace simt {

/// `arg` with a type and a count: the parameter's where it has none of its own. A structure given
/// by fields becomes its bytes. Throws SpecError.
ArgSpec typed(ArgSpec arg, const Param& param, const ParameterInfo& info);

}  // namespace simt
