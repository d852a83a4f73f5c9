#include "sim/program/runtime/graph_memory.h"

#include <algorithm>
#include <set>

#include "sim/program/runtime/allocation.h"

namespace simt::cudart {
namespace {

using program::AllocateWork;
using program::FreeWork;
using program::GraphMemoryPtr;

struct Memories {
  std::map<void*, std::weak_ptr<program::GraphMemory>> all;
  std::set<GraphMemoryPtr> live;
  std::uint64_t used = 0, most_used = 0, reserved = 0, most_reserved = 0;

  GraphMemoryPtr find(void* pointer) const {
    const auto it = all.find(pointer);
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

Memories& memories() {
  static auto* const memories = new Memories;
  return *memories;
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
  Memories& m = memories();
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
  void* const pointer = ordered_memory(State::get().gpu(), bytes, "memory of a graph");
  auto memory = std::make_shared<program::GraphMemory>();
  memory->address = address_of(pointer);
  memory->bytes = bytes;
  memory->release = [pointer, bytes] {
    memories().all.erase(pointer);
    memories().reserved -= bytes;
    Process::get().free_device(address_of(pointer));
  };
  Memories& m = memories();
  m.all[pointer] = memory;
  m.reserved += bytes;
  m.most_reserved = std::max(m.most_reserved, m.reserved);
  return {std::move(memory)};
}

FreeWork free_in_graph(const Graph& graph, void* pointer) {
  const GraphMemoryPtr memory = memories().find(pointer);
  if (!memory || frees(graph, memory)) throw CallError(Status::InvalidValue);
  return {memory};
}

bool in_graph(std::uint64_t address) {
  return memories().find(reinterpret_cast<void*>(address)) != nullptr;
}

bool free_graph_memory(void* pointer) {
  const GraphMemoryPtr memory = memories().find(pointer);
  if (!memory) return false;
  if (!memory->live) throw CallError(Status::InvalidValue);
  memories().set_live(memory, false);
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
  for_each_allocation(graph,
                      [&](const GraphMemoryPtr& memory) { memories().set_live(memory, true); });
  for (const auto& node : graph.nodes())
    if (const auto* work = std::get_if<FreeWork>(&node->work))
      memories().set_live(work->memory, false);
}

SIMT_CUDART_API int cudaGraphMemAllocNodeGetParams(void* node, cuda_abi::MemAllocNodeParams* to) {
  return call([&] {
    const auto* work = std::get_if<AllocateWork>(&node_of(node).work);
    if (work == nullptr || to == nullptr) throw CallError(Status::InvalidValue);
    *to = {};
    to->poolProps.allocType = cuda_abi::kPinnedMemory;
    to->poolProps.location = {cuda_abi::kOnDevice, program::host_thread().device};
    to->bytesize = work->memory->bytes;
    to->dptr = reinterpret_cast<void*>(work->memory->address);
  });
}
SIMT_CUDART_API int cudaGraphMemFreeNodeGetParams(void* node, void* pointer) {
  return call([&] {
    const auto* work = std::get_if<FreeWork>(&node_of(node).work);
    if (work == nullptr || pointer == nullptr) throw CallError(Status::InvalidValue);
    *static_cast<void**>(pointer) = reinterpret_cast<void*>(work->memory->address);
  });
}
SIMT_CUDART_API int cudaDeviceGraphMemTrim(int device) {
  return call([&] { Process::get().gpu(static_cast<unsigned>(device)); });
}
SIMT_CUDART_API int cudaDeviceGetGraphMemAttribute(int, int attribute, void* value) {
  return call([&] { *static_cast<std::uint64_t*>(value) = attribute_of(attribute); });
}
SIMT_CUDART_API int cudaDeviceSetGraphMemAttribute(int, int attribute, void*) {
  return call([&] {
    const auto which = static_cast<GraphAttribute>(attribute);
    if (which != GraphAttribute::UsedMost && which != GraphAttribute::ReservedMost)
      throw CallError(Status::InvalidValue);
    attribute_of(attribute) = attribute_of(attribute - 1);
  });
}

}  // namespace simt::cudart
