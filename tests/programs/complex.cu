// Complex numbers two ways: cuComplex in a discrete Fourier transform, thrust::complex in
// polynomials.
#include <cuComplex.h>
#include <thrust/complex.h>

#include <cmath>
#include <cstdio>
#include <vector>

// A radix-2 transform of one block in shared memory; the sign chooses the direction.
template <int N>
__global__ void fft(const cuDoubleComplex* in, cuDoubleComplex* out, int sign) {
  __shared__ cuDoubleComplex s[N];
  const int t = threadIdx.x;
  const int bits = __ffs(N) - 1;
  s[__brev(t) >> (32 - bits)] = in[t];
  s[__brev(t + N / 2) >> (32 - bits)] = in[t + N / 2];
  __syncthreads();
  for (int half = 1; half < N; half *= 2) {
    const int k = t % half;
    const int low = (t - k) * 2 + k;
    double sine, cosine;
    sincospi(sign * static_cast<double>(k) / half, &sine, &cosine);
    const cuDoubleComplex turned = cuCmul(make_cuDoubleComplex(cosine, sine), s[low + half]);
    const cuDoubleComplex even = s[low];
    s[low] = cuCadd(even, turned);
    s[low + half] = cuCsub(even, turned);
    __syncthreads();
  }
  out[t] = s[t];
  out[t + N / 2] = s[t + N / 2];
}

// Gaussian integers: every product is exact.
__global__ void powers(const thrust::complex<float>* base, thrust::complex<float>* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  thrust::complex<float> z(1.0f, 0.0f);
  for (int k = 0; k < 5; ++k) z *= base[i];
  out[i] = z + thrust::conj(base[i]) - thrust::complex<float>(0.0f, 1.0f);
}

// Newton's method on z^3 = 1: which root attracts the point?
__global__ void newton(int* root, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  thrust::complex<double> z((x - width / 2 + 0.5) / 8.0, (y - 6 + 0.5) / 4.0);
  for (int k = 0; k < 40; ++k) z = z - (z * z * z - 1.0) / (3.0 * z * z);
  int nearest = 0;
  double best = 1e9;
  for (int r = 0; r < 3; ++r) {
    const double distance = thrust::norm(z - thrust::polar(1.0, r * 2.0943951023931953));
    if (distance < best) {
      best = distance;
      nearest = r;
    }
  }
  root[y * width + x] = nearest;
}

int main() {
  constexpr int N = 128;
  std::vector<cuDoubleComplex> in(N), out(N), back(N);
  for (int i = 0; i < N; ++i) in[i] = make_cuDoubleComplex(i % 8 < 4 ? 1.0 : -1.0, (i % 16) / 16.0);
  cuDoubleComplex *d_in, *d_out;
  cudaMalloc(&d_in, N * sizeof(cuDoubleComplex));
  cudaMalloc(&d_out, N * sizeof(cuDoubleComplex));
  cudaMemcpy(d_in, in.data(), N * sizeof(cuDoubleComplex), cudaMemcpyHostToDevice);
  fft<N><<<1, N / 2>>>(d_in, d_out, -1);
  cudaMemcpy(out.data(), d_out, N * sizeof(cuDoubleComplex), cudaMemcpyDeviceToHost);
  fft<N><<<1, N / 2>>>(d_out, d_in, 1);
  cudaMemcpy(back.data(), d_in, N * sizeof(cuDoubleComplex), cudaMemcpyDeviceToHost);
  double worst = 0, round_trip = 0, power = 0;
  for (int k = 0; k < N; ++k) {
    double re = 0, im = 0;
    for (int i = 0; i < N; ++i) {
      const double angle = -2 * M_PI * (i * k % N) / N;
      re += in[i].x * cos(angle) - in[i].y * sin(angle);
      im += in[i].x * sin(angle) + in[i].y * cos(angle);
    }
    worst = fmax(worst, fmax(fabs(re - out[k].x), fabs(im - out[k].y)));
    round_trip =
        fmax(round_trip, cuCabs(cuCsub(cuCdiv(back[k], make_cuDoubleComplex(N, 0)), in[k])));
    power += cuCreal(cuCmul(out[k], cuConj(out[k])));
  }
  printf("transform error below 1e-10: %s\n", worst < 1e-10 ? "yes" : "no");
  printf("round trip error below 1e-12: %s\n", round_trip < 1e-12 ? "yes" : "no");
  printf("power %.3f, out[16] = %.3f %+.3f i\n", power, out[16].x, out[16].y);

  const int n = 6;
  std::vector<thrust::complex<float>> base = {{1, 1}, {2, -1}, {0, 3}, {-1, -2}, {4, 0}, {3, 2}},
                                      result(n);
  thrust::complex<float>*d_base, *d_result;
  cudaMalloc(&d_base, n * sizeof base[0]);
  cudaMalloc(&d_result, n * sizeof base[0]);
  cudaMemcpy(d_base, base.data(), n * sizeof base[0], cudaMemcpyHostToDevice);
  powers<<<1, 32>>>(d_base, d_result, n);
  cudaMemcpy(result.data(), d_result, n * sizeof base[0], cudaMemcpyDeviceToHost);
  for (const auto& z : result) printf("%.0f%+.0fi ", z.real(), z.imag());
  printf("\n");

  const int width = 64, height = 12;
  int *d_root, root[width * height];
  cudaMalloc(&d_root, sizeof root);
  newton<<<dim3(2, height), 32>>>(d_root, width);
  cudaMemcpy(root, d_root, sizeof root, cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) putchar(".+#"[root[y * width + x]]);
    putchar('\n');
  }
  for (void* p : {(void*)d_in, (void*)d_out, (void*)d_base, (void*)d_result, (void*)d_root})
    cudaFree(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
