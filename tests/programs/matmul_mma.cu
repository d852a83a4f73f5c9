// nvcc: -arch=sm_80
// A blog post's half-precision matrix product: asynchronous copies into swizzled tiles, ldmatrix
// and mma.sync written as PTX, two stages. One product has padding instead, another neither.
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
  do {                                                                                \
    const cudaError_t status = (call);                                                \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(2);                                                                        \
    }                                                                                 \
  } while (0)

constexpr int kRows = 64, kColumns = 64, kDepth = 32, kStages = 2, kThreads = 128;
enum Layout { kPlain, kPadded, kSwizzled };

__device__ inline uint32_t address_of(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ inline void copy16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address_of(to)), "l"(from)
               : "memory");
}
__device__ inline void load4(uint32_t (&r)[4], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address_of(p))
               : "memory");
}
__device__ inline void load2_transposed(uint32_t (&r)[2], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(address_of(p))
               : "memory");
}
__device__ inline void multiply_add(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// Pieces of 8 halves; the swizzle moves them within a row of 64 or 128 bytes.
template <Layout kLayout, int kWidth>
struct Tile {
  static constexpr int kPieces = kWidth / 8, kStride = kLayout == kPadded ? kWidth + 8 : kWidth;
  __device__ static int at(int row, int piece) {
    const int turn = kPieces == 4 ? row / 2 % 4 : row % 8;
    return row * kStride + (kLayout == kSwizzled ? piece ^ turn : piece) * 8;
  }
};

template <Layout kLayout>
__global__ void __launch_bounds__(kThreads)
    multiply(const half* a, const half* b, float* c, int n, int k) {
  using TileA = Tile<kLayout, kDepth>;
  using TileB = Tile<kLayout, kColumns>;
  __shared__ __align__(128) half a_tile[kStages][kRows * TileA::kStride];
  __shared__ __align__(128) half b_tile[kStages][kDepth * TileB::kStride];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = warp / 2 * 32, column = warp % 2 * 32;
  const half* const from_a = a + blockIdx.y * kRows * k;
  const half* const from_b = b + blockIdx.x * kColumns;
  const auto fetch = [&](int stage, int start) {
    for (int i = threadIdx.x; i < kRows * TileA::kPieces; i += kThreads) {
      const int r = i / TileA::kPieces, piece = i % TileA::kPieces;
      copy16(&a_tile[stage][TileA::at(r, piece)], from_a + r * k + start + piece * 8);
    }
    for (int i = threadIdx.x; i < kDepth * TileB::kPieces; i += kThreads) {
      const int r = i / TileB::kPieces, piece = i % TileB::kPieces;
      copy16(&b_tile[stage][TileB::at(r, piece)], from_b + (start + r) * n + piece * 8);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  float sum[2][4][4] = {};
  fetch(0, 0);
  for (int start = 0, stage = 0; start < k; start += kDepth, stage ^= 1) {
    if (start + kDepth < k) {
      fetch(stage ^ 1, start + kDepth);
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    } else {
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    for (int inner = 0; inner < kDepth; inner += 16) {
      uint32_t of_a[2][4], of_b[4][2];
      for (int i = 0; i < 2; ++i)
        load4(of_a[i], &a_tile[stage][TileA::at(row + i * 16 + lane % 16, inner / 8 + lane / 16)]);
      for (int j = 0; j < 4; ++j)
        load2_transposed(of_b[j], &b_tile[stage][TileB::at(inner + lane % 16, column / 8 + j)]);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j) multiply_add(sum[i][j], of_a[i], of_b[j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      for (int e = 0; e < 4; ++e) {
        const int r = blockIdx.y * kRows + row + i * 16 + lane / 4 + e / 2 * 8;
        const int at = blockIdx.x * kColumns + column + j * 8 + lane % 4 * 2 + e % 2;
        c[r * n + at] = sum[i][j][e];
      }
}

template <Layout kLayout>
bool run(const char* name, int m, int n, int k) {
  std::vector<half> a(m * k), b(k * n);
  std::vector<float> c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = __float2half(float(int(i * 7 % 13) - 6) / 4);
  for (size_t i = 0; i < b.size(); ++i) b[i] = __float2half(float(int(i * 5 % 11) - 5) / 2);
  half *d_a, *d_b;
  float* d_c;
  CHECK(cudaMalloc(&d_a, a.size() * sizeof(half)));
  CHECK(cudaMalloc(&d_b, b.size() * sizeof(half)));
  CHECK(cudaMalloc(&d_c, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice));
  multiply<kLayout><<<dim3(n / kColumns, m / kRows), kThreads>>>(d_a, d_b, d_c, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  double trace = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double expected = 0;
      for (int l = 0; l < k; ++l)
        expected += static_cast<double>(__half2float(a[i * k + l])) * __half2float(b[l * n + j]);
      wrong += expected != c[i * n + j];
      if (i == j) trace += c[i * n + j];
    }
  printf("%-9s %dx%dx%d: %d wrong, diagonal %.3f\n", name, m, n, k, wrong, trace);
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  return wrong == 0;
}

int main() {
  bool good = run<kPlain>("plain", 128, 64, 96);
  good &= run<kPadded>("padded", 64, 128, 64);
  good &= run<kSwizzled>("swizzled", 128, 128, 160);
  printf(good ? "all products agree\n" : "FAILED\n");
  return good ? 0 : 1;
}
