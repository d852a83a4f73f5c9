// nvcc: -lcuda
// The driver API alone: a module of PTX text, its functions and globals, launches, errors.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const char ptx[] = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .const .align 4 .u32 offset = 7;
.visible .global .align 4 .u32 calls;

.visible .entry triple_add(.param .u64 out, .param .u64 in, .param .u32 n)
{
  .reg .pred %p;
  .reg .u32 %i, %n, %t, %v, %o;
  .reg .u64 %in, %out, %a, %c;
  mov.u32 %i, %ctaid.x;
  mov.u32 %t, %ntid.x;
  mov.u32 %v, %tid.x;
  mad.lo.u32 %i, %i, %t, %v;
  ld.param.u32 %n, [n];
  setp.ge.u32 %p, %i, %n;
  @%p bra done;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  cvta.to.global.u64 %in, %in;
  cvta.to.global.u64 %out, %out;
  mul.wide.u32 %a, %i, 4;
  add.u64 %in, %in, %a;
  add.u64 %out, %out, %a;
  ld.global.u32 %v, [%in];
  ld.const.u32 %o, [offset];
  mad.lo.u32 %v, %v, 3, %o;
  st.global.u32 [%out], %v;
  mov.u64 %c, calls;
  red.global.add.u32 [%c], 1;
done:
  ret;
}

.extern .shared .align 4 .b8 scratch[];

.visible .entry reverse_block(.param .u64 data)
{
  .reg .u32 %t, %n, %v, %s, %base;
  .reg .u64 %d, %a;
  mov.u32 %t, %tid.x;
  mov.u32 %n, %ntid.x;
  ld.param.u64 %d, [data];
  cvta.to.global.u64 %d, %d;
  mul.wide.u32 %a, %t, 4;
  add.u64 %d, %d, %a;
  ld.global.u32 %v, [%d];
  mov.u32 %base, scratch;
  shl.b32 %s, %t, 2;
  add.u32 %s, %s, %base;
  st.shared.u32 [%s], %v;
  bar.sync 0;
  sub.u32 %s, %n, %t;
  sub.u32 %s, %s, 1;
  shl.b32 %s, %s, 2;
  add.u32 %s, %s, %base;
  ld.shared.u32 %v, [%s];
  st.global.u32 [%d], %v;
  ret;
}
)";

static void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char *name = "?", *text = "?";
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  std::printf("%s: %s (%s)\n", what, name, text);
  std::exit(1);
}
#define CHECK(x) check(x, #x)

static const char* name_of(CUresult result) {
  const char* name = "?";
  cuGetErrorName(result, &name);
  return name;
}

int main() {
  int count = 0;
  std::printf("before cuInit: %s\n", name_of(cuDeviceGetCount(&count)));
  CHECK(cuInit(0));
  CUdevice device;
  CUcontext context;
  CHECK(cuDeviceGet(&device, 0));
#if CUDA_VERSION >= 13000
  CHECK(cuCtxCreate(&context, nullptr, 0, device));
#else
  CHECK(cuCtxCreate(&context, 0, device));
#endif
  CUmodule module;
  CUfunction triple_add, reverse_block, none;
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&triple_add, module, "triple_add"));
  CHECK(cuModuleGetFunction(&reverse_block, module, "reverse_block"));
  std::printf("no such function: %s\n", name_of(cuModuleGetFunction(&none, module, "missing")));

  unsigned n = 1000;
  std::vector<unsigned> host(n);
  for (unsigned i = 0; i < n; ++i) host[i] = i;
  CUdeviceptr in, out, symbol;
  size_t bytes;
  CHECK(cuMemAlloc(&in, n * 4));
  CHECK(cuMemAlloc(&out, n * 4));
  CHECK(cuMemcpyHtoD(in, host.data(), n * 4));
  CHECK(cuMemsetD32(out, 0xdeadbeef, n));
  void* arguments[] = {&out, &in, &n};
  CHECK(cuLaunchKernel(triple_add, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH(host.data(), out, n * 4));
  std::printf("out: %u %u %u\n", host[0], host[1], host[999]);

  CHECK(cuModuleGetGlobal(&symbol, &bytes, module, "calls"));
  unsigned calls = 0;
  CHECK(cuMemcpyDtoH(&calls, symbol, bytes));
  std::printf("calls: %u in %zu bytes\n", calls, bytes);
  const unsigned offset = 100;
  CHECK(cuModuleGetGlobal(&symbol, &bytes, module, "offset"));
  CHECK(cuMemcpyHtoD(symbol, &offset, bytes));

  // Arguments as one packed buffer, in a stream.
  struct {
    CUdeviceptr out, in;
    unsigned n;
  } packed = {in, out, 10};
  size_t packed_size = 20;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &packed_size, CU_LAUNCH_PARAM_END};
  CUstream stream;
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECK(cuLaunchKernel(triple_add, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, extra));
  void* reverse_arguments[] = {&in};
  CHECK(
      cuLaunchKernel(reverse_block, 1, 1, 1, 64, 1, 1, 64 * 4, stream, reverse_arguments, nullptr));
  CHECK(cuStreamSynchronize(stream));
  CHECK(cuMemcpyDtoH(host.data(), in, 64 * 4));
  std::printf("in: %u %u ... %u %u\n", host[0], host[1], host[54], host[63]);

  int threads = 0, shared = -1;
  CHECK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, triple_add));
  CHECK(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, triple_add));
  std::printf("triple_add: up to %d threads, %d bytes of shared memory\n", threads, shared);
  std::printf("2000 threads: %s\n", name_of(cuLaunchKernel(triple_add, 1, 1, 1, 2000, 1, 1, 0,
                                                           stream, arguments, nullptr)));
  CUmodule broken;
  std::printf("broken text: %s\n",
              name_of(cuModuleLoadData(&broken, ".version 6.4\n.target sm_75\nx")));
  CHECK(cuMemFree(in));
  CHECK(cuMemFree(out));
  std::printf("freed twice: %s\n", name_of(cuMemFree(out)));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuModuleUnload(module));
  CHECK(cuCtxDestroy(context));
  std::printf("done\n");
  return 0;
}
