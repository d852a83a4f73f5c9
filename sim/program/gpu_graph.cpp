// Launches of graphs.
#include <type_traits>
#include <utility>

#include "sim/program/host_call.h"
#include "sim/program/kernel_run.h"

namespace simt::program {
namespace {

/// From one kernel of a graph to the next, at least; measured on an H200.
constexpr double kNextKernelNs = 700;

}  // namespace

/// The commands of a launch, in the order in which they are given.
struct Gpu::GraphLaunch {
  Gpu& gpu;
  std::uint64_t stream = 0;
  std::vector<CommandPtr> commands;
  std::vector<std::pair<Event*, CommandPtr>> recorded;
  double delay_ns = 0;
  bool first_kernel = true;

  CommandPtr give(CommandPtr command, const std::vector<CommandPtr>& after) {
    command->stream = stream;
    command->after = after;
    command->in_graph = true;
    if (command->kind == CommandKind::Kernel && !std::exchange(first_kernel, false))
      delay_ns += kNextKernelNs;
    command->issued = gpu.host_ns_ + delay_ns;
    commands.push_back(command);
    return command;
  }

  CommandPtr mark(const char* label, const std::vector<CommandPtr>& after) {
    auto out = std::make_shared<Command>();
    out->label = label;
    return give(std::move(out), after);
  }

  CommandPtr operator()(const GraphNode& node, std::vector<CommandPtr> after) {
    if (!node.enabled) return mark("disabled node", after);
    if (const auto* inner = std::get_if<GraphPtr>(&node.work)) return add(**inner, after);
    if (const auto* record = std::get_if<RecordWork>(&node.work)) {
      CommandPtr c = mark(kEventLabel, after);
      recorded.emplace_back(record->event, c);
      return c;
    }
    if (const auto* wait = std::get_if<WaitWork>(&node.work)) {
      if (wait->event->mark) after.push_back(wait->event->mark);
      const CommandPtr c = mark(kWaitLabel, after);
      c->awaited = wait->event->mark.get();
      return c;
    }
    if (std::holds_alternative<AllocateWork>(node.work)) return mark("allocate memory", after);
    if (std::holds_alternative<FreeWork>(node.work)) return mark("free memory", after);
    const WorkPlace place = gpu.place();
    Work work;
    std::visit(
        [&](const auto& what) {
          if constexpr (std::is_constructible_v<Work, decltype(what)>) work = what;
        },
        node.work);
    return give(command_of(work, place), after);
  }

  /// What ends when all of the graph has.
  CommandPtr add(const Graph& graph, const std::vector<CommandPtr>& before) {
    std::map<const GraphNode*, CommandPtr> of;
    std::vector<CommandPtr> last = before;
    for (const GraphNode* node : graph.order()) {
      std::vector<CommandPtr> after;
      for (const GraphNode* earlier : node->after) after.push_back(of.at(earlier));
      of[node] = (*this)(*node, node->after.empty() ? before : after);
      for (const CommandPtr& c : after) std::erase(last, c);
      last.push_back(of[node]);
    }
    return mark("end of graph", last);
  }
};

void Gpu::launch(Stream& stream, GraphExec& exec) {
  require_alive();
  if (captures(stream)) {
    capture(stream, exec.graph);
    return;
  }
  std::vector<CommandPtr> before = predecessors(stream);
  if (exec.last) before.push_back(exec.last);
  GraphLaunch launch{*this, stream.number, {}, {}, 0, true};
  const HostCall call(*this, "launch graph");
  host_ns_ += arch_.host.call_ns;
  const CommandPtr end = launch.add(*exec.graph, before);
  end->perform = [graph = exec.graph] {};  // with its memory, until then
  for (const auto& [event, command] : launch.recorded) {
    event->mark = command;
    event->point = {};
  }
  stream.last = exec.last = end;
  for (CommandPtr& command : launch.commands) submit(std::move(command));
}

}  // namespace simt::program
