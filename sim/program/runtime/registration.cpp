// What the host code of nvcc calls before main() and around <<<>>>. Source: undocumented; measured
// on programs of nvcc 12 and 13 (docs/PROGRAMS.md).
#include <algorithm>
#include <cstring>

#include "sim/program/fatbin_wrapper.h"
#include "sim/program/runtime/launch.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

Binary* binary_of(void** handle) {
  return reinterpret_cast<Binary*>(handle);
}

}  // namespace

SIMT_CUDART_API void** __cudaRegisterFatBinary(void* wrapper) {
  State& state = State::get();
  const auto* const segment = static_cast<const program::FatbinWrapper*>(wrapper);
  state.binaries.push_back(std::make_unique<Binary>());
  state.binaries.back()->fatbins = program::fatbins_of(*segment);
  state.binaries.back()->machine_code = segment->data;
  return reinterpret_cast<void**>(state.binaries.back().get());
}

// The host reads what it has in place without a call: the variables get their values now.
SIMT_CUDART_API void __cudaRegisterFatBinaryEnd(void** handle) {
  State& state = State::get();
  Binary& binary = *binary_of(handle);
  if (std::ranges::any_of(state.symbols, [&](const auto& symbol) {
        return symbol.second.binary == &binary && symbol.second.in_place != nullptr;
      }))
    call([&] { state.module(binary); });
}

// Programs call it at exit, when nothing of theirs runs any more.
SIMT_CUDART_API void __cudaUnregisterFatBinary(void**) {}

// Before the host first touches a __managed__ variable.
SIMT_CUDART_API char __cudaInitModule(void** handle) {
  call([&] { State::get().module(*binary_of(handle)); });
  return 1;
}

SIMT_CUDART_API void __cudaRegisterFunction(void** handle, const char* host, char*,
                                            const char* name, int, void*, void*, void*, void*,
                                            int*) {
  State::get().functions[host] = {binary_of(handle), name};
}

// Our headers for clang call it before anything of the file is registered: clang has no __managed__
// of its own, so they are variables of the host in a section.
SIMT_CUDART_API void __cudaRegisterManagedSection(void* begin, void* end) {
  State::get().managed_sections.emplace_back(static_cast<const char*>(begin),
                                             static_cast<const char*>(end));
}

SIMT_CUDART_API void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int,
                                       std::size_t bytes, int, int) {
  State& state = State::get();
  Symbol& symbol = state.symbols[host];
  symbol = {binary_of(handle), name, bytes};
  if (!std::ranges::any_of(state.managed_sections, [&](std::span<const char> section) {
        return host >= section.data() && host < section.data() + section.size();
      }))
    return;
  symbol.in_place = host;
  symbol.managed = &symbol.in_place;
  call([&] { Process::get().share_variable(host, bytes); });
}

// The host's code reads the pointer without a call: the memory must be there before main().
SIMT_CUDART_API void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name,
                                              int, std::size_t bytes, int, int) {
  call([&] {
    State& state = State::get();
    state.symbols[host] = {binary_of(handle), name, bytes, host};
    *host = Process::get().allocate_host(bytes, program::DeviceMemory::Kind::Managed);
  });
}

SIMT_CUDART_API void __cudaRegisterHostVar(void**, const char*, char*, std::size_t) {}
SIMT_CUDART_API void __cudaRegisterUnifiedTable(void**, void*) {}

SIMT_CUDART_API unsigned __cudaPushCallConfiguration(cuda_abi::Dim grid, cuda_abi::Dim block,
                                                     std::size_t shared, void* stream) {
  State::thread().configurations.push_back({grid, block, shared, stream});
  return 0;
}

SIMT_CUDART_API int __cudaPopCallConfiguration(cuda_abi::Dim* grid, cuda_abi::Dim* block,
                                               std::size_t* shared, void* stream) {
  std::vector<Configuration>& pushed = State::thread().configurations;
  if (pushed.empty()) return static_cast<int>(Status::MissingConfiguration);
  *grid = pushed.back().grid;
  *block = pushed.back().block;
  *shared = pushed.back().shared;
  std::memcpy(stream, &pushed.back().stream, sizeof(void*));
  pushed.pop_back();
  return 0;
}

// A handle of a kernel is the host function that stands for it.
SIMT_CUDART_API int __cudaGetKernel(void** kernel, const void* function) {
  *kernel = const_cast<void*>(function);
  return 0;
}
SIMT_CUDART_API int cudaGetKernel(void** kernel, const void* function) {
  return __cudaGetKernel(kernel, function);
}
SIMT_CUDART_API int cudaGetFuncBySymbol(void** function, const void* symbol) {
  return __cudaGetKernel(function, symbol);
}

}  // namespace simt::cudart
