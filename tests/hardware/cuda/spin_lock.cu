// CUDA original of kernels/spin_lock.ir, whose header says what it does and how it is launched.
extern "C" __global__ void spin_lock(unsigned* lock, volatile unsigned* counter) {
  while (atomicCAS(lock, 0u, 1u) != 0) {
  }
  *counter = *counter + 1;
  __threadfence();
  atomicExch(lock, 0u);
}
