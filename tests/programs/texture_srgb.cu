// Texels of 8 bits whose colours are sRGB: each value.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

template <class T>
__global__ void points(cudaTextureObject_t t, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<T>(t, i + 0.5f, 0.5f);
}
static unsigned hash = 0;
static unsigned bits(float f) {
  unsigned u;
  memcpy(&u, &f, 4);
  hash = (hash ^ u) * 16777619u;
  return u;
}

template <class T, class Texel>
static void run(const char* what, bool srgb) {
  const int kWidth = 256, kHeight = 4, channels = sizeof(Texel);
  std::vector<unsigned char> texels(kWidth * kHeight * channels);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (int c = 0; c < channels; ++c)
        texels[(y * kWidth + x) * channels + c] = (y == 0 ? x + 64 * c : x * 7 + y * 31 + c * 13) & 255;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<Texel>();
  CHECK(cudaMallocArray(&array, &format, kWidth, kHeight));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), kWidth * channels, kWidth * channels, kHeight,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.readMode = cudaReadModeNormalizedFloat;
  description.filterMode = cudaFilterModePoint;
  description.sRGB = srgb;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  const int n = kWidth;
  T* device;
  CHECK(cudaMalloc(&device, n * sizeof(T)));
  points<<<1, 256>>>(texture, device, n);
  std::vector<T> out(n);
  CHECK(cudaMemcpy(out.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  printf("%s\n", what);
  const int words = sizeof(T) / 4;
  const float* values = reinterpret_cast<const float*>(out.data());
  hash = 2166136261u;
  for (int i = 0; i < n * words; ++i) {
    const unsigned u = bits(values[i]);
    if (i < 256 * words) printf("%08x%c", u, i % 8 == 7 ? '\n' : ' ');
  }
  printf("all %d: %08x\n", n * words, hash);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(device));
}

int main() {
  run<float, unsigned char>("one channel, points", true);
  run<float, unsigned char>("one channel, points, not sRGB", false);
  run<float4, uchar4>("four channels, points", true);
  run<float2, uchar2>("two channels, points", true);
  run<float, signed char>("signed, points", true);
  return 0;
}
