// nvcc: -lcuda
// Graphs of the driver API: nodes of every kind, their parameters, clones, updates, captured
// streams.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const char ptx[] = R"(
.version 6.4
.target sm_75
.address_size 64
.visible .entry add(.param .u64 x, .param .u32 n)
{
  .reg .u32 %v, %n;
  .reg .u64 %x;
  ld.param.u64 %x, [x];
  ld.param.u32 %n, [n];
  ld.global.u32 %v, [%x];
  add.u32 %v, %v, %n;
  st.global.u32 [%x], %v;
  ret;
}
.visible .entry times(.param .u64 x, .param .u32 n)
{
  .reg .u32 %v, %n;
  .reg .u64 %x;
  ld.param.u64 %x, [x];
  ld.param.u32 %n, [n];
  ld.global.u32 %v, [%x];
  mul.lo.u32 %v, %v, %n;
  st.global.u32 [%x], %v;
  ret;
}
)";

static const char* name(CUresult status) {
  const char* text = "?";
  cuGetErrorName(status, &text);
  return text;
}
#define CHECK(x)                                \
  if (CUresult e = (x)) {                       \
    printf("line %d: %s\n", __LINE__, name(e)); \
    exit(1);                                    \
  }
#define SAY(x) printf("%s: %s\n", #x, name(x))

static CUcontext context;
static CUdeviceptr x;
static int calls = 0;

static void CUDA_CB count(void* by) {
  calls += *static_cast<int*>(by);
}
static int value() {
  int out = 0;
  CHECK(cuMemcpyDtoH(&out, x, 4));
  return out;
}
static void set(int v) {
  CHECK(cuMemcpyHtoD(x, &v, 4));
}

struct Call {
  CUDA_KERNEL_NODE_PARAMS params = {};
  int n;
  void* arguments[2];
  Call(CUfunction f, int by) : n(by) {
    arguments[0] = &x;
    arguments[1] = &n;
    params.func = f;
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
  }
};

int main() {
  CUdevice device;
  CUmodule module;
  CUfunction add, times;
  CUstream stream;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&add, module, "add"));
  CHECK(cuModuleGetFunction(&times, module, "times"));
  CHECK(cuMemAlloc(&x, 4));
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));

  CUgraph graph, child;
  CHECK(cuGraphCreate(&graph, 0));
  CHECK(cuGraphCreate(&child, 0));
  SAY(cuGraphCreate(nullptr, 0));
  SAY(cuGraphCreate(&graph, 3));
  CUgraphNode fill, plus, inside, inner, copy, host, empty, record, wait, last;
  CUDA_MEMSET_NODE_PARAMS zero = {};
  zero.dst = x;
  zero.value = 3;
  zero.elementSize = 4;
  zero.width = zero.height = 1;
  CHECK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero, context));
  Call by_5(add, 5), by_7(times, 7), by_2(add, 2);
  CHECK(cuGraphAddKernelNode(&plus, graph, &fill, 1, &by_5.params));
  CHECK(cuGraphAddKernelNode(&inside, child, nullptr, 0, &by_7.params));
  CHECK(cuGraphAddChildGraphNode(&inner, graph, &plus, 1, child));
  int out = 0;
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = x;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = &out;
  box.WidthInBytes = 4;
  box.Height = box.Depth = 1;
  CHECK(cuGraphAddMemcpyNode(&copy, graph, &inner, 1, &box, context));
  int ten = 10;
  CUDA_HOST_NODE_PARAMS call = {count, &ten};
  CHECK(cuGraphAddHostNode(&host, graph, &copy, 1, &call));
  CHECK(cuGraphAddEmptyNode(&empty, graph, &fill, 1));
  CUevent event;
  CHECK(cuEventCreate(&event, 0));
  CHECK(cuGraphAddEventRecordNode(&record, graph, &empty, 1, event));
  CHECK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  CHECK(cuGraphAddKernelNode(&last, graph, nullptr, 0, &by_2.params));
  CHECK(cuGraphAddDependencies(graph, &host, &last, nullptr, 1));
  SAY(cuGraphAddDependencies(graph, &host, &last, nullptr, 1));
  SAY(cuGraphAddDependencies(graph, &last, &last, nullptr, 1));

  size_t nodes = 0, edges = 0, roots = 0, before = 0, after = 0;
  CHECK(cuGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cuGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  CHECK(cuGraphGetRootNodes(graph, nullptr, &roots));
  CHECK(cuGraphNodeGetDependencies(last, nullptr, nullptr, &before));
  CHECK(cuGraphNodeGetDependentNodes(fill, nullptr, nullptr, &after));
  printf("%zu nodes, %zu edges, %zu roots, %zu before the last, %zu after the fill\n", nodes, edges,
         roots, before, after);
  CUgraphNode all[] = {fill, plus, inner, copy, host, empty, record, wait, last};
  printf("types");
  for (CUgraphNode node : all) {
    CUgraphNodeType type;
    CHECK(cuGraphNodeGetType(node, &type));
    printf(" %d", type);
  }
  printf("\n");

  CUgraphExec exec;
  CHECK(cuGraphInstantiate(&exec, graph, 0));
  cuuint64_t flags = 99;
  CHECK(cuGraphExecGetFlags(exec, &flags));
  printf("flags %llu\n", static_cast<unsigned long long>(flags));
  CHECK(cuGraphUpload(exec, stream));
  for (int i = 0; i < 2; ++i) {
    CHECK(cuGraphLaunch(exec, stream));
    CHECK(cuStreamSynchronize(stream));
    printf("copied %d, then %d, calls %d, event %s\n", out, value(), calls,
           name(cuEventQuery(event)));
  }

  CUDA_KERNEL_NODE_PARAMS got = {};
  CHECK(cuGraphKernelNodeGetParams(plus, &got));
  printf("kernel: its function %d, %u x %u, adds %d\n", got.func == add, got.gridDimX,
         got.blockDimX, *static_cast<int*>(got.kernelParams[1]));
  CUDA_MEMSET_NODE_PARAMS got_fill = {};
  CHECK(cuGraphMemsetNodeGetParams(fill, &got_fill));
  printf("fill: its place %d, value %u, %u bytes, %zu x %zu\n", got_fill.dst == x, got_fill.value,
         got_fill.elementSize, got_fill.width, got_fill.height);
  CUDA_MEMCPY3D got_copy = {};
  CHECK(cuGraphMemcpyNodeGetParams(copy, &got_copy));
  printf("copy: %d to %d, %zu x %zu x %zu, its places %d %d\n", got_copy.srcMemoryType,
         got_copy.dstMemoryType, got_copy.WidthInBytes, got_copy.Height, got_copy.Depth,
         got_copy.srcDevice == x, got_copy.dstHost == &out);
  CUDA_HOST_NODE_PARAMS got_host = {};
  CHECK(cuGraphHostNodeGetParams(host, &got_host));
  CUgraph got_child;
  CHECK(cuGraphChildGraphNodeGetGraph(inner, &got_child));
  size_t in_child = 0;
  CHECK(cuGraphGetNodes(got_child, nullptr, &in_child));
  CUevent got_event, waits;
  CHECK(cuGraphEventRecordNodeGetEvent(record, &got_event));
  CHECK(cuGraphEventWaitNodeGetEvent(wait, &waits));
  printf("host %d %d, child is another graph %d with %zu nodes, events %d %d\n",
         got_host.fn == count, got_host.userData == &ten, got_child != child, in_child,
         got_event == event, waits == event);
  SAY(cuGraphKernelNodeGetParams(fill, &got));
  SAY(cuGraphHostNodeGetParams(nullptr, &got_host));

  // Changes of the graph are for later instances, changes of an instance for its later launches.
  by_5.n = 50;
  CHECK(cuGraphKernelNodeSetParams(plus, &by_5.params));
  zero.value = 4;
  CHECK(cuGraphMemsetNodeSetParams(fill, &zero));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("the old instance: %d\n", value());
  by_2.n = 1000;
  CHECK(cuGraphExecKernelNodeSetParams(exec, last, &by_2.params));
  zero.value = 1;
  CHECK(cuGraphExecMemsetNodeSetParams(exec, fill, &zero, context));
  int hundred = 100;
  call.userData = &hundred;
  CHECK(cuGraphExecHostNodeSetParams(exec, host, &call));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("changed: %d, copied %d, calls %d\n", value(), out, calls);
  CHECK(cuGraphNodeSetEnabled(exec, plus, 0));
  unsigned enabled = 9;
  CHECK(cuGraphNodeGetEnabled(exec, plus, &enabled));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("without a node (%u): %d\n", enabled, value());
  CUgraphExecUpdateResultInfo info = {};
  CHECK(cuGraphExecUpdate(exec, graph, &info));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("updated (%d): %d\n", info.result, value());

  CUgraph clone;
  CUgraphNode in_clone;
  CHECK(cuGraphClone(&clone, graph));
  CHECK(cuGraphNodeFindInClone(&in_clone, last, clone));
  CHECK(cuGraphDestroyNode(in_clone));
  SAY(cuGraphNodeFindInClone(&in_clone, last, child));
  SAY(cuGraphExecUpdate(exec, clone, &info));
  printf("update result %d\n", info.result);
  CUgraphExec second;
  CUDA_GRAPH_INSTANTIATE_PARAMS with = {};
  CHECK(cuGraphInstantiateWithParams(&second, clone, &with));
  CHECK(cuGraphLaunch(second, nullptr));
  CHECK(cuCtxSynchronize());
  printf("the clone (%d): %d\n", with.result_out, value());
  CHECK(cuGraphExecDestroy(second));
  CHECK(cuGraphDestroy(clone));
  CHECK(cuGraphRemoveDependencies(graph, &host, &last, nullptr, 1));
  SAY(cuGraphRemoveDependencies(graph, &host, &last, nullptr, 1));
  CHECK(cuGraphExecDestroy(exec));
  CHECK(cuGraphDestroy(graph));
  CHECK(cuGraphDestroy(child));

  // A generic node.
  CHECK(cuGraphCreate(&graph, 0));
  CUgraphNodeParams any = {};
  any.type = CU_GRAPH_NODE_TYPE_KERNEL;
  any.kernel.func = add;
  any.kernel.gridDimX = any.kernel.gridDimY = any.kernel.gridDimZ = 1;
  any.kernel.blockDimX = any.kernel.blockDimY = any.kernel.blockDimZ = 1;
  any.kernel.kernelParams = by_2.arguments;
  CUgraphNode generic, generic2;
  CHECK(cuGraphAddNode(&generic, graph, nullptr, nullptr, 0, &any));
  any = {};
  any.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  any.memcpy.copyCtx = context;
  any.memcpy.copyParams = box;
  CHECK(cuGraphAddNode(&generic2, graph, &generic, nullptr, 1, &any));
  set(1);
  CHECK(cuGraphInstantiate(&exec, graph, 0));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("generic nodes: %d, copied %d\n", value(), out);
  CHECK(cuGraphExecDestroy(exec));
  CHECK(cuGraphDestroy(graph));

  // A capture.
  CUstream other;
  CUevent fork, join;
  CHECK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CHECK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
  CHECK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
  CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  CUstreamCaptureStatus status;
  CHECK(cuStreamIsCapturing(stream, &status));
  printf("captures %d\n", status);
  CHECK(cuMemsetD32Async(x, 6, 1, stream));
  int three = 3;
  void* arguments[] = {&x, &three};
  CHECK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  CHECK(cuEventRecord(fork, stream));
  CHECK(cuStreamWaitEvent(other, fork, 0));
  CHECK(cuLaunchKernel(times, 1, 1, 1, 1, 1, 1, 0, other, arguments, nullptr));
  CHECK(cuEventRecord(join, other));
  CHECK(cuStreamWaitEvent(stream, join, 0));
  cuuint64_t id = 0;
  CUgraph captured;
  const CUgraphNode* dependencies;
  const CUgraphEdgeData* data;
  size_t how_many = 0;
  CHECK(cuStreamGetCaptureInfo(stream, &status, &id, &captured, &dependencies, &data, &how_many));
  printf("status %d, id known %d, %zu before the next\n", status, id != 0, how_many);
  CHECK(cuMemcpyDtoHAsync(&out, x, 4, stream));
  SAY(cuStreamSynchronize(stream));
  printf("end: %s\n", name(cuStreamEndCapture(stream, &graph)));
  CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  CHECK(cuMemsetD32Async(x, 6, 1, stream));
  CHECK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  CHECK(cuMemcpyDtoHAsync(&out, x, 4, stream));
  CHECK(cuStreamEndCapture(stream, &graph));
  CHECK(cuGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cuGraphInstantiate(&exec, graph, 0));
  CHECK(cuGraphLaunch(exec, stream));
  CHECK(cuStreamSynchronize(stream));
  printf("captured %zu nodes: %d, copied %d\n", nodes, value(), out);
  std::vector<CUgraphNode> found(nodes);
  CHECK(cuGraphGetNodes(graph, found.data(), &nodes));
  CHECK(cuGraphKernelNodeGetParams(found[1], &got));
  printf("a captured kernel: its function %d, adds %d\n", got.func == add,
         *static_cast<int*>(got.kernelParams[1]));
  CHECK(cuGraphExecDestroy(exec));
  CHECK(cuGraphDestroy(graph));
  SAY(cuGraphDestroy(nullptr));
  SAY(cuGraphLaunch(nullptr, stream));
  SAY(cuStreamEndCapture(stream, &graph));
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  CHECK(cuThreadExchangeStreamCaptureMode(&mode));
  printf("mode before %d\n", mode);
  CHECK(cuMemFree(x));
  CHECK(cuModuleUnload(module));
  return 0;
}
