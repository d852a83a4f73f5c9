// Graphs as programs name them: handles, and the parameters of nodes.
#pragma once

#include "sim/program/graph_handles.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {

using program::Graph;
using program::graph_of, program::node_of, program::nodes_of, program::node_in, program::set_work;
using program::GraphExec;
using program::GraphNode;
using program::GraphPtr;
using program::require_no_memory, program::work_as;

/// What a node does, from what a program says of it. Throw CallError where the device could not.
program::NodeWork work_of(const cuda_abi::KernelNodeParams* params);
program::NodeWork work_of(const cuda_abi::Memcpy3DParms* params);
program::NodeWork work_of(const cuda_abi::MemsetParams* params);
program::NodeWork work_of(const cuda_abi::HostNodeParams* params);
program::NodeWork copy_work(void* to, const void* from, std::size_t bytes, int kind);
program::NodeWork symbol_copy(const void* symbol, void* host, std::size_t bytes, std::size_t offset,
                              int kind, bool to_symbol);

/// Calls whose parameters an older major version has without the data of edges.
#if SIMT_CUDART < 13
#define SIMT_EDGE_CALL(NAME) NAME##_v2
#else
#define SIMT_EDGE_CALL(NAME) NAME
#endif

}  // namespace simt::cudart
