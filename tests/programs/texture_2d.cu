// Two-dimensional textures: point and linear filtering, every address mode, gather, pitched memory.
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }

constexpr int kWidth = 8, kHeight = 4;

struct Sampler {
  cudaTextureFilterMode filter;
  cudaTextureAddressMode address;
  bool normalized;
};

static cudaTextureObject_t make_texture(const cudaResourceDesc& resource, Sampler s) {
  cudaTextureDesc description = {};
  description.addressMode[0] = s.address;
  description.addressMode[1] = s.address;
  description.filterMode = s.filter;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = s.normalized;
  description.borderColor[0] = -1.0f;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

__global__ void sample(cudaTextureObject_t texture, const float2* places, float* out) {
  const float2 p = places[threadIdx.x];
  out[threadIdx.x] = tex2D<float>(texture, p.x, p.y);
}

__global__ void gather(cudaTextureObject_t texture, const float2* places, float4* out) {
  const float2 p = places[threadIdx.x];
  out[threadIdx.x] = tex2Dgather<float4>(texture, p.x, p.y, 0);
}

// Every output pixel takes the point that a rotation by 90 degrees sends there.
__global__ void rotate(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * kHeight + x] = tex2D<float>(texture, y + 0.5f, kHeight - 1 - x + 0.5f);
}

int main() {
  float image[kHeight][kWidth];
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) image[y][x] = static_cast<float>(x + 10 * y);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, kWidth, kHeight, cudaArrayTextureGather));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], kHeight,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;

  // Texel centres, quarters, thirds (8-bit weights), the edges and beyond them.
  const int n = 12;
  const float2 places[n] = {{0.5f, 0.5f},   {3.5f, 2.5f},       {3.75f, 2.5f},  {3.5f, 2.25f},
                            {4.25f, 1.75f}, {2.8333333f, 1.5f}, {0.0f, 0.0f},   {8.0f, 4.0f},
                            {-1.75f, 1.0f}, {9.25f, 2.0f},      {5.0f, -0.75f}, {5.125f, 5.5f}};
  float2* d_places;
  float *d_out, out[32];
  CHECK(cudaMalloc(&d_places, sizeof places));
  CHECK(cudaMalloc(&d_out, sizeof out));
  const auto run = [&](const char* name, Sampler sampler) {
    float2 scaled[n];
    for (int i = 0; i < n; ++i) {
      scaled[i] = places[i];
      if (sampler.normalized) scaled[i] = {places[i].x / kWidth, places[i].y / kHeight};
    }
    CHECK(cudaMemcpy(d_places, scaled, sizeof scaled, cudaMemcpyHostToDevice));
    const cudaTextureObject_t texture = make_texture(resource, sampler);
    sample<<<1, n>>>(texture, d_places, d_out);
    CHECK(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaDestroyTextureObject(texture));
    printf("%-15s", name);
    for (int i = 0; i < n; ++i) printf(" %8.4f", out[i]);
    printf("\n");
  };
  run("point clamp", {cudaFilterModePoint, cudaAddressModeClamp, false});
  run("point border", {cudaFilterModePoint, cudaAddressModeBorder, false});
  run("linear clamp", {cudaFilterModeLinear, cudaAddressModeClamp, false});
  run("linear border", {cudaFilterModeLinear, cudaAddressModeBorder, false});
  run("point wrap", {cudaFilterModePoint, cudaAddressModeWrap, true});
  run("point mirror", {cudaFilterModePoint, cudaAddressModeMirror, true});
  run("linear clamp n", {cudaFilterModeLinear, cudaAddressModeClamp, true});
  run("linear wrap", {cudaFilterModeLinear, cudaAddressModeWrap, true});
  run("linear mirror", {cudaFilterModeLinear, cudaAddressModeMirror, true});

  const float2 corners[4] = {{1.0f, 1.0f}, {3.0f, 2.0f}, {7.0f, 3.0f}, {4.0f, 1.0f}};
  CHECK(cudaMemcpy(d_places, corners, sizeof corners, cudaMemcpyHostToDevice));
  cudaTextureObject_t texture =
      make_texture(resource, {cudaFilterModePoint, cudaAddressModeClamp, false});
  gather<<<1, 4>>>(texture, d_places, reinterpret_cast<float4*>(d_out));
  CHECK(cudaMemcpy(out, d_out, 16 * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; i += 4)
    printf("gather %2.0f %2.0f %2.0f %2.0f\n", out[i], out[i + 1], out[i + 2], out[i + 3]);
  CHECK(cudaDestroyTextureObject(texture));

  // The same image in pitched linear memory.
  float* pitched;
  size_t pitch;
  CHECK(cudaMallocPitch(&pitched, &pitch, sizeof image[0], kHeight));
  CHECK(cudaMemcpy2D(pitched, pitch, image, sizeof image[0], sizeof image[0], kHeight,
                     cudaMemcpyHostToDevice));
  cudaResourceDesc plane = {};
  plane.resType = cudaResourceTypePitch2D;
  plane.res.pitch2D = {pitched, format, kWidth, kHeight, pitch};
  texture = make_texture(plane, {cudaFilterModePoint, cudaAddressModeClamp, false});
  rotate<<<1, dim3(kHeight, kWidth)>>>(texture, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int y = 0; y < kWidth; ++y)
    printf("%3.0f %3.0f %3.0f %3.0f\n", out[4 * y], out[4 * y + 1], out[4 * y + 2], out[4 * y + 3]);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(pitched));
  CHECK(cudaFree(d_places));
  CHECK(cudaFree(d_out));
  return 0;
}
