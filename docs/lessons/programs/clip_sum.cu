// Adds four numbers for each thread, each scaled by a half. A sum above top is clipped, and the
// first of its numbers is marked. clip_sum.cubin: nvcc 13.0, -cubin -arch=sm_75 -lineinfo.
//! grid 8
//! block 128
//! arg data f32[4096] = random(1,0,1)
//! arg out f32[1024] = zero
//! arg top f32 = 1
//! check all out[i] ~= min(top, sum(old(data)[4 * i + k] for k in 0..4) / 2) for i in 0..1024
//! check all (data[4 * i] == -1) == (out[i] == top) for i in 0..1024

extern "C" __global__ void clip_sum(float* data, float* out, float top) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += data[4 * i + k] * 0.5f;
  if (sum > top) {
    sum = top;
    data[4 * i] = -1;
  }
  out[i] = sum;
}
