// Counts random points in a quarter of a circle: a xorshift generator a thread, a sum a warp.
//! grid 264
//! block 128
//! arg inside u32[1] = zero
//! arg trials u32 = 100
//! check inside[0] / 3379200.0 ~= 0.785398 within 0.01
extern "C" __global__ void monte_carlo_pi(unsigned* inside, unsigned trials) {
  unsigned state = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435769u;
  unsigned hits = 0;
  const auto random = [&] {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 8) * (1.0f / 16777216);
  };
  for (unsigned i = 0; i < trials; ++i) {
    const float x = random(), y = random();
    if (x * x + y * y < 1) ++hits;
  }
  hits = __reduce_add_sync(0xffffffff, hits);
  if (threadIdx.x % 32 == 0) atomicAdd(inside, hits);
}
