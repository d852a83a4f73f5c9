// What variables of the module and in shared memory hold: compilers declare arrays as bytes,
// whatever these are, and integers without a sign; the .cu file says more.
#pragma once

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"

namespace simt {

/// The type of the .cu file for each variable that `spec` gives no type of its own, where the
/// file tells one that suits the declaration. For what reads the launch afterwards: checks, the
/// prompt, the player.
void type_variables(BoundLaunch& launch, const LaunchSpec& spec, const Signature& signature);
/// The same for the variables in shared memory.
void declare_shared_types(Program& program, const Signature& signature);

}  // namespace simt
