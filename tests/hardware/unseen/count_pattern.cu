// Counts where a text of bytes holds a pattern; compares until the first byte that differs.
//! grid 256
//! block 256
//! shared 16
//! arg text    u8[65540] = random(34,97,100)
//! arg pattern u8[5] = {97,98,97,99,97}
//! arg length  s32 = 5
//! arg found   s32[1] = zero
//! check found[0] == count(text[i] == 97 && text[i + 1] == 98 && text[i + 2] == 97 && text[i + 3] == 99 && text[i + 4] == 97 for i in 0..65536)
extern "C" __global__ void count_pattern(const char* text, const char* pattern, int length,
                                         int* found) {
  extern __shared__ char local[];
  if (threadIdx.x < length) local[threadIdx.x] = pattern[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool equal = true;
  for (int k = 0; k < length; ++k)
    if (text[i + k] != local[k]) {
      equal = false;
      break;
    }
  const int matches = __syncthreads_count(equal);
  if (threadIdx.x == 0 && matches > 0) atomicAdd(found, matches);
}
