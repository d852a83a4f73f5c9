// Agreement with NVIDIA's own calculator (cuda_occupancy.h of an installed CUDA toolkit) on random
// kernels over all compute capabilities. Skipped where the header is absent.
#include <catch2/catch.hpp>
#include <random>

#include "sim/launch/occupancy.h"
#include "tests/skip.h"

#ifdef SIMT_HAVE_CUDA_OCCUPANCY
#include <cuda_occupancy.h>
#endif

using namespace simt;

#ifdef SIMT_HAVE_CUDA_OCCUPANCY
namespace {

int as_int(unsigned value) {
  return static_cast<int>(value);
}

cudaOccDeviceProp device_of(const ArchConfig& arch) {
  cudaOccDeviceProp p;
  const OccupancyLimits& l = arch.limits;
  p.computeMajor = as_int(arch.cc.major);
  p.computeMinor = as_int(arch.cc.minor);
  p.maxThreadsPerBlock = as_int(l.max_threads_per_cta);
  p.maxThreadsPerMultiprocessor = as_int(l.max_threads_per_sm);
  p.regsPerBlock = as_int(l.registers_per_cta);
  p.regsPerMultiprocessor = as_int(l.registers_per_sm);
  p.warpSize = as_int(arch.sm.warp_size);
  p.sharedMemPerBlock = l.shared_per_cta;
  p.sharedMemPerMultiprocessor = l.shared_per_sm;
  p.numSms = as_int(arch.sm.count);
  p.sharedMemPerBlockOptin = l.shared_per_cta_optin;
  p.reservedSharedMemPerBlock = l.shared_reserved_per_cta;
  return p;
}

cudaOccFuncAttributes kernel_of(const OccupancyInput& in) {
  cudaOccFuncAttributes a;
  a.maxThreadsPerBlock = 1024;
  a.numRegs = as_int(in.registers_per_thread);
  a.sharedSizeBytes = in.static_shared;
  a.partitionedGCConfig = PARTITIONED_GC_OFF;
  a.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  a.maxDynamicSharedSizeBytes = in.dynamic_shared;
  a.numBlockBarriers = as_int(in.barriers);
  return a;
}

class RandomKernels {
 public:
  OccupancyInput next() {
    OccupancyInput in;
    in.threads_per_cta = pick(3) == 0 ? 32 * (1 + pick(32)) : 1 + pick(1100);
    in.registers_per_thread = pick(256);
    in.barriers = pick(17);
    if (pick(2) != 0) in.static_shared = pick(49153);
    if (pick(2) != 0) in.dynamic_shared = pick(pick(2) != 0 ? 4096 : 240000);
    in.max_carveout = true;
    if (pick(3) == 0) {
      in.max_carveout = false;
      percent = pick(101);
    } else {
      percent = 100;
    }
    return in;
  }
  unsigned percent = 100;
  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

 private:
  std::mt19937 random_{20240607};
};

unsigned limit(int value) {
  return value == INT_MAX ? kUnlimited : static_cast<unsigned>(value);
}

}  // namespace

TEST_CASE("blocks per SM agree with cuda_occupancy.h on 100000 random kernels") {
  std::vector<ArchConfig> archs;
  const std::string configs = std::string(SIMT_SOURCE_DIR) + "/configs";
  for (const ArchListing& listed : list_archs(configs))
    archs.push_back(load_arch(listed.name, configs));
  RandomKernels kernels;
  for (int i = 0; i < 100000; ++i) {
    const ArchConfig& arch = archs[static_cast<std::size_t>(i) % archs.size()];
    OccupancyInput in = kernels.next();
    cudaOccDeviceState state;
    if (!in.max_carveout && arch.cc.major >= 7) {
      state.carveoutConfig = as_int(kernels.percent);
      in.carveout =
          static_cast<unsigned>(std::uint64_t{arch.limits.shared_per_sm} * kernels.percent / 100);
    }
    const cudaOccDeviceProp device = device_of(arch);
    const cudaOccFuncAttributes kernel = kernel_of(in);
    cudaOccResult expected;
    REQUIRE(cudaOccMaxActiveBlocksPerMultiprocessor(&expected, &device, &kernel, &state,
                                                    as_int(in.threads_per_cta),
                                                    in.dynamic_shared) == CUDA_OCC_SUCCESS);
    const Occupancy got = occupancy(arch, in);
    const bool same =
        got.ctas_per_sm == static_cast<unsigned>(expected.activeBlocksPerMultiprocessor) &&
        got.limit_registers == limit(expected.blockLimitRegs) &&
        got.limit_shared == limit(expected.blockLimitSharedMem) &&
        got.limit_warps == limit(expected.blockLimitWarps) &&
        got.limit_ctas == limit(expected.blockLimitBlocks) &&
        got.shared_allocated_per_cta == expected.allocatedSharedMemPerBlock;
    if (!same) {
      INFO(arch.name << ": " << in.threads_per_cta << " threads, " << in.registers_per_thread
                     << " registers, " << in.static_shared << " + " << in.dynamic_shared
                     << " bytes, " << in.barriers << " barriers, " << kernels.percent << " %");
      CHECK(got.ctas_per_sm == static_cast<unsigned>(expected.activeBlocksPerMultiprocessor));
      CHECK(got.limit_registers == limit(expected.blockLimitRegs));
      CHECK(got.limit_shared == limit(expected.blockLimitSharedMem));
      CHECK(got.limit_warps == limit(expected.blockLimitWarps));
      CHECK(got.shared_allocated_per_cta == expected.allocatedSharedMemPerBlock);
      REQUIRE(same);
    }
  }
}

TEST_CASE("the best block size agrees with cuda_occupancy.h") {
  RandomKernels kernels;
  const std::string configs = std::string(SIMT_SOURCE_DIR) + "/configs";
  for (const ArchListing& listed : list_archs(configs)) {
    const ArchConfig arch = load_arch(listed.name, configs);
    for (int i = 0; i < 200; ++i) {
      OccupancyInput in = kernels.next();
      in.max_carveout = true;
      const cudaOccDeviceProp device = device_of(arch);
      const cudaOccFuncAttributes kernel = kernel_of(in);
      const cudaOccDeviceState state;
      int min_grid = 0, block = 0;
      REQUIRE(cudaOccMaxPotentialOccupancyBlockSize(&min_grid, &block, &device, &kernel, &state,
                                                    in.dynamic_shared) == CUDA_OCC_SUCCESS);
      INFO(arch.name << ": " << in.registers_per_thread << " registers, " << in.static_shared
                     << " + " << in.dynamic_shared << " bytes");
      REQUIRE(best_block_size(arch, in) == static_cast<unsigned>(block));
    }
  }
}
#else
TEST_CASE("agreement with cuda_occupancy.h") {
  SKIP_TEST("cuda_occupancy.h was not found when the tests were configured");
}
#endif
