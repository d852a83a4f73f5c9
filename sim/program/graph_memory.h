// Memory that a graph allocates. Its address is known from the beginning and stays; it is a
// program's while it is live: from the launch that allocates it until it is freed, by a graph or by
// a call (CUDA C++ Programming Guide, "Graph Memory Nodes"). Here its bytes stay, too, as long as
// a graph that allocates it exists, or it is live.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace simt::program {

class Graph;

struct GraphMemory {
  GraphMemory() = default;
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  ~GraphMemory() {
    if (release) release();
  }
  std::uint64_t address = 0, bytes = 0;
  bool live = false;
  std::weak_ptr<Graph> instance;  ///< the one graph that can be launched and allocates it
  std::function<void()> release;
};
using GraphMemoryPtr = std::shared_ptr<GraphMemory>;

struct AllocateWork {
  GraphMemoryPtr memory;
};
struct FreeWork {
  GraphMemoryPtr memory;
};

}  // namespace simt::program
