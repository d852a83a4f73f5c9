// Warp intrinsics: ballots, votes, every shuffle, match, partial masks, bit tricks, inline PTX.
#include <cstdio>

#define ALL 0xffffffffu

__device__ unsigned lanemask_lt() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

__device__ int funnel(unsigned low, unsigned high, unsigned shift) {
  int result;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(shift));
  return result;
}

__global__ void intrinsics(const int* in, int* out) {
  const int lane = threadIdx.x;
  const int v = in[lane];
  int row = 0;
  const auto put = [&](int value) { out[32 * row++ + lane] = value; };
  put(__ballot_sync(ALL, v % 3 == 0));
  put(__any_sync(ALL, v > 95) * 10 + __all_sync(ALL, v < 1000));
  put(__shfl_sync(ALL, v, (lane + 5) % 32));
  put(__shfl_up_sync(ALL, v, 3));
  put(__shfl_down_sync(ALL, v, 2, 8));
  put(__shfl_xor_sync(ALL, v, 9));
  put(__shfl_sync(ALL, v, 1, 4));
  put(__match_any_sync(ALL, v % 5));
  int all_same = 0;
  const unsigned agreed = __match_all_sync(ALL, v / 1000, &all_same);
  put(agreed + all_same);
  put(__popc(__ballot_sync(ALL, v & 1) & lanemask_lt()));

  // Only some lanes take part.
  int partial = -1;
  if (lane % 4 == 1) {
    partial = __shfl_xor_sync(0x22222222u, v, 4);
    partial += 1000 * __popc(__ballot_sync(0x22222222u, v > 50));
  }
  __syncwarp();
  put(partial);
  long long wide = (1ll << 40) + v;
  wide = __shfl_down_sync(ALL, wide, 7);
  put(static_cast<int>(wide >> 40) * 1000 + static_cast<int>(wide & 0xff));
  const double d = __shfl_xor_sync(ALL, v * 0.5, 16);
  put(static_cast<int>(2 * d));

  put(__clz(v) * 100 + __ffs(v));
  put(__brev(v) >> 16);
  put(__byte_perm(v * 0x01010101, 0x44332211, 0x7104));
  put(funnel(v, lane, 4));
  put(__mulhi(v << 20, v << 20) + __mul24(v, lane));
  put(__sad(v, 50, lane) + __usad(v, 50u, lane));
  put(__dp4a(v, 0x01020304, lane));
  put(__vadd4(v, 0x01010101) + __vmaxu2(v, 40));
  put(__float_as_int(__int_as_float(v << 16) * 2.0f));
  put(__shfl_sync(0xffffffffu, v, 40) - __shfl_sync(ALL, v, 8));
}

int main() {
  const int rows = 23;
  int in[32], out[32 * rows], *d_in, *d_out;
  for (int i = 0; i < 32; i++) in[i] = (i * 29 + 3) % 101;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  intrinsics<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; r++) {
    unsigned checksum = 0;
    for (int i = 0; i < 32; i++) checksum = checksum * 31 + out[32 * r + i];
    printf("%2d: %d %d %d %d ... %d, %08x\n", r, out[32 * r], out[32 * r + 1], out[32 * r + 2],
           out[32 * r + 17], out[32 * r + 31], checksum);
  }
  cudaFree(d_in);
  cudaFree(d_out);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
