// Cubes of six faces, alone and in layers, read by directions.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

static const int kSize = 8;

__device__ float3 direction(int i) {
  // A grid over the faces, their edges and corners, and beyond.
  const float u = (i % 9 - 4) * 0.24f, v = (i / 9 % 9 - 4) * 0.26f;
  const int face = i / 81 % 6;
  switch (face) {
    case 0: return make_float3(1.0f, u, v);
    case 1: return make_float3(-1.0f, v, u);
    case 2: return make_float3(u, 1.0f, v);
    case 3: return make_float3(v, -1.0f, u);
    case 4: return make_float3(u, v, 1.0f);
    default: return make_float3(v, u, -1.0f);
  }
}
__global__ void of_cube(cudaTextureObject_t t, float* out, int n, float scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 d = direction(i);
  out[i] = texCubemap<float>(t, scale * d.x, scale * d.y, scale * d.z);
}
__global__ void of_layer(cudaTextureObject_t t, float* out, int n, int layer) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 d = direction(i);
  out[i] = texCubemapLayered<float>(t, d.x, d.y, d.z, layer);
}
__global__ void of_special(cudaTextureObject_t t, float* out) {
  const float3 d[] = {{1, 1, 1},  {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, -1}, {0, 0, 0}, {1, 1, 0},
                      {0, 1, 1},  {1, 0, 1},  {-1, 1, 0}, {0, -1, 1}, {0, 0, -1},   {1, 0, 0}, {0, 1, 0},
                      {-1, 0, 0}, {0, -1, 0}};
  const float3 a = d[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(t, a.x, a.y, a.z);
}

static void show(const char* what, const float* device, int n) {
  std::vector<float> out(n);
  CHECK(cudaMemcpy(out.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%s\n", what);
  for (int i = 0; i < n; ++i) {
    unsigned u;
    memcpy(&u, &out[i], 4);
    printf("%08x%c", u, i % 9 == 8 || i == n - 1 ? '\n' : ' ');
  }
}

static cudaTextureObject_t make(cudaArray_t array, bool linear, bool seamless = false) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc d = {};
  for (auto& mode : d.addressMode) mode = cudaAddressModeWrap;
  d.normalizedCoords = 1;
  d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  d.seamlessCubemap = seamless;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  return texture;
}

static cudaArray_t cube(int layers) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const int faces = 6 * (layers ? layers : 1);
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(kSize, kSize, faces),
                          layers ? cudaArrayCubemap | cudaArrayLayered : cudaArrayCubemap));
  std::vector<float> texels(kSize * kSize * faces);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = 1000 * (i / 64 + 1) + i % 64;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), kSize * 4, kSize, kSize);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(kSize, kSize, faces);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}

int main() {
  const int n = 81 * 6;
  float* out;
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  cudaArray_t one = cube(0), several = cube(3);
  cudaExtent extent;
  unsigned flags;
  cudaChannelFormatDesc its;
  CHECK(cudaArrayGetInfo(&its, &extent, &flags, several));
  printf("%zu x %zu x %zu, flags %u\n", extent.width, extent.height, extent.depth, flags);
  for (bool linear : {false, true}) {
    cudaTextureObject_t t = make(one, linear);
    of_cube<<<2, 256>>>(t, out, n, 1.0f);
    show(linear ? "filtered" : "points", out, n);
    of_cube<<<2, 256>>>(t, out, n, 0.3f);
    show("of another length", out, n);
    of_special<<<1, 16>>>(t, out);
    show("edges and corners", out, 16);
    CHECK(cudaDestroyTextureObject(t));
    t = make(several, linear);
    for (int layer : {-1, 0, 1, 2, 5}) {
      of_layer<<<2, 256>>>(t, out, n, layer);
      printf("layer %d, ", layer);
      show(linear ? "filtered" : "points", out, layer == 1 ? n : 81);
    }
    CHECK(cudaDestroyTextureObject(t));
  }
  cudaTextureObject_t t = make(one, true, true);
  of_cube<<<2, 256>>>(t, out, n, 1.0f);
  show("filtered without seams", out, n);
  of_special<<<1, 16>>>(t, out);
  show("edges and corners", out, 16);
  CHECK(cudaDestroyTextureObject(t));
  cudaArray_t bad;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  printf("5 faces: %s\n", cudaGetErrorName(cudaMalloc3DArray(&bad, &format, make_cudaExtent(8, 8, 5), cudaArrayCubemap)));
  printf("not square: %s\n",
         cudaGetErrorName(cudaMalloc3DArray(&bad, &format, make_cudaExtent(8, 4, 6), cudaArrayCubemap)));
  printf("7 faces in layers: %s\n", cudaGetErrorName(cudaMalloc3DArray(&bad, &format, make_cudaExtent(8, 8, 7),
                                                                       cudaArrayCubemap | cudaArrayLayered)));
  CHECK(cudaFreeArray(one));
  CHECK(cudaFreeArray(several));
  CHECK(cudaFree(out));
  return 0;
}
