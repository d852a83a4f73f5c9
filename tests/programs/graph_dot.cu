// A graph as the text that cudaGraphDebugDotPrint writes.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

__global__ void add(int* x, int n) {
  *x += n;
}
__global__ void twice(int* x) {
  *x *= 2;
}
static void CUDART_CB nothing(void*) {}

int main() {
  int *x, h = 0;
  CHECK(cudaMalloc(&x, 4));
  cudaGraph_t graph, child;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphCreate(&child, 0));
  cudaGraphNode_t fill, kernel, copy, host, empty, inner, inside, record, wait;
  cudaMemsetParams set = {};
  set.dst = x;
  set.elementSize = 4;
  set.width = set.height = 1;
  CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  int n = 5;
  void* arguments[] = {&x, &n};
  cudaKernelNodeParams k = {};
  k.func = (void*)add;
  k.gridDim = dim3(2, 3);
  k.blockDim = dim3(32);
  k.kernelParams = arguments;
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &k));
  k.func = (void*)twice;
  CHECK(cudaGraphAddKernelNode(&inside, child, nullptr, 0, &k));
  CHECK(cudaGraphAddChildGraphNode(&inner, graph, &kernel, 1, child));
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &inner, 1, &h, x, 4, cudaMemcpyDeviceToHost));
  cudaHostNodeParams hp = {nothing, nullptr};
  CHECK(cudaGraphAddHostNode(&host, graph, &copy, 1, &hp));
  CHECK(cudaGraphAddEmptyNode(&empty, graph, &fill, 1));
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  CHECK(cudaGraphAddEventRecordNode(&record, graph, &empty, 1, event));
  CHECK(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  const char* const file = "graph_dot.dot";
  CHECK(cudaGraphDebugDotPrint(graph, file, 0));
  std::cout << std::ifstream(file).rdbuf() << std::flush;
  std::remove(file);
  std::cout << cudaGetErrorName(cudaGraphDebugDotPrint(graph, "/no/such/folder/x.dot", 0)) << "\n";
  std::cout << cudaGetErrorName(cudaGraphDebugDotPrint(nullptr, file, 0)) << "\n";
  return 0;
}
