// Keeps the multiples of three: lanes find their places by ballot and popc, a warp adds once.
//! grid 300
//! block 256
//! arg in    u32[76800] = random(24,0,1000000)
//! arg out   u32[76800] = zero
//! arg count u32[1] = zero
//! check count[0] == count(in[i] % 3 == 0 for i in 0..76800)
//! check all out[i] % 3 == 0 for i in 0..76800
//! check sum(out[i] for i in 0..76800) == sum(in[i] % 3 == 0 ? in[i] : 0 for i in 0..76800)
extern "C" __global__ void compact_ballot(const unsigned* in, unsigned* out, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned value = in[i];
  const bool keep = value % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  unsigned base = 0;
  if (lane == 0 && kept != 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(kept & ((1u << lane) - 1))] = value;
}
