// Atomics and waiting: spin lock, flag, list insertion, memory orders.
extern "C" __global__ void spin_lock(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  *counter += 1;
  __threadfence();
  atomicExch(lock, 0);
}
extern "C" __global__ void wait_flag(volatile int* flag, int* out) {
  if (threadIdx.x % 2) {
    while (*flag == 0) {}
  } else {
    *flag = 1;
  }
  out[threadIdx.x] = 1;
}
extern "C" __global__ void back_off(unsigned* lock, unsigned long long* sum) {
  unsigned ns = 8;
  while (atomicCAS(lock, 0u, 1u)) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  *sum += threadIdx.x;
  __threadfence_block();
  *(volatile unsigned*)lock = 0;
}
extern "C" __global__ void atomics(int* p, float* f, double* d, unsigned* u) {
  atomicMin(p, 3); atomicMax(p + 1, 4); atomicAnd(u, 7u); atomicOr(u + 1, 8u); atomicXor(u + 2, 1u);
  atomicInc(u + 3, 9u); atomicDec(u + 4, 9u); atomicAdd(f, 1.5f); atomicAdd(d, 2.5);
  u[threadIdx.x + 8] = atomicExch(u + 5, 3u) + atomicSub(u + 6, 1u);
}
