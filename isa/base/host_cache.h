// Tells the host's cache what will be touched soon. Changes nothing but the time that a simulation
// takes (docs/PERFORMANCE.md).
#pragma once

#include <cstddef>

namespace simt {

inline constexpr std::size_t kHostLine = 64;

/// Brings the line at `at` near. The empty statement counts as an effect: GCC 12 otherwise takes a
/// function that does nothing else for one without effects, and drops the calls of it.
inline void prefetch_at(const void* at) {
  __builtin_prefetch(at);
  asm volatile("");
}

/// The lines of [from, from + bytes), from a line's start.
inline void prefetch_bytes(const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kHostLine)
    prefetch_at(static_cast<const char*>(from) + i);
}

}  // namespace simt
