#include "isa/analysis/flow_graphs.h"

namespace simt {

const Cfg& FlowGraphs::of(const FunctionInfo& function) {
  graphs_.resize(program_.functions.size());
  auto& graph = graphs_[static_cast<std::size_t>(&function - program_.functions.data())];
  if (!graph) graph = build_cfg(program_, function);
  return *graph;
}

}  // namespace simt
