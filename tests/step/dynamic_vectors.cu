// A dynamic array in shared memory of vectors, as the kernel declares it.
__global__ void turn(float4* points) {
  extern __shared__ float4 s[];
  const unsigned t = threadIdx.x;
  s[t] = points[t];
  __syncthreads();
  points[t].x = s[t ^ 1].y;
}

struct Pair {
  float weight;
  int id;
};

__global__ void pairs(int* out) {
  extern __shared__ Pair p[];
  const unsigned t = threadIdx.x;
  p[t] = {t + 0.5f, static_cast<int>(t)};
  __syncthreads();
  out[t] = p[t ^ 1].id;
}
