template <class T>
__global__ void scale(T* data, T factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}
template __global__ void scale<float>(float*, float, int);
template __global__ void scale<int>(int*, int, int);

__global__ void shift(int* data, int n) {
  if (threadIdx.x < n) data[threadIdx.x] += 1;
}
