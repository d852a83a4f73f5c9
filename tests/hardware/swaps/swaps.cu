// Additions to shared memory that are loops around a compare-and-swap (ATOMS.CAST.SPIN, ATOMS.CAS):
// thread i adds one to element ((i * mul) >> shift) * stride & mask, and keeps what it found there.
//   nvcc -O3 -arch=sm_90 -cubin swaps.cu; tests/accuracy/machine_swaps_test.cpp says what an H100 did.
#include <cuda_fp16.h>

template <class T>
__global__ void add_one(int mul, int shift, int stride, int mask, T* old, unsigned* cycles) {
  __shared__ T s[4096];
  for (int k = threadIdx.x; k < 4096; k += blockDim.x) s[k] = T(0);
  __syncthreads();
  const int i = (((threadIdx.x * mul) >> shift) * stride) & mask;
  __syncthreads();
  const unsigned begin = clock();
  const T found = atomicAdd(&s[i], T(1));
  const unsigned end = clock();
  old[threadIdx.x] = found;
  cycles[threadIdx.x] = end - begin;
}

template __global__ void add_one<float>(int, int, int, int, float*, unsigned*);
template __global__ void add_one<double>(int, int, int, int, double*, unsigned*);
template __global__ void add_one<__half>(int, int, int, int, __half*, unsigned*);
