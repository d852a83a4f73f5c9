// Memory of graphs: what of it there is, and who may do what with it.
#pragma once

#include "sim/program/export.h"
#include "sim/program/gpu.h"
#include "sim/program/graph.h"
#include "sim/program/memory_nodes.h"

namespace simt::program {

/// What a node does that allocates, on the calling thread's device, or that frees what a node has
/// allocated. Throw CallError; `graph` frees each memory once.
SIMT_PROGRAM_API AllocateWork allocation_in_graph(std::size_t bytes);
SIMT_PROGRAM_API FreeWork free_in_graph(const Graph& graph, std::uint64_t address);
/// The same of a node as a program describes it, which gets the address; and what describes one.
SIMT_PROGRAM_API AllocateWork allocation_in_graph(MemAllocNodeParams* params);
SIMT_PROGRAM_API MemAllocNodeParams described(const AllocateWork& work);

/// A call frees it: false, it is no memory of a graph. Throws CallError: it is not live.
SIMT_PROGRAM_API bool free_graph_memory(std::uint64_t address);
/// It is memory of a graph.
SIMT_PROGRAM_API bool in_graph(std::uint64_t address);

/// The graph can be launched from now on, it alone with its memory. Throws CallError: another can.
SIMT_PROGRAM_API void make_instance(const GraphPtr& graph);
/// What the launch allocates is live, what it frees is not. Throws CallError: some was live and
/// `freed_first` does not say that a launch frees it.
SIMT_PROGRAM_API void begin_launch(const Graph& graph, bool freed_first);

/// Bytes, by cudaGraphMemAttributeType. Throws CallError.
SIMT_PROGRAM_API std::uint64_t graph_memory(int attribute);
/// Of the two that are the most so far: begins again.
SIMT_PROGRAM_API void reset_graph_memory(int attribute);

}  // namespace simt::program
