// Five-point stencil on a grid of 1026 x 258 points, all from global memory.
//! grid 16,64
//! block 64,4
//! arg in    f32[264708] = random(9,0,100)
//! arg out   f32[264708] = zero
//! arg pitch s32 = 1026
//! check all out[y * pitch + x] ~= 0.5 * in[y * pitch + x] + 0.125 * (in[y * pitch + x - 1] + in[y * pitch + x + 1] + in[(y - 1) * pitch + x] + in[(y + 1) * pitch + x]) for y in 1..257, x in 1..1025
extern "C" __global__ void stencil_naive(const float* in, float* out, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1,
            y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int at = y * pitch + x;
  out[at] = 0.5f * in[at] + 0.125f * (in[at - 1] + in[at + 1] + in[at - pitch] + in[at + pitch]);
}
