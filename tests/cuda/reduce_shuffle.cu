// A sum by shuffles within warps, one atomic a block.
//! grid 4
//! block 256
//! arg in  s32[2000] = iota(1,1)
//! arg out s32[1] = zero
//! arg n   s32 = 2000
//! check out[0] == sum(in)
__device__ int warp_sum(int v) {
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int parts[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = warp_sum(sum);
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) parts[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < blockDim.x / warpSize ? parts[lane] : 0);
    if (lane == 0) atomicAdd(out, sum);
  }
}
