// A cooperative launch: all steps of a relaxation in one kernel, grid.sync() between them.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(x)                                                          \
  if (cudaError_t e = (x); e != cudaSuccess) {                            \
    std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    std::exit(1);                                                         \
  }

__global__ void relax(int* a, int* b, int n, int steps, unsigned* changes) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
      const int left = i > 0 ? a[i - 1] : 0;
      const int right = i + 1 < n ? a[i + 1] : 0;
      const int next = (left + 2 * a[i] + right) / 4;
      b[i] = next;
      if (next != a[i]) atomicAdd(&changes[s], 1u);
    }
    grid.sync();
    int* t = a;
    a = b;
    b = t;
  }
}

int main() {
  int cooperative = 0, processors = 0, per_processor = 0;
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  if (!cooperative) {
    std::printf("no cooperative launches\n");
    return 0;
  }
  const int threads = 128, blocks = 8;
  int n = 3000, steps = 12;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, relax, threads, 0));
  std::printf("%d blocks fit: %s\n", blocks, per_processor * processors >= blocks ? "yes" : "no");

  std::vector<int> host(n), expected, next(n);
  for (int i = 0; i < n; ++i) host[i] = i % 100 == 0 ? 100000 : 0;
  expected = host;
  std::vector<unsigned> expected_changes(steps, 0), changes(steps);
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) {
      const int left = i > 0 ? expected[i - 1] : 0, right = i + 1 < n ? expected[i + 1] : 0;
      next[i] = (left + 2 * expected[i] + right) / 4;
      expected_changes[s] += next[i] != expected[i];
    }
    std::swap(expected, next);
  }

  int *a, *b;
  unsigned* d_changes;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMalloc(&d_changes, steps * sizeof(unsigned)));
  CHECK(cudaMemset(d_changes, 0, steps * sizeof(unsigned)));
  CHECK(cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  void* arguments[] = {&a, &b, &n, &steps, &d_changes};
  CHECK(cudaLaunchCooperativeKernel((void*)relax, dim3(blocks), dim3(threads), arguments));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host.data(), steps % 2 ? b : a, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(changes.data(), d_changes, steps * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int s = 0; s < steps; ++s) std::printf("step %2d: %u cells changed\n", s, changes[s]);
  std::printf("cells 0 1 1499 1500: %d %d %d %d\n", host[0], host[1], host[1499], host[1500]);
  std::printf("as on the host: %s\n",
              host == expected && changes == expected_changes ? "yes" : "no");

  // More blocks than can be resident are refused.
  const dim3 too_many(per_processor * processors + 1);
  cudaError_t refused = cudaLaunchCooperativeKernel((void*)relax, too_many, threads, arguments);
  std::printf("one block too many: %s\n", cudaGetErrorName(refused));
  cudaGetLastError();
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(d_changes));
  return 0;
}
