// Nodes of graphs (CUDA Runtime API, "Graph Management"): adding them, their parameters.
#include <cstring>

#include "sim/program/graph_allocation.h"
#include "sim/program/runtime/graphs.h"

namespace simt::cudart {
namespace {

struct Place {
  void** node;
  void* graph;
  void* const* after;
  std::size_t count;
};

template <class Make>
int add(const Place& at, Make make) {
  return call([&] {
    if (at.node == nullptr) throw CallError(Status::InvalidValue);
    Graph& graph = graph_of(at.graph);
    *at.node = &graph.add(make(), nodes_of(at.after, at.count));
  });
}

/// The function that the host launches a kernel by.
const void* function_of(const LoadedKernel& kernel) {
  State& state = State::get();
  for (const auto& [host, function] : state.functions)
    for (LoadedModule* module : function.binary->on_device)
      if (module == &kernel.module && module->kernel(function.name) == &kernel) return host;
  return nullptr;
}

program::NodeWork work_of_any(cuda_abi::GraphNodeParams& p, const Graph& graph) {
  switch (p.type) {
    case cuda_abi::kKernelNode:
      return work_of(&p.kernel);
    case cuda_abi::kMemcpyNode:
      return work_of(&p.memcpy.copyParams);
    case cuda_abi::kMemsetNode:
      return work_of(&p.memset);
    case cuda_abi::kHostNode:
      return work_of(&p.host);
    case cuda_abi::kGraphNode:
      return program::inner_graph(p.handle);
    case cuda_abi::kEmptyNode:
      return {};
    case cuda_abi::kWaitEventNode:
      return program::WaitWork{&State::get().event(p.handle)};
    case cuda_abi::kEventRecordNode:
      return program::RecordWork{&State::get().event(p.handle)};
    case cuda_abi::kMemAllocNode:
      return program::allocation_in_graph(&p.allocate);
    case cuda_abi::kMemFreeNode:
      return program::free_in_graph(graph, address_of(p.handle));
  }
  throw CallError(Status::NotSupported, "graphs have no nodes of semaphores or conditions");
}

int add_any(const Place& at, cuda_abi::GraphNodeParams* params) {
  return add(at, [&] {
    if (params == nullptr) throw CallError(Status::InvalidValue);
    return work_of_any(*params, graph_of(at.graph));
  });
}

}  // namespace

#define SIMT_NODE_PLACE void **node, void *graph, void *const *after, std::size_t count
#define SIMT_AT               \
  Place {                     \
    node, graph, after, count \
  }

SIMT_CUDART_API int cudaGraphAddKernelNode(SIMT_NODE_PLACE,
                                           const cuda_abi::KernelNodeParams* params) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphAddMemcpyNode(SIMT_NODE_PLACE, const cuda_abi::Memcpy3DParms* params) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphAddMemcpyNode1D(SIMT_NODE_PLACE, void* to, const void* from,
                                             std::size_t bytes, int kind) {
  return add(SIMT_AT, [&] { return copy_work(to, from, bytes, kind); });
}
SIMT_CUDART_API int cudaGraphAddMemcpyNodeToSymbol(SIMT_NODE_PLACE, const void* symbol,
                                                   const void* from, std::size_t bytes,
                                                   std::size_t offset, int kind) {
  return add(SIMT_AT, [&] {
    return symbol_copy(symbol, const_cast<void*>(from), bytes, offset, kind, true);
  });
}
SIMT_CUDART_API int cudaGraphAddMemcpyNodeFromSymbol(SIMT_NODE_PLACE, void* to, const void* symbol,
                                                     std::size_t bytes, std::size_t offset,
                                                     int kind) {
  return add(SIMT_AT, [&] { return symbol_copy(symbol, to, bytes, offset, kind, false); });
}
SIMT_CUDART_API int cudaGraphAddMemsetNode(SIMT_NODE_PLACE, const cuda_abi::MemsetParams* params) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphAddHostNode(SIMT_NODE_PLACE, const cuda_abi::HostNodeParams* params) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_CUDART_API int cudaGraphAddEmptyNode(SIMT_NODE_PLACE) {
  return add(SIMT_AT, [] { return program::NodeWork{}; });
}
SIMT_CUDART_API int cudaGraphAddChildGraphNode(SIMT_NODE_PLACE, void* child) {
  return add(SIMT_AT, [&] { return program::inner_graph(child); });
}
SIMT_CUDART_API int cudaGraphAddMemAllocNode(SIMT_NODE_PLACE,
                                             cuda_abi::MemAllocNodeParams* params) {
  return add(SIMT_AT, [&] { return program::allocation_in_graph(params); });
}
SIMT_CUDART_API int cudaGraphAddMemFreeNode(SIMT_NODE_PLACE, void* pointer) {
  return add(SIMT_AT, [&] { return program::free_in_graph(graph_of(graph), address_of(pointer)); });
}
SIMT_CUDART_API int cudaGraphAddEventRecordNode(SIMT_NODE_PLACE, void* event) {
  return add(SIMT_AT,
             [&] { return program::NodeWork(program::RecordWork{&State::get().event(event)}); });
}
SIMT_CUDART_API int cudaGraphAddEventWaitNode(SIMT_NODE_PLACE, void* event) {
  return add(SIMT_AT,
             [&] { return program::NodeWork(program::WaitWork{&State::get().event(event)}); });
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphAddNode)(void** node, void* graph, void* const* after,
                                                     const cuda_abi::GraphEdgeData*,
                                                     std::size_t count,
                                                     cuda_abi::GraphNodeParams* params) {
  return add_any(SIMT_AT, params);
}
#if SIMT_CUDART < 13
SIMT_CUDART_API int cudaGraphAddNode(SIMT_NODE_PLACE, cuda_abi::GraphNodeParams* params) {
  return add_any(SIMT_AT, params);
}
#endif
#undef SIMT_NODE_PLACE
#undef SIMT_AT

SIMT_CUDART_API int cudaGraphKernelNodeGetParams(void* node, cuda_abi::KernelNodeParams* to) {
  return call([&] {
    auto& request = work_as<program::LaunchRequest>(node);
    *to = {function_of(*request.kernel),
           {request.grid.x, request.grid.y, request.grid.z},
           {request.block.x, request.block.y, request.block.z},
           request.dynamic_shared,
           program::arguments_of(node_of(node)),
           nullptr};
  });
}
SIMT_CUDART_API int cudaGraphMemcpyNodeGetParams(void* node, cuda_abi::Memcpy3DParms* to) {
  return call([&] {
    const auto& [first, rows, staged, to_array, from_array] = work_as<program::CopyWork>(node);
    if (to_array || from_array)
      throw CallError(Status::NotSupported,
                      "parameters of a node that copies an array are not "
                      "supported");
    const auto at = [&](std::uint64_t address, std::uint64_t pitch, std::uint64_t plane) {
      return cuda_abi::PitchedPtr{reinterpret_cast<void*>(address), pitch, rows.width,
                                  pitch == 0 ? rows.rows : plane / pitch};
    };
    *to = {};
    to->srcPtr = at(first.from, rows.from_pitch, rows.from_plane);
    to->dstPtr = at(first.to, rows.to_pitch, rows.to_plane);
    to->extent = {rows.width, rows.rows, rows.planes};
    to->kind = cuda_abi::kDefault;
  });
}
SIMT_CUDART_API int cudaGraphMemsetNodeGetParams(void* node, cuda_abi::MemsetParams* to) {
  return call([&] {
    const auto& [address, rows, pattern] = work_as<program::FillWork>(node);
    *to = {reinterpret_cast<void*>(address), rows.to_pitch, pattern.value, pattern.element,
           rows.width / pattern.element,     rows.rows};
  });
}
SIMT_CUDART_API int cudaGraphHostNodeGetParams(void* node, cuda_abi::HostNodeParams* to) {
  return call([&] {
    const auto& work = work_as<program::HostWork>(node);
    *to = {work.entry, work.data};
  });
}
SIMT_CUDART_API int cudaGraphChildGraphNodeGetGraph(void* node, void** graph) {
  return call([&] { *graph = work_as<GraphPtr>(node).get(); });
}
SIMT_CUDART_API int cudaGraphEventRecordNodeGetEvent(void* node, void** event) {
  return call([&] { *event = work_as<program::RecordWork>(node).event; });
}
SIMT_CUDART_API int cudaGraphEventWaitNodeGetEvent(void* node, void** event) {
  return call([&] { *event = work_as<program::WaitWork>(node).event; });
}

SIMT_CUDART_API int cudaGraphKernelNodeSetParams(void* node,
                                                 const cuda_abi::KernelNodeParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_CUDART_API int cudaGraphMemcpyNodeSetParams(void* node,
                                                 const cuda_abi::Memcpy3DParms* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_CUDART_API int cudaGraphMemcpyNodeSetParams1D(void* node, void* to, const void* from,
                                                   std::size_t bytes, int kind) {
  return call([&] { set_work(node_of(node), copy_work(to, from, bytes, kind)); });
}
SIMT_CUDART_API int cudaGraphMemsetNodeSetParams(void* node, const cuda_abi::MemsetParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_CUDART_API int cudaGraphHostNodeSetParams(void* node, const cuda_abi::HostNodeParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_CUDART_API int cudaGraphEventRecordNodeSetEvent(void* node, void* event) {
  return call([&] { work_as<program::RecordWork>(node).event = &State::get().event(event); });
}
SIMT_CUDART_API int cudaGraphEventWaitNodeSetEvent(void* node, void* event) {
  return call([&] { work_as<program::WaitWork>(node).event = &State::get().event(event); });
}
SIMT_CUDART_API int cudaGraphNodeSetParams(void* node, cuda_abi::GraphNodeParams* params) {
  return call([&] {
    if (params == nullptr) throw CallError(Status::InvalidValue);
    set_work(node_of(node), work_of_any(*params, *node_of(node).graph));
  });
}

}  // namespace simt::cudart
