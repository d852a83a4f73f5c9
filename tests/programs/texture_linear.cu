// Texture objects over linear memory: tex1Dfetch of several formats, out of range, normalised
// bytes.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(x)                                                \
  do {                                                          \
    cudaError_t e = (x);                                        \
    if (e != cudaSuccess) {                                     \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                  \
    }                                                           \
  } while (0)

template <typename T>
cudaTextureObject_t linear_texture(const T* device, size_t count, cudaTextureReadMode mode) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<T*>(device);
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  cudaTextureDesc description;
  memset(&description, 0, sizeof description);
  description.readMode = mode;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

template <typename T>
T* upload(const T* host, size_t count) {
  T* device;
  CHECK(cudaMalloc(&device, count * sizeof(T)));
  CHECK(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

// A sparse matrix times a vector that is read through the texture path.
__global__ void spmv(const int* rows, const int* columns, const float* values,
                     cudaTextureObject_t x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0.0f;
  for (int k = rows[row]; k < rows[row + 1]; ++k)
    sum += values[k] * tex1Dfetch<float>(x, columns[k]);
  y[row] = sum;
}

__global__ void formats(cudaTextureObject_t words, cudaTextureObject_t pairs,
                        cudaTextureObject_t bytes, cudaTextureObject_t floats, int n, float* out) {
  const int i = threadIdx.x;
  const unsigned word = tex1Dfetch<unsigned>(words, i);
  const short2 pair = tex1Dfetch<short2>(pairs, i);
  const float4 unit = tex1Dfetch<float4>(bytes, i);
  const float beyond = tex1Dfetch<float>(floats, n + i);
  const float before = tex1Dfetch<float>(floats, -1 - i);
  out[i * 5 + 0] = word % 1000u;
  out[i * 5 + 1] = pair.x * 10 + pair.y;
  out[i * 5 + 2] = unit.x + unit.y;
  out[i * 5 + 3] = unit.z * 255.0f + unit.w;
  out[i * 5 + 4] = beyond + before;
}

int main() {
  const int n = 512;
  int rows[n + 1], columns[3 * n], count = 0;
  float values[3 * n], x[n], y[n];
  for (int i = 0; i < n; ++i) {
    rows[i] = count;
    for (int k = 0; k <= i % 3; ++k) {
      columns[count] = (i * 31 + k * 57) % n;
      values[count++] = static_cast<float>(k - 1 + i % 4);
    }
    x[i] = static_cast<float>(i % 50) * 0.5f;
  }
  rows[n] = count;
  int *d_rows = upload(rows, n + 1), *d_columns = upload(columns, count);
  float *d_values = upload(values, count), *d_x = upload(x, n), *d_y = upload(y, n);
  const cudaTextureObject_t texture = linear_texture(d_x, n, cudaReadModeElementType);
  spmv<<<n / 64, 64>>>(d_rows, d_columns, d_values, texture, d_y, n);
  CHECK(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = rows[i]; k < rows[i + 1]; ++k) sum += values[k] * x[columns[k]];
    wrong += sum != y[i];
  }
  printf("y[5] = %.1f, y[511] = %.1f, %d wrong\n", y[5], y[511], wrong);

  unsigned words[8];
  short2 pairs[8];
  uchar4 bytes[8];
  for (int i = 0; i < 8; ++i) {
    words[i] = 4000000000u + i;
    pairs[i] = make_short2(-i, i);
    bytes[i] = make_uchar4(51 * (i % 6), 0, 10 * i, 255);
  }
  unsigned* d_words = upload(words, 8);
  short2* d_pairs = upload(pairs, 8);
  uchar4* d_bytes = upload(bytes, 8);
  float out[40], *d_out = upload(out, 40);
  const cudaTextureObject_t t[] = {linear_texture(d_words, 8, cudaReadModeElementType),
                                   linear_texture(d_pairs, 8, cudaReadModeElementType),
                                   linear_texture(d_bytes, 8, cudaReadModeNormalizedFloat)};
  formats<<<1, 8>>>(t[0], t[1], t[2], texture, n, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; ++i)
    printf("%3.0f %3.0f %.3f %.3f %.1f\n", out[i * 5], out[i * 5 + 1], out[i * 5 + 2],
           out[i * 5 + 3], out[i * 5 + 4]);
  CHECK(cudaDestroyTextureObject(texture));
  for (cudaTextureObject_t object : t) CHECK(cudaDestroyTextureObject(object));
  for (void* p : {(void*)d_rows, (void*)d_columns, (void*)d_values, (void*)d_x, (void*)d_y,
                  (void*)d_words, (void*)d_pairs, (void*)d_bytes, (void*)d_out})
    CHECK(cudaFree(p));
  return wrong;
}
