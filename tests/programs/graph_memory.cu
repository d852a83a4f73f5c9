// Memory of graphs: cudaMallocAsync and cudaFreeAsync in a captured stream, nodes by hand, memory
// that outlives the launch, and what is refused.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

static const int kCount = 1000;

__global__ void fill(int* out, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) out[i] = first + i;
}

__global__ void add(int* sums, const int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) sums[i] += a[i] + b[i];
}

static void report(const char* what, cudaError_t status) {
  printf("%-52s %s\n", what, cudaGetErrorName(status));
  cudaGetLastError();
}

static long long sum_of(const int* device) {
  std::vector<int> host(kCount);
  CHECK(cudaMemcpy(host.data(), device, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  long long sum = 0;
  for (int v : host) sum += v;
  return sum;
}

// Two buffers live within the graph alone.
static void within(cudaStream_t stream, int* sums) {
  int *a, *b;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMallocAsync(&a, kCount * sizeof(int), stream));
  CHECK(cudaMallocAsync(&b, kCount * sizeof(int), stream));
  fill<<<4, 256, 0, stream>>>(a, 1);
  fill<<<4, 256, 0, stream>>>(b, 1000);
  add<<<4, 256, 0, stream>>>(sums, a, b);
  CHECK(cudaFreeAsync(a, stream));
  CHECK(cudaFreeAsync(b, stream));
  CHECK(cudaStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  std::vector<cudaGraphNode_t> all(nodes);
  CHECK(cudaGraphGetNodes(graph, all.data(), &nodes));
  int allocations = 0, frees = 0;
  for (cudaGraphNode_t n : all) {
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(n, &type));
    allocations += type == cudaGraphNodeTypeMemAlloc;
    frees += type == cudaGraphNodeTypeMemFree;
  }
  printf("nodes: %zu, allocations: %d, frees: %d\n", nodes, allocations, frees);
  cudaGraph_t copy;
  report("clone of a graph with memory", cudaGraphClone(&copy, graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int k = 0; k < 3; ++k) {
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("after launch %d: %lld\n", k + 1, sum_of(sums));
  }
  cudaGraphExec_t second;
  report("a second instance of it", cudaGraphInstantiate(&second, graph, 0));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}

// The graph allocates, the stream frees later.
static void beyond(cudaStream_t stream, bool freed_by_launch) {
  int* a;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMallocAsync(&a, kCount * sizeof(int), stream));
  fill<<<4, 256, 0, stream>>>(a, 7);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph,
                             freed_by_launch ? cudaGraphInstantiateFlagAutoFreeOnLaunch : 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("beyond its launch: %lld\n", sum_of(a));
  report("launched again, its memory not freed", cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  report("freed in the stream", cudaFreeAsync(a, stream));
  CHECK(cudaStreamSynchronize(stream));
  report("freed a second time", cudaFreeAsync(a, stream));
  report("launched again, its memory freed", cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("as before: %lld\n", sum_of(a));
  report("freed by cudaFree", cudaFree(a));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
}

static void by_hand(cudaStream_t stream, int* sums) {
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams allocate = {};
  allocate.bytesize = kCount * sizeof(int);
  allocate.poolProps.allocType = cudaMemAllocationTypePinned;
  allocate.poolProps.location.type = cudaMemLocationTypeDevice;
  allocate.poolProps.location.id = 0;
  cudaGraphNode_t memory, kernel, sum, gone, again;
  CHECK(cudaGraphAddMemAllocNode(&memory, graph, nullptr, 0, &allocate));
  printf("the address is known: %s\n", allocate.dptr != nullptr ? "yes" : "no");
  int* buffer = static_cast<int*>(allocate.dptr);
  int first = 5;
  void* fill_arguments[] = {&buffer, &first};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(fill);
  launch.gridDim = 4;
  launch.blockDim = 256;
  launch.kernelParams = fill_arguments;
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &memory, 1, &launch));
  void* add_arguments[] = {&sums, &buffer, &buffer};
  launch.func = reinterpret_cast<void*>(add);
  launch.kernelParams = add_arguments;
  CHECK(cudaGraphAddKernelNode(&sum, graph, &kernel, 1, &launch));
  CHECK(cudaGraphAddMemFreeNode(&gone, graph, &sum, 1, buffer));
  report("a second node that frees it", cudaGraphAddMemFreeNode(&again, graph, &sum, 1, buffer));
  report("a node that frees other memory", cudaGraphAddMemFreeNode(&again, graph, &sum, 1, sums));
  cudaMemAllocNodeParams asked = {};
  CHECK(cudaGraphMemAllocNodeGetParams(memory, &asked));
  void* freed = nullptr;
  CHECK(cudaGraphMemFreeNodeGetParams(gone, &freed));
  printf("the nodes know it: %s, %s, %zu bytes\n", asked.dptr == buffer ? "yes" : "no",
         freed == buffer ? "yes" : "no", asked.bytesize);
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaMemset(sums, 0, kCount * sizeof(int)));
  for (int k = 0; k < 2; ++k) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("by hand: %lld\n", sum_of(sums));
  CHECK(cudaGraphExecDestroy(exec));
  report("a node of memory destroyed", cudaGraphDestroyNode(memory));
  CHECK(cudaGraphDestroy(graph));
}

int main() {
  cudaStream_t stream;
  int* sums;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&sums, kCount * sizeof(int)));
  CHECK(cudaMemset(sums, 0, kCount * sizeof(int)));
  within(stream, sums);
  beyond(stream, false);
  beyond(stream, true);
  by_hand(stream, sums);
  CHECK(cudaDeviceGraphMemTrim(0));
  unsigned long long used = 1;
  CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  printf("in use at the end: %llu bytes\n", used);
  CHECK(cudaFree(sums));
  CHECK(cudaStreamDestroy(stream));
  return 0;
}
