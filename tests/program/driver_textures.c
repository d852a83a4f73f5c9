// Arrays, textures and surfaces of the driver API: an image goes to an array, a kernel reads it
// through a texture and writes it to a second array through a surface, turned by 180 degrees, and
// it comes back.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Handle;
typedef struct {
  size_t width, height;
  unsigned format, channels;
} ArrayDescription;
typedef struct {
  size_t width, height, depth;
  unsigned format, channels, flags;
} Array3DDescription;
typedef struct {
  size_t from_x, from_y;
  unsigned from_type;
  const void* from_host;
  Handle from_device;
  void* from_array;
  size_t from_pitch, to_x, to_y;
  unsigned to_type;
  void* to_host;
  Handle to_device;
  void* to_array;
  size_t to_pitch, width, height;
} Copy2D;
typedef struct {
  unsigned type, pad;
  union {
    void* array;
    int reserved[32];
  } res;
  unsigned flags;
} Resource;
typedef struct {
  unsigned address_mode[3], filter_mode, flags, anisotropy, mipmap_filter;
  float bias, least, most, border[4];
  int reserved[12];
} Texture;

int cuInit(unsigned), cuDeviceGet(int*, int), cuDevicePrimaryCtxRetain(void**, int),
    cuCtxSetCurrent(void*);
int cuModuleLoadData(void**, const void*), cuModuleGetFunction(void**, void*, const char*);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**);
int cuArrayCreate_v2(void**, const ArrayDescription*),
    cuArray3DCreate_v2(void**, const Array3DDescription*);
int cuArray3DGetDescriptor_v2(Array3DDescription*, void*), cuArrayDestroy(void*);
int cuMemcpy2D_v2(const Copy2D*);
int cuTexObjectCreate(Handle*, const Resource*, const Texture*, const void*),
    cuTexObjectDestroy(Handle);
int cuSurfObjectCreate(Handle*, const Resource*), cuSurfObjectDestroy(Handle);

#define CHECK(call)                             \
  do {                                          \
    const int status = (call);                  \
    if (status != 0) {                          \
      printf("%s: status %d\n", #call, status); \
      exit(1);                                  \
    }                                           \
  } while (0)

enum {
  kWidth = 20,
  kHeight = 12,
  kHost = 1,
  kArray = 3,
  kUint32 = 3,
  kSurface = 2,
  kReadAsInteger = 1
};

static const char* const kPtx =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry turn(.param .u64 from, .param .u64 to) {\n"
    ".reg .b32 %r<12>; .reg .f32 %f<4>; .reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
    "cvt.rn.f32.u32 %f1, %r1; cvt.rn.f32.u32 %f2, %r2;\n"
    "tex.2d.v4.u32.f32 {%r3,%r4,%r5,%r6}, [%rd1, {%f1,%f2}];\n"
    "mov.u32 %r7, 19; sub.u32 %r7, %r7, %r1; shl.b32 %r7, %r7, 2;\n"
    "mov.u32 %r8, 11; sub.u32 %r8, %r8, %r2;\n"
    "sust.b.2d.b32.trap [%rd2, {%r7,%r8}], %r3;\n"
    "ret; }\n";

int main(void) {
  void *context, *module, *kernel, *from, *to;
  int device;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadData(&module, kPtx));
  CHECK(cuModuleGetFunction(&kernel, module, "turn"));
  const ArrayDescription plain = {kWidth, kHeight, kUint32, 1};
  const Array3DDescription written = {kWidth, kHeight, 0, kUint32, 1, kSurface};
  CHECK(cuArrayCreate_v2(&from, &plain));
  CHECK(cuArray3DCreate_v2(&to, &written));
  Array3DDescription back;
  CHECK(cuArray3DGetDescriptor_v2(&back, to));
  if (memcmp(&back, &written, sizeof back) != 0) printf("another description\n");

  static unsigned image[kHeight][kWidth], turned[kHeight][kWidth];
  for (unsigned y = 0; y < kHeight; ++y)
    for (unsigned x = 0; x < kWidth; ++x) image[y][x] = 100 * y + x;
  Copy2D copy = {.from_type = kHost,
                 .from_host = image,
                 .to_type = kArray,
                 .to_array = from,
                 .from_pitch = sizeof image[0],
                 .width = sizeof image[0],
                 .height = kHeight};
  CHECK(cuMemcpy2D_v2(&copy));
  Resource resource = {.res = {.array = from}};
  const Texture description = {.address_mode = {1, 1, 1}, .flags = kReadAsInteger};
  Handle texture, surface;
  CHECK(cuTexObjectCreate(&texture, &resource, &description, NULL));
  if (cuSurfObjectCreate(&surface, &resource) == 0)
    printf("a surface of an array that is for none\n");
  resource.res.array = to;
  CHECK(cuSurfObjectCreate(&surface, &resource));
  void* arguments[] = {&texture, &surface};
  CHECK(cuLaunchKernel(kernel, kHeight, 1, 1, kWidth, 1, 1, 0, NULL, arguments, NULL));
  copy = (Copy2D){.from_type = kArray,
                  .from_array = to,
                  .to_type = kHost,
                  .to_host = turned,
                  .to_pitch = sizeof image[0],
                  .width = sizeof image[0],
                  .height = kHeight};
  CHECK(cuMemcpy2D_v2(&copy));
  int wrong = 0;
  for (unsigned y = 0; y < kHeight; ++y)
    for (unsigned x = 0; x < kWidth; ++x)
      wrong += turned[y][x] != image[kHeight - 1 - y][kWidth - 1 - x];
  CHECK(cuTexObjectDestroy(texture));
  CHECK(cuSurfObjectDestroy(surface));
  CHECK(cuArrayDestroy(from));
  CHECK(cuArrayDestroy(to));
  printf("%d texels wrong\n", wrong);
  return wrong != 0;
}
