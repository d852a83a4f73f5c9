// Modules, libraries and their functions (CUDA Driver API, "Module Management", "Library
// Management").
#include <algorithm>
#include <span>

#include "sim/program/driver/jit_options.h"
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

void put_module(void** handle, const Image& image) {
  Driver& driver = Driver::get();
  Context& context = driver.context();
  auto made = std::make_unique<Module>();
  made->gpu = &driver.gpu();
  made->loaded = &load(*made->gpu, image);
  *handle = made.get();
  context.modules.insert(made.get());
  driver.modules[*handle] = std::move(made);
}

template <class Read>
int load_module(void** handle, const JitOptions& options, Read read) {
  return call([&] {
    require(handle);
    options.write(kInfoLog, kInfoLogBytes, "");
    try {
      put_module(handle, read());
      options.write(kErrorLog, kErrorLogBytes, "");
    } catch (const CallError& e) {
      options.write(kErrorLog, kErrorLogBytes, e.what());
      throw;
    }
  });
}

void symbol(DevicePointer* address, std::size_t* bytes, const Module& module, const char* name) {
  require(name);
  const LoadedModule::Symbol found = module.loaded->symbol(name);
  if (found.address == 0) throw CallError(Status::SymbolNotFound);
  if (address != nullptr) *address = found.address;
  if (bytes != nullptr) *bytes = found.bytes;
}

/// The handle of the name in `functions`, whose module has it.
void* handle_of(std::map<std::string, std::unique_ptr<Function>>& functions, const char* name,
                const LoadedModule& module, std::function<Module&(Gpu&)> where) {
  require(name);
  const std::vector<std::string> known = module.kernels();
  if (std::ranges::find(known, name) == known.end()) throw CallError(Status::SymbolNotFound);
  std::unique_ptr<Function>& function = functions[name];
  if (function == nullptr) function = std::make_unique<Function>(Function{std::move(where), name});
  Driver::get().functions.insert(function.get());
  return function.get();
}

}  // namespace

SIMT_DRIVER_API int cuModuleLoadData(void** module, const void* image) {
  return load_module(module, {}, [&] { return image_of(image); });
}
SIMT_DRIVER_API int cuModuleLoadDataEx(void** module, const void* image, unsigned count,
                                       int* options, void** values) {
  return load_module(module, {count, options, values}, [&] { return image_of(image); });
}
SIMT_DRIVER_API int cuModuleLoadFatBinary(void** module, const void* image) {
  return cuModuleLoadData(module, image);
}
SIMT_DRIVER_API int cuModuleLoad(void** module, const char* path) {
  return load_module(module, {}, [&] {
    require(path);
    return image_of_file(path);
  });
}
SIMT_DRIVER_API int cuModuleUnload(void* module) {
  return call([&] { Driver::get().unload(module); });
}
SIMT_DRIVER_API int cuModuleGetFunction(void** function, void* handle, const char* name) {
  return call([&] {
    require(function);
    Module& module = Driver::get().module(handle);
    *function = handle_of(module.functions, name, *module.loaded,
                          [&module](Gpu&) -> Module& { return module; });
  });
}
SIMT_DRIVER_API int cuModuleGetFunctionCount(unsigned* count, void* module) {
  return call([&] {
    *count = static_cast<unsigned>(Driver::get().module(module).loaded->kernels().size());
  });
}
SIMT_DRIVER_API int cuModuleGetGlobal_v2(DevicePointer* address, std::size_t* bytes, void* module,
                                         const char* name) {
  return call([&] { symbol(address, bytes, Driver::get().module(module), name); });
}
SIMT_DRIVER_API int cuModuleGetLoadingMode(int* mode) {
  return call([&] { *mode = 1; });  // eager
}

namespace {

template <class Read>
int load_library(void** handle, const JitOptions& options, Read read) {
  return call([&] {
    require(handle);
    auto made = std::make_unique<Library>();
    try {
      made->image = read();
      made->any();
    } catch (const CallError& e) {
      options.write(kErrorLog, kErrorLogBytes, e.what());
      throw;
    }
    *handle = made.get();
    Driver::get().libraries[*handle] = std::move(made);
  });
}

}  // namespace

SIMT_DRIVER_API int cuLibraryLoadData(void** library, const void* image, int* options,
                                      void** values, unsigned count, int*, void**, unsigned) {
  return load_library(library, {count, options, values}, [&] { return image_of(image); });
}
SIMT_DRIVER_API int cuLibraryLoadFromFile(void** library, const char* path, int* options,
                                          void** values, unsigned count, int*, void**, unsigned) {
  return load_library(library, {count, options, values}, [&] {
    require(path);
    return image_of_file(path);
  });
}
SIMT_DRIVER_API int cuLibraryUnload(void* handle) {
  return call([&] {
    Driver& driver = Driver::get();
    Library& library = driver.library(handle);
    for (const auto& [name, kernel] : library.kernels) driver.functions.erase(kernel.get());
    for (const auto& [device, module] : library.on_device) {
      if (module != nullptr) module->gpu->unload(*module->loaded);
    }
    driver.libraries.erase(handle);
  });
}
SIMT_DRIVER_API int cuLibraryGetKernel(void** kernel, void* handle, const char* name) {
  return call([&] {
    require(kernel);
    Library& library = Driver::get().library(handle);
    *kernel = handle_of(library.kernels, name, *library.any().loaded,
                        [&library](Gpu& gpu) -> Module& { return library.module(gpu); });
  });
}
SIMT_DRIVER_API int cuLibraryGetKernelCount(unsigned* count, void* handle) {
  return call([&] {
    *count = static_cast<unsigned>(Driver::get().library(handle).any().loaded->kernels().size());
  });
}
SIMT_DRIVER_API int cuLibraryGetGlobal(DevicePointer* address, std::size_t* bytes, void* library,
                                       const char* name) {
  return call([&] {
    Driver& driver = Driver::get();
    symbol(address, bytes, driver.library(library).module(driver.gpu()), name);
  });
}
SIMT_DRIVER_API int cuKernelGetFunction(void** function, void* kernel) {
  return call([&] {
    require(function);
    Driver::get().kernel(kernel);
    *function = kernel;
  });
}
SIMT_DRIVER_API int cuKernelGetName(const char** name, void* kernel) {
  return call([&] {
    require(name);
    *name = Driver::get().function(kernel).name.c_str();
  });
}
SIMT_DRIVER_API int cuFuncLoad(void* function) {
  return call([&] { Driver::get().kernel(function); });
}
SIMT_DRIVER_API int cuFuncIsLoaded(int* state, void* function) {
  return call([&] {
    require(state);
    Driver::get().kernel(function);
    *state = 1;
  });
}
SIMT_DRIVER_API int cuFuncGetModule(void** module, void* function) {
  return call([&] {
    require(module);
    Driver& driver = Driver::get();
    *module = &driver.function(function).module(driver.gpu());
    driver.module(*module);  // a library's is not the program's
  });
}
SIMT_DRIVER_API int cuFuncGetName(const char** name, void* function) {
  return cuKernelGetName(name, function);
}

}  // namespace simt::cuda_driver
