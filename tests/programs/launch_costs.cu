// Measures what launches, events and small calls cost, as CSV: not a test, never twice the same
// output.
//
// "host": time of a call on the host's clock, the device kept busy so that nothing waits for it.
// "device": distances on the device, by events, or by kernels that stamp the global timer. Times in
// microseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <set>
#include <vector>

#define CHECK(x)                                                                      \
  do {                                                                                \
    const cudaError_t status = (x);                                                   \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s, line %d: %s\n", #x, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

using Clock = std::chrono::steady_clock;
using Stamps = unsigned long long;

__device__ Stamps global_timer() {
  Stamps t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

__global__ void empty() {}
__global__ void spin(Stamps nanoseconds, Stamps* stamps) {
  const Stamps start = global_timer();
  Stamps now = start;
  while (now - start < nanoseconds) now = global_timer();
  if (threadIdx.x == 0) {
    stamps[0] = start;
    stamps[1] = global_timer();
  }
}
struct Big {
  int values[512];
};
__global__ void with_arguments(Big big, int* out) {
  if (out != nullptr) *out = big.values[threadIdx.x];
}

static double us_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}
static double elapsed_us(cudaEvent_t a, cudaEvent_t b) {
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, a, b));
  return ms * 1e3;
}
static void row(const char* kind, const char* what, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (double v : values) sum += v;
  printf("%s,%s,%zu,%.3f,%.3f,%.3f,%.3f\n", kind, what, values.size(), values.front(),
         values[values.size() / 2], sum / values.size(), values.back());
}

static cudaStream_t stream, other;
static Stamps *stamps, host_stamps[2048];

static void host(const char* what, int count, const std::function<void(int)>& call,
                 bool busy = true) {
  for (int k = 0; k < 5; ++k) call(k);
  CHECK(cudaDeviceSynchronize());
  std::vector<double> times;
  if (busy) spin<<<1, 32, 0, stream>>>(3000000, stamps);
  for (int k = 0; k < count; ++k) {
    const auto start = Clock::now();
    call(k);
    times.push_back(us_since(start));
  }
  CHECK(cudaDeviceSynchronize());
  row("host", what, times);
}

static std::vector<double> stamp_distances(int count, int from, int to) {
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host_stamps, stamps, 2 * count * sizeof(Stamps), cudaMemcpyDeviceToHost));
  std::vector<double> distances;
  for (int k = 1; k < count; ++k)
    distances.push_back(
        static_cast<long long>(host_stamps[2 * k + to] - host_stamps[2 * (k - 1) + from]) * 1e-3);
  return distances;
}

static void measure_host() {
  int* out = nullptr;
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  char* pinned;
  char* device;
  CHECK(cudaMallocHost(&pinned, 1 << 20));
  CHECK(cudaMalloc(&device, 1 << 20));
  char pageable[64];
  host("launch of an empty kernel", 300, [&](int) { empty<<<1, 32, 0, stream>>>(); });
  host(
      "launch of an empty kernel on an idle device", 300,
      [&](int) { empty<<<1, 32, 0, stream>>>(); }, false);
  host("launch with 2 KiB of arguments", 300,
       [&](int) { with_arguments<<<1, 32, 0, stream>>>(Big(), out); });
  host(
      "launch and synchronize", 200,
      [&](int) {
        empty<<<1, 32, 0, stream>>>();
        CHECK(cudaStreamSynchronize(stream));
      },
      false);
  host(
      "synchronize an idle stream", 200, [&](int) { CHECK(cudaStreamSynchronize(stream)); }, false);
  host("cudaEventRecord", 300, [&](int) { CHECK(cudaEventRecord(event, stream)); });
  host("cudaEventQuery", 300, [&](int) { cudaEventQuery(event); });
  host("cudaStreamWaitEvent", 300, [&](int) { CHECK(cudaStreamWaitEvent(other, event, 0)); });
  host("cudaMemcpyAsync 64 B h2d pinned", 300,
       [&](int) { CHECK(cudaMemcpyAsync(device, pinned, 64, cudaMemcpyHostToDevice, stream)); });
  host(
      "cudaMemcpyAsync 64 B h2d pageable", 300,
      [&](int) { CHECK(cudaMemcpyAsync(device, pageable, 64, cudaMemcpyHostToDevice, stream)); },
      false);
  host("cudaMemcpyAsync 1 MiB h2d pinned", 100, [&](int) {
    CHECK(cudaMemcpyAsync(device, pinned, 1 << 20, cudaMemcpyHostToDevice, stream));
  });
  host(
      "cudaMemcpy 64 B d2h pageable", 200,
      [&](int) { CHECK(cudaMemcpy(pageable, device, 64, cudaMemcpyDeviceToHost)); }, false);
  host("cudaMemsetAsync 1 KiB", 300, [&](int) { CHECK(cudaMemsetAsync(device, 0, 1024, stream)); });
  host(
      "cudaMalloc and cudaFree 1 MiB", 100,
      [&](int) {
        void* p;
        CHECK(cudaMalloc(&p, 1 << 20));
        CHECK(cudaFree(p));
      },
      false);
  host("cudaMallocAsync and cudaFreeAsync 1 MiB", 100, [&](int) {
    void* p;
    CHECK(cudaMallocAsync(&p, 1 << 20, stream));
    CHECK(cudaFreeAsync(p, stream));
  });
  CHECK(cudaEventDestroy(event));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(device));
}

static void measure_device() {
  const int n = 300;
  std::vector<cudaEvent_t> events(n + 1);
  for (auto& e : events) CHECK(cudaEventCreate(&e));
  std::vector<double> times;

  for (int r = 0; r < 9; ++r) {  // all are queued while the first spins
    spin<<<1, 32, 0, stream>>>(3000000, stamps);
    CHECK(cudaEventRecord(events[0], stream));
    for (int k = 0; k < n; ++k) empty<<<1, 32, 0, stream>>>();
    CHECK(cudaEventRecord(events[1], stream));
    CHECK(cudaDeviceSynchronize());
    times.push_back(elapsed_us(events[0], events[1]) / n);
  }
  row("device", "empty kernels of 1 block of 32 back to back", times);
  for (int blocks : {1, 132, 1320}) {
    times.clear();
    for (int r = 0; r < 9; ++r) {
      spin<<<1, 32, 0, stream>>>(3000000, stamps);
      CHECK(cudaEventRecord(events[0], stream));
      for (int k = 0; k < n; ++k) empty<<<blocks, 256, 0, stream>>>();
      CHECK(cudaEventRecord(events[1], stream));
      CHECK(cudaDeviceSynchronize());
      times.push_back(elapsed_us(events[0], events[1]) / n);
    }
    char name[64];
    snprintf(name, sizeof name, "empty kernels of %d blocks of 256 back to back", blocks);
    row("device", name, times);
  }

  spin<<<1, 32, 0, stream>>>(3000000, stamps);
  for (int k = 0; k < n; ++k) spin<<<1, 32, 0, stream>>>(0, stamps + 2 * k);
  row("device", "start to start by stamps", stamp_distances(n, 0, 0));
  spin<<<1, 32, 0, stream>>>(3000000, stamps);
  for (int k = 0; k < n; ++k) spin<<<1, 32, 0, stream>>>(10000, stamps + 2 * k);
  row("device", "end to start by stamps of 10 us kernels", stamp_distances(n, 1, 0));

  spin<<<1, 32, 0, stream>>>(3000000, stamps);
  for (int k = 0; k < n; ++k) {  // alternating streams, each waits for the other
    spin<<<1, 32, 0, k % 2 ? other : stream>>>(10000, stamps + 2 * k);
    CHECK(cudaEventRecord(events[k], k % 2 ? other : stream));
    CHECK(cudaStreamWaitEvent(k % 2 ? stream : other, events[k], 0));
  }
  row("device", "end to start across streams through an event", stamp_distances(n, 1, 0));

  spin<<<1, 32, 0, stream>>>(3000000, stamps);
  for (auto& e : events) CHECK(cudaEventRecord(e, stream));
  CHECK(cudaDeviceSynchronize());
  times.clear();
  std::set<long> distinct;
  for (int k = 0; k < n; ++k) {
    times.push_back(elapsed_us(events[k], events[k + 1]));
    distinct.insert(static_cast<long>(elapsed_us(events[0], events[k + 1]) * 1e3 + 0.5));
  }
  row("device", "event to next event", times);
  std::vector<double> gaps;
  for (auto it = distinct.begin(); it != distinct.end() && std::next(it) != distinct.end(); ++it)
    gaps.push_back((*std::next(it) - *it) * 1e-3);
  if (!gaps.empty()) row("device", "gaps between distinct event times", gaps);

  for (int microseconds : {0, 1, 2, 5, 10, 20, 50, 100, 1000}) {
    times.clear();
    std::vector<double> own;
    for (int r = 0; r < 15; ++r) {
      spin<<<1, 32, 0, stream>>>(200000, stamps);
      CHECK(cudaEventRecord(events[0], stream));
      spin<<<1, 32, 0, stream>>>(microseconds * 1000ull, stamps + 2);
      CHECK(cudaEventRecord(events[1], stream));
      stamp_distances(2, 0, 0);
      times.push_back(elapsed_us(events[0], events[1]));
      own.push_back((host_stamps[3] - host_stamps[2]) * 1e-3);
    }
    char name[64];
    snprintf(name, sizeof name, "spin of %d us between events", microseconds);
    row("device", name, times);
    snprintf(name, sizeof name, "spin of %d us by its stamps", microseconds);
    row("device", name, own);
  }
  for (auto& e : events) CHECK(cudaEventDestroy(e));
}

static void measure_graph() {
  const int nodes = 100;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaEvent_t a, b;
  CHECK(cudaEventCreate(&a));
  CHECK(cudaEventCreate(&b));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int k = 0; k < nodes; ++k) empty<<<1, 32, 0, stream>>>();
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  host(
      "cudaGraphLaunch of 100 empty kernels", 30,
      [&](int) { CHECK(cudaGraphLaunch(exec, stream)); }, false);
  std::vector<double> times;
  for (int r = 0; r < 15; ++r) {
    spin<<<1, 32, 0, stream>>>(1000000, stamps);
    CHECK(cudaEventRecord(a, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventRecord(b, stream));
    CHECK(cudaDeviceSynchronize());
    times.push_back(elapsed_us(a, b) / nodes);
  }
  row("device", "empty kernels of a graph back to back", times);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  for (Stamps nanoseconds : {0, 10000}) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int k = 0; k < nodes; ++k) spin<<<1, 32, 0, stream>>>(nanoseconds, stamps + 2 * k);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int r = 0; r < 2; ++r) CHECK(cudaGraphLaunch(exec, stream));
    if (nanoseconds == 0) {
      row("device", "start to start in a graph by stamps", stamp_distances(nodes, 0, 0));
    } else {
      row("device", "end to start in a graph by stamps of 10 us kernels",
          stamp_distances(nodes, 1, 0));
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
  }
  for (int blocks : {1, 132, 1320}) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int k = 0; k < nodes; ++k) empty<<<blocks, 256, 0, stream>>>();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    times.clear();
    for (int r = 0; r < 9; ++r) {
      spin<<<1, 32, 0, stream>>>(1000000, stamps);
      CHECK(cudaEventRecord(a, stream));
      CHECK(cudaGraphLaunch(exec, stream));
      CHECK(cudaEventRecord(b, stream));
      CHECK(cudaDeviceSynchronize());
      times.push_back(elapsed_us(a, b) / nodes);
    }
    char name[64];
    snprintf(name, sizeof name, "empty kernels of %d blocks of 256 of a graph", blocks);
    row("device", name, times);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
  }
  CHECK(cudaEventDestroy(a));
  CHECK(cudaEventDestroy(b));
}

__global__ void copy_words(const float4* in, float4* out, int count) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = in[i];
}

// A kernel that copies 16 MiB between device memory and memory of the host.
static void measure_mapped() {
  const size_t bytes = 16 << 20;
  float4 *device, *device2, *pinned, *managed;
  cudaEvent_t a, b;
  CHECK(cudaEventCreate(&a));
  CHECK(cudaEventCreate(&b));
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMalloc(&device2, bytes));
  CHECK(cudaMallocHost(&pinned, bytes));
  CHECK(cudaMallocManaged(&managed, bytes));
  const auto copied = [&](const char* what, const float4* in, float4* out, bool touched) {
    std::vector<double> times;
    for (int r = -1; r < 9; ++r) {
      if (touched)
        for (size_t i = 0; i < bytes / sizeof(float4); ++i) managed[i].x = r;
      CHECK(cudaDeviceSynchronize());
      CHECK(cudaEventRecord(a, stream));
      copy_words<<<528, 256, 0, stream>>>(in, out, bytes / sizeof(float4));
      CHECK(cudaEventRecord(b, stream));
      CHECK(cudaDeviceSynchronize());
      if (r >= 0) times.push_back(elapsed_us(a, b));
    }
    row("device", what, times);
  };
  copied("16 MiB by a kernel, device to device", device, device2, false);
  copied("16 MiB by a kernel, pinned memory to device", pinned, device, false);
  copied("16 MiB by a kernel, device to pinned memory", device, pinned, false);
  copied("16 MiB by a kernel, managed to device, the host has written it", managed, device, true);
  copied("16 MiB by a kernel, managed to device, again", managed, device, false);
  copied("16 MiB by a kernel, device to managed, the host has written it", device, managed, true);
  copied("16 MiB by a kernel, device to managed, again", device, managed, false);
  CHECK(cudaFree(device));
  CHECK(cudaFree(device2));
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaEventDestroy(a));
  CHECK(cudaEventDestroy(b));
}

int main() {
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaMalloc(&stamps, sizeof host_stamps));
  printf("kind,what,count,us_min,us_median,us_mean,us_max\n");
  measure_host();
  measure_device();
  measure_graph();
  measure_mapped();
  CHECK(cudaFree(stamps));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaStreamDestroy(other));
  return 0;
}
