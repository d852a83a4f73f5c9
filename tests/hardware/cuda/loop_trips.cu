// CUDA original of kernels/loop_trips.ir, whose header says what it does and how it is launched.
extern "C" __global__ void loop_trips(unsigned* out) {
  const unsigned trips = 6 + threadIdx.x % 3;
  volatile unsigned n = 0;  // keeps the loop a loop
  for (unsigned i = 0; i < trips; ++i) n = n + 1;
  out[threadIdx.x] = n;
}
