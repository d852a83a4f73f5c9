// Memory of the device, whichever call of the API asks for it.
#pragma once

#include "sim/program/runtime/state.h"

namespace simt::cudart {

/// On the calling thread's device; nullptr for no bytes. `what` names it in messages. Throws
/// CallError.
void* device_memory(std::size_t bytes, const char* what);
/// The same on `gpu`, in the order of a stream: a capture does not forbid it.
void* ordered_memory(Gpu& gpu, std::size_t bytes, const char* what);
/// Device, pinned or managed memory, of any device. Throws CallError (InvalidValue).
void free_memory(void* pointer);
/// A pool's part in free_memory: it is told what comes back.
void pool_frees(void* pointer);
bool in_pool(std::uint64_t address);

}  // namespace simt::cudart
