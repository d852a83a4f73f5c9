// Loops that lanes leave for more than one reason (advice_loops_test.cpp). Made into machine code by
// nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o loops_75.cubin loops.cu

// How long each run of equal values is, at its start: hardly a warp comes to the end of the data.
extern "C" __global__ void run_lengths(const char* s, int* length, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i > 0 && s[i] == s[i - 1]) {
    length[i] = 0;
    return;
  }
  int j = i + 1;
  while (j < n && s[j] == s[i]) ++j;
  length[i] = j - i;
}
