#include "sim/program/driver/graph_params.h"

#include "sim/program/driver/launch.h"

namespace simt::cuda_driver {

program::NodeWork work_of(const KernelParams* params, bool with_kernel) {
  require(params);
  const auto& p = *params;
  Driver& driver = Driver::get();
  LoadedKernel& kernel =
      driver.kernel(p.function == nullptr && with_kernel ? p.kernel : p.function);
  program::LaunchRequest request{&kernel,
                                 {p.grid[0], p.grid[1], p.grid[2]},
                                 {p.block[0], p.block[1], p.block[2]},
                                 p.shared,
                                 params_of(kernel.program, p.arguments, p.extra)};
  driver.gpu().check(request);
  return request;
}

program::NodeWork work_of(const Copy3D* params) {
  require(params);
  program::CopyWork work = box_work(*params);
  Driver::get().gpu().check(work);
  return work;
}

program::NodeWork work_of(const MemsetParams* params) {
  require(params);
  const unsigned element = params->element;
  if (element != 1 && element != 2 && element != 4) throw CallError(Status::InvalidValue);
  const program::Rows rows{
      .width = params->width * element, .rows = params->height, .to_pitch = params->pitch};
  program::FillWork work{params->to, rows, {params->value, element}};
  Driver::get().gpu().check(work);
  return work;
}

program::NodeWork work_of(const HostParams* params) {
  require(params);
  return program::host_work(params->entry, params->data);
}

program::NodeWork work_of(const NodeParams* params) {
  require(params);
  switch (params->type) {
    case program::kKernelNode:
      return work_of(&params->kernel, true);
    case program::kMemcpyNode:
      return work_of(&params->copy.box);
    case program::kMemsetNode:
      return work_of(&params->fill);
    case program::kHostNode:
      return work_of(&params->host);
    case program::kGraphNode:
      return program::inner_graph(params->handle);
    case program::kEmptyNode:
      return {};
    case program::kWaitEventNode:
      return program::WaitWork{&Process::get().event(params->handle)};
    case program::kEventRecordNode:
      return program::RecordWork{&Process::get().event(params->handle)};
    case program::kMemAllocNode:
    case program::kMemFreeNode:
      throw CallError(Status::NotSupported, "a node of memory cannot be changed");
    default:
      throw CallError(Status::NotSupported, "graphs have no nodes of semaphores or conditions");
  }
}

program::NodeWork work_of_new(NodeParams* params, const program::Graph& graph) {
  require(params);
  if (params->type == program::kMemAllocNode)
    return program::allocation_in_graph(&params->allocate);
  if (params->type == program::kMemFreeNode)
    return program::free_in_graph(graph, reinterpret_cast<DevicePointer>(params->handle));
  return work_of(params);
}

}  // namespace simt::cuda_driver
