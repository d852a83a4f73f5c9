// Steps of the Collatz sequence until 1: an unpredictable branch in a loop of unpredictable length.
//! grid 128
//! block 256
//! arg out u32[32768] = const(999999)
//! check out[0] == 0
//! check out[26] == 111
//! check out[96] == 118
//! check all out[2 * i + 1] == out[i] + 1 for i in 0..16384
extern "C" __global__ void collatz(unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned n = i + 1, steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  out[i] = steps;
}
