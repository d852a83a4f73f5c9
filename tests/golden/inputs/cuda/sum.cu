// A reduction of a block without the barriers that it needs.
template <typename T>
__device__ T block_sum(T* shared, T mine) {
  shared[threadIdx.x] = mine;
  for (int half = blockDim.x / 2; half > 0; half /= 2)
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
  return shared[0];
}

template <typename T>
__global__ void sum(const T* in, T* out, int n) {
  __shared__ T shared[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T total = block_sum(shared, i < n ? in[i] : T(0));
  if (threadIdx.x == 0) atomicAdd(out, total);
}

template __global__ void sum<int>(const int*, int*, int);
template __global__ void sum<float>(const float*, float*, int);
