__device__ __forceinline__ float square(float x) {
  return x * x + 1.0f;
}
__device__ inline float twice(float x) {
  float y = square(x);
  return square(y);
}
extern "C" __global__ void inlined(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = twice(a[i])
         + square(2.0f * a[i]);
}
