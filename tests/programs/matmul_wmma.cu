// nvcc: -arch=sm_80
// A tensor core sample: D = alpha * A * B + beta * C with nvcuda::wmma, tiles staged in shared
// memory, in half precision with both kinds of sums, in bfloat16 and with bytes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace nvcuda;

#define CHECK(call)                                                                   \
  do {                                                                                \
    const cudaError_t status = (call);                                                \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(2);                                                                        \
    }                                                                                 \
  } while (0)

constexpr int kWarpsX = 2, kWarpsY = 2, kSkew = 16;

/// A warp computes M x N, a block kWarpsY * M x kWarpsX * N. B is stored by columns.
template <typename T, typename Sum, int M, int N, int K>
__global__ void multiply(const T* a, const T* b, const Sum* c, Sum* d, int n, int k, Sum alpha,
                         Sum beta) {
  __shared__ __align__(32) T a_tile[kWarpsY * M][K + kSkew];
  __shared__ __align__(32) T b_tile[kWarpsX * N][K + kSkew];
  const int warp = threadIdx.x / 32;
  const int row = (blockIdx.y * kWarpsY + warp / kWarpsX) * M;
  const int column = (blockIdx.x * kWarpsX + warp % kWarpsX) * N;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum, old;
  wmma::fill_fragment(sum, Sum(0));
  for (int start = 0; start < k; start += K) {
    for (int i = threadIdx.x; i < kWarpsY * M * K; i += blockDim.x)
      a_tile[i / K][i % K] = a[(blockIdx.y * kWarpsY * M + i / K) * k + start + i % K];
    for (int i = threadIdx.x; i < kWarpsX * N * K; i += blockDim.x)
      b_tile[i / K][i % K] = b[(blockIdx.x * kWarpsX * N + i / K) * k + start + i % K];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> of_b;
    wmma::load_matrix_sync(of_a, &a_tile[warp / kWarpsX * M][0], K + kSkew);
    wmma::load_matrix_sync(of_b, &b_tile[warp % kWarpsX * N][0], K + kSkew);
    wmma::mma_sync(sum, of_a, of_b, sum);
    __syncthreads();
  }
  wmma::load_matrix_sync(old, c + row * n + column, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
  wmma::store_matrix_sync(d + row * n + column, sum, n, wmma::mem_row_major);
}

template <typename T>
T number(int i) {
  return T(float(i));
}
template <>
signed char number<signed char>(int i) {
  return static_cast<signed char>(i);
}
template <typename T>
double value(T x) {
  return static_cast<double>(static_cast<float>(x));
}

template <typename T, typename Sum, int M, int N, int K>
bool run(const char* name) {
  constexpr int m = kWarpsY * M * 2, n = kWarpsX * N * 2, k = K * 3;
  std::vector<T> a(m * k), b(k * n);
  std::vector<Sum> c(m * n), d(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = number<T>(i * 7 % 9 - 4);
  for (int i = 0; i < k * n; ++i) b[i] = number<T>(i * 5 % 7 - 3);
  for (int i = 0; i < m * n; ++i) c[i] = number<Sum>(i % 11 - 5);
  T *d_a, *d_b;
  Sum *d_c, *d_d;
  CHECK(cudaMalloc(&d_a, a.size() * sizeof(T)));
  CHECK(cudaMalloc(&d_b, b.size() * sizeof(T)));
  CHECK(cudaMalloc(&d_c, c.size() * sizeof(Sum)));
  CHECK(cudaMalloc(&d_d, d.size() * sizeof(Sum)));
  CHECK(cudaMemcpy(d_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_c, c.data(), c.size() * sizeof(Sum), cudaMemcpyHostToDevice));
  multiply<T, Sum, M, N, K><<<dim3(2, 2), 32 * kWarpsX * kWarpsY>>>(d_a, d_b, d_c, d_d, n, k,
                                                                    number<Sum>(2), number<Sum>(3));
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(d.data(), d_d, d.size() * sizeof(Sum), cudaMemcpyDeviceToHost));
  int wrong = 0;
  double trace = 0, total = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += value(a[i * k + l]) * value(b[j * k + l]);
      const double result = value(d[i * n + j]);
      wrong += result != 2 * sum + 3 * value(c[i * n + j]);
      total += result;
      if (i == j) trace += result;
    }
  printf("%-28s %dx%dx%d: %d wrong, diagonal %.0f, total %.0f\n", name, m, n, k, wrong, trace,
         total);
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  CHECK(cudaFree(d_d));
  return wrong == 0;
}

int main() {
  bool good = run<half, float, 16, 16, 16>("half, float 16x16x16");
  good &= run<half, float, 32, 8, 16>("half, float 32x8x16");
  good &= run<half, float, 8, 32, 16>("half, float 8x32x16");
  good &= run<half, half, 16, 16, 16>("half, half 16x16x16");
  good &= run<__nv_bfloat16, float, 16, 16, 16>("bfloat16, float 16x16x16");
  good &= run<signed char, int, 16, 16, 16>("signed char, int 16x16x16");
  printf(good ? "all products agree\n" : "FAILED\n");
  return good ? 0 : 1;
}
