// Executable graphs (CUDA Runtime API, "Graph Management"): instantiation, launches, changes.
#include "sim/program/runtime/graphs.h"

namespace simt::cudart {
namespace {

using program::executable, program::Executable;

void make_executable(void** exec, void* graph, unsigned long long flags) {
  if (exec == nullptr) throw CallError(Status::InvalidValue);
  *exec = &program::keep_executable(graph_of(graph), flags);
}

int instantiate(void** exec, void* graph, unsigned long long flags) {
  return call([&] { make_executable(exec, graph, flags); });
}

// A graph is where the device is from the beginning: there is nothing to upload.
int instantiate_with(void** exec, void* graph, cuda_abi::GraphInstantiateParams* params) {
  return call([&] {
    if (params == nullptr) throw CallError(Status::InvalidValue);
    params->errNode_out = nullptr;
    constexpr int kInvalidStructure = 2;
    params->result_out = kInvalidStructure;
    make_executable(exec, graph, params->flags);
    params->result_out = 0;
  });
}

int launch_graph(void* exec, void* stream, bool per_thread) {
  return call([&] {
    State& state = State::get();
    Executable& what = executable(exec);
    program::Stream& in = state.stream(stream, per_thread);
    program::begin_launch(what, in);
    state.gpu().launch(in, what.exec);
  });
}

int upload(void* exec, void* stream, bool per_thread) {
  return call([&] {
    executable(exec);
    State::get().stream(stream, per_thread);
  });
}

template <class Make>
int set(void* exec, void* node, Make make) {
  return call([&] { set_work(node_in(exec, node), make()); });
}

}  // namespace

SIMT_CUDART_API int cudaGraphInstantiate(void** exec, void* graph, unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
SIMT_CUDART_API int cudaGraphInstantiateWithFlags(void** exec, void* graph,
                                                  unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
SIMT_CUDART_API int cudaGraphInstantiateWithParams(void** exec, void* graph,
                                                   cuda_abi::GraphInstantiateParams* params) {
  return instantiate_with(exec, graph, params);
}
SIMT_CUDART_API int cudaGraphInstantiateWithParams_ptsz(void** exec, void* graph,
                                                        cuda_abi::GraphInstantiateParams* params) {
  return instantiate_with(exec, graph, params);
}
SIMT_CUDART_API int cudaGraphExecGetFlags(void* exec, unsigned long long* flags) {
  return call([&] { *flags = executable(exec).flags; });
}
SIMT_CUDART_API int cudaGraphExecDestroy(void* exec) {
  return call([&] { program::drop_executable(exec); });
}
SIMT_CUDART_API int cudaGraphLaunch(void* exec, void* stream) {
  return launch_graph(exec, stream, false);
}
SIMT_CUDART_API int cudaGraphLaunch_ptsz(void* exec, void* stream) {
  return launch_graph(exec, stream, true);
}
SIMT_CUDART_API int cudaGraphUpload(void* exec, void* stream) {
  return upload(exec, stream, false);
}
SIMT_CUDART_API int cudaGraphUpload_ptsz(void* exec, void* stream) {
  return upload(exec, stream, true);
}

SIMT_CUDART_API int cudaGraphExecUpdate(void* exec, void* graph,
                                        cuda_abi::GraphExecUpdateResultInfo* info) {
  return call([&] {
    program::update_executable(exec, graph, [&](int result, GraphNode* node) {
      if (info != nullptr) *info = {result, node, nullptr};
    });
  });
}
SIMT_CUDART_API int cudaGraphExecKernelNodeSetParams(void* exec, void* node,
                                                     const cuda_abi::KernelNodeParams* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphExecMemcpyNodeSetParams(void* exec, void* node,
                                                     const cuda_abi::Memcpy3DParms* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphExecMemcpyNodeSetParams1D(void* exec, void* node, void* to,
                                                       const void* from, std::size_t bytes,
                                                       int kind) {
  return set(exec, node, [&] { return copy_work(to, from, bytes, kind); });
}
SIMT_CUDART_API int cudaGraphExecMemcpyNodeSetParamsToSymbol(void* exec, void* node,
                                                             const void* symbol, const void* from,
                                                             std::size_t bytes, std::size_t offset,
                                                             int kind) {
  return set(exec, node, [&] {
    return symbol_copy(symbol, const_cast<void*>(from), bytes, offset, kind, true);
  });
}
SIMT_CUDART_API int cudaGraphExecMemcpyNodeSetParamsFromSymbol(void* exec, void* node, void* to,
                                                               const void* symbol,
                                                               std::size_t bytes,
                                                               std::size_t offset, int kind) {
  return set(exec, node, [&] { return symbol_copy(symbol, to, bytes, offset, kind, false); });
}
SIMT_CUDART_API int cudaGraphExecMemsetNodeSetParams(void* exec, void* node,
                                                     const cuda_abi::MemsetParams* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphExecHostNodeSetParams(void* exec, void* node,
                                                   const cuda_abi::HostNodeParams* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphExecEventRecordNodeSetEvent(void* exec, void* node, void* event) {
  return set(exec, node, [&] { return program::RecordWork{&State::get().event(event)}; });
}
SIMT_CUDART_API int cudaGraphExecEventWaitNodeSetEvent(void* exec, void* node, void* event) {
  return set(exec, node, [&] { return program::WaitWork{&State::get().event(event)}; });
}
SIMT_CUDART_API int cudaGraphNodeSetEnabled(void* exec, void* node, unsigned enabled) {
  return call([&] { node_in(exec, node).enabled = enabled != 0; });
}
SIMT_CUDART_API int cudaGraphNodeGetEnabled(void* exec, void* node, unsigned* enabled) {
  return call([&] { *enabled = node_in(exec, node).enabled ? 1 : 0; });
}

}  // namespace simt::cudart
