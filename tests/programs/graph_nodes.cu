// A graph built node by node: memset, kernels, copies, a host function; parameters changed later.
#include <cstdio>
#include <cstdlib>
#include <vector>

static void must(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "line %d: %s (%s)\n", line, cudaGetErrorName(status), cudaGetErrorString(status));
  exit(1);
}
#define MUST(x) must((x), __LINE__)

__global__ void reduce(const int* in, size_t n, int* result) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

__global__ void scale(int* value, int factor) {
  *value *= factor;
}

struct Report {
  const char* name;
  const int* value;
  int calls;
};

static void CUDART_CB report(void* data) {
  Report* r = static_cast<Report*>(data);
  printf("%s call %d: %d\n", r->name, ++r->calls, *r->value);
}

int main() {
  size_t n = 5000;
  std::vector<int> input(n);
  int expected = 0;
  for (size_t i = 0; i < n; ++i) expected += input[i] = static_cast<int>(i * i % 23) - 9;
  int *d_in, *d_result, result = 0;
  MUST(cudaMalloc(&d_in, n * sizeof(int)));
  MUST(cudaMalloc(&d_result, sizeof(int)));

  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t upload, clear, sum, times, download, say;

  MUST(cudaGraphAddMemcpyNode1D(&upload, graph, nullptr, 0, d_in, input.data(), n * sizeof(int),
                                cudaMemcpyHostToDevice));
  cudaMemsetParams set = {};
  set.dst = d_result;
  set.value = 0;
  set.elementSize = 4;
  set.width = 1;
  set.height = 1;
  MUST(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set));

  void* sum_arguments[] = {&d_in, &n, &d_result};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)reduce;
  kernel.gridDim = dim3(4);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = sum_arguments;
  const cudaGraphNode_t before_sum[] = {upload, clear};
  MUST(cudaGraphAddKernelNode(&sum, graph, before_sum, 2, &kernel));

  int factor = 2;
  void* scale_arguments[] = {&d_result, &factor};
  cudaKernelNodeParams scaling = {};
  scaling.func = (void*)scale;
  scaling.gridDim = scaling.blockDim = dim3(1);
  scaling.kernelParams = scale_arguments;
  MUST(cudaGraphAddKernelNode(&times, graph, &sum, 1, &scaling));
  MUST(cudaGraphAddMemcpyNode1D(&download, graph, &times, 1, &result, d_result, sizeof(int),
                                cudaMemcpyDeviceToHost));
  Report whole = {"graph", &result, 0};
  cudaHostNodeParams host = {};
  host.fn = report;
  host.userData = &whole;
  MUST(cudaGraphAddHostNode(&say, graph, &download, 1, &host));

  cudaGraphNodeType type;
  MUST(cudaGraphNodeGetType(say, &type));
  size_t nodes = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  printf("%zu nodes, the last is a host node: %s\n", nodes,
         type == cudaGraphNodeTypeHost ? "yes" : "no");

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 0; launch < 3; ++launch) MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  printf("result %d, expected %d\n", result, 2 * expected);
  int wrong = result != 2 * expected;

  // Another factor in the executable graph only.
  factor = -7;
  MUST(cudaGraphExecKernelNodeSetParams(exec, times, &scaling));
  MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  printf("result %d, expected %d\n", result, -7 * expected);
  wrong += result != -7 * expected;

  // A clone keeps the first factor; as a child it runs inside another graph, twice in a row.
  cudaGraph_t clone, parent;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphCreate(&parent, 0));
  cudaGraphNode_t first, second;
  MUST(cudaGraphAddChildGraphNode(&first, parent, nullptr, 0, clone));
  MUST(cudaGraphAddChildGraphNode(&second, parent, &first, 1, clone));
  cudaGraphExec_t parent_exec;
  MUST(cudaGraphInstantiate(&parent_exec, parent, 0));
  whole.name = "child";
  MUST(cudaGraphLaunch(parent_exec, stream));
  MUST(cudaStreamSynchronize(stream));
  wrong += result != 2 * expected;

  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphExecDestroy(parent_exec));
  MUST(cudaGraphDestroy(parent));
  MUST(cudaGraphDestroy(clone));
  MUST(cudaGraphDestroy(graph));
  MUST(cudaStreamDestroy(stream));
  MUST(cudaFree(d_in));
  MUST(cudaFree(d_result));
  printf("%d wrong\n", wrong);
  return wrong;
}
