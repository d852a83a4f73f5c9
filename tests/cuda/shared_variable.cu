// A shared variable that one thread writes and all read: no load of it comes before the barrier.
//! grid 2
//! block 64
//! arg in  s32[100] = iota(3,2)
//! arg out s32[100] = zero
//! arg n = 100
//! check all out[i] == in[i/64*64] + in[i] for i in 0..n
__global__ void shared_variable(const int* in, int* out, int n) {
  __shared__ int first;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (threadIdx.x == 0) first = in[i];
  __syncthreads();
  out[i] = first + in[i];
}
