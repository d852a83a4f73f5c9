// CUDA original of kernels/mutex_fair.ir, whose header says what it does and how it is launched.
extern "C" __global__ void mutex_fair(unsigned* ticket, volatile unsigned* serving,
                                      unsigned* order) {
  const unsigned mine = atomicAdd(ticket, 1u);
  while (*serving != mine) {
  }
  const unsigned next = mine + 1;
  order[mine] = next;
  __threadfence();
  *serving = next;
}
