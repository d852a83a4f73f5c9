// printf in kernels: conversions, strings, what it returns, the order within a warp, when it is
// flushed.
#include <cstdio>

__constant__ char greeting[] = "constant memory";
__device__ char reply[] = "device memory";

__global__ void hello() {
  printf("Hello from block %d, thread %d\n", blockIdx.x, threadIdx.x);
}

__global__ void conversions(float f, double d, long long big) {
  printf("%d %i %5d|%-5d|%05d %+d\n", 42, -42, 42, 42, 42, 42);
  printf("%u %x %X %#x %o\n", 4000000000u, 48879u, 48879u, 255u, 8u);
  printf("%lld %llu %llx %ld\n", big, (unsigned long long)big, (unsigned long long)big, (long)big);
  printf("%f %.2f %10.3f|%-10.1f|\n", f, f, d, d);
  printf("%e %.3E %g %g %G\n", d, d, d, 1e20, 1e-10);
  printf("%c%c%c %s %10s|%-10s| %.3s\n", 'a', 'b', 'c', "text", "right", "left", "cut off");
  printf("%s and %s\n", greeting, reply);
  printf("100%% %5.1f%%\n", 12.25);
  printf("%hd %lu\n", (short)-300, (unsigned long)sizeof(double));
  printf("inf %f nan %f negative zero %f\n", 1.0f / 0.0f, 0.0f * (1.0f / 0.0f), -0.0);
  printf("no newline, ");
  printf("then one\n");
  const int ret = printf("%d %d %d\n", 1, 2, 3);
  printf("returned %d\n", ret);
  const int none = printf("plain\n");
  printf("returned %d\n", none);
}

__global__ void in_turn(int n) {
  for (int turn = 0; turn < n; turn++) {
    if (threadIdx.x == turn) printf("lane %2d of %d: %6.2f\n", turn, n, turn / 4.0);
    __syncwarp();
  }
}

__global__ void show(const int2 *values, int n) {
  for (int i = 0; i < n; i++) printf("(%d, %d) ", values[i].x, values[i].y);
  printf("\n");
}

int main() {
  for (int i = 0; i < 3; i++) hello<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("-- host between the kernels\n");

  conversions<<<1, 1>>>(3.14159f, -2.5, -123456789012345LL);
  cudaDeviceSynchronize();

  in_turn<<<1, 32>>>(6);
  cudaStreamSynchronize(0);

  const int2 pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
  int2 *d_pairs;
  cudaMalloc(&d_pairs, sizeof pairs);
  cudaMemcpy(d_pairs, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  show<<<1, 1>>>(d_pairs, 3);
  int2 back[3];
  cudaMemcpy(back, d_pairs, sizeof back, cudaMemcpyDeviceToHost);  // flushes too
  printf("-- host after the copy: %d\n", back[2].y);

  size_t fifo = 0;
  cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize);
  printf("a buffer of at least 1 MiB: %s\n", fifo >= 1 << 20 ? "yes" : "no");
  cudaFree(d_pairs);
  hello<<<1, 1>>>();  // flushed by the reset
  return cudaDeviceReset() == cudaSuccess ? 0 : 1;
}
