// The part of the player's data that holds registers and shared memory.
#pragma once

#include "sim/trace/recording.h"
#include "sim/views/player/issue_data.h"

namespace simt::player {

/// A register's content as the page reads it: of a predicate its lanes as a hexadecimal mask; else
/// "V" where all lanes hold V, "V+S" where each holds S more than the one before it, or the values
/// of the lanes with commas between them; all in hexadecimal.
std::string vector_text(std::span<const std::byte> bytes, ScalarType type);

/// Adds "values", "vectors" and "shared".
void write_values(const Program& program, const trace::Recording& recording, Json& out);

}  // namespace simt::player
