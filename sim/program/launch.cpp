#include "sim/program/launch.h"

#include <cstring>

#include "sim/launch/launch_info.h"
#include "sim/program/kernel_run.h"
#include "sim/program/status.h"

namespace simt::program {
namespace {

constexpr Dim3 kMaxGrid{2147483647, 65535, 65535};
constexpr Dim3 kMaxBlock{1024, 1024, 64};
/// Shared memory that a block gets without asking (cudaFuncAttributeMaxDynamicSharedMemorySize).
constexpr std::uint32_t kSharedWithoutAsking = 48 * 1024;

bool within(const Dim3& size, const Dim3& most) {
  return size.x > 0 && size.y > 0 && size.z > 0 && size.x <= most.x && size.y <= most.y &&
         size.z <= most.z;
}

bool suits(const Dim3& block, const LaunchBounds& bounds) {
  const auto& [rx, ry, rz] = bounds.req_ntid;
  if (rx != 0 && (block.x != rx || block.y != ry || block.z != rz)) return false;
  const auto& [mx, my, mz] = bounds.max_ntid;
  return mx == 0 || block.count() <= std::uint64_t{mx} * my * mz;
}

}  // namespace

std::vector<std::byte> packed(const Program& program, void* const* arguments) {
  std::vector<std::byte> out(program.param_bytes);
  for (std::size_t i = 0; i < program.params.size(); ++i)
    std::memcpy(out.data() + program.params[i].offset, arguments[i], program.params[i].bytes);
  return out;
}

Status status_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::IllegalAddress:
      return Status::IllegalAddress;
    case FaultKind::Misaligned:
      return Status::MisalignedAddress;
    case FaultKind::Assertion:
      return Status::Assert;
    case FaultKind::Other:
      break;
  }
  return Status::LaunchFailure;
}

Status status_of(const RunResult& result) {
  if (result.status == RunStatus::Finished) return Status::Success;
  return result.status == RunStatus::Fault ? status_of(result.fault_kind) : Status::LaunchTimeout;
}

Status refusal(const LaunchRequest& request, const ArchConfig& arch) {
  const Program& program = request.kernel->program;
  if (!within(request.grid, kMaxGrid) || !within(request.block, kMaxBlock) ||
      request.block.count() > arch.limits.max_threads_per_cta)
    return Status::InvalidConfiguration;
  if (!suits(request.block, program.bounds)) return Status::InvalidValue;
  const std::uint32_t shared = program.shared.static_bytes + request.dynamic_shared;
  if (shared > kSharedWithoutAsking && request.dynamic_shared > request.kernel->max_dynamic_shared)
    return Status::InvalidValue;
  const LaunchInfo info = launch_info(program, arch, state_of(request, arch));
  if (info.occupancy.ctas_per_sm == 0) return Status::LaunchOutOfResources;
  if (request.cooperative &&
      request.grid.count() > std::uint64_t{info.occupancy.ctas_per_sm} * arch.sm.count)
    return Status::CooperativeLaunchTooLarge;
  return Status::Success;
}

}  // namespace simt::program
