// A graph captured from two streams, instantiated once, launched many times, then updated.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                     \
  do {                                                                                  \
    cudaError_t err = call;                                                             \
    if (err != cudaSuccess) {                                                           \
      fprintf(stderr, "%s at line %d: %s\n", #call, __LINE__, cudaGetErrorString(err)); \
      exit(EXIT_FAILURE);                                                               \
    }                                                                                   \
  } while (0)

__global__ void step(unsigned* x, unsigned a, unsigned b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * a + b;
}

__global__ void combine(unsigned* x, const unsigned* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] ^= y[i];
}

const int n = 2000, grid = (n + 255) / 256;

// fork: y on the second stream; join before the combination.
cudaGraph_t capture(cudaStream_t main_stream, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join,
                    unsigned* x, unsigned* y, unsigned* host, unsigned factor) {
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(fork, main_stream));
  CHECK(cudaStreamWaitEvent(side, fork, 0));
  for (unsigned k = 0; k < 3; ++k) step<<<grid, 256, 0, main_stream>>>(x, factor, k, n);
  for (unsigned k = 0; k < 2; ++k) step<<<grid, 256, 0, side>>>(y, factor + 2, k, n);
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaStreamWaitEvent(main_stream, join, 0));
  combine<<<grid, 256, 0, main_stream>>>(x, y, n);
  CHECK(cudaMemcpyAsync(host, x, n * sizeof(unsigned), cudaMemcpyDeviceToHost, main_stream));
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(side, &status));
  printf("the second stream captures too: %s\n",
         status == cudaStreamCaptureStatusActive ? "yes" : "no");
  CHECK(cudaStreamEndCapture(main_stream, &graph));
  return graph;
}

int verify(const unsigned* host, std::vector<unsigned>& x, std::vector<unsigned>& y, unsigned f) {
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    for (unsigned k = 0; k < 3; ++k) x[i] = x[i] * f + k;
    for (unsigned k = 0; k < 2; ++k) y[i] = y[i] * (f + 2) + k;
    x[i] ^= y[i];
    wrong += x[i] != host[i];
  }
  return wrong;
}

int main() {
  std::vector<unsigned> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = y[i] = i;
  unsigned *d_x, *d_y, *host;
  CHECK(cudaMalloc(&d_x, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&d_y, n * sizeof(unsigned)));
  CHECK(cudaMallocHost(&host, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  cudaStream_t main_stream, side;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&main_stream));
  CHECK(cudaStreamCreate(&side));
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  cudaGraph_t graph = capture(main_stream, side, fork, join, d_x, d_y, host, 3);
  size_t nodes = 0, roots = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  printf("%zu nodes, %zu roots\n", nodes, roots);
  unsigned first = 0;
  CHECK(cudaMemcpy(&first, d_x + 1, sizeof first, cudaMemcpyDeviceToHost));
  printf("nothing has run yet: x[1] = %u\n", first);

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  int wrong = 0;
  for (int launch = 0; launch < 4; ++launch) {
    CHECK(cudaGraphLaunch(exec, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    const int now = verify(host, x, y, 3);
    printf("launch %d: x[1] = %u, %d wrong\n", launch, host[1], now);
    wrong += now;
  }

  // The same topology with other arguments updates the executable graph in place.
  cudaGraph_t other = capture(main_stream, side, fork, join, d_x, d_y, host, 5);
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(exec, other, &info));
  printf("updated: %s\n", info.result == cudaGraphExecUpdateSuccess ? "yes" : "no");
  CHECK(cudaGraphLaunch(exec, side));
  CHECK(cudaDeviceSynchronize());
  const int now = verify(host, x, y, 5);
  printf("after the update: x[1] = %u, %d wrong\n", host[1], now);

  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(other));
  CHECK(cudaStreamDestroy(main_stream));
  CHECK(cudaStreamDestroy(side));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(join));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFreeHost(host));
  return wrong + now;
}
