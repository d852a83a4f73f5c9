// Five-point stencil through a tile of 32 x 16 points and its border in shared memory.
//! grid 32,16
//! block 32,16
//! arg in    f32[264708] = random(9,0,100)
//! arg out   f32[264708] = zero
//! arg pitch s32 = 1026
//! check all out[y * pitch + x] ~= 0.5 * in[y * pitch + x] + 0.125 * (in[y * pitch + x - 1] + in[y * pitch + x + 1] + in[(y - 1) * pitch + x] + in[(y + 1) * pitch + x]) for y in 1..257, x in 1..1025
extern "C" __global__ void stencil_shared(const float* __restrict__ in, float* __restrict__ out,
                                          int pitch) {
  __shared__ float tile[18][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int at = (blockIdx.y * 16 + ty) * pitch + blockIdx.x * 32 + tx;
  tile[ty][tx] = in[at];
  if (tx == 1) tile[ty][0] = in[at - 1];
  if (tx == 32) tile[ty][33] = in[at + 1];
  if (ty == 1) tile[0][tx] = in[at - pitch];
  if (ty == 16) tile[17][tx] = in[at + pitch];
  __syncthreads();
  out[at] = 0.5f * tile[ty][tx] +
            0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}
