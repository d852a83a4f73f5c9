// The part of the player's data that describes the program and its launch: instructions with what
// they read and write, basic blocks, registers, buffers.
#pragma once

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"
#include "sim/views/player/issue_data.h"

namespace simt::player {

/// Adds "code", "functions", "registers", "sharedVariables".
void write_code(const Program& program, const Signature& signature, Json& out);
/// Adds "buffers" and "launch".
void write_launch(const Subject& subject, const BoundLaunch& launch, Json& out);

}  // namespace simt::player
