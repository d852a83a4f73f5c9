// Nodes of graphs (CUDA Driver API, "Graph Management"): adding them, their parameters.
#include "sim/program/driver/graph_params.h"

namespace simt::cuda_driver {
namespace {

using program::node_of, program::set_work, program::work_as;

struct Place {
  void** node;
  void* graph;
  void* const* after;
  std::size_t count;
};

template <class Make>
int add(const Place& at, Make make) {
  return call([&] {
    require(at.node);
    program::Graph& graph = program::graph_of(at.graph);
    *at.node = &graph.add(make(), program::nodes_of(at.after, at.count));
  });
}

/// The handle that the program has of a kernel; nullptr: none.
void* function_of(const LoadedKernel& kernel) {
  Driver& driver = Driver::get();
  for (void* const handle : driver.functions) {
    Function& named = driver.function(handle);
    if (named.module(driver.gpu()).loaded == &kernel.module && named.name == kernel.program.kernel)
      return handle;
  }
  return nullptr;
}

Place3D place_of(DevicePointer address, std::uint64_t pitch, std::uint64_t plane) {
  Place3D out{};
  const bool device = program::DeviceMemory::holding(address) != nullptr;
  out.type = device ? kDevice : kHost;
  if (device)
    out.device = address;
  else
    out.host = reinterpret_cast<const void*>(address);
  out.pitch = pitch;
  out.height = pitch == 0 ? 0 : plane / pitch;
  return out;
}

void tell_kernel(void* node, KernelParams* to, bool with_kernel) {
  require(to);
  const auto& request = work_as<program::LaunchRequest>(node);
  to->function = function_of(*request.kernel);
  const auto put = [](unsigned* sizes, const Dim3& d) {
    sizes[0] = d.x;
    sizes[1] = d.y;
    sizes[2] = d.z;
  };
  put(to->grid, request.grid);
  put(to->block, request.block);
  to->shared = request.dynamic_shared;
  to->arguments = program::arguments_of(node_of(node));
  to->extra = nullptr;
  if (with_kernel) to->kernel = to->context = nullptr;
}

}  // namespace

#define SIMT_NODE_PLACE void **node, void *graph, void *const *after, std::size_t count
#define SIMT_AT               \
  Place {                     \
    node, graph, after, count \
  }

SIMT_DRIVER_API int cuGraphAddKernelNode(SIMT_NODE_PLACE, const KernelParams* params) {
  return add(SIMT_AT, [&] { return work_of(params, false); });
}
SIMT_DRIVER_API int cuGraphAddKernelNode_v2(SIMT_NODE_PLACE, const KernelParams* params) {
  return add(SIMT_AT, [&] { return work_of(params, true); });
}
SIMT_DRIVER_API int cuGraphAddMemcpyNode(SIMT_NODE_PLACE, const Copy3D* params, void*) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphAddMemsetNode(SIMT_NODE_PLACE, const MemsetParams* params, void*) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphAddHostNode(SIMT_NODE_PLACE, const HostParams* params) {
  return add(SIMT_AT, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphAddEmptyNode(SIMT_NODE_PLACE) {
  return add(SIMT_AT, [] { return program::NodeWork{}; });
}
SIMT_DRIVER_API int cuGraphAddChildGraphNode(SIMT_NODE_PLACE, void* child) {
  return add(SIMT_AT, [&] { return program::inner_graph(child); });
}
SIMT_DRIVER_API int cuGraphAddEventRecordNode(SIMT_NODE_PLACE, void* event) {
  return add(SIMT_AT,
             [&] { return program::NodeWork(program::RecordWork{&Process::get().event(event)}); });
}
SIMT_DRIVER_API int cuGraphAddEventWaitNode(SIMT_NODE_PLACE, void* event) {
  return add(SIMT_AT,
             [&] { return program::NodeWork(program::WaitWork{&Process::get().event(event)}); });
}
SIMT_DRIVER_API int cuGraphAddMemAllocNode(SIMT_NODE_PLACE, program::MemAllocNodeParams* params) {
  return add(SIMT_AT, [&] { return program::allocation_in_graph(params); });
}
SIMT_DRIVER_API int cuGraphAddMemFreeNode(SIMT_NODE_PLACE, DevicePointer address) {
  return add(SIMT_AT, [&] { return program::free_in_graph(program::graph_of(graph), address); });
}
SIMT_DRIVER_API int cuGraphAddNode_v2(void** node, void* graph, void* const* after,
                                      const program::GraphEdgeData*, std::size_t count,
                                      NodeParams* params) {
  return add(SIMT_AT, [&] { return work_of_new(params, program::graph_of(graph)); });
}
SIMT_DRIVER_API int cuGraphAddNode(SIMT_NODE_PLACE, NodeParams* params) {
  return add(SIMT_AT, [&] { return work_of_new(params, program::graph_of(graph)); });
}
#undef SIMT_NODE_PLACE
#undef SIMT_AT

SIMT_DRIVER_API int cuGraphKernelNodeGetParams(void* node, KernelParams* to) {
  return call([&] { tell_kernel(node, to, false); });
}
SIMT_DRIVER_API int cuGraphKernelNodeGetParams_v2(void* node, KernelParams* to) {
  return call([&] { tell_kernel(node, to, true); });
}
SIMT_DRIVER_API int cuGraphMemcpyNodeGetParams(void* node, Copy3D* to) {
  return call([&] {
    require(to);
    const auto& [first, rows, staged, to_array, from_array] = work_as<program::CopyWork>(node);
    if (to_array || from_array)
      throw CallError(Status::NotSupported,
                      "parameters of a node that copies an array are not supported");
    *to = {place_of(first.from, rows.from_pitch, rows.from_plane),
           place_of(first.to, rows.to_pitch, rows.to_plane), rows.width, rows.rows, rows.planes};
  });
}
SIMT_DRIVER_API int cuGraphMemsetNodeGetParams(void* node, MemsetParams* to) {
  return call([&] {
    require(to);
    const auto& [address, rows, pattern] = work_as<program::FillWork>(node);
    *to = {address,  rows.to_pitch, pattern.value, pattern.element, rows.width / pattern.element,
           rows.rows};
  });
}
SIMT_DRIVER_API int cuGraphMemAllocNodeGetParams(void* node, program::MemAllocNodeParams* to) {
  return call([&] {
    require(to);
    *to = program::described(work_as<program::AllocateWork>(node));
  });
}
SIMT_DRIVER_API int cuGraphMemFreeNodeGetParams(void* node, DevicePointer* address) {
  return call([&] {
    require(address);
    *address = work_as<program::FreeWork>(node).memory->address;
  });
}
SIMT_DRIVER_API int cuGraphHostNodeGetParams(void* node, HostParams* to) {
  return call([&] {
    require(to);
    const auto& work = work_as<program::HostWork>(node);
    *to = {work.entry, work.data};
  });
}
SIMT_DRIVER_API int cuGraphChildGraphNodeGetGraph(void* node, void** graph) {
  return call([&] {
    require(graph);
    *graph = work_as<program::GraphPtr>(node).get();
  });
}
SIMT_DRIVER_API int cuGraphEventRecordNodeGetEvent(void* node, void** event) {
  return call([&] {
    require(event);
    *event = work_as<program::RecordWork>(node).event;
  });
}
SIMT_DRIVER_API int cuGraphEventWaitNodeGetEvent(void* node, void** event) {
  return call([&] {
    require(event);
    *event = work_as<program::WaitWork>(node).event;
  });
}

SIMT_DRIVER_API int cuGraphKernelNodeSetParams(void* node, const KernelParams* params) {
  return call([&] { set_work(node_of(node), work_of(params, false)); });
}
SIMT_DRIVER_API int cuGraphKernelNodeSetParams_v2(void* node, const KernelParams* params) {
  return call([&] { set_work(node_of(node), work_of(params, true)); });
}
SIMT_DRIVER_API int cuGraphMemcpyNodeSetParams(void* node, const Copy3D* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_DRIVER_API int cuGraphMemsetNodeSetParams(void* node, const MemsetParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_DRIVER_API int cuGraphHostNodeSetParams(void* node, const HostParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}
SIMT_DRIVER_API int cuGraphEventRecordNodeSetEvent(void* node, void* event) {
  return call([&] { work_as<program::RecordWork>(node).event = &Process::get().event(event); });
}
SIMT_DRIVER_API int cuGraphEventWaitNodeSetEvent(void* node, void* event) {
  return call([&] { work_as<program::WaitWork>(node).event = &Process::get().event(event); });
}
SIMT_DRIVER_API int cuGraphNodeSetParams(void* node, const NodeParams* params) {
  return call([&] { set_work(node_of(node), work_of(params)); });
}

}  // namespace simt::cuda_driver
