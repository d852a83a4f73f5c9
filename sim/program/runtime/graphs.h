// Graphs as programs name them: handles, and the parameters of nodes.
#pragma once

#include <algorithm>

#include "sim/program/runtime/state.h"

namespace simt::cudart {

using program::Graph;
using program::GraphExec;
using program::GraphNode;
using program::GraphPtr;

/// Keeps it until cudaGraphDestroy.
void* keep(GraphPtr graph);
/// Throw CallError where a handle is null or not known.
GraphPtr kept(void* graph);
void drop(void* graph);
Graph& graph_of(void* handle);
GraphNode& node_of(void* handle);
std::vector<GraphNode*> nodes_of(void* const* handles, std::size_t count);

/// What a node does, from what a program says of it. Throw CallError where the device could not.
program::NodeWork work_of(const cuda_abi::KernelNodeParams* params);
program::NodeWork work_of(const cuda_abi::Memcpy3DParms* params);
program::NodeWork work_of(const cuda_abi::MemsetParams* params);
program::NodeWork work_of(const cuda_abi::HostNodeParams* params);
program::NodeWork copy_work(void* to, const void* from, std::size_t bytes, int kind);
program::NodeWork symbol_copy(const void* symbol, void* host, std::size_t bytes, std::size_t offset,
                              int kind, bool to_symbol);

/// A change of a node that stays of its type. Throws CallError.
void set_work(GraphNode& node, program::NodeWork work);

/// Calls whose parameters an older major version has without the data of edges.
#if SIMT_CUDART < 13
#define SIMT_EDGE_CALL(NAME) NAME##_v2
#else
#define SIMT_EDGE_CALL(NAME) NAME
#endif

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

}  // namespace simt::cudart
