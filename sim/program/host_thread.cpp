#include "sim/program/host_thread.h"

#include "sim/program/process.h"

namespace simt::program {
namespace {

bool known(const Gpu& gpu, const void* handle) {
  if (gpu.has_stream(handle)) return true;
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i)
    if (process.gpu(i).has_stream(handle)) return true;
  return false;
}

}  // namespace

HostThread& host_thread() {
  static thread_local HostThread thread;
  return thread;
}

Stream& stream_of(Gpu& gpu, void* handle, bool per_thread) {
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number == kLegacyStream || (number == 0 && !per_thread)) return gpu.default_stream();
  if (number > kPerThreadStream) {
    if (!known(gpu, handle)) throw CallError(Status::InvalidResourceHandle);
    return *static_cast<Stream*>(handle);
  }
  Stream*& own = host_thread().own_stream[gpu.number()];
  if (own == nullptr || !gpu.has_stream(own)) own = &gpu.create_stream(true);
  return *own;
}

}  // namespace simt::program
