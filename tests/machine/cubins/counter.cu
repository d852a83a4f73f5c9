// A counter of the performance monitor: nvcc -arch=sm_86 -cubin.
extern "C" __global__ void counter(unsigned* out) {
  unsigned count;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(count));
  out[0] = count;
}
