#include "sim/program/graph_allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/program/host_thread.h"
#include "sim/program/process.h"

namespace simt::program {
namespace {

struct GraphMemories {
  std::map<std::uint64_t, std::weak_ptr<GraphMemory>> all;
  std::set<GraphMemoryPtr> live;
  std::uint64_t used = 0, most_used = 0, reserved = 0, most_reserved = 0;

  GraphMemoryPtr find(std::uint64_t address) const {
    const auto it = all.find(address);
    return it == all.end() ? nullptr : it->second.lock();
  }
  void set_live(const GraphMemoryPtr& memory, bool live) {
    if (memory->live == live) return;
    memory->live = live;
    if (live) {
      this->live.insert(memory);
      used += memory->bytes;
      most_used = std::max(most_used, used);
    } else {
      used -= memory->bytes;
      this->live.erase(memory);
    }
  }
};

GraphMemories& graph_memories() {
  static auto* const all = new GraphMemories;
  return *all;
}

template <class Visit>
void for_each_allocation(const Graph& graph, Visit visit) {
  for (const auto& node : graph.nodes())
    if (const auto* work = std::get_if<AllocateWork>(&node->work)) visit(work->memory);
}

bool frees(const Graph& graph, const GraphMemoryPtr& memory) {
  return std::ranges::any_of(graph.nodes(), [&](const auto& node) {
    const auto* work = std::get_if<FreeWork>(&node->work);
    return work != nullptr && work->memory == memory;
  });
}

/// Numbers of cudaGraphMemAttributeType.
enum class GraphAttribute : int { Used = 0, UsedMost = 1, Reserved = 2, ReservedMost = 3 };

std::uint64_t& attribute_of(int attribute) {
  GraphMemories& m = graph_memories();
  switch (static_cast<GraphAttribute>(attribute)) {
    case GraphAttribute::Used:
      return m.used;
    case GraphAttribute::UsedMost:
      return m.most_used;
    case GraphAttribute::Reserved:
      return m.reserved;
    case GraphAttribute::ReservedMost:
      return m.most_reserved;
  }
  throw CallError(Status::InvalidValue);
}

}  // namespace

AllocateWork allocation_in_graph(std::size_t bytes) {
  if (bytes == 0) throw CallError(Status::InvalidValue);
  Gpu& gpu = Process::get().gpu(static_cast<unsigned>(host_thread().device));
  if (gpu.status() != Status::Success) throw CallError(gpu.status());
  static std::uint64_t count = 0;
  const std::uint64_t address =
      gpu.memory().allocate(bytes, fmt::format("memory of a graph {}", ++count));
  auto memory = std::make_shared<GraphMemory>();
  memory->address = address;
  memory->bytes = bytes;
  memory->release = [address, bytes] {
    graph_memories().all.erase(address);
    graph_memories().reserved -= bytes;
    Process::get().free_device(address);
  };
  GraphMemories& m = graph_memories();
  m.all[address] = memory;
  m.reserved += bytes;
  m.most_reserved = std::max(m.most_reserved, m.reserved);
  return {std::move(memory)};
}

FreeWork free_in_graph(const Graph& graph, std::uint64_t address) {
  const GraphMemoryPtr memory = graph_memories().find(address);
  if (!memory || frees(graph, memory)) throw CallError(Status::InvalidValue);
  return {memory};
}

bool in_graph(std::uint64_t address) {
  return graph_memories().find(address) != nullptr;
}

bool free_graph_memory(std::uint64_t address) {
  const GraphMemoryPtr memory = graph_memories().find(address);
  if (!memory) return false;
  if (!memory->live) throw CallError(Status::InvalidValue);
  graph_memories().set_live(memory, false);
  return true;
}

void make_instance(const GraphPtr& graph) {
  for_each_allocation(*graph, [](const GraphMemoryPtr& memory) {
    if (!memory->instance.expired()) throw CallError(Status::NotSupported);
  });
  for_each_allocation(*graph, [&](const GraphMemoryPtr& memory) { memory->instance = graph; });
}

void begin_launch(const Graph& graph, bool freed_first) {
  for_each_allocation(graph, [&](const GraphMemoryPtr& memory) {
    if (memory->live && !freed_first) throw CallError(Status::InvalidValue);
  });
  for_each_allocation(
      graph, [&](const GraphMemoryPtr& memory) { graph_memories().set_live(memory, true); });
  for (const auto& node : graph.nodes())
    if (const auto* work = std::get_if<FreeWork>(&node->work))
      graph_memories().set_live(work->memory, false);
}

AllocateWork allocation_in_graph(MemAllocNodeParams* params) {
  if (params == nullptr) throw CallError(Status::InvalidValue);
  const PoolLocation& where = params->poolProps.location;
  if (where.type != kOnDevice || where.id != host_thread().device)
    throw CallError(Status::NotSupported,
                    "a graph allocates memory of the calling thread's device alone");
  AllocateWork out = allocation_in_graph(params->bytesize);
  params->dptr = reinterpret_cast<void*>(out.memory->address);
  return out;
}

MemAllocNodeParams described(const AllocateWork& work) {
  MemAllocNodeParams out{};
  out.poolProps.allocType = kPinnedMemory;
  out.poolProps.location = {kOnDevice, host_thread().device};
  out.bytesize = work.memory->bytes;
  out.dptr = reinterpret_cast<void*>(work.memory->address);
  return out;
}

std::uint64_t graph_memory(int attribute) {
  return attribute_of(attribute);
}

void reset_graph_memory(int attribute) {
  const auto which = static_cast<GraphAttribute>(attribute);
  if (which != GraphAttribute::UsedMost && which != GraphAttribute::ReservedMost)
    throw CallError(Status::InvalidValue);
  attribute_of(attribute) = attribute_of(attribute - 1);
}

}  // namespace simt::program
