// Streaming kernels: one element a thread, vector types, grid-stride loop.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void saxpy_grid_stride(float a, const float* __restrict__ x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = a * x[i] + y[i];
}
extern "C" __global__ void scale4(const float4* __restrict__ in, float4* out, float s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];
  v.x *= s; v.y *= s; v.z *= s; v.w *= s;
  out[i] = v;
}
extern "C" __global__ void color_to_grey(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int o = y * w + x;
  out[o] = 0.21f * in[3 * o] + 0.71f * in[3 * o + 1] + 0.07f * in[3 * o + 2];
}
