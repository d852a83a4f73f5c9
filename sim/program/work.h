// What a stream can be given, or a graph can hold, before anything says when it happens.
#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "sim/exec/texture/texel_layout.h"
#include "sim/program/command.h"
#include "sim/program/device_memory.h"

namespace simt::program {

/// Bytes from one place to another; either may be of the host.
struct CopyRequest {
  std::uint64_t to = 0, from = 0, bytes = 0;
};
/// A rectangle: `rows` of `width` bytes each.
struct Rows {
  std::uint64_t width = 0, rows = 1, planes = 1;
  std::uint64_t to_pitch = 0, from_pitch = 0, to_plane = 0, from_plane = 0;
  std::uint64_t bytes() const { return width * rows * planes; }
};
/// `element`: 1, 2 or 4 bytes of `value`, repeated over `width` bytes of each row.
struct Pattern {
  std::uint32_t value = 0;
  unsigned element = 1;
};

/// A side of a copy that is a CUDA array: the copy begins at this byte of this row and slice.
struct ArrayPlace {
  TexelLayout layout;
  std::uint64_t bytes = 0;  ///< of the whole array
  std::uint64_t byte = 0, row = 0, slice = 0;
};
struct CopyWork {
  CopyRequest first;  ///< of a side that is an array: its base
  Rows rows;
  /// Pageable memory that it reads is the host's own again when the call returns.
  bool staged = false;
  std::optional<ArrayPlace> to_array = {}, from_array = {};
};
struct FillWork {
  std::uint64_t to = 0;
  Rows rows;
  Pattern pattern;
};
struct HostWork {
  std::function<void()> function;
  /// What the program gave, for one that asks (cudaGraphHostNodeGetParams).
  void (*entry)(void*) = nullptr;
  void* data = nullptr;
};
/// std::monostate: nothing but an order.
using Work = std::variant<std::monostate, LaunchRequest, CopyWork, FillWork, HostWork>;

struct WorkPlace {
  const ArchConfig& arch;
  DeviceMemory& memory;
  unsigned device = 0;  ///< its number
};

/// The command that does it, of no stream yet. Throws CallError: the device refuses the launch, or
/// an address names no memory.
CommandPtr command_of(const Work& work, const WorkPlace& place);

}  // namespace simt::program
