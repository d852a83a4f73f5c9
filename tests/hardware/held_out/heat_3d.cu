// Seven points of a grid of doubles: each thread walks along z.
//! grid 4,16
//! block 32,4
//! arg in  f64[262144] = random(20,0,1)
//! arg out f64[262144] = zero
extern "C" __global__ void heat_3d(const double* in, double* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  const int width = 128, plane = 128 * 64;
  if (x == 0 || y == 0 || x == width - 1 || y == 63) return;
  int i = plane + y * width + x;
  double below = in[i - plane], here = in[i];
  for (int z = 1; z < 31; ++z, i += plane) {
    const double above = in[i + plane];
    out[i] = here + 0.1 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] + below + above - 6 * here);
    below = here;
    here = above;
  }
}
