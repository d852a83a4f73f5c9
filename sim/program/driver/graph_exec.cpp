// Executable graphs (CUDA Driver API, "Graph Management"): instantiation, launches, changes.
#include "sim/program/driver/graph_params.h"

namespace simt::cuda_driver {
namespace {

using program::executable, program::graph_of, program::node_in, program::set_work;

/// CUDA_GRAPH_INSTANTIATE_PARAMS.
struct InstantiateParams {
  std::uint64_t flags;
  void *upload_stream, *failed_node;
  int result;
};
/// CUgraphExecUpdateResultInfo.
struct UpdateInfo {
  int result;
  void *node, *from;
};

void make(void** exec, void* graph, unsigned long long flags) {
  require(exec);
  *exec = &program::keep_executable(graph_of(graph), flags);
}

int instantiate(void** exec, void* graph, unsigned long long flags) {
  return call([&] { make(exec, graph, flags); });
}

// A graph is where the device is from the beginning: there is nothing to upload.
int instantiate_with(void** exec, void* graph, InstantiateParams* params) {
  return call([&] {
    require(params);
    params->failed_node = nullptr;
    constexpr int kInvalidStructure = 2;
    params->result = kInvalidStructure;
    make(exec, graph, params->flags);
    params->result = 0;
  });
}

int launch_graph(void* exec, void* stream, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    program::Executable& what = executable(exec);
    program::Stream& in = driver.stream(stream, per_thread);
    program::begin_launch(what, in);
    driver.gpu().launch(in, what.exec);
  });
}

int upload(void* exec, void* stream, bool per_thread) {
  return call([&] {
    executable(exec);
    Driver::get().stream(stream, per_thread);
  });
}

template <class Make>
int set(void* exec, void* node, Make make) {
  return call([&] { set_work(node_in(exec, node), make()); });
}

}  // namespace

SIMT_DRIVER_API int cuGraphInstantiateWithFlags(void** exec, void* graph,
                                                unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
SIMT_DRIVER_API int cuGraphInstantiate(void** exec, void* graph, unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
/// As CUDA 11 has it.
SIMT_DRIVER_API int cuGraphInstantiate_v2(void** exec, void* graph, void** failed, char* log,
                                          std::size_t bytes) {
  if (failed != nullptr) *failed = nullptr;
  if (log != nullptr && bytes > 0) *log = '\0';
  return instantiate(exec, graph, 0);
}
SIMT_DRIVER_API int cuGraphExecGetFlags(void* exec, std::uint64_t* flags) {
  return call([&] {
    require(flags);
    *flags = executable(exec).flags;
  });
}
SIMT_DRIVER_API int cuGraphExecDestroy(void* exec) {
  return call([&] { program::drop_executable(exec); });
}

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_GRAPH_LAUNCHES(SUFFIX, PER_THREAD)                                         \
  SIMT_DRIVER_API int cuGraphInstantiateWithParams##SUFFIX(void** exec, void* graph,    \
                                                           InstantiateParams* params) { \
    return instantiate_with(exec, graph, params);                                       \
  }                                                                                     \
  SIMT_DRIVER_API int cuGraphLaunch##SUFFIX(void* exec, void* stream) {                 \
    return launch_graph(exec, stream, PER_THREAD);                                      \
  }                                                                                     \
  SIMT_DRIVER_API int cuGraphUpload##SUFFIX(void* exec, void* stream) {                 \
    return upload(exec, stream, PER_THREAD);                                            \
  }
SIMT_GRAPH_LAUNCHES(, false)
SIMT_GRAPH_LAUNCHES(_ptsz, true)
#undef SIMT_GRAPH_LAUNCHES

SIMT_DRIVER_API int cuGraphExecUpdate_v2(void* exec, void* graph, UpdateInfo* info) {
  return call([&] {
    program::update_executable(exec, graph, [&](int result, program::GraphNode* node) {
      if (info != nullptr) *info = {result, node, nullptr};
    });
  });
}
/// As CUDA 11 has it.
SIMT_DRIVER_API int cuGraphExecUpdate(void* exec, void* graph, void** failed, int* result) {
  return call([&] {
    program::update_executable(exec, graph, [&](int number, program::GraphNode* node) {
      if (failed != nullptr) *failed = node;
      if (result != nullptr) *result = number;
    });
  });
}
SIMT_DRIVER_API int cuGraphExecKernelNodeSetParams(void* exec, void* node,
                                                   const KernelParams* params) {
  return set(exec, node, [&] { return work_of(params, false); });
}
SIMT_DRIVER_API int cuGraphExecKernelNodeSetParams_v2(void* exec, void* node,
                                                      const KernelParams* params) {
  return set(exec, node, [&] { return work_of(params, true); });
}
SIMT_DRIVER_API int cuGraphExecMemcpyNodeSetParams(void* exec, void* node, const Copy3D* params,
                                                   void*) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphExecMemsetNodeSetParams(void* exec, void* node,
                                                   const MemsetParams* params, void*) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphExecHostNodeSetParams(void* exec, void* node, const HostParams* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphExecEventRecordNodeSetEvent(void* exec, void* node, void* event) {
  return set(exec, node, [&] { return program::RecordWork{&Process::get().event(event)}; });
}
SIMT_DRIVER_API int cuGraphExecEventWaitNodeSetEvent(void* exec, void* node, void* event) {
  return set(exec, node, [&] { return program::WaitWork{&Process::get().event(event)}; });
}
SIMT_DRIVER_API int cuGraphExecNodeSetParams(void* exec, void* node, const NodeParams* params) {
  return set(exec, node, [&] { return work_of(params); });
}
SIMT_DRIVER_API int cuGraphNodeSetEnabled(void* exec, void* node, unsigned enabled) {
  return call([&] { node_in(exec, node).enabled = enabled != 0; });
}
SIMT_DRIVER_API int cuGraphNodeGetEnabled(void* exec, void* node, unsigned* enabled) {
  return call([&] {
    require(enabled);
    *enabled = node_in(exec, node).enabled ? 1 : 0;
  });
}

}  // namespace simt::cuda_driver
