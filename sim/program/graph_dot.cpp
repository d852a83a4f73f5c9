#include "sim/program/graph_dot.h"

#include <fmt/format.h>

#include <fstream>
#include <map>

#include "sim/program/device_memory.h"
#include "sim/program/graph_handles.h"

namespace simt::program {
namespace {

constexpr unsigned kHandles = 1u << 10;

std::string handle_line(const char* of, const void* handle) {
  return fmt::format("{} handle: 0x{:016X}\n", of, reinterpret_cast<std::uintptr_t>(handle));
}

bool on_host(std::uint64_t address) {
  DeviceMemory* const holder = DeviceMemory::holding(address);
  return holder == nullptr || holder->region(address).kind != DeviceMemory::Kind::Device;
}

class Dot {
 public:
  explicit Dot(unsigned flags) : handles_((flags & kHandles) != 0) {}

  std::string text(const Graph& graph) {
    cluster(graph);
    return "digraph dot {\n" + out_ + "}\n";
  }

 private:
  void cluster(const Graph& graph) {
    const std::string name = fmt::format("graph_{}", graph.number);
    out_ += fmt::format("subgraph cluster_{} {{\nlabel=\"{}\" graph[style=\"dashed\"];\n",
                        graph.number, name);
    std::map<const GraphNode*, std::string> names;
    for (const auto& node : graph.nodes())
      names[node.get()] = fmt::format("\"{}_node_{}\"", name, names.size());
    std::size_t number = 0;
    for (const auto& node : graph.nodes()) put(*node, names.at(node.get()), number++);
    for (const auto& node : graph.nodes())
      for (const GraphNode* after : graph.dependents(*node))
        out_ += fmt::format("{} -> {};\n", names.at(node.get()), names.at(after));
    out_ += "}\n";
    for (const auto& node : graph.nodes())
      if (const auto* inner = std::get_if<GraphPtr>(&node->work)) cluster(**inner);
  }

  void put(const GraphNode& node, const std::string& name, std::size_t number) {
    const auto [style, title, further] = std::visit(*this, node.work);
    std::string label = fmt::format("{}\n{}\n", number, title);
    if (handles_) label += handle_line("node", &node);
    if (const auto* launch = std::get_if<LaunchRequest>(&node.work); launch != nullptr && handles_)
      label += handle_line("func", launch->kernel);
    out_ += fmt::format("{}[{}label=\"{}{}\"];\n\n", name, style, label, further);
  }

  /// How a node is drawn, what it is called, and a line of its own.
  struct Shape {
    std::string style, title, further = {};
  };
  static constexpr const char* kBox = "style=\"solid\" shape=\"rectangle\" ";

 public:
  Shape operator()(std::monostate) const { return {kBox, "EMPTY"}; }
  Shape operator()(const LaunchRequest& work) const {
    return {"style=\"bold\" shape=\"octagon\" ", work.kernel->program.kernel};
  }
  Shape operator()(const CopyWork& work) const {
    const char* const from = !work.from_array && on_host(work.first.from) ? "H" : "D";
    const char* const to = !work.to_array && on_host(work.first.to) ? "H" : "D";
    return {"style=\"solid\" shape=\"trapezium\"", "MEMCPY",
            fmt::format("({}to{},{})\n", from, to, work.rows.bytes())};
  }
  Shape operator()(const FillWork& work) const {
    return {"style=\"solid\" shape=\"invtrapezium\"", "MEMSET",
            fmt::format("({},{})\n", work.pattern.value, work.rows.bytes())};
  }
  Shape operator()(const HostWork&) const { return {kBox, "HOST"}; }
  Shape operator()(const RecordWork&) const { return {kBox, "EVENT_RECORD"}; }
  Shape operator()(const WaitWork&) const { return {kBox, "EVENT_WAIT"}; }
  Shape operator()(const GraphPtr& inner) const {
    return {kBox, fmt::format("graph_{}", inner->number)};
  }
  Shape operator()(const AllocateWork&) const { return {kBox, "MEM_ALLOC"}; }
  Shape operator()(const FreeWork&) const { return {kBox, "MEM_FREE"}; }

 private:
  bool handles_;
  std::string out_;
};

}  // namespace

void print_dot(const Graph& graph, const char* path, unsigned flags) {
  if (path == nullptr) throw CallError(Status::InvalidValue);
  std::ofstream out(path);
  out << Dot(flags).text(graph);
  out.close();
  if (!out) throw CallError(Status::OperatingSystem);
}

}  // namespace simt::program
