// CUDA original of kernels/if_else_syncwarp.ir, whose header says what it does and how it is launched.
// Each thread appends the letters of its statements to its own string of hexadecimal digits.
extern "C" __global__ void if_else_syncwarp(unsigned* out) {
  unsigned text = 0;
  if (threadIdx.x < 4) {
    text = text * 16 + 0xA;
    text = text * 16 + 0xB;
  } else {
    text = text * 16 + 0xC;
    text = text * 16 + 0xD;
  }
  __syncwarp();
  text = text * 16 + 0xF;
  out[threadIdx.x] = text;
}
