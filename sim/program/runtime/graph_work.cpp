// What nodes of graphs do, from what programs say of them.
#include "sim/program/runtime/copies.h"
#include "sim/program/runtime/graphs.h"
#include "sim/program/runtime/launch.h"

namespace simt::cudart {
namespace {

void require_given(const void* params) {
  if (params == nullptr) throw CallError(Status::InvalidValue);
}

program::NodeWork checked(program::CopyWork work, int kind) {
  check_copy(work, kind);
  State::get().gpu().check(work);
  return work;
}

}  // namespace

// A function that is no kernel, and a grid or block that is too large, are told in other words than
// by a launch (measured on an H200 with CUDA 13).
program::NodeWork work_of(const cuda_abi::KernelNodeParams* params) {
  require_given(params);
  if (!State::get().functions.contains(params->func))
    throw CallError(Status::InvalidResourceHandle);
  program::LaunchRequest request = request_of(*params);
  try {
    State::get().gpu().check(request);
  } catch (const CallError& e) {
    if (e.status == Status::InvalidConfiguration) throw CallError(Status::InvalidValue);
    throw;
  }
  return request;
}

program::NodeWork work_of(const cuda_abi::Memcpy3DParms* params) {
  require_given(params);
  return checked(copy3d_work(*params), params->kind);
}

program::NodeWork copy_work(void* to, const void* from, std::size_t bytes, int kind) {
  return checked({{address_of(to), address_of(from), bytes}, {.width = bytes}}, kind);
}

program::NodeWork symbol_copy(const void* symbol, void* host, std::size_t bytes, std::size_t offset,
                              int kind, bool to_symbol) {
  void* const there = symbol_address(symbol, bytes, offset);
  return to_symbol ? copy_work(there, host, bytes, kind) : copy_work(host, there, bytes, kind);
}

program::NodeWork work_of(const cuda_abi::MemsetParams* params) {
  require_given(params);
  const unsigned element = params->elementSize;
  if (element != 1 && element != 2 && element != 4) throw CallError(Status::InvalidValue);
  const program::Rows rows{
      .width = params->width * element, .rows = params->height, .to_pitch = params->pitch};
  const program::FillWork work{address_of(params->dst), rows, {params->value, element}};
  State::get().gpu().check(work);
  return work;
}

program::NodeWork work_of(const cuda_abi::HostNodeParams* params) {
  require_given(params);
  return program::host_work(params->fn, params->userData);
}

}  // namespace simt::cudart
