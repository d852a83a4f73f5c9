// nvcc: -arch=sm_90
// 8-bit floats as <cuda_fp8.h> has them, and products of their matrices: every byte as a float and
// back, sums of quantized values, C = A B of 16x8x32 with both formats.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(x)                                                             \
  do {                                                                       \
    cudaError_t status = (x);                                                \
    if (status != cudaSuccess) {                                             \
      printf("line %d: %s: %s\n", __LINE__, #x, cudaGetErrorString(status)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

template <class F>
__global__ void widen(float* out) {
  F value;
  value.__x = static_cast<__nv_fp8_storage_t>(threadIdx.x);
  out[threadIdx.x] = static_cast<float>(value);
}

template <class F>
__global__ void quantize(const float* in, uint8_t* bytes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bytes[i] = F(in[i]).__x;
}

// Four at a time, through halves.
__global__ void pack(const float4* in, uint32_t* out, float4* back, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __nv_fp8x4_e4m3 four(in[i]);
  out[i] = four.__x;
  back[i] = static_cast<float4>(four);
}

__global__ void convert_halves(const __half2* in, uint16_t* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __nv_fp8x2_e5m2(in[i]).__x;
}

template <bool kWide>
__global__ void multiply(const uint32_t* a, const uint32_t* b, float* c) {
  const int lane = threadIdx.x;
  float d[4] = {1.0f, -2.0f, 0.5f, 0.0f};
  if constexpr (kWide)
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[lane]), "r"(a[lane + 32]), "r"(a[lane + 64]), "r"(a[lane + 96]), "r"(b[lane]),
          "r"(b[lane + 32]));
  else
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[lane]), "r"(a[lane + 32]), "r"(a[lane + 64]), "r"(a[lane + 96]), "r"(b[lane]),
          "r"(b[lane + 32]));
  for (int i = 0; i < 4; ++i) c[4 * lane + i] = d[i];
}

// Sparse: of each four elements of A two, here the first and the third of all.
__global__ void multiply_sparse(const uint32_t* a, const uint32_t* b, float* c) {
  const int lane = threadIdx.x;
  float d[4] = {};
  asm volatile(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3},{%4,%5,%6,%7},"
      "{%8,%9,%10,%11},{%0,%1,%2,%3},%12,0x0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[lane]), "r"(a[lane + 32]), "r"(a[lane + 64]), "r"(a[lane + 96]), "r"(b[lane]),
        "r"(b[lane + 32]), "r"(b[lane + 64]), "r"(b[lane + 96]), "r"(0x88888888u));
  for (int i = 0; i < 4; ++i) c[4 * lane + i] = d[i];
}

template <class T>
T* to_device(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}
template <class T>
void print(const char* name, const T* device, int n) {
  std::vector<T> host(n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
  uint64_t digest = 0xcbf29ce484222325u;
  for (const T& value : host) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    digest = (digest ^ bits) * 0x100000001b3u;
  }
  printf("%s: %016llx, first %g\n", name, static_cast<unsigned long long>(digest),
         static_cast<double>(host[1]));
}

int main() {
  float* out = to_device(std::vector<float>(4096));
  widen<__nv_fp8_e4m3><<<1, 256>>>(out);
  print("e4m3 as floats", out, 256);
  widen<__nv_fp8_e5m2><<<1, 256>>>(out);
  print("e5m2 as floats", out, 256);

  constexpr int kCount = 4096;
  std::vector<float> values(kCount);
  uint32_t state = 1;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int32_t>(state)) * (1.0f / (1 << 22)) /
            static_cast<float>(1 << (state >> 28));
  }
  const float* in = to_device(values);
  uint8_t* bytes = to_device(std::vector<uint8_t>(kCount));
  quantize<__nv_fp8_e4m3><<<kCount / 256, 256>>>(in, bytes, kCount);
  print("floats as e4m3", bytes, kCount);
  quantize<__nv_fp8_e5m2><<<kCount / 256, 256>>>(in, bytes, kCount);
  print("floats as e5m2", bytes, kCount);
  uint32_t* words = to_device(std::vector<uint32_t>(kCount));
  pack<<<kCount / 1024, 256>>>(reinterpret_cast<const float4*>(in), words,
                               reinterpret_cast<float4*>(out), kCount / 4);
  print("four at a time", words, kCount / 4);
  print("and back", out, kCount);

  std::vector<__half> halves(kCount);
  for (int i = 0; i < kCount; ++i) halves[i] = __float2half(values[i]);
  uint16_t* pairs = to_device(std::vector<uint16_t>(kCount));
  convert_halves<<<kCount / 512, 256>>>(reinterpret_cast<const __half2*>(to_device(halves)), pairs,
                                        kCount / 2);
  print("halves as e5m2", pairs, kCount / 2);

  std::vector<uint32_t> factors(256);
  for (uint32_t& word : factors) {
    state = state * 1664525u + 1013904223u;
    word = state & 0xb7b7b7b7u;  // exponents near that of one
  }
  const uint32_t* a = to_device(factors);
  multiply<false><<<1, 32>>>(a, a + 128, out);
  print("e4m3 times e4m3", out, 128);
  multiply<true><<<1, 32>>>(a, a + 128, out);
  print("e5m2 times e4m3", out, 128);
  multiply_sparse<<<1, 32>>>(a, a + 128, out);
  print("sparse halves", out, 128);
}
