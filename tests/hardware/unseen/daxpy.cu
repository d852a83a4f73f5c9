// y = a x + y in double precision, a loop in steps of the grid.
//! grid 132
//! block 512
//! arg n s32 = 300000
//! arg a f64 = 2.5
//! arg x f64[300000] = iota(1,0.5)
//! arg y f64[300000] = iota(0,-1)
//! check all y[i] == 2.5 * x[i] - i for i in 0..n
extern "C" __global__ void daxpy(int n, double a, const double* x, double* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}
