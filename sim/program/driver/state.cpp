#include "sim/program/driver/state.h"

#include <algorithm>
#include <new>

namespace simt::cuda_driver {

Driver& Driver::get() {
  static Driver* const driver = new Driver;  // destructors of the program may still call
  return *driver;
}

std::vector<Context*>& Driver::stack() {
  static thread_local std::vector<Context*> stack;
  return stack;
}

// The runtime makes the primary context of its device current.
Context* Driver::current() {
  const program::HostThread& thread = program::host_thread();
  Context* const top = stack().empty() ? nullptr : stack().back();
  const bool fits = exists(top) && static_cast<int>(top->device) == thread.device;
  return thread.uses_runtime && !fits ? &primary(thread.device) : top;
}

Context& Driver::context() {
  Context* const found = current();
  if (found == nullptr) throw CallError(Status::InvalidContext);
  // Another thread may have destroyed it.
  if (!exists(found)) throw CallError(Status::ContextIsDestroyed);
  return *found;
}

bool Driver::exists(const void* handle) const {
  const auto is_it = [&](const auto& entry) { return entry.second.get() == handle; };
  return std::ranges::any_of(contexts, is_it) || std::ranges::any_of(primaries_, is_it);
}

Context& Driver::context(void* handle) {
  if (!exists(handle)) throw CallError(Status::InvalidContext);
  return *static_cast<Context*>(handle);
}

Context& Driver::primary(int device) {
  std::unique_ptr<Context>& context = primaries_[device];
  if (context == nullptr) {
    context = std::make_unique<Context>();
    context->device = gpu(device).number();
    context->primary = true;
  }
  return *context;
}

void Driver::make_current(Context* context) {
  if (context != nullptr) program::host_thread().device = static_cast<int>(context->device);
}

Gpu& Driver::gpu(int device) {
  if (device < 0 || device >= static_cast<int>(Process::get().devices()))
    throw CallError(Status::InvalidDevice);
  return Process::get().gpu(static_cast<unsigned>(device));
}

Module& Driver::module(void* handle) {
  const auto it = modules.find(handle);
  if (it == modules.end()) throw CallError(Status::InvalidResourceHandle);
  return *it->second;
}

Library& Driver::library(void* handle) {
  const auto it = libraries.find(handle);
  if (it == libraries.end()) throw CallError(Status::InvalidResourceHandle);
  return *it->second;
}

Module& Library::module(Gpu& gpu) {
  std::unique_ptr<Module>& module = on_device[gpu.number()];
  if (module == nullptr) {
    auto made = std::make_unique<Module>();
    made->gpu = &gpu;
    made->loaded = &load(gpu, image);
    module = std::move(made);
  }
  return *module;
}

Module& Library::any() {
  const Context* const context = Driver::get().current();
  return module(Process::get().gpu(context == nullptr ? 0 : context->device));
}

Function& Driver::function(void* handle) {
  if (!functions.contains(handle)) throw CallError(Status::InvalidResourceHandle);
  return *static_cast<Function*>(handle);
}

LoadedKernel& Driver::kernel(void* handle) {
  Function& named = function(handle);
  LoadedKernel* const kernel = named.module(gpu()).loaded->kernel(named.name);
  if (kernel == nullptr) throw CallError(Status::InvalidResourceHandle);
  return *kernel;
}

void Driver::unload(void* handle) {
  Module& unloaded = module(handle);
  for (const auto& [name, function] : unloaded.functions) functions.erase(function.get());
  unloaded.gpu->unload(*unloaded.loaded);
  for (const auto& [at, context] : contexts) context->modules.erase(handle);
  for (const auto& [device, context] : primaries_) context->modules.erase(handle);
  modules.erase(handle);
}

// A primary context stays, with nothing in it.
void Driver::destroy(Context& context) {
  Process& process = Process::get();
  process.gpu(context.device).synchronize();
  while (!context.modules.empty()) unload(*context.modules.begin());
  for (const DevicePointer address : context.memory) process.free_device(address);
  context.memory.clear();
  const unsigned device = context.device;
  if (!context.primary) {
    std::erase(stack(), &context);
    if (!stack().empty()) make_current(stack().back());
    contexts.erase(&context);
  }
  revive(device);
}

void Driver::revive(unsigned device) {
  Gpu& gpu = Process::get().gpu(device);
  const bool used = std::ranges::any_of(
      contexts, [&](const auto& context) { return context.second->device == device; });
  if (gpu.status() == Status::Success || used || primary(static_cast<int>(device)).uses != 0 ||
      program::host_thread().uses_runtime)
    return;
  for (const auto& [handle, library] : libraries) library->on_device.erase(device);
  program::host_thread().own_stream.erase(device);
  gpu.reset();
}

int call(const std::function<void()>& body, bool initialized) {
  Process& process = Process::get();
  if (process.forked()) {
    process.tell_of_fork();
    return static_cast<int>(Status::NotInitialized);
  }
  const std::lock_guard<std::recursive_mutex> guard(process.lock());
  if (initialized && !process.initialized()) return static_cast<int>(Status::NotInitialized);
  try {
    body();
    return 0;
  } catch (const CallError& e) {
    if (*e.what() != '\0') process.tell_once(e.what());
    return program::driver_number(e.status);
  } catch (const std::bad_alloc&) {
    return static_cast<int>(Status::MemoryAllocation);
  }
}

void require(const void* pointer) {
  if (pointer == nullptr) throw CallError(Status::InvalidValue);
}

void require_alive(const Gpu& gpu) {
  if (gpu.status() != Status::Success) throw CallError(gpu.status());
}

}  // namespace simt::cuda_driver
