// A scientist's C program: heat on a plate in double precision, command line, residual, early stop.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDX(i, j) ((i) * (ny + 2) + (j))
#define BX 32
#define BY 4

void checkCUDAError(const char *msg) {
  cudaError_t err = cudaGetLastError();
  if (cudaSuccess != err) {
    fprintf(stderr, "Cuda error: %s: %s.\n", msg, cudaGetErrorString(err));
    exit(EXIT_FAILURE);
  }
}

__global__ void jacobi(const double *u, double *v, const double *f, int nx, int ny) {
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i <= nx && j <= ny)
    v[IDX(i, j)] = 0.25 * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] +
                           u[IDX(i, j + 1)] + f[IDX(i, j)]);
}

/* The largest change of each block; doubles that are not negative compare like their bits. */
__global__ void residual(const double *u, const double *v, unsigned long long *largest, int nx,
                         int ny) {
  __shared__ double change[BX * BY];
  int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  change[t] = i <= nx && j <= ny ? fabs(u[IDX(i, j)] - v[IDX(i, j)]) : 0.0;
  for (int s = BX * BY / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s) change[t] = fmax(change[t], change[t + s]);
  }
  if (t == 0) atomicMax(largest, (unsigned long long)__double_as_longlong(change[0]));
}

int main(int argc, char **argv) {
  int nx = 40, ny = 60, max_steps = 60;
  double tolerance = 0.05;
  for (int k = 1; k + 1 < argc; k += 2) {
    if (!strcmp(argv[k], "-n")) nx = ny = atoi(argv[k + 1]);
    if (!strcmp(argv[k], "-s")) max_steps = atoi(argv[k + 1]);
    if (!strcmp(argv[k], "-t")) tolerance = atof(argv[k + 1]);
  }
  size_t cells = (size_t)(nx + 2) * (ny + 2), bytes = cells * sizeof(double);
  double *u = (double *)calloc(cells, sizeof(double)), *f = (double *)calloc(cells, sizeof(double));
  for (int j = 0; j < ny + 2; j++) u[IDX(0, j)] = 100.0;
  for (int i = 0; i < nx + 2; i++) u[IDX(i, 0)] = 50.0 - i;
  f[IDX(nx / 2, ny / 2)] = 16.0;

  double *d_u, *d_v, *d_f;
  unsigned long long *d_largest;
  cudaMalloc((void **)&d_u, bytes);
  cudaMalloc((void **)&d_v, bytes);
  cudaMalloc((void **)&d_f, bytes);
  cudaMalloc((void **)&d_largest, sizeof(*d_largest));
  checkCUDAError("malloc");
  cudaMemcpy(d_u, u, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_v, u, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_f, f, bytes, cudaMemcpyHostToDevice);
  checkCUDAError("copy");

  dim3 block(BX, BY);
  dim3 grid((ny + BX - 1) / BX, (nx + BY - 1) / BY);
  int step = 0;
  double change = 1e30;
  while (step < max_steps && change > tolerance) {
    jacobi<<<grid, block>>>(d_u, d_v, d_f, nx, ny);
    checkCUDAError("jacobi");
    if (++step % 10 == 0) {
      unsigned long long bits = 0;
      cudaMemset(d_largest, 0, sizeof(*d_largest));
      residual<<<grid, block>>>(d_u, d_v, d_largest, nx, ny);
      cudaMemcpy(&bits, d_largest, sizeof(bits), cudaMemcpyDeviceToHost);
      checkCUDAError("residual");
      memcpy(&change, &bits, sizeof(change));
      printf("step %3d: largest change %.6f\n", step, change);
    }
    double *t = d_u;
    d_u = d_v;
    d_v = t;
  }
  cudaMemcpy(u, d_u, bytes, cudaMemcpyDeviceToHost);
  checkCUDAError("copy back");

  printf("stopped after %d steps\n", step);
  for (int i = 1; i <= nx; i += 13) {
    for (int j = 1; j <= ny; j += 11) printf(" %9.4f", u[IDX(i, j)]);
    printf("\n");
  }
  printf("middle %.6f\n", u[IDX(nx / 2, ny / 2)]);
  cudaFree(d_u);
  cudaFree(d_v);
  cudaFree(d_f);
  cudaFree(d_largest);
  free(u);
  free(f);
  return 0;
}
