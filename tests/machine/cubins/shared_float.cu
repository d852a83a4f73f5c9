// An atomic that is a loop in shared memory: nvcc -arch=sm_86 -cubin.
extern "C" __global__ void shared_float(const float* in, float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = sum;
}
