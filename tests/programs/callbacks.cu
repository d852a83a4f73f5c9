// Host functions in a stream: they see what came before, hold up what comes after, and count.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CHECK(expr)                                                  \
  do {                                                               \
    if (cudaError_t e = (expr)) {                                    \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); \
      std::exit(1);                                                  \
    }                                                                \
  } while (0)

__global__ void add(int* values, int amount, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += amount;
}

struct Workload {
  int id;
  int* host;  // pinned, written by the copy before the callback
  int* feed;  // pinned, read by the copy after it
  int n;
  std::vector<std::string> log;
};

void CUDART_CB check_and_refill(void* data) {
  Workload* w = static_cast<Workload*>(data);
  int wrong = 0;
  for (int i = 0; i < w->n; ++i) wrong += w->host[i] != i + 10 * (w->id + 1);
  w->log.push_back("workload " + std::to_string(w->id) + ": " + std::to_string(wrong) + " wrong");
  for (int i = 0; i < w->n; ++i) w->feed[i] = -i;
}

void CUDART_CB old_style(cudaStream_t, cudaError_t status, void* data) {
  Workload* w = static_cast<Workload*>(data);
  w->log.push_back(std::string("callback: ") + cudaGetErrorName(status) +
                   ", host[3] = " + std::to_string(w->host[3]));
}

int main() {
  const int count = 4, n = 1000;
  std::vector<Workload> work(count);
  std::vector<cudaStream_t> streams(count);
  std::vector<int*> device(count);
  for (int k = 0; k < count; ++k) {
    CHECK(cudaStreamCreate(&streams[k]));
    work[k].id = k;
    work[k].n = n;
    CHECK(cudaMallocHost(&work[k].host, n * sizeof(int)));
    CHECK(cudaMallocHost(&work[k].feed, n * sizeof(int)));
    CHECK(cudaMalloc(&device[k], n * sizeof(int)));
    for (int i = 0; i < n; ++i) work[k].host[i] = i;
  }
  const size_t bytes = n * sizeof(int);
  for (int k = 0; k < count; ++k) {
    cudaStream_t s = streams[k];
    CHECK(cudaMemcpyAsync(device[k], work[k].host, bytes, cudaMemcpyHostToDevice, s));
    add<<<4, 256, 0, s>>>(device[k], 10 * (k + 1), n);
    CHECK(cudaMemcpyAsync(work[k].host, device[k], bytes, cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, check_and_refill, &work[k]));
    CHECK(cudaMemcpyAsync(device[k], work[k].feed, bytes, cudaMemcpyHostToDevice, s));
    add<<<4, 256, 0, s>>>(device[k], 1, n);
    CHECK(cudaMemcpyAsync(work[k].host, device[k], bytes, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamAddCallback(s, old_style, &work[k], 0));
  }
  CHECK(cudaDeviceSynchronize());
  int lines = 0;
  for (const Workload& w : work) {
    for (const std::string& line : w.log) std::printf("%s\n", line.c_str());
    lines += static_cast<int>(w.log.size());
  }

  // A chain of host functions in one stream keeps its order.
  std::string text;
  struct Letter {
    std::string* text;
    char letter;
  };
  std::vector<Letter> letters;
  for (char c = 'a'; c <= 'j'; ++c) letters.push_back({&text, c});
  for (Letter& letter : letters) {
    CHECK(cudaLaunchHostFunc(
        streams[0],
        [](void* data) {
          Letter* l = static_cast<Letter*>(data);
          *l->text += l->letter;
        },
        &letter));
  }
  CHECK(cudaStreamSynchronize(streams[0]));
  std::printf("order: %s\n", text.c_str());
  for (int k = 0; k < count; ++k) {
    CHECK(cudaFree(device[k]));
    CHECK(cudaFreeHost(work[k].host));
    CHECK(cudaFreeHost(work[k].feed));
    CHECK(cudaStreamDestroy(streams[k]));
  }
  return lines == 2 * count ? 0 : 1;
}
