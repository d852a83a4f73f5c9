// Graphs and their shape (CUDA Driver API, "Graph Management"): nodes, edges, clones.
#include "sim/program/graph_handles.h"

#include "sim/program/driver/state.h"
#include "sim/program/graph_dot.h"

namespace simt::cuda_driver {
namespace {

using program::graph_of, program::node_of;
using EdgeData = program::GraphEdgeData;

int connect(void* graph, void* const* from, void* const* to, std::size_t count, bool add) {
  return call([&] { program::connect(graph_of(graph), from, to, count, add); });
}
int node_list(const std::vector<program::GraphNode*>& found, void** nodes, EdgeData* data,
              std::size_t* count) {
  program::answer_nodes(found, nodes, data, count);
  return 0;
}

}  // namespace

SIMT_DRIVER_API int cuGraphCreate(void** graph, unsigned flags) {
  return call([&] {
    require(graph);
    if (flags != 0) throw CallError(Status::InvalidValue);
    Driver::get().context();
    *graph = program::keep(std::make_shared<program::Graph>());
  });
}
SIMT_DRIVER_API int cuGraphDestroy(void* graph) {
  return call([&] { program::drop(graph); });
}
SIMT_DRIVER_API int cuGraphClone(void** clone, void* graph) {
  return call([&] {
    require(clone);
    *clone = program::keep_clone(graph_of(graph));
  });
}
SIMT_DRIVER_API int cuGraphNodeFindInClone(void** node, void* original, void* clone) {
  return call([&] {
    require(node);
    *node = &program::node_in_clone(original, clone);
  });
}
SIMT_DRIVER_API int cuGraphDestroyNode(void* node) {
  return call([&] {
    program::GraphNode& gone = node_of(node);
    program::require_no_memory(*gone.graph);
    gone.graph->remove(gone);
  });
}
SIMT_DRIVER_API int cuGraphNodeGetType(void* node, int* type) {
  return call([&] {
    require(type);
    *type = program::type_of(node_of(node));
  });
}
SIMT_DRIVER_API int cuGraphDebugDotPrint(void* graph, const char* path, unsigned flags) {
  return call([&] { program::print_dot(graph_of(graph), path, flags); });
}

SIMT_DRIVER_API int cuGraphGetNodes(void* graph, void** nodes, std::size_t* count) {
  return call([&] { node_list(program::all_nodes(graph_of(graph)), nodes, nullptr, count); });
}
SIMT_DRIVER_API int cuGraphGetRootNodes(void* graph, void** nodes, std::size_t* count) {
  return call([&] { node_list(program::roots(graph_of(graph)), nodes, nullptr, count); });
}

// Each call in its form with the data of edges and the one before that.
SIMT_DRIVER_API int cuGraphGetEdges_v2(void* graph, void** from, void** to, EdgeData* data,
                                       std::size_t* count) {
  return call([&] { program::answer_edges(graph_of(graph), from, to, data, count); });
}
SIMT_DRIVER_API int cuGraphGetEdges(void* graph, void** from, void** to, std::size_t* count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}
SIMT_DRIVER_API int cuGraphNodeGetDependencies_v2(void* node, void** nodes, EdgeData* data,
                                                  std::size_t* count) {
  return call([&] { node_list(node_of(node).after, nodes, data, count); });
}
SIMT_DRIVER_API int cuGraphNodeGetDependencies(void* node, void** nodes, std::size_t* count) {
  return cuGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}
SIMT_DRIVER_API int cuGraphNodeGetDependentNodes_v2(void* node, void** nodes, EdgeData* data,
                                                    std::size_t* count) {
  return call([&] {
    program::GraphNode& of = node_of(node);
    node_list(of.graph->dependents(of), nodes, data, count);
  });
}
SIMT_DRIVER_API int cuGraphNodeGetDependentNodes(void* node, void** nodes, std::size_t* count) {
  return cuGraphNodeGetDependentNodes_v2(node, nodes, nullptr, count);
}
SIMT_DRIVER_API int cuGraphAddDependencies_v2(void* graph, void* const* from, void* const* to,
                                              const EdgeData*, std::size_t count) {
  return connect(graph, from, to, count, true);
}
SIMT_DRIVER_API int cuGraphAddDependencies(void* graph, void* const* from, void* const* to,
                                           std::size_t count) {
  return connect(graph, from, to, count, true);
}
SIMT_DRIVER_API int cuGraphRemoveDependencies_v2(void* graph, void* const* from, void* const* to,
                                                 const EdgeData*, std::size_t count) {
  return connect(graph, from, to, count, false);
}
SIMT_DRIVER_API int cuGraphRemoveDependencies(void* graph, void* const* from, void* const* to,
                                              std::size_t count) {
  return connect(graph, from, to, count, false);
}

}  // namespace simt::cuda_driver
