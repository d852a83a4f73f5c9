// Texture instructions with steps of texels, which C++ has no function for: lookups, levels, gradients
// and gathers with offsets in registers and in the instruction, within -8 to 7 and beyond; and what a
// texture or a surface says of its size. A line for each combination: a hash of all results, and one of
// them. Of blends only what is left after rounding to 1/16 is looked at.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(x)                                                                     \
  do {                                                                               \
    cudaError_t status = (x);                                                        \
    if (status != cudaSuccess) {                                                     \
      printf("line %d: %s: %s\n", __LINE__, #x, cudaGetErrorString(status));         \
      exit(1);                                                                       \
    }                                                                                \
  } while (0)

constexpr int kSamples = 512, kWidth = 13, kHeight = 7, kDepth = 5;

__host__ __device__ uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
__device__ float coordinate(uint32_t i, uint32_t axis, float extent, bool normalized) {
  const uint32_t r = mix(i * 4 + axis);
  float x = (static_cast<float>(r >> 8) / 16777216.f * 4 - 1.5f) * extent;
  if (i % 3 == 1) x = rintf(x * 512) / 512;
  if (i % 3 == 2) x = rintf(x) + (static_cast<int>(r & 7) - 4) / 1024.f;
  return normalized ? x / extent : x;
}
// Two thirds lie in -8 to 7.
__device__ int step(uint32_t i, uint32_t axis) {
  const int r = static_cast<int>(mix(i * 4 + axis + 77777));
  return i % 3 == 0 ? r % 100 : (r & 15) - 8;
}

#define INTO "{%0, %1, %2, %3}"
#define OUT "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)

enum Form { Plane, PlaneFixed, PlaneLevel, PlaneGradients, Layers, LayersLevel, Volume, VolumeFixed, VolumeLevel,
            GatherRed, GatherAlpha, Line, LineLayers, Forms };

__device__ float4 sampled(cudaTextureObject_t t, int form, float x, float y, float z, int layer, int a, int b, int c) {
  float4 v{};
  switch (form) {
    case Plane:
      asm volatile("tex.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b));
      break;
    case PlaneFixed:
      asm volatile("tex.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], {3, -2};" : OUT : "l"(t), "f"(x), "f"(y));
      break;
    case PlaneLevel:
      asm volatile("tex.level.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], %9, {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b), "f"(0.f));
      break;
    case PlaneGradients:
      asm volatile("tex.grad.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], {%9, %10}, {%10, %9}, {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b), "f"(0.01f), "f"(0.02f));
      break;
    case Layers:
      asm volatile("tex.a2d.v4.f32.f32 " INTO ", [%4, {%9, %5, %6, %6}], {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b), "r"(layer));
      break;
    case LayersLevel:
      asm volatile("tex.level.a2d.v4.f32.f32 " INTO ", [%4, {%9, %5, %6, %6}], %10, {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b), "r"(layer), "f"(0.f));
      break;
    case Volume:
      asm volatile("tex.3d.v4.f32.f32 " INTO ", [%4, {%5, %6, %7, %7}], {%8, %9, %10, %10};"
                   : OUT : "l"(t), "f"(x), "f"(y), "f"(z), "r"(a), "r"(b), "r"(c));
      break;
    case VolumeFixed:
      asm volatile("tex.3d.v4.f32.f32 " INTO ", [%4, {%5, %6, %7, %7}], {-1, 2, -3, 0};"
                   : OUT : "l"(t), "f"(x), "f"(y), "f"(z));
      break;
    case VolumeLevel:
      asm volatile("tex.level.3d.v4.f32.f32 " INTO ", [%4, {%5, %6, %7, %7}], %11, {%8, %9, %10, %10};"
                   : OUT : "l"(t), "f"(x), "f"(y), "f"(z), "r"(a), "r"(b), "r"(c), "f"(0.f));
      break;
    case GatherRed:
      asm volatile("tld4.r.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], {%7, %8};"
                   : OUT : "l"(t), "f"(x), "f"(y), "r"(a), "r"(b));
      break;
    case GatherAlpha:
      asm volatile("tld4.a.2d.v4.f32.f32 " INTO ", [%4, {%5, %6}], {-4, 1};" : OUT : "l"(t), "f"(x), "f"(y));
      break;
    case Line:
      asm volatile("tex.1d.v4.f32.f32 " INTO ", [%4, {%5}], {%6};" : OUT : "l"(t), "f"(x), "r"(a));
      break;
    case LineLayers:
      asm volatile("tex.a1d.v4.f32.f32 " INTO ", [%4, {%7, %5}], {%6};" : OUT : "l"(t), "f"(x), "r"(a), "r"(layer));
      break;
  }
  return v;
}

// The handle comes from memory, that of the others is a parameter.
__global__ void sample(const cudaTextureObject_t* t, int form, bool normalized, float4* out) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sampled(*t, form, coordinate(i, 0, kWidth, normalized), coordinate(i, 1, kHeight, normalized),
                   coordinate(i, 2, kDepth, normalized), static_cast<int>(i % 5), step(i, 0), step(i, 1), step(i, 2));
}
__global__ void fetch(cudaTextureObject_t t, bool volume, float4* out) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = static_cast<int>(mix(i) % 20) - 3, y = static_cast<int>(mix(i + 999) % 12) - 2;
  float4 v;
  if (volume)
    asm volatile("tex.3d.v4.f32.s32 " INTO ", [%4, {%5, %6, %7, %7}], {%8, %9, %10, %10};"
                 : OUT : "l"(t), "r"(x), "r"(y), "r"(y), "r"(step(i, 0)), "r"(step(i, 1)), "r"(step(i, 2)));
  else
    asm volatile("tex.2d.v4.f32.s32 " INTO ", [%4, {%5, %6}], {%7, %8};"
                 : OUT : "l"(t), "r"(x), "r"(y), "r"(step(i, 0)), "r"(step(i, 1)));
  out[i] = v;
}
__global__ void sizes(cudaTextureObject_t t, cudaSurfaceObject_t s, uint32_t* out) {
  asm volatile("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
  asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
  asm volatile("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
  if (s == 0) return;
  asm volatile("suq.width.b32 %0, [%1];" : "=r"(out[3]) : "l"(s));
  asm volatile("suq.height.b32 %0, [%1];" : "=r"(out[4]) : "l"(s));
  asm volatile("suq.depth.b32 %0, [%1];" : "=r"(out[5]) : "l"(s));
}

static cudaArray_t make_array(cudaExtent extent, unsigned flags) {
  const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
  std::vector<float4> texels(extent.width * height * depth);
  for (size_t i = 0; i < texels.size(); ++i) {
    const float v = static_cast<float>(i + 1);
    texels[i] = make_float4(v, -v, v + 1000, v * 2);
  }
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), extent.width * sizeof(float4), extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}
static cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureAddressMode mode, bool normalized, bool linear) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (auto& address : description.addressMode) address = mode;
  for (int i = 0; i < 4; ++i) description.borderColor[i] = 9000.f + i;
  description.readMode = cudaReadModeElementType;
  description.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  description.normalizedCoords = normalized;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

static void print(const char* what, const std::vector<float4>& results, bool rounded) {
  uint32_t hash = 0;
  for (const float4& v : results) {
    const float parts[] = {v.x, v.y, v.z, v.w};
    for (float part : parts) {
      if (rounded) part = static_cast<float>(static_cast<long long>(part * 16 + (part < 0 ? -0.5f : 0.5f))) / 16;
      uint32_t bits;
      memcpy(&bits, &part, 4);
      hash = mix(hash ^ bits) + bits;
    }
  }
  const float4& v = results[7];
  printf("%s: %08x, %.2f %.2f %.2f %.2f\n", what, hash, v.x, v.y, v.z, v.w);
}

int main(int argc, char** argv) {
  const bool all = argc > 1;  // prints each result
  cudaTextureObject_t* handle;
  CHECK(cudaMalloc(&handle, sizeof *handle));
  float4* out;
  CHECK(cudaMalloc(&out, kSamples * sizeof(float4)));
  const auto line = make_array(make_cudaExtent(kWidth, 0, 0), 0);
  const auto lines = make_array(make_cudaExtent(kWidth, 0, 3), cudaArrayLayered);
  const auto plane = make_array(make_cudaExtent(kWidth, kHeight, 0), cudaArrayTextureGather);
  const auto layers = make_array(make_cudaExtent(kWidth, kHeight, 3), cudaArrayLayered);
  const auto volume = make_array(make_cudaExtent(kWidth, kHeight, kDepth), 0);
  const char* names[] = {"plane", "plane, fixed", "plane, level", "plane, gradients", "layers", "layers, level",
                         "volume", "volume, fixed", "volume, level", "gather", "gather, fixed",
                         "line", "lines"};
  const char* modes[] = {"wrap", "clamp", "mirror", "border"};
  std::vector<float4> results(kSamples);
  const auto shown = [&](const char* what, bool rounded) {
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(results.data(), out, kSamples * sizeof(float4), cudaMemcpyDeviceToHost));
    print(what, results, rounded);
    if (all)
      for (const float4& v : results) printf("  %.4f %.4f %.4f %.4f\n", v.x, v.y, v.z, v.w);
  };
  for (int form = 0; form < Forms; ++form) {
    const auto array = form == Line ? line : form == LineLayers ? lines
                       : form == Layers || form == LayersLevel ? layers
                       : form == Volume || form == VolumeFixed || form == VolumeLevel ? volume : plane;
    for (int mode = 0; mode < 4; ++mode)
      for (int choice = 0; choice < 4; ++choice) {
        const bool normalized = choice & 1, linear = choice & 2;
        const auto texture = make_texture(array, static_cast<cudaTextureAddressMode>(mode), normalized, linear);
        CHECK(cudaMemcpy(handle, &texture, sizeof texture, cudaMemcpyHostToDevice));
        sample<<<kSamples / 64, 64>>>(handle, form, normalized, out);
        char what[100];
        snprintf(what, sizeof what, "%s, %s%s%s", names[form], modes[mode], normalized ? ", normalized" : "",
                 linear ? ", linear" : "");
        shown(what, linear);
        CHECK(cudaDestroyTextureObject(texture));
      }
  }
  for (int i = 0; i < 2; ++i) {
    fetch<<<kSamples / 64, 64>>>(make_texture(i ? volume : plane, cudaAddressModeClamp, false, false), i, out);
    shown(i ? "fetch, volume" : "fetch, plane", false);
  }
  uint32_t* numbers;
  CHECK(cudaMallocManaged(&numbers, 32));
  const cudaExtent extents[] = {{kWidth, 0, 0}, {kWidth, 0, 3}, {kWidth, kHeight, 0}, {kWidth, kHeight, 3},
                                {kWidth, kHeight, kDepth}, {8, 8, 6}, {8, 8, 12}};
  const unsigned flags[] = {0, cudaArrayLayered, 0, cudaArrayLayered, 0, cudaArrayCubemap,
                            cudaArrayCubemap | cudaArrayLayered};
  for (int i = 0; i < 7; ++i) {
    const auto array = make_array(extents[i], flags[i] | cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    memset(numbers, 0xff, 32);
    sizes<<<1, 1>>>(make_texture(array, cudaAddressModeClamp, i > 4, false), surface, numbers);
    CHECK(cudaDeviceSynchronize());
    printf("size %d: %d %d %d, surface %d %d %d\n", i, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
           numbers[5]);
  }
  cudaMipmappedArray_t levels;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  CHECK(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(16, 8, 0), 4, 0));
  cudaResourceDesc resources[3] = {};
  resources[0].resType = cudaResourceTypeMipmappedArray;
  resources[0].res.mipmap.mipmap = levels;
  void* memory;
  CHECK(cudaMalloc(&memory, 65536));
  resources[1].resType = cudaResourceTypeLinear;
  resources[1].res.linear = {memory, format, 100 * sizeof(float4)};
  resources[2].resType = cudaResourceTypePitch2D;
  resources[2].res.pitch2D = {memory, format, 24, 10, 512};
  for (int i = 0; i < 3; ++i) {
    cudaTextureDesc description = {};
    description.normalizedCoords = i == 0;
    description.minMipmapLevelClamp = 1;
    description.maxMipmapLevelClamp = 3;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resources[i], &description, nullptr));
    memset(numbers, 0xff, 32);
    sizes<<<1, 1>>>(texture, 0, numbers);
    CHECK(cudaDeviceSynchronize());
    printf("%s: %d %d %d\n", i == 0 ? "levels" : i == 1 ? "linear" : "pitched", numbers[0], numbers[1], numbers[2]);
  }
  return 0;
}
