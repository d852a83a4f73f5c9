// A program of the CUDA Driver API, in C, without the toolkit: its own declarations of what it
// calls. Run through `simt-sim exec`; each line that it prints is what the API's documentation
// says.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long DevicePointer;
typedef struct Context Context;
typedef struct Module Module;
typedef struct Function Function;
typedef struct Stream Stream;
typedef struct Event Event;

int cuInit(unsigned flags);
int cuDriverGetVersion(int* version);
int cuDeviceGetCount(int* count);
int cuDeviceGet(int* device, int number);
int cuDeviceGetName(char* name, int length, int device);
int cuDeviceGetAttribute(int* value, int attribute, int device);
int cuCtxCreate_v2(Context** context, unsigned flags, int device);
int cuCtxDestroy_v2(Context* context);
int cuCtxGetCurrent(Context** context);
int cuCtxSetCurrent(Context* context);
int cuCtxPushCurrent_v2(Context* context);
int cuCtxPopCurrent_v2(Context** context);
int cuCtxSynchronize(void);
int cuDevicePrimaryCtxRetain(Context** context, int device);
int cuDevicePrimaryCtxRelease_v2(int device);
int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active);
int cuModuleLoadData(Module** module, const void* image);
int cuLinkCreate_v2(unsigned count, int* options, void** values, void** state);
int cuLinkAddData_v2(void* state, int type, void* data, size_t bytes, const char* name,
                     unsigned count, int* options, void** values);
int cuLinkComplete(void* state, void** image, size_t* bytes);
int cuLinkDestroy(void* state);
int cuModuleLoadDataEx(Module** module, const void* image, unsigned count, int* options,
                       void** values);
int cuModuleUnload(Module* module);
int cuModuleGetFunction(Function** function, Module* module, const char* name);
int cuModuleGetGlobal_v2(DevicePointer* address, size_t* bytes, Module* module, const char* name);
int cuLibraryLoadData(void** library, const void* image, int* options, void** values,
                      unsigned count, int* library_options, void** library_values,
                      unsigned library_count);
int cuLibraryGetKernel(void** kernel, void* library, const char* name);
int cuLibraryUnload(void* library);
int cuKernelGetFunction(Function** function, void* kernel);
int cuFuncGetAttribute(int* value, int attribute, Function* function);
int cuFuncGetName(const char** name, Function* function);
int cuOccupancyMaxPotentialBlockSize(int* grid, int* block, Function* function,
                                     size_t (*shared_of)(int), size_t shared, int limit);
int cuLaunchKernel(Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                   unsigned by, unsigned bz, unsigned shared, Stream* stream, void** arguments,
                   void** extra);
int cuMemAlloc_v2(DevicePointer* address, size_t bytes);
int cuMemAllocPitch_v2(DevicePointer* address, size_t* pitch, size_t width, size_t height,
                       unsigned element);
int cuMemFree_v2(DevicePointer address);
int cuMemcpyHtoD_v2(DevicePointer to, const void* from, size_t bytes);
int cuMemcpyDtoH_v2(void* to, DevicePointer from, size_t bytes);
int cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, size_t bytes, Stream* stream);
int cuMemsetD32_v2(DevicePointer to, unsigned value, size_t count);
int cuMemsetD16_v2(DevicePointer to, unsigned short value, size_t count);
int cuPointerGetAttribute(void* to, int attribute, DevicePointer address);
int cuStreamCreate(Stream** stream, unsigned flags);
int cuStreamDestroy_v2(Stream* stream);
int cuStreamSynchronize(Stream* stream);
int cuStreamQuery(Stream* stream);
int cuLaunchHostFunc(Stream* stream, void (*function)(void*), void* data);
int cuEventCreate(Event** event, unsigned flags);
int cuEventDestroy_v2(Event* event);
int cuEventRecord(Event* event, Stream* stream);
int cuEventSynchronize(Event* event);
int cuEventElapsedTime(float* ms, Event* from, Event* to);
int cuGetErrorName(int error, const char** name);
int cuGetErrorString(int error, const char** text);
int cuGetProcAddress_v2(const char* symbol, void** address, int version, uint64_t flags,
                        int* status);
int cuIpcGetMemHandle(void* handle, unsigned long long address);

// CUDA_MEMCPY2D.
typedef struct {
  size_t x, y;
  unsigned type;
  const void* host;
  DevicePointer device;
  void* array;
  size_t pitch;
} Place;
typedef struct {
  Place from, to;
  size_t width, height;
} Copy2D;
int cuMemcpy2D_v2(const Copy2D* copy);

static const char ptx[] =
    ".version 6.4\n"
    ".target sm_70\n"
    ".address_size 64\n"
    ".visible .const .align 4 .u32 factor = 3;\n"
    ".visible .entry scale(.param .u64 data, .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p;\n"
    "  .reg .u32 %i, %n, %b, %t, %v, %f;\n"
    "  .reg .u64 %d, %a;\n"
    "  mov.u32 %b, %ctaid.x;\n"
    "  mov.u32 %n, %ntid.x;\n"
    "  mov.u32 %t, %tid.x;\n"
    "  mad.lo.u32 %i, %b, %n, %t;\n"
    "  ld.param.u32 %n, [n];\n"
    "  setp.ge.u32 %p, %i, %n;\n"
    "  @%p bra done;\n"
    "  ld.param.u64 %d, [data];\n"
    "  cvta.to.global.u64 %d, %d;\n"
    "  mul.wide.u32 %a, %i, 4;\n"
    "  add.u64 %d, %d, %a;\n"
    "  ld.global.u32 %v, [%d];\n"
    "  ld.const.u32 %f, [factor];\n"
    "  mul.lo.u32 %v, %v, %f;\n"
    "  st.global.u32 [%d], %v;\n"
    "done:\n"
    "  ret;\n"
    "}\n"
    ".visible .entry spin(.param .u32 n)\n"
    "{\n"
    "  .reg .pred %p;\n"
    "  .reg .u32 %i;\n"
    "  ld.param.u32 %i, [n];\n"
    "again:\n"
    "  sub.u32 %i, %i, 1;\n"
    "  setp.ne.u32 %p, %i, 0;\n"
    "  @%p bra again;\n"
    "  ret;\n"
    "}\n";

static const char* name_of(int error) {
  const char* name = "?";
  if (cuGetErrorName(error, &name) != 0) return "no error of that number";
  return name;
}

static int failures = 0;
static int timed = 1;  // without time, all is done when a call returns
static void expect(int got, int wanted, const char* call, int line) {
  if (got == wanted) return;
  printf("line %d: %s answers %s, not %s\n", line, call, name_of(got), name_of(wanted));
  ++failures;
}
#define IS(wanted, call) expect(call, wanted, #call, __LINE__)
#define OK(call) IS(0, call)
#define HOLDS(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("line %d: not so: %s\n", __LINE__, #condition); \
      ++failures;                                            \
    }                                                        \
  } while (0)

enum { kInvalidValue = 1, kNotInitialized = 3, kInvalidDevice = 101, kInvalidContext = 201 };
enum { kNoBinary = 209, kInvalidPtx = 218, kInvalidHandle = 400, kNotFound = 500, kNotReady = 600 };
enum { kIllegalAddress = 700, kContextIsDestroyed = 709, kNotSupported = 801 };

static void errors(void) {
  const char* text = NULL;
  OK(cuGetErrorString(kInvalidValue, &text));
  HOLDS(strcmp(text, "invalid argument") == 0);
  HOLDS(strcmp(name_of(kInvalidPtx), "CUDA_ERROR_INVALID_PTX") == 0);
  IS(kInvalidValue, cuGetErrorName(12345, &text));
  HOLDS(text == NULL);
}

static void devices(void) {
  int count = 0, device = -1, warp = 0, version = 0;
  char name[64] = "";
  IS(kNotInitialized, cuDeviceGetCount(&count));
  OK(cuDriverGetVersion(&version));
  HOLDS(version >= 12000);
  IS(kInvalidValue, cuInit(1));
  OK(cuInit(0));
  OK(cuDeviceGetCount(&count));
  HOLDS(count == 1);
  OK(cuDeviceGet(&device, 0));
  IS(kInvalidDevice, cuDeviceGet(&device, 7));
  OK(cuDeviceGetName(name, 9, 0));
  HOLDS(strcmp(name, "simt-sim") == 0);
  OK(cuDeviceGetAttribute(&warp, 10, 0));
  HOLDS(warp == 32);
}

static void* destroy(void* context) {
  OK(cuCtxDestroy_v2(context));
  return NULL;
}

static void contexts(void) {
  Context *first = NULL, *second = NULL, *found = NULL;
  DevicePointer memory;
  unsigned flags;
  int active = -1;
  IS(kInvalidContext, cuMemAlloc_v2(&memory, 16));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  HOLDS(active == 0);
  OK(cuDevicePrimaryCtxRetain(&first, 0));
  OK(cuCtxGetCurrent(&found));
  HOLDS(found == NULL);
  OK(cuCtxSetCurrent(first));
  OK(cuMemAlloc_v2(&memory, 16));
  OK(cuCtxCreate_v2(&second, 0, 0));
  OK(cuCtxGetCurrent(&found));
  HOLDS(found == second);
  OK(cuCtxPushCurrent_v2(first));
  OK(cuCtxPopCurrent_v2(&found));
  HOLDS(found == first);
  OK(cuCtxDestroy_v2(second));
  IS(kInvalidContext, cuCtxPushCurrent_v2(second));
  OK(cuCtxGetCurrent(&found));
  HOLDS(found == first);
  OK(cuMemFree_v2(memory));
  OK(cuDevicePrimaryCtxRelease_v2(0));
  IS(kInvalidContext, cuDevicePrimaryCtxRelease_v2(0));
  OK(cuCtxSetCurrent(NULL));

  // By another thread.
  pthread_t thread;
  OK(cuCtxCreate_v2(&first, 0, 0));
  HOLDS(pthread_create(&thread, NULL, destroy, first) == 0 && pthread_join(thread, NULL) == 0);
  IS(kContextIsDestroyed, cuMemAlloc_v2(&memory, 16));
  OK(cuCtxSetCurrent(NULL));
  IS(kInvalidContext, cuMemAlloc_v2(&memory, 16));
}

static void modules(void) {
  Module* module = NULL;
  Function* function = NULL;
  void *library = NULL, *kernel = NULL;
  const char* name = NULL;
  char log[512] = "untouched";
  int options[] = {5, 6};  // the log of errors, its size
  void* values[] = {log, (void*)(uintptr_t)sizeof log};
  int grid = 0, block = 0, threads = 0;
  IS(kInvalidPtx,
     cuModuleLoadDataEx(&module, ".version 6.4\n.target sm_70\nx", 2, options, values));
  HOLDS(strstr(log, "error") != NULL);
  HOLDS((size_t)values[1] == strlen(log));
  IS(kInvalidPtx, cuModuleLoadData(&module,
                                   ".version 6.4\n.target sm_70\n.address_size 64\n"
                                   ".visible .entry bad() { add.u32 %x, %y, %z; ret; }\n"));
  IS(kNoBinary, cuModuleLoadData(&module, "\177ELF\002\001\001"));
  OK(cuModuleLoadData(&module, ptx));
  OK(cuModuleGetFunction(&function, module, "scale"));
  IS(kNotFound, cuModuleGetFunction(&function, module, "missing"));
  OK(cuFuncGetName(&name, function));
  HOLDS(strcmp(name, "scale") == 0);
  OK(cuFuncGetAttribute(&threads, 0, function));
  HOLDS(threads == 1024);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 0));
  HOLDS(block == 1024 && grid > 0);
  OK(cuModuleUnload(module));
  IS(kInvalidHandle, cuFuncGetAttribute(&threads, 0, function));

  // A kernel of one text calls a function of another one.
  static char caller[] =
      ".version 6.4\n.target sm_70\n.address_size 64\n"
      ".extern .func (.param .b32 r) one();\n"
      ".visible .entry calls() { .reg .b32 %r<2>; .param .b32 r; call (r), one;\n"
      "  ld.param.b32 %r1, [r]; ret; }\n";
  static char callee[] =
      ".version 6.4\n.target sm_70\n.address_size 64\n"
      ".visible .func (.param .b32 r) one() { st.param.b32 [r], 1; ret; }\n";
  void *link = NULL, *image = NULL;
  size_t bytes = 0;
  enum { kPtxInput = 1, kObjectInput = 3 };
  OK(cuLinkCreate_v2(0, NULL, NULL, &link));
  OK(cuLinkAddData_v2(link, kPtxInput, caller, sizeof caller, "caller", 0, NULL, NULL));
  OK(cuLinkAddData_v2(link, kPtxInput, callee, sizeof callee, "callee", 0, NULL, NULL));
  IS(kNotSupported, cuLinkAddData_v2(link, kObjectInput, callee, 4, "object", 0, NULL, NULL));
  OK(cuLinkComplete(link, &image, &bytes));
  OK(cuModuleLoadData(&module, image));
  OK(cuModuleGetFunction(&function, module, "calls"));
  OK(cuModuleUnload(module));
  OK(cuLinkDestroy(link));
  OK(cuLinkCreate_v2(2, options, values, &link));
  OK(cuLinkAddData_v2(link, kPtxInput, callee, sizeof callee, "callee", 0, NULL, NULL));
  OK(cuLinkAddData_v2(link, kPtxInput, callee, sizeof callee, "again", 0, NULL, NULL));
  values[1] = (void*)(uintptr_t)sizeof log;
  IS(kInvalidPtx, cuLinkComplete(link, &image, &bytes));
  HOLDS(strstr(log, "'one' is defined in the PTX modules 1 and 2") != NULL);
  OK(cuLinkDestroy(link));

  OK(cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0));
  OK(cuLibraryGetKernel(&kernel, library, "scale"));
  OK(cuKernelGetFunction(&function, kernel));
  OK(cuFuncGetAttribute(&threads, 0, function));
  OK(cuLibraryUnload(library));
}

static void count_call(void* data) {
  ++*(int*)data;
}

enum { kCount = 1000 };

static void launches(void) {
  static unsigned host[kCount];
  Module* module;
  Function *scale, *spin;
  DevicePointer data, factor;
  Stream* stream;
  Event *begin, *end;
  unsigned n = kCount, four = 4, type = 0;
  size_t bytes = 0;
  float ms = -1;
  int calls = 0;
  OK(cuModuleLoadData(&module, ptx));
  OK(cuModuleGetFunction(&scale, module, "scale"));
  OK(cuModuleGetFunction(&spin, module, "spin"));
  OK(cuMemAlloc_v2(&data, sizeof host));
  OK(cuPointerGetAttribute(&type, 2, data));
  HOLDS(type == 2);
  for (unsigned i = 0; i < kCount; ++i) host[i] = i;
  OK(cuMemcpyHtoD_v2(data, host, sizeof host));
  void* arguments[] = {&data, &n};
  OK(cuLaunchKernel(scale, 4, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
  OK(cuMemcpyDtoH_v2(host, data, sizeof host));
  HOLDS(host[0] == 0 && host[1] == 3 && host[999] == 2997);

  OK(cuModuleGetGlobal_v2(&factor, &bytes, module, "factor"));
  HOLDS(bytes == 4);
  OK(cuMemcpyHtoD_v2(factor, &four, 4));
  struct {
    DevicePointer data;
    unsigned n;
  } packed = {data, 2};
  size_t packed_bytes = 12;
  void* extra[] = {(void*)1, &packed, (void*)2, &packed_bytes, NULL};
  OK(cuStreamCreate(&stream, 1));
  OK(cuEventCreate(&begin, 0));
  OK(cuEventCreate(&end, 0));
  OK(cuEventRecord(begin, stream));
  OK(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra));
  unsigned steps = 5000;
  void* spin_arguments[] = {&steps};
  OK(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, stream, spin_arguments, NULL));
  OK(cuEventRecord(end, stream));
  OK(cuLaunchHostFunc(stream, count_call, &calls));
  IS(timed ? kNotReady : 0, cuStreamQuery(stream));
  IS(timed ? kNotReady : 0, cuEventElapsedTime(&ms, begin, end));
  OK(cuEventSynchronize(end));
  OK(cuEventElapsedTime(&ms, begin, end));
  HOLDS(timed ? ms > 0 && ms < 1 : ms == 0);
  OK(cuStreamSynchronize(stream));
  HOLDS(calls == 1);
  OK(cuStreamQuery(stream));
  OK(cuMemcpyDtoHAsync_v2(host, data, sizeof host, stream));
  OK(cuStreamSynchronize(stream));
  HOLDS(host[1] == 12 && host[2] == 6);

  packed_bytes = 8;
  IS(kInvalidValue, cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra));
  IS(kInvalidValue, cuLaunchKernel(scale, 1, 1, 1, 2000, 1, 1, 0, stream, arguments, NULL));
  IS(kInvalidValue, cuMemcpyHtoD_v2((DevicePointer)(uintptr_t)host, host, 4));
  OK(cuEventDestroy_v2(begin));
  IS(kInvalidHandle, cuEventDestroy_v2(begin));
  OK(cuStreamDestroy_v2(stream));
  OK(cuMemFree_v2(data));
  IS(kInvalidValue, cuMemFree_v2(data));
  OK(cuModuleUnload(module));
}

static void rectangles(void) {
  unsigned short host[4][8];
  DevicePointer data;
  size_t pitch = 0;
  OK(cuMemAllocPitch_v2(&data, &pitch, 16, 4, 4));
  HOLDS(pitch >= 16 && pitch % 32 == 0);
  OK(cuMemsetD16_v2(data, 0x1234, 4 * pitch / 2));
  OK(cuMemsetD32_v2(data + 2 * pitch, 0xabcdef01, 4));
  memset(host, 0, sizeof host);
  Copy2D copy = {{.y = 1, .type = 2, .device = data, .pitch = pitch},
                 {.x = 2, .type = 1, .host = host, .pitch = sizeof host[0]},
                 12,
                 3};
  OK(cuMemcpy2D_v2(&copy));
  HOLDS(host[0][0] == 0 && host[0][1] == 0x1234 && host[0][6] == 0x1234 && host[0][7] == 0);
  HOLDS(host[1][1] == 0xef01 && host[1][2] == 0xabcd && host[2][1] == 0x1234 && host[3][1] == 0);
  OK(cuMemFree_v2(data));
}

static void entry_points(void) {
  int (*allocate)(DevicePointer*, size_t) = NULL;
  void* address = &address;
  int status = -1;
  OK(cuGetProcAddress_v2("cuMemAlloc", (void**)&allocate, 12000, 0, &status));
  HOLDS(status == 0 && allocate == cuMemAlloc_v2);
  OK(cuGetProcAddress_v2("cuCtxCreate", &address, 12000, 0, &status));
  HOLDS(address != NULL);
  OK(cuGetProcAddress_v2("cuCtxCreate", &address, 11000, 0, &status));
  HOLDS(address == (void*)cuCtxCreate_v2);
  IS(kNotFound, cuGetProcAddress_v2("cuNoSuchCall", &address, 12000, 0, &status));
  HOLDS(status == 1 && address == NULL);
  IS(kNotSupported, cuIpcGetMemHandle(&address, 0));
}

// The error stays until the context is gone.
static void fault(Context* context) {
  Module* module;
  Function* scale;
  DevicePointer nowhere = 0x100, memory;
  unsigned n = 1;
  void* arguments[] = {&nowhere, &n};
  OK(cuModuleLoadData(&module, ptx));
  OK(cuModuleGetFunction(&scale, module, "scale"));
  OK(cuLaunchKernel(scale, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  IS(kIllegalAddress, cuCtxSynchronize());
  IS(kIllegalAddress, cuMemAlloc_v2(&memory, 16));
  OK(cuCtxDestroy_v2(context));
  OK(cuCtxCreate_v2(&context, 0, 0));
  OK(cuMemAlloc_v2(&memory, 16));
  launches();
  OK(cuCtxDestroy_v2(context));
}

int main(int argc, char** argv) {
  Context* context = NULL;
  timed = argc < 2 || strcmp(argv[1], "untimed") != 0;
  errors();
  devices();
  contexts();
  OK(cuCtxCreate_v2(&context, 0, 0));
  modules();
  launches();
  rectangles();
  entry_points();
  fault(context);
  printf(failures == 0 ? "all as documented\n" : "%d failures\n", failures);
  return failures != 0;
}
