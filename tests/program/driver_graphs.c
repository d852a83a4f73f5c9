/* Graphs of the driver API and virtual memory, without the CUDA toolkit: what they compute. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Pointer;
int cuInit(unsigned);
int cuDevicePrimaryCtxRetain(void**, int);
int cuCtxSetCurrent(void*);
int cuModuleLoadData(void**, const void*);
int cuModuleGetFunction(void**, void*, const char*);
int cuStreamCreate(void**, unsigned);
int cuStreamSynchronize(void*);
int cuStreamBeginCapture_v2(void*, int);
int cuStreamEndCapture(void*, void**);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**);
int cuMemAlloc_v2(Pointer*, size_t);
int cuMemcpyDtoH_v2(void*, Pointer, size_t);
int cuMemsetD32_v2(Pointer, unsigned, size_t);

struct Kernel {
  void* function;
  unsigned grid[3], block[3], shared;
  void **arguments, **extra;
  void *kernel, *context;
};
struct Fill {
  Pointer to;
  size_t pitch;
  unsigned value, element;
  size_t width, height;
};
int cuGraphCreate(void**, unsigned);
int cuGraphDestroy(void*);
int cuGraphAddKernelNode_v2(void**, void*, void* const*, size_t, const struct Kernel*);
int cuGraphAddMemsetNode(void**, void*, void* const*, size_t, const struct Fill*, void*);
int cuGraphAddChildGraphNode(void**, void*, void* const*, size_t, void*);
int cuGraphKernelNodeGetParams_v2(void*, struct Kernel*);
int cuGraphExecKernelNodeSetParams_v2(void*, void*, const struct Kernel*);
int cuGraphGetNodes(void*, void**, size_t*);
int cuGraphInstantiateWithFlags(void**, void*, unsigned long long);
int cuGraphExecDestroy(void*);
int cuGraphLaunch(void*, void*);

struct Location {
  int type, id;
};
struct Properties {
  int type, handle_types;
  struct Location location;
  void* windows;
  unsigned char flags[8];
};
struct Access {
  struct Location location;
  unsigned flags;
};
struct Allocation {
  int type, handle_types;
  struct Location location;
  void* windows;
  size_t most;
  unsigned short usage;
  unsigned char reserved[54];
  const struct Access* access;
  size_t accesses, bytes;
  Pointer address;
};
int cuGraphAddMemAllocNode(void**, void*, void* const*, size_t, struct Allocation*);
int cuGraphAddMemFreeNode(void**, void*, void* const*, size_t, Pointer);
int cuGraphMemAllocNodeGetParams(void*, struct Allocation*);
int cuGraphMemFreeNodeGetParams(void*, Pointer*);
int cuGraphNodeGetType(void*, int*);
int cuGraphClone(void**, void*);
int cuMemAllocAsync(Pointer*, size_t, void*);
int cuMemFreeAsync(Pointer, void*);
int cuMemFree_v2(Pointer);
int cuMemcpyDtoDAsync_v2(Pointer, Pointer, size_t, void*);
int cuMemsetD32Async(Pointer, unsigned, size_t, void*);
int cuMemGetAllocationGranularity(size_t*, const struct Properties*, int);
int cuMemAddressReserve(Pointer*, size_t, size_t, Pointer, unsigned long long);
int cuMemAddressFree(Pointer, size_t);
int cuMemCreate(unsigned long long*, size_t, const struct Properties*, unsigned long long);
int cuMemRelease(unsigned long long);
int cuMemMap(Pointer, size_t, size_t, unsigned long long, unsigned long long);
int cuMemUnmap(Pointer, size_t);
int cuMemSetAccess(Pointer, size_t, const struct Access*, size_t);

static const char ptx[] =
    ".version 6.4\n.target sm_70\n.address_size 64\n"
    ".visible .entry step(.param .u64 x, .param .u32 a, .param .u32 b) {\n"
    "  .reg .u32 %v, %a, %b;\n  .reg .u64 %x;\n"
    "  ld.param.u64 %x, [x];\n  ld.param.u32 %a, [a];\n  ld.param.u32 %b, [b];\n"
    "  ld.global.u32 %v, [%x];\n  mad.lo.u32 %v, %v, %a, %b;\n  st.global.u32 [%x], %v;\n  "
    "ret;\n}\n";

static int wrong = 0;
#define CHECK(x)                                              \
  do {                                                        \
    if (!(x)) printf("line %d: %s\n", __LINE__, #x), ++wrong; \
  } while (0)

static void *step, *stream;
static Pointer x;
static unsigned value(Pointer at) {
  unsigned out = 0;
  CHECK(cuMemcpyDtoH_v2(&out, at, 4) == 0);
  return out;
}

static void graphs(void) {
  void *graph, *inner, *fill, *child, *node, *last, *exec;
  unsigned a = 3, b = 5, c = 10, d = 1;
  void *first[] = {&x, &a, &b}, *second[] = {&x, &c, &d};
  struct Kernel kernel = {step, {1, 1, 1}, {1, 1, 1}, 0, first, NULL, NULL, NULL}, got;
  struct Fill two = {x, 0, 2, 4, 1, 1};
  size_t count = 0;
  CHECK(cuGraphCreate(&graph, 0) == 0 && cuGraphCreate(&inner, 0) == 0);
  CHECK(cuGraphAddKernelNode_v2(&node, inner, NULL, 0, &kernel) == 0);
  CHECK(cuGraphAddMemsetNode(&fill, graph, NULL, 0, &two, NULL) == 0);
  CHECK(cuGraphAddChildGraphNode(&child, graph, &fill, 1, inner) == 0);
  kernel.arguments = second;
  CHECK(cuGraphAddKernelNode_v2(&last, graph, &child, 1, &kernel) == 0);
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0) == 0);
  CHECK(cuGraphLaunch(exec, stream) == 0 && cuStreamSynchronize(stream) == 0);
  CHECK(value(x) == (2 * 3 + 5) * 10 + 1);
  CHECK(cuGraphKernelNodeGetParams_v2(last, &got) == 0 && got.function == step);
  CHECK(*(unsigned*)got.arguments[1] == 10 && got.grid[0] == 1);
  c = 100;
  CHECK(cuGraphExecKernelNodeSetParams_v2(exec, last, &kernel) == 0);
  CHECK(cuGraphLaunch(exec, stream) == 0 && cuStreamSynchronize(stream) == 0);
  CHECK(value(x) == (2 * 3 + 5) * 100 + 1);
  CHECK(cuGraphExecDestroy(exec) == 0 && cuGraphDestroy(graph) == 0 && cuGraphDestroy(inner) == 0);
  CHECK(cuGraphDestroy(graph) == 1);

  CHECK(cuStreamBeginCapture_v2(stream, 0) == 0);
  CHECK(cuLaunchKernel(step, 1, 1, 1, 1, 1, 1, 0, stream, first, NULL) == 0);
  CHECK(cuLaunchKernel(step, 1, 1, 1, 1, 1, 1, 0, stream, second, NULL) == 0);
  CHECK(cuStreamEndCapture(stream, &graph) == 0);
  CHECK(cuGraphGetNodes(graph, NULL, &count) == 0 && count == 2);
  CHECK(value(x) == (2 * 3 + 5) * 100 + 1);
  CHECK(cuMemsetD32_v2(x, 1, 1) == 0);
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0) == 0);
  CHECK(cuGraphLaunch(exec, stream) == 0 && cuStreamSynchronize(stream) == 0);
  CHECK(value(x) == (1 * 3 + 5) * 100 + 1);
}

/* Memory that the launch leaves to the program, which frees it. */
static void memory_nodes(void) {
  void *graph, *clone, *allocate, *fill, *exec, *other;
  struct Allocation of = {1, 0, {1, 0}}, told;
  int type = 0;
  of.bytes = 64;
  CHECK(cuGraphCreate(&graph, 0) == 0);
  CHECK(cuGraphAddMemAllocNode(&allocate, graph, NULL, 0, &of) == 0 && of.address != 0);
  CHECK(cuGraphNodeGetType(allocate, &type) == 0 && type == 10);
  CHECK(cuGraphMemAllocNodeGetParams(allocate, &told) == 0);
  CHECK(told.address == of.address && told.bytes == 64);
  struct Fill seven = {of.address, 0, 7, 4, 1, 1};
  CHECK(cuGraphAddMemsetNode(&fill, graph, &allocate, 1, &seven, NULL) == 0);
  CHECK(cuGraphClone(&clone, graph) != 0);
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0) == 0);
  CHECK(cuGraphInstantiateWithFlags(&other, graph, 0) != 0);
  CHECK(cuGraphLaunch(exec, stream) == 0 && cuStreamSynchronize(stream) == 0);
  CHECK(value(of.address) == 7);
  CHECK(cuGraphLaunch(exec, stream) == 1);
  CHECK(cuMemFree_v2(of.address) == 0 && cuMemFree_v2(of.address) == 1);
  CHECK(cuGraphLaunch(exec, stream) == 0 && cuMemFreeAsync(of.address, stream) == 0);
  CHECK(cuGraphExecDestroy(exec) == 0 && cuGraphDestroy(graph) == 0);
}

/* Memory of a captured stream, which the graph frees itself; a node that frees what it has not. */
static void captured_memory(void) {
  void *graph, *exec, *nodes[4];
  Pointer inside, told = 0;
  int type = 0;
  size_t count = 4;
  CHECK(cuStreamBeginCapture_v2(stream, 0) == 0);
  CHECK(cuMemAllocAsync(&inside, 64, stream) == 0);
  CHECK(cuMemsetD32Async(inside, 41, 1, stream) == 0);
  CHECK(cuMemcpyDtoDAsync_v2(x, inside, 4, stream) == 0);
  CHECK(cuMemFreeAsync(inside, stream) == 0);
  CHECK(cuStreamEndCapture(stream, &graph) == 0);
  CHECK(cuGraphGetNodes(graph, nodes, &count) == 0 && count == 4);
  for (size_t i = 0; i < count; ++i)
    if (cuGraphNodeGetType(nodes[i], &type) == 0 && type == 11)
      CHECK(cuGraphMemFreeNodeGetParams(nodes[i], &told) == 0);
  CHECK(told == inside);
  CHECK(cuGraphAddMemFreeNode(&nodes[0], graph, NULL, 0, inside) == 1);
  CHECK(cuGraphAddMemFreeNode(&nodes[0], graph, NULL, 0, x) == 1);
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0) == 0);
  for (int i = 0; i < 2; ++i)
    CHECK(cuGraphLaunch(exec, stream) == 0 && cuStreamSynchronize(stream) == 0);
  CHECK(value(x) == 41);
  CHECK(cuGraphExecDestroy(exec) == 0 && cuGraphDestroy(graph) == 0);
}

static void virtual_memory(void) {
  const struct Properties properties = {1, 0, {1, 0}, NULL, {0}};
  const struct Access access = {{1, 0}, 3};
  size_t bytes = 0;
  Pointer base, twin;
  unsigned long long handle;
  unsigned two = 2, one = 1;
  void* arguments[] = {&twin, &two, &one};
  CHECK(cuMemGetAllocationGranularity(&bytes, &properties, 0) == 0 && bytes != 0);
  CHECK(cuMemAddressReserve(&base, 2 * bytes, 0, 0, 0) == 0);
  CHECK(cuMemCreate(&handle, bytes, &properties, 0) == 0);
  CHECK(cuMemMap(base, bytes, 0, handle, 0) == 0 &&
        cuMemMap(base + bytes, bytes, 0, handle, 0) == 0);
  CHECK(cuMemsetD32_v2(base, 4, 1) != 0);
  CHECK(cuMemSetAccess(base, 2 * bytes, &access, 1) == 0);
  CHECK(cuMemsetD32_v2(base, 4, 1) == 0);
  twin = base + bytes;
  CHECK(cuLaunchKernel(step, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL) == 0);
  CHECK(cuStreamSynchronize(stream) == 0);
  CHECK(value(base) == 9 && value(twin) == 9);
  CHECK(cuMemRelease(handle) == 0 && value(base) == 9);
  CHECK(cuMemAddressFree(base, 2 * bytes) != 0);
  CHECK(cuMemUnmap(base, 2 * bytes) == 0 && cuMemAddressFree(base, 2 * bytes) == 0);
}

int main(void) {
  void *context, *module;
  CHECK(cuInit(0) == 0 && cuDevicePrimaryCtxRetain(&context, 0) == 0 &&
        cuCtxSetCurrent(context) == 0);
  CHECK(cuModuleLoadData(&module, ptx) == 0 && cuModuleGetFunction(&step, module, "step") == 0);
  CHECK(cuStreamCreate(&stream, 0) == 0 && cuMemAlloc_v2(&x, 4) == 0);
  graphs();
  memory_nodes();
  captured_memory();
  virtual_memory();
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
