// Softmax of each row, a block a row: largest value, sum of exponentials, quotient.
//! grid 300
//! block 128
//! arg in    f32[150000] = random(5,-4,4)
//! arg out   f32[150000] = zero
//! arg width s32 = 500
//! check all out[width * r + c] ~= exp(in[width * r + c]) / sum(exp(in[width * r + k]) for k in 0..width) within 0.1% for r in 7..9, c in 0..width
//! check all sum(out[width * r + k] for k in 0..width) ~= 1 within 1e-4 for r in 0..300
struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Operation>
__device__ float block_reduce(float value, float* shared, Operation operation) {
  for (int step = 16; step > 0; step /= 2)
    value = operation(value, __shfl_xor_sync(0xffffffff, value, step));
  __syncthreads();
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
  __syncthreads();
  value = shared[0];
  for (int warp = 1; warp < 4; ++warp) value = operation(value, shared[warp]);
  return value;
}

extern "C" __global__ void softmax_rows(const float* in, float* out, int width) {
  __shared__ float shared[4];
  in += blockIdx.x * width;
  out += blockIdx.x * width;
  float largest = -INFINITY;
  for (int i = threadIdx.x; i < width; i += blockDim.x) largest = fmaxf(largest, in[i]);
  largest = block_reduce(largest, shared, Max());
  float sum = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) sum += expf(in[i] - largest);
  sum = block_reduce(sum, shared, Sum());
  for (int i = threadIdx.x; i < width; i += blockDim.x) out[i] = expf(in[i] - largest) / sum;
}
