// Even numbers go through one loop, odd ones through another: each warp runs both, one after the other.
// Give the even items to one warp and the odd ones to the other: change how item follows from threadIdx.x.
//! grid 1
//! block 64
//! arg in     u32[64] = iota(0,1)
//! arg out    u32[64] = zero
//! arg rounds u32 = 3
//! check all out[i] == (i % 2 == 0 ? 125 * i + 31 : 27 * i + 91) for i in 0..64
//! goal smsp__sass_branch_targets_threads_divergent.sum == 0

extern "C" __global__ void sort_by_warp(const unsigned* in, unsigned* out, unsigned rounds) {
  unsigned item = threadIdx.x;  // which item is this thread's
  unsigned x = in[item];
  if (x % 2 == 0)
    for (unsigned k = 0; k < rounds; ++k) x = 5 * x + 1;
  else
    for (unsigned k = 0; k < rounds; ++k) x = 3 * x + 7;
  out[item] = x;
}
