// CUDA C++ of kernels/loop_trips.ir.
//! grid 1
//! block 32
//! arg out u32[32] = zero
//! check all out[i] == 6 + i % 3 for i in 0..32

extern "C" __global__ void loop_trips(unsigned* out) {
  unsigned trips = 6 + threadIdx.x % 3, i = 0;
  do
    ++i;
  while (i < trips);
  out[threadIdx.x] = i;
}
