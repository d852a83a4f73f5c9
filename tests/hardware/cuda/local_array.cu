// CUDA original of kernels/local_array.ir, whose header says what it does and how it is launched.
extern "C" __global__ void local_array(unsigned* out) {
  volatile unsigned words[16];
  for (unsigned k = 0; k < 16; ++k) words[k] = k + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1
  for (unsigned k = 0; k < 16; ++k) sum += words[k];
  out[threadIdx.x] = sum;
}
