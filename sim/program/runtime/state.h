// What the runtime knows beside the devices: what programs have registered, and of each host thread
// its last error and the launch that it is about to make.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/program/host_thread.h"
#include "sim/program/process.h"
#include "sim/program/runtime/abi.h"

namespace simt::cudart {

using program::CallError;
using program::Gpu;
using program::LoadedKernel;
using program::LoadedModule;
using program::Process;
using program::Status;

/// A fat binary of the program, or those of its object files (fatbins_of); read onto a device when
/// something of it is first used there.
struct Binary {
  std::vector<const std::byte*> fatbins;
  const std::byte* machine_code = nullptr;  ///< the fat binary that has it, linked
  std::vector<LoadedModule*> on_device;     ///< by number of the device
};
struct Function {
  Binary* binary = nullptr;
  std::string name;  ///< the linker's
};
struct Symbol {
  Binary* binary = nullptr;
  std::string name;
  std::size_t bytes = 0;
  void** managed = nullptr;  ///< __managed__: the host's pointer to it
  void* in_place = nullptr;  ///< the same, where the host has the variable itself
};

struct Configuration {
  cuda_abi::Dim grid, block;
  std::size_t shared;
  void* stream;
};

struct ThreadState {
  int last_error = 0;
  std::vector<Configuration> configurations;  ///< of <<<>>>, pushed and not popped yet
};

class State {
 public:
  static State& get();
  static ThreadState& thread();

  Gpu& gpu();  ///< the calling thread's
  LoadedModule& module(Binary& binary);
  LoadedKernel& kernel(const void* function);
  /// The symbol's address on the calling thread's device, and its bytes.
  LoadedModule::Symbol symbol(const void* host);
  program::Stream& stream(void* handle, bool per_thread);
  program::Event& event(void* handle, Status if_lost = Status::InvalidContext);
  void device_was_reset();

  std::vector<std::unique_ptr<Binary>> binaries;
  std::map<const void*, Function> functions;
  std::map<const void*, Symbol> symbols;
  /// Of the host's memory: the __managed__ variables in it are in place.
  std::vector<std::span<const char>> managed_sections;

 private:
  void place_managed(Binary& binary, LoadedModule& module);
};

/// Throws CallError: there is no such device.
Gpu& device_numbered(int number);
/// Where a pointer of the program leads.
inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

/// Runs a call of the API: one thread at a time, with its error kept for cudaGetLastError.
int call(const std::function<void()>& body);

}  // namespace simt::cudart

/// A function that programs call.
#define SIMT_CUDART_API extern "C" __attribute__((visibility("default")))
