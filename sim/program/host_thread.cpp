#include "sim/program/host_thread.h"

namespace simt::program {

HostThread& host_thread() {
  static thread_local HostThread thread;
  return thread;
}

Stream& stream_of(Gpu& gpu, void* handle, bool per_thread) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number == kLegacyStream || (number == 0 && !per_thread)) return gpu.default_stream();
  if (number > kPerThreadStream) return *static_cast<Stream*>(handle);
  Stream*& own = host_thread().own_stream[gpu.number()];
  if (own == nullptr) own = &gpu.create_stream(true);
  return *own;
}

}  // namespace simt::program
