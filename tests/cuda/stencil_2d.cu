// A five-point stencil through shared memory with a border, two-dimensional blocks.
//! grid 2,4
//! block 16,8
//! arg in  f32[1024] = random(1,0,1)
//! arg out f32[1024] = zero
//! arg w   s32 = 32
//! arg h   s32 = 32
//! check all out[y*w + x] ~= 0.2*(in[y*w+x] + in[y*w+x-1] + in[y*w+x+1] + in[y*w-w+x] + in[y*w+w+x]) for y in 1..31, x in 1..31
//! check out[0] == in[0]
__global__ void stencil(const float* __restrict__ in, float* __restrict__ out, int w, int h) {
  __shared__ float tile[8 + 2][16 + 2];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const auto at = [&](int u, int v) { return __ldg(&in[min(max(v, 0), h - 1) * w + min(max(u, 0), w - 1)]); };
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = at(x, y);
  if (threadIdx.x == 0) tile[ty][0] = at(x - 1, y);
  if (threadIdx.x == blockDim.x - 1) tile[ty][tx + 1] = at(x + 1, y);
  if (threadIdx.y == 0) tile[0][tx] = at(x, y - 1);
  if (threadIdx.y == blockDim.y - 1) tile[ty + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x >= w || y >= h) return;
  const bool inside = x > 0 && x < w - 1 && y > 0 && y < h - 1;
  out[y * w + x] =
      inside ? 0.2f * (tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx])
             : tile[ty][tx];
}
