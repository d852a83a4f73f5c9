// What the CUDA Driver API knows beside the devices: contexts, modules, libraries and the handles
// of their functions. Source of names, numbers and layouts: CUDA Driver API.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/program/driver/image.h"
#include "sim/program/host_thread.h"
#include "sim/program/process.h"

namespace simt::cuda_driver {

using program::CallError;
using program::Gpu;
using program::LoadedKernel;
using program::LoadedModule;
using program::Process;
using program::Status;
using DevicePointer = unsigned long long;  ///< CUdeviceptr

struct Module;

/// A kernel of a module (CUfunction) or of a library (CUkernel), which one can be used as the
/// other.
struct Function {
  std::function<Module&(Gpu&)> module;  ///< on that device
  std::string name;
};

struct Module {
  Gpu* gpu = nullptr;
  LoadedModule* loaded = nullptr;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

struct Library {
  Image image;
  std::map<unsigned, std::unique_ptr<Module>> on_device;
  std::map<std::string, std::unique_ptr<Function>> kernels;
  Module& module(Gpu& gpu);
  Module& any();  ///< on the current device, or the first one
};

/// Contexts of a device share its memory, streams and modules here; each frees its own at its end.
struct Context {
  unsigned device = 0;
  bool primary = false;
  unsigned flags = 0;
  unsigned uses = 0;  ///< of the primary one: retained and not released
  std::set<void*> modules;
  std::set<DevicePointer> memory;
};

class Driver {
 public:
  static Driver& get();

  /// The calling thread's context. Throws CallError (InvalidContext).
  Context& context();
  Context* current();  ///< nullptr: there is none
  Context& context(void* handle);
  Context& primary(int device);
  std::vector<Context*>& stack();
  void make_current(Context* context);

  Gpu& gpu() { return Process::get().gpu(context().device); }
  Gpu& gpu(int device);
  program::Stream& stream(void* handle, bool per_thread) {
    return program::stream_of(gpu(), handle, per_thread);
  }
  Module& module(void* handle);
  Library& library(void* handle);
  LoadedKernel& kernel(void* function);
  Function& function(void* handle);
  void unload(void* module);
  /// What is in it is freed. A device that a kernel has failed on works again after its last one.
  void destroy(Context& context);

  std::map<void*, std::unique_ptr<Context>> contexts;
  std::map<void*, std::unique_ptr<Module>> modules;
  std::map<void*, std::unique_ptr<Library>> libraries;
  std::set<void*> functions;  ///< handles of those of modules and libraries

 private:
  bool exists(const void* context) const;
  void revive(unsigned device);
  std::map<int, std::unique_ptr<Context>> primaries_;
};

/// Runs a call of the API, one thread at a time; `initialized`: cuInit must have been called.
int call(const std::function<void()>& body, bool initialized = true);
/// Throws CallError when `pointer` is nullptr.
void require(const void* pointer);
/// Throws CallError when a kernel of the device has failed.
void require_alive(const Gpu& gpu);

}  // namespace simt::cuda_driver

/// A function that programs call.
#define SIMT_DRIVER_API extern "C" __attribute__((visibility("default")))
