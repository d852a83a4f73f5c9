// An LU factorization of a 6 x 6 matrix in each thread, with partial pivoting.
//! grid 64
//! block 128
//! arg m f32[294912] = random(1,-1,1)
//! arg det f32[8192] = zero
extern "C" __global__ void small_lu(const float* m, float* det) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float a[36];
  int order[6];
  for (int k = 0; k < 36; ++k) a[k] = m[k * 8192 + t];
  float d = 1;
  for (int c = 0; c < 6; ++c) {
    int p = c;
    for (int r = c + 1; r < 6; ++r)
      if (fabsf(a[r * 6 + c]) > fabsf(a[p * 6 + c])) p = r;
    order[c] = p;
    if (p != c) {
      d = -d;
      for (int k = 0; k < 6; ++k) {
        const float h = a[p * 6 + k];
        a[p * 6 + k] = a[c * 6 + k];
        a[c * 6 + k] = h;
      }
    }
    d *= a[c * 6 + c];
    for (int r = c + 1; r < 6; ++r) {
      const float f = a[r * 6 + c] / a[c * 6 + c];
      for (int k = c; k < 6; ++k) a[r * 6 + k] -= f * a[c * 6 + k];
    }
  }
  det[t] = d + order[0];
}
