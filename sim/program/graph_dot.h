// A graph as text for Graphviz (cudaGraphDebugDotPrint, cuGraphDebugDotPrint), as CUDA 13 writes it
// for an H100.
#pragma once

#include "sim/program/export.h"
#include "sim/program/graph.h"

namespace simt::program {

/// `flags`: of cudaGraphDebugDotFlags, that for handles (1 << 10) adds them; the parameters that
/// others ask for are left out. Throws CallError: the file cannot be written.
SIMT_PROGRAM_API void print_dot(const Graph& graph, const char* path, unsigned flags);

}  // namespace simt::program
