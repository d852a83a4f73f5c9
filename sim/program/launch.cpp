#include "sim/program/launch.h"

#include <fmt/format.h>

#include <cstring>

#include "isa/base/kernel_name.h"
#include "sim/launch/launch_info.h"
#include "sim/program/kernel_run.h"
#include "sim/program/launch_text.h"
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

/// Why no device, or not this one, has such grids and blocks; "": it has.
std::string wrong_shape(const LaunchRequest& request, const ArchConfig& arch) {
  if (!within(request.grid, kMaxGrid))
    return fmt::format("a grid has 1 to {} blocks along x, 1 to {} along y and z", kMaxGrid.x,
                       kMaxGrid.y);
  const std::uint64_t threads = request.block.count(), most = arch.limits.max_threads_per_cta;
  if (threads == 0) return "a block has at least one thread along each axis";
  if (threads > most)
    return fmt::format("a block has {} threads; {} takes {}", threads, arch.name, most);
  if (!within(request.block, kMaxBlock))
    return fmt::format("a block has at most {} threads along x and y, {} along z", kMaxBlock.x,
                       kMaxBlock.z);
  return "";
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

void require_launchable(const LaunchRequest& request, const ArchConfig& arch) {
  const Program& program = request.kernel->program;
  const auto refuse = [&](Status status, const std::string& why) {
    throw CallError(
        status, fmt::format("the launch of {}, {}, is refused: {}", display_name(program.kernel),
                            launch_text(request.grid, request.block), why));
  };
  const std::uint64_t threads = request.block.count();
  if (const std::string why = wrong_shape(request, arch); !why.empty())
    refuse(Status::InvalidConfiguration, why);
  if (!suits(request.block, program.bounds))
    refuse(Status::InvalidValue, "the kernel is compiled for other blocks (__launch_bounds__)");
  const std::uint32_t shared = program.shared.static_bytes + request.dynamic_shared;
  if (shared > kSharedWithoutAsking && request.dynamic_shared > request.kernel->max_dynamic_shared)
    refuse(
        Status::InvalidValue,
        fmt::format("a block asks for {} bytes of shared memory; more than {} need "
                    "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                    shared, kSharedWithoutAsking, request.dynamic_shared));
  const LaunchInfo info = launch_info(program, arch, state_of(request, arch));
  if (info.occupancy.ctas_per_sm == 0)
    refuse(Status::LaunchOutOfResources,
           fmt::format("an SM of {} has no room for one block: {} threads, {} registers a thread, "
                       "{} bytes of shared memory",
                       arch.name, threads, program.registers_per_thread, shared));
  const std::uint64_t together = std::uint64_t{info.occupancy.ctas_per_sm} * arch.sm.count;
  if (request.cooperative && request.grid.count() > together)
    refuse(Status::CooperativeLaunchTooLarge,
           fmt::format("{} blocks are to run at the same time; {} has room for {}",
                       request.grid.count(), arch.name, together));
}

}  // namespace simt::program
