// CUDA C++ of kernels/reduce_v2_faulty.ir.
//! grid 4
//! block 256
//! arg in  s32[2048] = iota(0,1)
//! arg out s32[1] = zero
//! arg len s32 = 2048

extern "C" __global__ void reduce_v2_faulty(const int* in, int* out, int len) {
  __shared__ int data[128];  // half a block of 256 threads
  int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;
  int sum = (i < len ? in[i] : 0) + (i + blockDim.x < len ? in[i + blockDim.x] : 0);
  data[t] = sum;  // all 256 threads store
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) data[t] += data[t + step];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, data[0]);
}
