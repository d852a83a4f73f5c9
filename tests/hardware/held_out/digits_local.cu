// Decimal digits of a number into a local array, then back in reverse order.
//! grid 132
//! block 128
//! arg in  u32[16896] = random(29,1,1000000000)
//! arg out u32[16896] = zero
extern "C" __global__ void digits_local(const unsigned* in, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = in[i];
  unsigned char digit[12];
  int count = 0;
  while (value != 0) {
    digit[count++] = value % 10;
    value /= 10;
  }
  unsigned reversed = 0;
  for (int k = 0; k < count; ++k) reversed = reversed * 10 + digit[(k * 7) % count];
  out[i] = reversed;
}
