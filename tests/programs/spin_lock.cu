// Locks made of atomics: a spin lock around plain loads and stores, a ticket lock, a hash table.
#include <cstdio>
#include <vector>

struct Lock {
  int *mutex;
  Lock() {
    cudaMalloc((void **)&mutex, sizeof(int));
    cudaMemset(mutex, 0, sizeof(int));
  }
  void release() { cudaFree(mutex); }
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

// One thread a block takes the lock.
__global__ void sum_of_blocks(Lock lock, volatile long long *sum, volatile int *order) {
  if (threadIdx.x == 0) {
    lock.lock();
    *sum = *sum + blockIdx.x * (long long)blockIdx.x;
    const int place = order[0];
    order[0] = place + 1;
    order[1 + place] = blockIdx.x;
    lock.unlock();
  }
}

// Every thread takes a lock, also against the lanes of its own warp.
__global__ void all_threads(int *mutex, volatile int *value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      __threadfence();
      *value = *value + threadIdx.x + 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

// Served in the order of the tickets; one thread a warp.
__global__ void tickets(unsigned *next, volatile unsigned *serving, volatile unsigned *trace) {
  if (threadIdx.x % 32 != 0) return;
  const unsigned ticket = atomicAdd(next, 1u);
  while (*serving != ticket) {
  }
  __threadfence();
  trace[ticket] = ticket == 0 ? 1 : trace[ticket - 1] + 2;
  __threadfence();
  *serving = ticket + 1;
}

constexpr unsigned kSlots = 1024, kEmpty = 0xffffffffu;

__global__ void insert(unsigned *keys, unsigned *counts, const unsigned *input, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = input[i];
  for (unsigned slot = key * 2654435761u % kSlots;; slot = (slot + 1) % kSlots) {
    const unsigned before = atomicCAS(&keys[slot], kEmpty, key);
    if (before == kEmpty || before == key) {
      atomicInc(&counts[slot], 0xffffu);
      return;
    }
  }
}

int main() {
  const int blocks = 40;
  Lock lock;
  long long *d_sum, sum;
  int *d_order, order[1 + blocks];
  cudaMalloc(&d_sum, sizeof sum);
  cudaMalloc(&d_order, sizeof order);
  cudaMemset(d_sum, 0, sizeof sum);
  cudaMemset(d_order, 0, sizeof order);
  sum_of_blocks<<<blocks, 32>>>(lock, d_sum, d_order);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(order, d_order, sizeof order, cudaMemcpyDeviceToHost);
  std::vector<int> seen(blocks, 0);
  for (int i = 1; i <= blocks; i++) ++seen[order[i]];
  bool once = order[0] == blocks;
  for (int s : seen) once &= s == 1;
  printf("blocks: sum of squares %lld, each once: %s\n", sum, once ? "yes" : "no");

  int *d_value, value = 0;
  cudaMalloc(&d_value, sizeof value);
  cudaMemset(d_value, 0, sizeof value);
  all_threads<<<2, 64>>>(lock.mutex, d_value);
  cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost);
  printf("threads: %d\n", value);

  unsigned *d_tickets, served[66];
  cudaMalloc(&d_tickets, sizeof served);
  cudaMemset(d_tickets, 0, sizeof served);
  tickets<<<8, 256>>>(d_tickets, d_tickets + 1, d_tickets + 2);
  cudaMemcpy(served, d_tickets, sizeof served, cudaMemcpyDeviceToHost);
  printf("tickets: %u given, %u served, last trace %u\n", served[0], served[1], served[65]);

  const int n = 3000;
  std::vector<unsigned> input(n), keys(kSlots), counts(kSlots);
  for (int i = 0; i < n; i++) input[i] = (unsigned)(i * i) % 1009u * 17u;
  unsigned *d_input, *d_keys, *d_counts;
  cudaMalloc(&d_input, n * sizeof(unsigned));
  cudaMalloc(&d_keys, kSlots * sizeof(unsigned));
  cudaMalloc(&d_counts, kSlots * sizeof(unsigned));
  cudaMemcpy(d_input, input.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(d_keys, 0xff, kSlots * sizeof(unsigned));
  cudaMemset(d_counts, 0, kSlots * sizeof(unsigned));
  insert<<<(n + 127) / 128, 128>>>(d_keys, d_counts, d_input, n);
  cudaMemcpy(keys.data(), d_keys, kSlots * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(counts.data(), d_counts, kSlots * sizeof(unsigned), cudaMemcpyDeviceToHost);
  int distinct = 0, total = 0, of_17 = 0;
  for (unsigned s = 0; s < kSlots; s++) {
    if (keys[s] == kEmpty) continue;
    ++distinct;
    total += counts[s];
    if (keys[s] == 17) of_17 = counts[s];
  }
  printf("hash table: %d keys, %d insertions, key 17 %d times\n", distinct, total, of_17);
  lock.release();
  for (void *p : {(void *)d_sum, (void *)d_order, (void *)d_value, (void *)d_tickets,
                  (void *)d_input, (void *)d_keys, (void *)d_counts})
    cudaFree(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
