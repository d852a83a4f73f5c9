#include "sim/program/kernel_facts.h"

#include <algorithm>

#include "sim/program/status.h"

namespace simt::program {
namespace {

/// The most threads that its registers allow in a block, in whole warps.
int max_threads(const LoadedKernel& kernel, const Gpu& gpu) {
  const ArchConfig& arch = gpu.arch();
  unsigned most = arch.limits.max_threads_per_cta;
  const auto& [x, y, z] = kernel.program.bounds.max_ntid;
  if (x != 0) most = std::min(most, x * y * z);
  for (; most > arch.sm.warp_size; most -= arch.sm.warp_size)
    if (gpu.blocks_per_sm(kernel, most, 0) > 0) break;
  return static_cast<int>(most);
}

int max_dynamic(const LoadedKernel& kernel) {
  const int rest = 48 * 1024 - static_cast<int>(kernel.program.shared.static_bytes);
  return std::max(rest, static_cast<int>(kernel.max_dynamic_shared));
}

int max_shared(const ArchConfig& arch) {
  return static_cast<int>(std::max(arch.limits.shared_per_cta_optin, arch.limits.shared_per_cta));
}

}  // namespace

int kernel_attribute(const LoadedKernel& kernel, const Gpu& gpu, int number) {
  if (number < 0 || number >= kKernelAttributes) throw CallError(Status::InvalidValue);
  const ArchConfig& arch = gpu.arch();
  switch (number) {
    case kMaxThreadsPerBlock:
      return max_threads(kernel, gpu);
    case kStaticShared:
      return static_cast<int>(kernel.program.shared.static_bytes);
    case kConstBytes:
      return static_cast<int>(kernel.module.constants().size());
    case kLocalBytes:
      return static_cast<int>(kernel.local_bytes);
    case kRegisters:
      return static_cast<int>(kernel.program.registers_per_thread);
    case kPtxVersion:
      return static_cast<int>(kernel.module.target());
    case kBinaryVersion:
      return static_cast<int>(10 * arch.cc.major + arch.cc.minor);
    case kMaxDynamicShared:
      return max_dynamic(kernel);
    case kCarveout:
      return -1;  // the driver's choice
    default:
      return 0;
  }
}

void set_kernel_attribute(LoadedKernel& kernel, const Gpu& gpu, int number, int value) {
  if (number == kCarveout) return;  // the carve-out is the driver's choice here
  if (number != kMaxDynamicShared || value < 0 ||
      value + static_cast<int>(kernel.program.shared.static_bytes) > max_shared(gpu.arch()))
    throw CallError(Status::InvalidValue);
  kernel.max_dynamic_shared = static_cast<unsigned>(value);
}

int resident_blocks(const LoadedKernel& kernel, const Gpu& gpu, int threads, std::uint64_t shared) {
  if (threads <= 0) throw CallError(Status::InvalidValue);
  if (static_cast<std::uint64_t>(max_dynamic(kernel)) < shared) return 0;
  return static_cast<int>(gpu.blocks_per_sm(kernel, static_cast<unsigned>(threads), shared));
}

std::uint64_t shared_left(const LoadedKernel& kernel, const Gpu& gpu, int blocks, int threads) {
  if (blocks <= 0 || threads <= 0) throw CallError(Status::InvalidValue);
  const OccupancyLimits& l = gpu.arch().limits;
  const std::uint64_t each = l.shared_per_sm / static_cast<unsigned>(blocks) /
                             l.shared_allocation_unit * l.shared_allocation_unit;
  const std::uint64_t own = kernel.program.shared.static_bytes;
  const std::uint64_t taken = l.shared_reserved_per_cta + own;
  const auto most = static_cast<std::uint64_t>(max_shared(gpu.arch()));
  return each < taken ? 0 : std::min(each - taken, most - own);
}

}  // namespace simt::program
