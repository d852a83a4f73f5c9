// Memory of graphs (CUDA Runtime API, "Graph Management").
#include "sim/program/graph_allocation.h"
#include "sim/program/runtime/graphs.h"

namespace simt::cudart {

SIMT_CUDART_API int cudaGraphMemAllocNodeGetParams(void* node, cuda_abi::MemAllocNodeParams* to) {
  return call([&] {
    if (to == nullptr) throw CallError(Status::InvalidValue);
    *to = program::described(work_as<program::AllocateWork>(node));
  });
}
SIMT_CUDART_API int cudaGraphMemFreeNodeGetParams(void* node, void* pointer) {
  return call([&] {
    if (pointer == nullptr) throw CallError(Status::InvalidValue);
    *static_cast<std::uint64_t*>(pointer) = work_as<program::FreeWork>(node).memory->address;
  });
}
SIMT_CUDART_API int cudaDeviceGraphMemTrim(int device) {
  return call([&] { Process::get().gpu(static_cast<unsigned>(device)); });
}
SIMT_CUDART_API int cudaDeviceGetGraphMemAttribute(int, int attribute, void* value) {
  return call([&] { *static_cast<std::uint64_t*>(value) = program::graph_memory(attribute); });
}
SIMT_CUDART_API int cudaDeviceSetGraphMemAttribute(int, int attribute, void*) {
  return call([&] { program::reset_graph_memory(attribute); });
}

}  // namespace simt::cudart
