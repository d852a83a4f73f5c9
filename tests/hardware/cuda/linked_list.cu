// CUDA original of kernels/linked_list.ir, whose header says what it does and how it is launched.
// node k: next[k], prev[k], lock[k]; node 0 is the head, 1 the tail, 2 + lane the one to insert.
__device__ void acquire(unsigned* lock) {
  while (atomicCAS(lock, 0u, 1u) != 0) {
  }
}
extern "C" __global__ void linked_list(volatile unsigned* next, volatile unsigned* prev,
                                       unsigned* lock) {
  const unsigned b = threadIdx.x + 2;
  acquire(&lock[0]);
  const unsigned c = next[0];
  acquire(&lock[c]);
  next[0] = b;
  prev[b] = 0;
  next[b] = c;
  prev[c] = b;
  __threadfence();
  atomicExch(&lock[c], 0u);
  atomicExch(&lock[0], 0u);
}
