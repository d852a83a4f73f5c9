// What each part knows of machine code, whichever architecture it is for.
#pragma once

#include <cstdint>
#include <string_view>

namespace simt {

/// Bytes of an instruction, from Volta on.
constexpr std::uint64_t kInstructionBytes = 16;
/// The section of a function's code in a cubin: this and its name.
constexpr std::string_view kCodeSection = ".text.";
/// The constant bank of __constant__ variables.
constexpr unsigned kVariableBank = 3;

}  // namespace simt
