// cuRAND's device API: states in memory, Philox and XORWOW sequences, uniform, normal, Poisson.
#include <curand_kernel.h>

#include <cstdio>
#include <cstdlib>

#define CUDA_CALL(x)                                  \
  do {                                                \
    if ((x) != cudaSuccess) {                         \
      printf("Error at %s:%d\n", __FILE__, __LINE__); \
      return EXIT_FAILURE;                            \
    }                                                 \
  } while (0)

template <typename State>
__global__ void setup_kernel(State *state, unsigned long long seed) {
  const int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);  // the same seed, a sequence of its own each
}

template <typename State>
__global__ void generate_kernel(State *state, int n, unsigned *first, unsigned *low_bits) {
  const int id = threadIdx.x + blockIdx.x * blockDim.x;
  State local = state[id];
  unsigned count = 0;
  for (int i = 0; i < n; i++) {
    const unsigned x = curand(&local);
    if (i == 0) first[id] = x;
    count += x & 1;
  }
  state[id] = local;
  atomicAdd(low_bits, count);
}

// Points in whole numbers: inside the circle or not does not depend on rounding.
__global__ void pi_kernel(curandStatePhilox4_32_10_t *state, int n, unsigned *inside) {
  const int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandStatePhilox4_32_10_t local = state[id];
  unsigned hits = 0;
  for (int i = 0; i < n; i++) {
    const uint4 r = curand4(&local);
    const unsigned long long x = r.x >> 1, y = r.y >> 1, u = r.z >> 1, v = r.w >> 1;
    hits += x * x + y * y < 1ull << 62;
    hits += u * u + v * v < 1ull << 62;
  }
  state[id] = local;
  atomicAdd(inside, hits);
}

__global__ void distributions(float *uniform, float *normal, unsigned *poisson) {
  curandState state;
  curand_init(1234 + threadIdx.x, 0, 5, &state);
  uniform[threadIdx.x] = curand_uniform(&state);
  const float2 pair = curand_normal2(&state);
  normal[2 * threadIdx.x] = pair.x;
  normal[2 * threadIdx.x + 1] = 10.0f + 2.0f * pair.y;
  poisson[threadIdx.x] = curand_poisson(&state, 4.0);
  skipahead(100ull, &state);
  poisson[32 + threadIdx.x] = curand(&state);
}

int main() {
  const int threads = 64, blocks = 4, total = threads * blocks;
  unsigned *d_first, *d_counter, first[total], counter = 0;
  CUDA_CALL(cudaMalloc(&d_first, total * sizeof(unsigned)));
  CUDA_CALL(cudaMalloc(&d_counter, sizeof(unsigned)));
  CUDA_CALL(cudaMemset(d_counter, 0, sizeof(unsigned)));

  curandStatePhilox4_32_10_t *philox;
  CUDA_CALL(cudaMalloc(&philox, total * sizeof(*philox)));
  setup_kernel<<<blocks, threads>>>(philox, 42ull);
  generate_kernel<<<blocks, threads>>>(philox, 100, d_first, d_counter);
  CUDA_CALL(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(&counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost));
  printf("Philox: %08x %08x %08x, %u odd of %d\n", first[0], first[1], first[255], counter,
         100 * total);

  CUDA_CALL(cudaMemset(d_counter, 0, sizeof(unsigned)));
  pi_kernel<<<blocks, threads>>>(philox, 50, d_counter);
  CUDA_CALL(cudaMemcpy(&counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost));
  printf("inside the circle: %u of %d\n", counter, 100 * total);

  curandState *xorwow;
  CUDA_CALL(cudaMalloc(&xorwow, total * sizeof(*xorwow)));
  CUDA_CALL(cudaMemset(d_counter, 0, sizeof(unsigned)));
  setup_kernel<<<1, 32>>>(xorwow, 42ull);
  generate_kernel<<<1, 32>>>(xorwow, 100, d_first, d_counter);
  CUDA_CALL(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(&counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost));
  printf("XORWOW: %08x %08x %08x, %u odd of %d\n", first[0], first[1], first[31], counter, 3200);

  float *d_uniform, *d_normal, uniform[32], normal[64];
  unsigned *d_poisson, poisson[64];
  CUDA_CALL(cudaMalloc(&d_uniform, sizeof uniform));
  CUDA_CALL(cudaMalloc(&d_normal, sizeof normal));
  CUDA_CALL(cudaMalloc(&d_poisson, sizeof poisson));
  distributions<<<1, 32>>>(d_uniform, d_normal, d_poisson);
  CUDA_CALL(cudaMemcpy(uniform, d_uniform, sizeof uniform, cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(normal, d_normal, sizeof normal, cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(poisson, d_poisson, sizeof poisson, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 4; i++)
    printf("uniform %.4f normal %.3f %.3f poisson %u, later %08x\n", uniform[i], normal[2 * i],
           normal[2 * i + 1], poisson[i], poisson[32 + i]);
  unsigned events = 0;
  for (int i = 0; i < 32; i++) events += poisson[i];
  printf("events in 32 Poisson draws: %u\n", events);
  CUDA_CALL(cudaFree(philox));
  CUDA_CALL(cudaFree(xorwow));
  CUDA_CALL(cudaFree(d_first));
  CUDA_CALL(cudaFree(d_counter));
  CUDA_CALL(cudaFree(d_uniform));
  CUDA_CALL(cudaFree(d_normal));
  CUDA_CALL(cudaFree(d_poisson));
  return EXIT_SUCCESS;
}
