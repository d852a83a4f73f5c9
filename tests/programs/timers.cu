// Clocks on the device: clock64, globaltimer, nanosleep; only facts that hold on every device are
// told.
#include <chrono>
#include <cstdio>

__device__ unsigned long long global_timer() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

__global__ void spin(long long cycles, long long* spent) {
  const long long start = clock64();
  long long now = start;
  while (now - start < cycles) now = clock64();
  if (threadIdx.x == 0) *spent = now - start;
}

// The time of dependent additions grows with their number.
__global__ void chain(int n, unsigned seed, long long* cycles, unsigned* result) {
  unsigned v = seed;
  const long long start = clock64();
  for (int i = 0; i < n; ++i) v = v * 1664525u + 1013904223u;
  const long long stop = clock64();
  *cycles = stop - start;
  *result = v;
}

__global__ void sleep_and_stamp(unsigned long long* stamps, unsigned nanoseconds) {
  stamps[0] = global_timer();
  for (int k = 0; k < 20; ++k) __nanosleep(nanoseconds);
  stamps[1] = global_timer();
}

__global__ void short_clock(int* out) {
  const clock_t a = clock();
  __syncthreads();
  const clock_t b = clock();
  out[threadIdx.x] = b >= a;
}

static void tell(const char* what, bool holds) {
  printf("%-58s %s\n", what, holds ? "yes" : "no");
}

int main() {
  long long *d_spent, spent[2];
  cudaMalloc(&d_spent, sizeof spent);
  spin<<<1, 32>>>(20000, d_spent);
  spin<<<2, 32>>>(5000, d_spent + 1);
  cudaMemcpy(spent, d_spent, sizeof spent, cudaMemcpyDeviceToHost);
  tell("the spin took the cycles it was told", spent[0] >= 20000 && spent[1] >= 5000);
  tell("and not many more", spent[0] < 40000 && spent[1] < 25000);

  unsigned *d_result, result[2];
  long long cycles[2];
  cudaMalloc(&d_result, sizeof result);
  chain<<<1, 1>>>(100, 1u, d_spent, d_result);
  chain<<<1, 1>>>(2000, 1u, d_spent + 1, d_result + 1);
  cudaMemcpy(cycles, d_spent, sizeof cycles, cudaMemcpyDeviceToHost);
  cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
  printf("chains: %u %u\n", result[0], result[1]);
  tell("a step of the chain takes more than two cycles", cycles[1] > 4000);
  tell("a chain twenty times as long takes over twice as long", cycles[1] > 2 * cycles[0]);

  unsigned long long *d_stamps, stamps[4];
  cudaMalloc(&d_stamps, sizeof stamps);
  sleep_and_stamp<<<1, 1>>>(d_stamps, 1000);
  sleep_and_stamp<<<1, 1>>>(d_stamps + 2, 0);
  cudaMemcpy(stamps, d_stamps, sizeof stamps, cudaMemcpyDeviceToHost);
  tell("the global timer never runs backwards",
       stamps[0] <= stamps[1] && stamps[1] <= stamps[2] && stamps[2] <= stamps[3]);
  tell("twenty naps of a microsecond end within a millisecond", stamps[1] - stamps[0] < 1000000);

  int *d_flags, flags[64], good = 0;
  cudaMalloc(&d_flags, sizeof flags);
  short_clock<<<1, 64>>>(d_flags);
  cudaMemcpy(flags, d_flags, sizeof flags, cudaMemcpyDeviceToHost);
  for (int f : flags) good += f != 0;
  tell("clock() did not go back across a barrier", good >= 62);

  // A kernel that spins lasts longer by the events' clock than an empty one.
  cudaEvent_t marks[3];
  for (cudaEvent_t& mark : marks) cudaEventCreate(&mark);
  cudaEventRecord(marks[0]);
  spin<<<1, 32>>>(1000, d_spent);
  cudaEventRecord(marks[1]);
  spin<<<1, 32>>>(400000, d_spent);
  cudaEventRecord(marks[2]);
  const auto before = std::chrono::steady_clock::now();
  cudaEventSynchronize(marks[2]);
  const auto after = std::chrono::steady_clock::now();
  float brief = 0, longer = 0;
  cudaEventElapsedTime(&brief, marks[0], marks[1]);
  cudaEventElapsedTime(&longer, marks[1], marks[2]);
  tell("events see the longer spin as longer", longer > brief && brief > 0);
  tell("which lasts over 0.1 ms and under 10 ms", longer > 0.1f && longer < 10.0f);
  tell("the host's clock goes on", after >= before);
  for (cudaEvent_t& mark : marks) cudaEventDestroy(mark);
  cudaFree(d_spent), cudaFree(d_result), cudaFree(d_stamps), cudaFree(d_flags);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
