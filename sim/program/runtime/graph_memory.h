// Memory of graphs: what of it there is, and who may do what with it.
#pragma once

#include "sim/program/runtime/graphs.h"

namespace simt::cudart {

/// What a node does that allocates, on the calling thread's device, or that frees what a node has
/// allocated. Throw CallError; `graph` frees each memory once.
program::AllocateWork allocation_in_graph(std::size_t bytes);
program::FreeWork free_in_graph(const Graph& graph, void* pointer);

/// A call frees it: false, it is no memory of a graph. Throws CallError: it is not live.
bool free_graph_memory(void* pointer);
/// It is memory of a graph.
bool in_graph(std::uint64_t address);

/// The graph can be launched from now on, it alone with its memory. Throws CallError: another can.
void make_instance(const GraphPtr& graph);
/// What the launch allocates is live, what it frees is not. Throws CallError: some was live and
/// `freed_first` does not say that a launch frees it.
void begin_launch(const Graph& graph, bool freed_first);

}  // namespace simt::cudart
