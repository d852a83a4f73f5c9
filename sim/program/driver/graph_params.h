// Parameters of graphs' nodes as programs of the driver API pass them (CUDA Driver API,
// CUDA_KERNEL_NODE_PARAMS and those beside it), and what they make a node do.
#pragma once

#include "sim/program/driver/copies.h"
#include "sim/program/graph_allocation.h"
#include "sim/program/graph_handles.h"

namespace simt::cuda_driver {

/// The first form ends before `kernel`.
struct KernelParams {
  void* function;
  unsigned grid[3], block[3], shared;
  void **arguments, **extra;
  void *kernel, *context;
};
struct MemsetParams {
  DevicePointer to;
  std::size_t pitch;
  unsigned value, element;
  std::size_t width, height;
};
struct HostParams {
  void (*entry)(void*);
  void* data;
};
/// CUgraphNodeParams: one of them, by its type.
struct NodeParams {
  program::NodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    KernelParams kernel;
    struct {
      int flags, reserved;
      void* context;
      Copy3D box;
    } copy;
    MemsetParams fill;
    HostParams host;
    program::MemAllocNodeParams allocate;
    void* handle;  ///< a graph's, an event's or memory's
  };
  long long reserved2;
};

/// `with_kernel`: `params` has all members. Throw CallError where the device could not.
program::NodeWork work_of(const KernelParams* params, bool with_kernel);
program::NodeWork work_of(const Copy3D* params);
program::NodeWork work_of(const MemsetParams* params);
program::NodeWork work_of(const HostParams* params);
/// Of a node that is there: what allocates or frees memory stays as it is.
program::NodeWork work_of(const NodeParams* params);
/// Of a new one in `graph`; where it allocates, `params` gets the address.
program::NodeWork work_of_new(NodeParams* params, const program::Graph& graph);

}  // namespace simt::cuda_driver
