// Matrix times vector, a thread a row: neighbouring lanes read places a row apart.
//! grid 16
//! block 64
//! arg a f32[524288] = random(32,0,1)
//! arg x f32[512] = random(33,0,1)
//! arg y f32[1024] = zero
//! arg columns s32 = 512
//! check all y[r] ~= sum(a[512 * r + k] * x[k] for k in 0..512) within 0.01% for r in 0..1024
extern "C" __global__ void matvec_row_thread(const float* a, const float* x, float* y,
                                             int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += a[row * columns + k] * x[k];
  y[row] = sum;
}
