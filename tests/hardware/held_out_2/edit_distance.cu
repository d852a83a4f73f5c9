// Edit distance of pairs of short words, one row in local memory.
//! grid 32
//! block 128
//! arg a u8[131072] = random(1,97,101)
//! arg b u8[131072] = random(2,97,101)
//! arg out s32[4096] = zero
//! arg length s32 = 24
extern "C" __global__ void edit_distance(const unsigned char* a, const unsigned char* b, int* out, int length) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row[33];
  for (int j = 0; j <= length; ++j) row[j] = j;
  for (int i = 1; i <= length; ++i) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= length; ++j) {
      const int up = row[j], same = diagonal + (a[t * 32 + i - 1] != b[t * 32 + j - 1]);
      diagonal = up;
      row[j] = min(min(up, row[j - 1]) + 1, same);
    }
  }
  out[t] = row[length];
}
