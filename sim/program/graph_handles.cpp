#include "sim/program/graph_handles.h"

#include <map>

#include "sim/program/graph_allocation.h"

namespace simt::program {
namespace {

std::map<void*, GraphPtr>& graphs() {
  static auto* const graphs = new std::map<void*, GraphPtr>;
  return *graphs;
}

// Which node of a clone stands for which of its source.
std::map<void*, NodeMap>& clones() {
  static auto* const clones = new std::map<void*, NodeMap>;
  return *clones;
}

std::map<void*, std::unique_ptr<Executable>>& executables() {
  static auto* const all = new std::map<void*, std::unique_ptr<Executable>>;
  return *all;
}

void require_handle(bool holds) {
  if (!holds) throw CallError(Status::InvalidValue);
}

/// Of node types, by what a node does.
constexpr NodeType kTypes[] = {kEmptyNode,    kKernelNode,      kMemcpyNode,    kMemsetNode,
                               kHostNode,     kEventRecordNode, kWaitEventNode, kGraphNode,
                               kMemAllocNode, kMemFreeNode};
static_assert(std::size(kTypes) == std::variant_size_v<NodeWork>);

}  // namespace

void* keep(GraphPtr graph) {
  void* const handle = graph.get();
  graphs()[handle] = std::move(graph);
  return handle;
}

GraphPtr kept(void* graph) {
  const auto it = graphs().find(graph);
  require_handle(it != graphs().end());
  return it->second;
}

void drop(void* graph) {
  require_handle(graphs().erase(graph) != 0);
  clones().erase(graph);
}

Graph& graph_of(void* handle) {
  require_handle(handle != nullptr);
  return *static_cast<Graph*>(handle);
}

GraphNode& node_of(void* handle) {
  require_handle(handle != nullptr);
  return *static_cast<GraphNode*>(handle);
}

std::vector<GraphNode*> nodes_of(void* const* handles, std::size_t count) {
  require_handle(count == 0 || handles != nullptr);
  std::vector<GraphNode*> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(&node_of(handles[i]));
  return out;
}

void* keep_clone(const Graph& graph) {
  require_no_memory(graph);
  NodeMap made;
  void* const clone = keep(graph.clone(&made));
  clones()[clone] = std::move(made);
  return clone;
}

GraphNode& node_in_clone(void* original, void* clone) {
  const auto it = clones().find(clone);
  require_handle(it != clones().end() && it->second.contains(&node_of(original)));
  return *it->second.at(&node_of(original));
}

NodeType type_of(const GraphNode& node) {
  return kTypes[node.work.index()];
}

std::vector<GraphNode*> all_nodes(const Graph& graph) {
  std::vector<GraphNode*> out;
  for (const auto& node : graph.nodes()) out.push_back(node.get());
  return out;
}

std::vector<GraphNode*> roots(const Graph& graph) {
  std::vector<GraphNode*> out = all_nodes(graph);
  std::erase_if(out, [](const GraphNode* node) { return !node->after.empty(); });
  return out;
}

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> out;
  for (const auto& node : graph.nodes())
    for (GraphNode* before : node->after) out.emplace_back(before, node.get());
  return out;
}

void connect(Graph& graph, void* const* from, void* const* to, std::size_t count, bool add) {
  const auto first = nodes_of(from, count), second = nodes_of(to, count);
  for (std::size_t i = 0; i < count; ++i)
    add ? graph.connect(*first[i], *second[i]) : graph.disconnect(*first[i], *second[i]);
}

bool has_memory(const Graph& graph) {
  return std::ranges::any_of(graph.nodes(), [](const auto& node) {
    return std::holds_alternative<AllocateWork>(node->work) ||
           std::holds_alternative<FreeWork>(node->work);
  });
}

void require_no_memory(const Graph& graph) {
  if (has_memory(graph)) throw CallError(Status::NotSupported);
}

void set_work(GraphNode& node, NodeWork work) {
  require_handle(node.work.index() == work.index());
  node.work = std::move(work);
}

void** arguments_of(GraphNode& node) {
  auto& request = work_as<LaunchRequest>(&node);
  node.arguments.clear();
  for (const auto& param : request.kernel->program.params)
    node.arguments.push_back(request.params.data() + param.offset);
  return node.arguments.data();
}

NodeWork inner_graph(void* handle) {
  require_no_memory(graph_of(handle));
  return graph_of(handle).shared_from_this();  // add() clones it
}

Executable& keep_executable(const Graph& graph, unsigned long long flags) {
  auto made = std::make_unique<Executable>(GraphExec(graph), flags);
  make_instance(made->exec.graph);
  Executable& out = *made;
  executables()[&out] = std::move(made);
  return out;
}

void begin_launch(const Executable& executable, const Stream& stream) {
  constexpr unsigned long long kFreedOnLaunch = 1;  // AutoFreeOnLaunch of both APIs
  if (stream.point.capture)
    require_no_memory(*executable.exec.graph);
  else
    begin_launch(*executable.exec.graph, (executable.flags & kFreedOnLaunch) != 0);
}

Executable& executable(void* handle) {
  const auto it = executables().find(handle);
  require_handle(it != executables().end());
  return *it->second;
}

void drop_executable(void* handle) {
  require_handle(executables().erase(handle) != 0);
}

GraphNode& node_in(void* exec, void* node) {
  const NodeMap& of = executable(exec).exec.node_of;
  const auto it = of.find(&node_of(node));
  require_handle(it != of.end());
  return *it->second;
}

void answer_nodes(const std::vector<GraphNode*>& found, void** nodes, GraphEdgeData* data,
                  std::size_t* count) {
  if (data != nullptr && count != nullptr) std::fill_n(data, *count, GraphEdgeData{});
  answer(count, found.size(), nodes != nullptr,
         [&](std::size_t i, bool there) { nodes[i] = there ? found[i] : nullptr; });
}

void answer_edges(const Graph& graph, void** from, void** to, GraphEdgeData* data,
                  std::size_t* count) {
  const std::vector<Edge> found = edges_of(graph);
  require_handle((from == nullptr) == (to == nullptr));
  answer(count, found.size(), from != nullptr, [&](std::size_t i, bool there) {
    from[i] = there ? found[i].first : nullptr;
    to[i] = there ? found[i].second : nullptr;
    if (data != nullptr) data[i] = {};
  });
}

}  // namespace simt::program
