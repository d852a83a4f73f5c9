// Host threads, each with a stream and buffers of its own; one mutex for what they print together.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

__global__ void collatz(const unsigned* start, unsigned* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long v = start[i];
  unsigned count = 0;
  while (v != 1 && count < 1000) {
    v = v % 2 == 0 ? v / 2 : 3 * v + 1;
    ++count;
  }
  steps[i] = count;
}

__global__ void longest(const unsigned* steps, int n, unsigned* result) {
  unsigned best = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) best = max(best, steps[i]);
  atomicMax(result, best);
}

std::mutex lock;
std::atomic<int> failures{0};

void worker(int id, unsigned* answer) {
  const auto check = [&](cudaError_t e, const char* what) {
    if (e == cudaSuccess) return;
    std::lock_guard<std::mutex> guard(lock);
    std::fprintf(stderr, "thread %d, %s: %s\n", id, what, cudaGetErrorString(e));
    ++failures;
  };
  const int n = 256;
  check(cudaSetDevice(0), "device");
  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "stream");
  unsigned *start, *d_start, *d_steps, *d_result;
  check(cudaMallocHost(&start, n * sizeof(unsigned)), "pinned");
  std::iota(start, start + n, 1 + id * n);
  check(cudaMalloc(&d_start, n * sizeof(unsigned)), "malloc");
  check(cudaMalloc(&d_steps, n * sizeof(unsigned)), "malloc");
  check(cudaMalloc(&d_result, sizeof(unsigned)), "malloc");
  check(cudaMemsetAsync(d_result, 0, sizeof(unsigned), stream), "memset");
  check(cudaMemcpyAsync(d_start, start, n * sizeof(unsigned), cudaMemcpyHostToDevice, stream),
        "in");
  collatz<<<2, 128, 0, stream>>>(d_start, d_steps, n);
  check(cudaGetLastError(), "collatz");
  longest<<<1, 64, 0, stream>>>(d_steps, n, d_result);
  check(cudaGetLastError(), "longest");
  check(cudaMemcpyAsync(answer, d_result, sizeof(unsigned), cudaMemcpyDeviceToHost, stream), "out");
  check(cudaStreamSynchronize(stream), "synchronize");
  check(cudaFree(d_start), "free");
  check(cudaFree(d_steps), "free");
  check(cudaFree(d_result), "free");
  check(cudaFreeHost(start), "free");
  check(cudaStreamDestroy(stream), "destroy");
}

int main() {
  const int workers = 8;
  std::vector<unsigned> answers(workers, 0);
  std::vector<std::thread> threads;
  for (int id = 0; id < workers; ++id) threads.emplace_back(worker, id, &answers[id]);
  for (auto& thread : threads) thread.join();

  int wrong = 0;
  for (int id = 0; id < workers; ++id) {
    unsigned best = 0;
    for (unsigned s = 1 + id * 256u; s <= (id + 1) * 256u; ++s) {
      unsigned long long v = s;
      unsigned count = 0;
      for (; v != 1; ++count) v = v % 2 == 0 ? v / 2 : 3 * v + 1;
      if (count > best) best = count;
    }
    std::printf("thread %d: longest chain %u%s\n", id, answers[id],
                answers[id] == best ? "" : " WRONG");
    wrong += answers[id] != best;
  }

  // The last error belongs to a thread.
  std::thread([] {
    cudaSetDevice(-3);
    std::printf("in the thread: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
  }).join();
  std::printf("in main: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
  std::printf("%d failures\n", failures.load());
  return wrong + failures;
}
