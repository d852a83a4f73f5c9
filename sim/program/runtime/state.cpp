#include "sim/program/runtime/state.h"

#include <algorithm>

namespace simt::cudart {
State& State::get() {
  static State* const state = new State;  // destructors of the program may still call
  return *state;
}

ThreadState& State::thread() {
  static thread_local ThreadState thread;
  return thread;
}

Gpu& State::gpu() {
  program::HostThread& thread = program::host_thread();
  thread.uses_runtime = true;
  Process::get().initialize();
  return Process::get().gpu(static_cast<unsigned>(thread.device));
}

Gpu& device_numbered(int number) {
  Process& process = Process::get();
  if (number < 0 || static_cast<unsigned>(number) >= process.devices())
    throw CallError(Status::InvalidDevice);
  return process.gpu(static_cast<unsigned>(number));
}

LoadedModule& State::module(Binary& binary) {
  Process& process = Process::get();
  binary.on_device.resize(process.devices());
  Gpu& on = gpu();
  LoadedModule*& module = binary.on_device[on.number()];
  if (module != nullptr) return *module;
  const bool linked = process.options().code.machine;
  module = &on.load_linked(linked ? std::vector{binary.machine_code} : binary.fatbins);
  place_managed(binary, *module);
  return *module;
}

// A __managed__ variable is one piece of memory: the host's pointer leads to the bytes that the
// module's variable names.
void State::place_managed(Binary& binary, LoadedModule& module) {
  Process& process = Process::get();
  for (auto& [host, symbol] : symbols) {
    if (symbol.binary != &binary || symbol.managed == nullptr) continue;
    const LoadedModule::Symbol there = module.symbol(symbol.name);
    if (there.address == 0) continue;
    if (*symbol.managed == nullptr)
      *symbol.managed =
          process.allocate_host(there.bytes, program::DeviceMemory::Kind::Managed, true);
    module.rebind(symbol.name, static_cast<std::byte*>(*symbol.managed));
  }
}

LoadedKernel& State::kernel(const void* function) {
  const auto it = functions.find(function);
  if (it == functions.end()) throw CallError(Status::InvalidDeviceFunction);
  LoadedKernel* const kernel = module(*it->second.binary).kernel(it->second.name);
  if (kernel == nullptr) throw CallError(Status::InvalidDeviceFunction);
  return *kernel;
}

LoadedModule::Symbol State::symbol(const void* host) {
  const auto it = symbols.find(host);
  if (it == symbols.end()) throw CallError(Status::InvalidSymbol);
  const LoadedModule::Symbol found = module(*it->second.binary).symbol(it->second.name);
  if (found.address == 0) throw CallError(Status::InvalidSymbol);
  return found;
}

program::Stream& State::stream(void* handle, bool per_thread) {
  return program::stream_of(gpu(), handle, per_thread);
}

program::Event& State::event(void* handle, Status if_lost) {
  return Process::get().event(handle, if_lost);
}

void State::device_was_reset() {
  for (const auto& binary : binaries)
    if (binary->on_device.size() > gpu().number()) binary->on_device[gpu().number()] = nullptr;
  program::host_thread().own_stream.clear();
}

int call(const std::function<void()>& body) {
  Process& process = Process::get();
  if (process.forked()) {
    process.tell_of_fork();
    return State::thread().last_error = static_cast<int>(Status::NotInitialized);
  }
  const std::lock_guard<std::recursive_mutex> guard(process.lock());
  try {
    body();
    return 0;
  } catch (const CallError& e) {
    if (*e.what() != '\0') process.tell_once(e.what());
    return State::thread().last_error = static_cast<int>(e.status);
  } catch (const std::bad_alloc&) {
    return State::thread().last_error = static_cast<int>(Status::MemoryAllocation);
  }
}

}  // namespace simt::cudart
