// Opcodes that are decoded and not executed, as a group of features.
#pragma once

#include <string_view>

namespace simt::machine {

/// "bulk copies": what programs know an opcode (bits 0-8) without a rule by. "": nothing else than
/// its name.
std::string_view refused_feature(unsigned opcode);

}  // namespace simt::machine
