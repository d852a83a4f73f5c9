// Arrays with levels of detail: their levels, and what a texture reads between them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

static const int kWidth = 64, kHeight = 32, kLevels = 7;

__global__ void at_level(cudaTextureObject_t t, float* out, int n, float first, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2DLod<float>(t, (i % 32 + 0.3f) / 32, (i * 7 % 32 + 0.6f) / 32, first + step * i);
}
__global__ void with_gradient(cudaTextureObject_t t, float* out, int n, float scale, float other) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float g = scale * (i + 1);
    out[i] = tex2DGrad<float>(t, (i % 32 + 0.3f) / 32, (i * 7 % 32 + 0.6f) / 32, make_float2(g, 0.0f),
                              make_float2(0.0f, g * other));
  }
}
__global__ void without_level(cudaTextureObject_t t, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, (i % 32 + 0.3f) / 32, (i * 7 % 32 + 0.6f) / 32);
}
__global__ void line_level(cudaTextureObject_t t, float* out, int n, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1DLod<float>(t, (i % 32 + 0.3f) / 32, step * i);
}

static void show(const char* what, const float* device, int n) {
  std::vector<float> out(n);
  CHECK(cudaMemcpy(out.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%s\n", what);
  for (int i = 0; i < n; ++i) {
    unsigned u;
    memcpy(&u, &out[i], 4);
    printf("%08x%c", u, i % 8 == 7 ? '\n' : ' ');
  }
}

static cudaTextureObject_t make(cudaMipmappedArray_t array, bool linear, bool between, float bias, float least,
                                float most) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = array;
  cudaTextureDesc d = {};
  d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
  d.normalizedCoords = 1;
  d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  d.mipmapFilterMode = between ? cudaFilterModeLinear : cudaFilterModePoint;
  d.mipmapLevelBias = bias;
  d.minMipmapLevelClamp = least;
  d.maxMipmapLevelClamp = most;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  return texture;
}

int main() {
  cudaMipmappedArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(kWidth, kHeight, 0), kLevels));
  for (int level = 0; level < kLevels; ++level) {
    cudaArray_t one;
    CHECK(cudaGetMipmappedArrayLevel(&one, array, level));
    cudaExtent extent;
    unsigned flags;
    cudaChannelFormatDesc its;
    CHECK(cudaArrayGetInfo(&its, &extent, &flags, one));
    printf("level %d: %zu x %zu x %zu, flags %u, %d bits\n", level, extent.width, extent.height, extent.depth, flags,
           its.x);
    const int w = extent.width, h = extent.height ? extent.height : 1;
    std::vector<float> texels(w * h);
    for (int i = 0; i < w * h; ++i) texels[i] = 1000 * (level + 1) + i * 0.5f;
    CHECK(cudaMemcpy2DToArray(one, 0, 0, texels.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  }
  cudaArray_t beyond;
  printf("level 7: %s\n", cudaGetErrorName(cudaGetMipmappedArrayLevel(&beyond, array, 7)));
  cudaGetLastError();
  cudaMipmappedArray_t more;
  const cudaError_t e = cudaMallocMipmappedArray(&more, &format, make_cudaExtent(64, 32, 0), 20);
  printf("20 levels: %s\n", cudaGetErrorName(e));
  cudaGetLastError();
  if (e == cudaSuccess) {
    int n = 0;
    while (cudaGetMipmappedArrayLevel(&beyond, more, n) == cudaSuccess) ++n;
    cudaGetLastError();
    printf("of them %d\n", n);
    CHECK(cudaFreeMipmappedArray(more));
  }

  const int n = 64;
  float* out;
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  for (int kind = 0; kind < 4; ++kind) {
    const bool linear = kind & 1, between = kind & 2;
    cudaTextureObject_t t = make(array, linear, between, 0, 0, 10);
    printf("texels %s, levels %s\n", linear ? "filtered" : "points", between ? "filtered" : "points");
    at_level<<<1, n>>>(t, out, n, -1.0f, 0.125f);
    show("by levels", out, n);
    at_level<<<1, n>>>(t, out, n, 0.0f, 0.0078125f);
    show("by levels, finely", out, n);
    if (!between) {
      with_gradient<<<1, n>>>(t, out, n, 0.01f, 1.0f);
      show("by gradients", out, n);
      with_gradient<<<1, n>>>(t, out, n, 0.01f, 0.3f);
      show("by gradients, oblique", out, n);
    }
    without_level<<<1, n>>>(t, out, n);
    show("without a level", out, n);
    CHECK(cudaDestroyTextureObject(t));
    t = make(array, linear, between, 0.4f, 1.25f, 3.5f);
    at_level<<<1, n>>>(t, out, n, -1.0f, 0.125f);
    show("with a bias of 0.4, between 1.25 and 3.5", out, n);
    without_level<<<1, n>>>(t, out, n);
    show("the same without a level", out, n);
    CHECK(cudaDestroyTextureObject(t));
  }
  CHECK(cudaFreeMipmappedArray(array));

  CHECK(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(kWidth, 0, 0), 4));
  for (int level = 0; level < 4; ++level) {
    cudaArray_t one;
    CHECK(cudaGetMipmappedArrayLevel(&one, array, level));
    std::vector<float> texels(kWidth >> level);
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = 1000 * (level + 1) + i * 0.5f;
    CHECK(cudaMemcpy2DToArray(one, 0, 0, texels.data(), texels.size() * 4, texels.size() * 4, 1,
                              cudaMemcpyHostToDevice));
  }
  cudaTextureObject_t t = make(array, true, true, 0, 0, 10);
  line_level<<<1, n>>>(t, out, n, 0.0625f);
  show("a line, all filtered", out, n);
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFreeMipmappedArray(array));
  CHECK(cudaFree(out));
  return 0;
}
