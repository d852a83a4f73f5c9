// Votes, matches and bits of a warp.
//! grid 1
//! block 64
//! arg in    s32[64] = random(11,0,8)
//! arg even  u32[2] = zero
//! arg peers u32[64] = zero
//! arg rank  s32[64] = zero
//! arg flags s32[3] = zero
//! check all even[w] == sum(in[32*w + i] % 2 == 0 ? 1 << i : 0 for i in 0..32) for w in 0..2
//! check all count(in[(i/32)*32 + j] == in[i] for j in 0..32) == peers[i] for i in 0..64
//! check all rank[i] == count(in[j] % 2 == 0 for j in (i/32)*32..i) for i in 0..64
//! check flags[0] == 0 && flags[1] == 1 && flags[2] == 64
__global__ void votes(const int* in, unsigned* even, unsigned* peers, int* rank, int* flags) {
  const int t = threadIdx.x, lane = t % 32;
  const unsigned mask = __ballot_sync(0xffffffff, in[t] % 2 == 0);
  if (lane == 0) even[t / 32] = mask;
  peers[t] = __popc(__match_any_sync(0xffffffff, in[t]));
  rank[t] = __popc(mask & ((1u << lane) - 1));
  const int every = __all_sync(0xffffffff, in[t] < 4), some = __any_sync(0xffffffff, in[t] < 4);
  const int block = __syncthreads_count(in[t] < 8);
  if (t == 0) {
    flags[0] = every;
    flags[1] = some;
    flags[2] = block;
  }
}
