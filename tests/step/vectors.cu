// Vectors in device and shared memory; a float4 has an index and then a part, as in C++.
__device__ float2 corners[4];

__global__ void shift(float4* points, float* out) {
  __shared__ float4 s[32];
  __shared__ float rows[2][16];
  const unsigned t = threadIdx.x;
  s[t] = points[t];
  rows[t / 16][t % 16] = t;
  if (t < 4) corners[t].y = t + 0.5f;
  __syncthreads();
  points[t].z = s[31 - t].w + rows[t % 2][t / 2];
  out[t] = s[t ^ 1].y + corners[t % 4].y;
}
