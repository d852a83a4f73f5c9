// Texels beside and within an array by whole numbers, and the channels that a texel does not have:
// the PTX instructions themselves, as the C++ functions take floats and return only what is there.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

static const int kSize = 4;

template <typename T>
static cudaArray_t make_array(cudaExtent extent, unsigned flags, int channels) {
  const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
  std::vector<T> texels(extent.width * height * depth * channels);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<T>(i + 1);
  const int bits = 8 * sizeof(T);
  const cudaChannelFormatKind kind = T(0.5) != T(0) ? cudaChannelFormatKindFloat
                                     : T(-1) < T(0) ? cudaChannelFormatKindSigned
                                                    : cudaChannelFormatKindUnsigned;
  const cudaChannelFormatDesc format = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                        channels > 2 ? bits : 0, kind};
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(texels.data(), extent.width * sizeof(T) * channels, extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}

static cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureAddressMode mode,
                                        bool normalized, bool linear = false) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (auto& address : description.addressMode) address = mode;
  description.readMode = normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  description.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

__device__ float4 at_1d(cudaTextureObject_t t, int x) {
  float4 v;
  asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "r"(x));
  return v;
}
__device__ float4 at_2d(cudaTextureObject_t t, int x, int y) {
  float4 v;
  asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "r"(x), "r"(y));
  return v;
}
__device__ float4 at_3d(cudaTextureObject_t t, int x, int y, int z) {
  float4 v;
  asm volatile("tex.3d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "r"(x), "r"(y), "r"(z));
  return v;
}
__device__ float4 at_layer(cudaTextureObject_t t, int layer, int x, int y) {
  float4 v;
  asm volatile("tex.a2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "r"(layer), "r"(x), "r"(y));
  return v;
}
__device__ int4 whole_2d(cudaTextureObject_t t, int x, int y) {
  int4 v;
  asm volatile("tex.2d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(t), "r"(x), "r"(y));
  return v;
}
__device__ int4 sampled_2d(cudaTextureObject_t t, float x, float y) {
  int4 v;
  asm volatile("tex.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(t), "f"(x), "f"(y));
  return v;
}
__device__ float4 float_2d(cudaTextureObject_t t, float x, float y) {
  float4 v;
  asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(t), "f"(x), "f"(y));
  return v;
}

__global__ void edges_1d(cudaTextureObject_t t, float4* out) {
  out[threadIdx.x] = at_1d(t, static_cast<int>(threadIdx.x) - 3);
}
__global__ void edges_2d(cudaTextureObject_t t, float4* out) {
  out[threadIdx.x] =
      at_2d(t, static_cast<int>(threadIdx.x % 8) - 2, static_cast<int>(threadIdx.x / 8) * 2 - 1);
}
__global__ void edges_3d(cudaTextureObject_t t, float4* out) {
  out[threadIdx.x] =
      at_3d(t, static_cast<int>(threadIdx.x % 8) - 2, 1, static_cast<int>(threadIdx.x / 8) * 2 - 1);
}
__global__ void edges_layer(cudaTextureObject_t t, float4* out) {
  out[threadIdx.x] = at_layer(t, static_cast<int>(threadIdx.x / 8) * 2 - 1,
                              static_cast<int>(threadIdx.x % 8) - 2, 1);
}
__global__ void channels(cudaTextureObject_t t, bool whole, void* out) {
  if (whole) {
    static_cast<int4*>(out)[0] = whole_2d(t, 1, 1);
    static_cast<int4*>(out)[1] = sampled_2d(t, 1.5f, 1.5f);
    static_cast<int4*>(out)[2] = sampled_2d(t, -1.5f, 1.5f);
  } else {
    static_cast<float4*>(out)[0] = at_2d(t, 1, 1);
    static_cast<float4*>(out)[1] = float_2d(t, 1.5f, 1.5f);
    static_cast<float4*>(out)[2] = float_2d(t, -1.5f, 1.5f);
  }
}

static void* d_out;

static void print_edges(const char* what) {
  float4 out[32];
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  printf("%s:", what);
  for (int i = 0; i < 32; ++i) printf("%s%g", i % 8 == 0 && i != 0 ? " | " : " ", out[i].x);
  printf("\n");
}

template <typename T>
static void print_channels(const char* what, int count, bool normalized, bool whole) {
  cudaArray_t array = make_array<T>(make_cudaExtent(kSize, kSize, 0), 0, count);
  for (cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
    for (bool linear : {false, true}) {
      if (linear && (whole || (!normalized && sizeof(T) < 4))) continue;
      cudaTextureObject_t t = make_texture(array, mode, normalized, linear);
      channels<<<1, 1>>>(t, whole, d_out);
      int words[12];
      CHECK(cudaMemcpy(words, d_out, sizeof words, cudaMemcpyDeviceToHost));
      printf("%s, %d channels, %s, %s:", what, count,
             mode == cudaAddressModeClamp ? "clamp" : "border", linear ? "linear" : "point");
      for (int i = 0; i < 12; ++i) printf("%s%08x", i % 4 == 0 && i != 0 ? " | " : " ", words[i]);
      printf("\n");
      CHECK(cudaDestroyTextureObject(t));
    }
  }
  CHECK(cudaFreeArray(array));
}

int main() {
  CHECK(cudaMalloc(&d_out, 32 * sizeof(float4)));
  cudaArray_t line = make_array<float>(make_cudaExtent(kSize, 0, 0), 0, 1);
  cudaArray_t plane = make_array<float>(make_cudaExtent(kSize, kSize, 0), 0, 1);
  cudaArray_t volume = make_array<float>(make_cudaExtent(kSize, kSize, kSize), 0, 1);
  cudaArray_t layers = make_array<float>(make_cudaExtent(kSize, kSize, kSize), cudaArrayLayered, 1);
  const char* names[] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; ++mode) {
    const auto address = static_cast<cudaTextureAddressMode>(mode);
    printf("%s\n", names[mode]);
    edges_1d<<<1, 32>>>(make_texture(line, address, false), static_cast<float4*>(d_out));
    print_edges("  1D");
    edges_2d<<<1, 32>>>(make_texture(plane, address, false), static_cast<float4*>(d_out));
    print_edges("  2D");
    edges_3d<<<1, 32>>>(make_texture(volume, address, false), static_cast<float4*>(d_out));
    print_edges("  3D");
    edges_layer<<<1, 32>>>(make_texture(layers, address, false), static_cast<float4*>(d_out));
    print_edges("  layers");
  }
  for (int count : {1, 2, 4}) {
    print_channels<float>("float", count, false, false);
    print_channels<int>("int", count, false, true);
    print_channels<unsigned char>("unsigned char", count, false, true);
    print_channels<unsigned char>("unsigned char as float", count, true, false);
    print_channels<short>("short as float", count, true, false);
  }
  return 0;
}
