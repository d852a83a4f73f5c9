// An object that needs another one, not linked: nvcc -arch=sm_86 -rdc=true -cubin.
extern __device__ int helper(int, int);
extern "C" __global__ void unlinked(int* out) {
  out[threadIdx.x] = helper(threadIdx.x, 3);
}
