// Values that pass a test are appended to a queue: one addition a warp takes the places.
//! grid 264
//! block 128
//! arg in    u32[33792] = random(22,0,100)
//! arg queue u32[33792] = zero
//! arg end   u32[1] = zero
//! check end[0] == count(in[i] < 30 for i in 0..33792)
extern "C" __global__ void append_queue(const unsigned* in, unsigned* queue, unsigned* end) {
  const unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const unsigned passed = __ballot_sync(0xffffffff, value < 30);
  if (value >= 30) return;
  const int lane = threadIdx.x % 32, leader = __ffs(passed) - 1;
  unsigned base = 0;
  if (lane == leader) base = atomicAdd(end, __popc(passed));
  base = __shfl_sync(passed, base, leader);
  queue[base + __popc(passed & ((1u << lane) - 1))] = value;
}
