// CUDA original of kernels/producer_consumer.ir, whose header says what it does and how it is launched.
extern "C" __global__ void producer_consumer(volatile unsigned* flag, volatile unsigned* value,
                                             unsigned* out) {
  if (threadIdx.x == 0) {
    *value = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    out[threadIdx.x] = *value;
  }
}
