// Three-dimensional and layered textures, one-dimensional arrays, and the colours of 8-bit texels.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

template <typename T>
static cudaArray_t make_array(const std::vector<T>& texels, cudaExtent extent, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  const size_t height = extent.height ? extent.height : 1, depth = extent.depth ? extent.depth : 1;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(texels.data()), extent.width * sizeof(T),
                                    extent.width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  return array;
}

static cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureFilterMode filter,
                                        cudaTextureReadMode mode) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  for (auto& address : description.addressMode) address = cudaAddressModeClamp;
  description.filterMode = filter;
  description.readMode = mode;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

__global__ void volume_samples(cudaTextureObject_t point, cudaTextureObject_t linear, float* out) {
  const float t = threadIdx.x * 0.25f;
  out[threadIdx.x] = tex3D<float>(point, t + 0.5f, 1.5f, 2.5f);
  out[threadIdx.x + 8] = tex3D<float>(linear, t + 0.5f, 1.5f, 2.5f);
  out[threadIdx.x + 16] = tex3D<float>(linear, 1.5f, t + 0.5f, 0.75f);
  out[threadIdx.x + 24] = tex3D<float>(linear, 1.25f, 1.75f, t);
}

__global__ void layer_samples(cudaTextureObject_t layers, float* out) {
  const int layer = threadIdx.x % 4;
  out[threadIdx.x] = tex2DLayered<float>(layers, 1.0f + threadIdx.x / 4, 1.5f, layer);
}

__global__ void row_samples(cudaTextureObject_t row, float* out) {
  out[threadIdx.x] = tex1D<float>(row, 0.5f + threadIdx.x * 0.375f);
}

__global__ void colours(cudaTextureObject_t raw, cudaTextureObject_t blended, float4* out) {
  const uchar4 texel = tex2D<uchar4>(raw, threadIdx.x + 0.5f, 0.5f);
  out[threadIdx.x] = make_float4(texel.x, texel.y, texel.z, texel.w);
  out[threadIdx.x + 4] = tex2D<float4>(blended, threadIdx.x + 1.0f, 0.5f);
}

static void print(const char* name, const float* device, int count) {
  float out[32];
  CHECK(cudaMemcpy(out, device, count * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%s\n", name);
  for (int i = 0; i < count; ++i)
    printf("%9.4f%s", out[i], i % 8 == 7 || i + 1 == count ? "\n" : "");
}

int main() {
  float* d_out;
  CHECK(cudaMalloc(&d_out, 32 * sizeof(float)));

  std::vector<float> volume(4 * 3 * 5);
  for (size_t i = 0; i < volume.size(); ++i)
    volume[i] = i % 4 + i / 4 % 3 * 16.0f + i / 12 * 256.0f;
  cudaArray_t cube = make_array(volume, make_cudaExtent(4, 3, 5), cudaArrayDefault);
  cudaTextureObject_t point = make_texture(cube, cudaFilterModePoint, cudaReadModeElementType);
  cudaTextureObject_t linear = make_texture(cube, cudaFilterModeLinear, cudaReadModeElementType);
  volume_samples<<<1, 8>>>(point, linear, d_out);
  print("3D", d_out, 32);

  std::vector<float> pages(4 * 3 * 4);
  for (size_t i = 0; i < pages.size(); ++i) pages[i] = i % 12 + i / 12 * 100.0f;
  cudaArray_t book = make_array(pages, make_cudaExtent(4, 3, 4), cudaArrayLayered);
  cudaTextureObject_t layers = make_texture(book, cudaFilterModeLinear, cudaReadModeElementType);
  layer_samples<<<1, 12>>>(layers, d_out);
  print("layered", d_out, 12);

  const std::vector<float> line = {0, 8, 0, 16, 0, 32};
  cudaArray_t row = make_array(line, make_cudaExtent(6, 0, 0), cudaArrayDefault);
  cudaTextureObject_t ramp = make_texture(row, cudaFilterModeLinear, cudaReadModeElementType);
  row_samples<<<1, 16>>>(ramp, d_out);
  print("1D", d_out, 16);

  const std::vector<uchar4> pixels = {
      {0, 255, 51, 102}, {255, 0, 51, 204}, {0, 0, 0, 0}, {10, 20, 30, 40}};
  cudaArray_t strip = make_array(pixels, make_cudaExtent(4, 1, 0), cudaArrayDefault);
  cudaTextureObject_t raw = make_texture(strip, cudaFilterModePoint, cudaReadModeElementType);
  cudaTextureObject_t soft = make_texture(strip, cudaFilterModeLinear, cudaReadModeNormalizedFloat);
  colours<<<1, 4>>>(raw, soft, reinterpret_cast<float4*>(d_out));
  print("8-bit colours, raw then blended", d_out, 32);

  cudaExtent extent;
  cudaChannelFormatDesc format;
  unsigned flags;
  CHECK(cudaArrayGetInfo(&format, &extent, &flags, book));
  printf("layered array: %zu x %zu x %zu, %d bits, layered %s\n", extent.width, extent.height,
         extent.depth, format.x, flags & cudaArrayLayered ? "yes" : "no");
  for (cudaTextureObject_t texture : {point, linear, layers, ramp, raw, soft})
    CHECK(cudaDestroyTextureObject(texture));
  for (cudaArray_t array : {cube, book, row, strip}) CHECK(cudaFreeArray(array));
  CHECK(cudaFree(d_out));
  return 0;
}
