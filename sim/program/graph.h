// A graph: work with dependencies between its pieces, built once and launched as often as one likes
// (CUDA C++ Programming Guide, "CUDA Graphs"). What launches it is Gpu::launch().
#pragma once

#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "sim/program/export.h"
#include "sim/program/graph_memory.h"
#include "sim/program/work.h"

namespace simt::program {

class Graph;
struct Event;
using GraphPtr = std::shared_ptr<Graph>;

struct RecordWork {
  Event* event = nullptr;
};
struct WaitWork {
  Event* event = nullptr;
};
/// GraphPtr: a graph of its own, as one node of this.
using NodeWork = std::variant<std::monostate, LaunchRequest, CopyWork, FillWork, HostWork,
                              RecordWork, WaitWork, GraphPtr, AllocateWork, FreeWork>;

struct GraphNode {
  Graph* graph = nullptr;
  NodeWork work;
  std::vector<GraphNode*> after;  ///< each once
  bool enabled = true;            ///< false: nothing but an order
  std::vector<void*> arguments;   ///< of a kernel, for one that asks
};

/// Of the clone's nodes, by those they were made from; with the nodes of graphs inside.
using NodeMap = std::map<const GraphNode*, GraphNode*>;

class SIMT_PROGRAM_API Graph : public std::enable_shared_from_this<Graph> {
 public:
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Throws CallError: a node of `after` is of another graph. A graph inside is cloned.
  GraphNode& add(NodeWork work, const std::vector<GraphNode*>& after);
  /// Throw CallError: not both are of this graph, or (connect) there is such an edge already, or
  /// (disconnect) there is none.
  void connect(GraphNode& from, GraphNode& to);
  void disconnect(GraphNode& from, GraphNode& to);
  /// The node, and all edges from and to it.
  void remove(GraphNode& node);

  /// In the order in which they were added.
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  std::vector<GraphNode*> dependents(const GraphNode& node) const;
  /// Each after all that it depends on; otherwise as they were added. Throws CallError: a cycle.
  std::vector<GraphNode*> order() const;
  GraphPtr clone(NodeMap* made = nullptr) const;
  const unsigned number;  ///< of all graphs of the process, from 1

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

/// A graph as it was when it was instantiated. It changes by what is done to it alone.
struct SIMT_PROGRAM_API GraphExec {
  /// Throws CallError: the graph cannot be launched.
  explicit GraphExec(const Graph& source);
  NodeMap node_of;  ///< by the source's nodes
  GraphPtr graph;
  CommandPtr last;  ///< of its last launch: launches of it follow each other
};

/// Why a graph does not fit an executable one.
struct GraphUpdate {
  enum class Result : std::uint8_t { Success, TopologyChanged, NodeTypeChanged } result{};
  const GraphNode* node = nullptr;  ///< of the new graph; nullptr: no single one
};
/// The executable graph does what `source` does, if it has the same nodes and edges; otherwise it
/// stays as it is.
SIMT_PROGRAM_API GraphUpdate update(GraphExec& exec, const Graph& source);

}  // namespace simt::program
