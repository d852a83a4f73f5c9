#include "sim/program/runtime/allocation.h"

#include <fmt/format.h>

#include "sim/program/graph_allocation.h"

namespace simt::cudart {

void* device_memory(std::size_t bytes, const char* what) {
  State::get().gpu().require_safe();
  return ordered_memory(State::get().gpu(), bytes, what);
}

void* ordered_memory(Gpu& gpu, std::size_t bytes, const char* what) {
  static std::uint64_t count = 0;
  if (bytes == 0) return nullptr;
  if (gpu.status() != Status::Success) throw CallError(gpu.status());
  return reinterpret_cast<void*>(gpu.memory().allocate(bytes, fmt::format("{} {}", what, ++count)));
}

void free_memory(void* pointer) {
  if (program::free_graph_memory(address_of(pointer))) return;
  Process& process = Process::get();
  pool_frees(pointer);
  if (!process.free_device(address_of(pointer)) && !process.free_host(pointer))
    throw CallError(Status::InvalidValue);
}

}  // namespace simt::cudart
