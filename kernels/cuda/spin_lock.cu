// CUDA C++ of kernels/spin_lock.ir.
//! grid 1
//! block 32
//! arg lock u32[1] = zero
//! arg counter u32[1] = zero
//! check counter[0] == 32
//! check lock[0] == 0

extern "C" __global__ void spin_lock(unsigned* lock, unsigned* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *(volatile unsigned*)counter += 1;
  __threadfence();
  atomicExch(lock, 0);
}
