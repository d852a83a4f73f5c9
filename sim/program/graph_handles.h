// Graphs as programs name them, by handles that the CUDA runtime and driver share: a graph's, a
// node's and an executable graph's are their addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/program/export.h"
#include "sim/program/graph.h"
#include "sim/program/status.h"
#include "sim/program/stream.h"

namespace simt::program {

/// cudaGraphNodeType, CUgraphNodeType.
enum NodeType : int {
  kKernelNode,
  kMemcpyNode,
  kMemsetNode,
  kHostNode,
  kGraphNode,
  kEmptyNode,
  kWaitEventNode,
  kEventRecordNode,
  kMemAllocNode = 10,
  kMemFreeNode
};
/// cudaGraphEdgeData, CUgraphEdgeData. Zeros: the whole of both nodes.
struct GraphEdgeData {
  unsigned char from_port, to_port, type, reserved[5];
};

/// Keeps it until drop().
SIMT_PROGRAM_API void* keep(GraphPtr graph);
/// Throw CallError where a handle is null or not known.
SIMT_PROGRAM_API GraphPtr kept(void* graph);
SIMT_PROGRAM_API void drop(void* graph);
SIMT_PROGRAM_API Graph& graph_of(void* handle);
SIMT_PROGRAM_API GraphNode& node_of(void* handle);
SIMT_PROGRAM_API std::vector<GraphNode*> nodes_of(void* const* handles, std::size_t count);
/// A clone, kept, and which of its nodes stands for one of its source. Throw CallError.
SIMT_PROGRAM_API void* keep_clone(const Graph& graph);
SIMT_PROGRAM_API GraphNode& node_in_clone(void* original, void* clone);

SIMT_PROGRAM_API NodeType type_of(const GraphNode& node);
SIMT_PROGRAM_API std::vector<GraphNode*> all_nodes(const Graph& graph);
SIMT_PROGRAM_API std::vector<GraphNode*> roots(const Graph& graph);
using Edge = std::pair<GraphNode*, GraphNode*>;
SIMT_PROGRAM_API std::vector<Edge> edges_of(const Graph& graph);
/// `add`: false takes them away. Throws CallError.
SIMT_PROGRAM_API void connect(Graph& graph, void* const* from, void* const* to, std::size_t count,
                              bool add);
/// It allocates or frees memory.
SIMT_PROGRAM_API bool has_memory(const Graph& graph);
/// Throws CallError (NotSupported): it has such nodes.
SIMT_PROGRAM_API void require_no_memory(const Graph& graph);

/// What a node does, as `Kind`. Throws CallError: it does something else.
template <class Kind>
Kind& work_as(void* node) {
  Kind* const work = std::get_if<Kind>(&node_of(node).work);
  if (work == nullptr) throw CallError(Status::InvalidValue);
  return *work;
}
/// A change of a node that stays of its type. Throws CallError.
SIMT_PROGRAM_API void set_work(GraphNode& node, NodeWork work);
/// The arguments of a kernel's node, each by its address, for one that asks.
SIMT_PROGRAM_API void** arguments_of(GraphNode& node);
/// A graph as one node of another. Throws CallError.
SIMT_PROGRAM_API NodeWork inner_graph(void* handle);

/// What a host function's node does.
inline NodeWork host_work(void (*entry)(void*), void* data) {
  if (entry == nullptr) throw CallError(Status::InvalidValue);
  return HostWork{[entry, data] { entry(data); }, entry, data};
}

struct Executable {
  GraphExec exec;
  unsigned long long flags;
};
/// Throws CallError: another one has the memory that the graph allocates.
SIMT_PROGRAM_API Executable& keep_executable(const Graph& graph, unsigned long long flags);
/// Before each launch in `stream`. Throws CallError: what it allocates is in use; in a capture, it
/// allocates.
SIMT_PROGRAM_API void begin_launch(const Executable& executable, const Stream& stream);
/// Throw CallError.
SIMT_PROGRAM_API Executable& executable(void* handle);
SIMT_PROGRAM_API void drop_executable(void* handle);
/// The node of the executable graph that was made from `node`.
SIMT_PROGRAM_API GraphNode& node_in(void* exec, void* node);
/// Throws CallError (GraphExecUpdateFailure); `tell` gets the number and the node of a result
/// first.
template <class Tell>
void update_executable(void* exec, void* graph, Tell tell) {
  constexpr int kTopologyChanged = 2, kNodeTypeChanged = 3;
  using Result = GraphUpdate::Result;
  require_no_memory(graph_of(graph));
  const GraphUpdate done = update(executable(exec).exec, graph_of(graph));
  const int result = done.result == Result::Success           ? 0
                     : done.result == Result::TopologyChanged ? kTopologyChanged
                                                              : kNodeTypeChanged;
  tell(result, const_cast<GraphNode*>(done.node));
  if (result != 0) throw CallError(Status::GraphExecUpdateFailure);
}

/// Answers a call that asks for a list: how many there are, and as many as there is room for.
template <class Write>
void answer(std::size_t* count, std::size_t found, bool list, Write write) {
  if (count == nullptr) throw CallError(Status::InvalidValue);
  const std::size_t room = *count;
  if (!list) {
    *count = found;
    return;
  }
  for (std::size_t i = 0; i < room; ++i) write(i, i < found);
  *count = std::min(room, found);
}
SIMT_PROGRAM_API void answer_nodes(const std::vector<GraphNode*>& found, void** nodes,
                                   GraphEdgeData* data, std::size_t* count);
SIMT_PROGRAM_API void answer_edges(const Graph& graph, void** from, void** to, GraphEdgeData* data,
                                   std::size_t* count);

}  // namespace simt::program
