// Measures copies and their overlap with kernels, as CSV: not a test, its output is never twice the
// same.
//
//   copies [copy] [pair] [pipeline]        all tables without arguments
//
// copy: one copy at a time, by events and by the host's clock. pair: two operations in two streams,
// each alone and both at once. pipeline: copy in, kernel, copy out, chunk by chunk in 1 and 3
// streams; `total` rows have no events between the operations, `operation` rows have one before and
// one after each. The start of an operation is when its stream came to it: waiting for a copy
// engine is part of its length. The stamps of a kernel are its own, relative to a stamp kernel
// right after the first event.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
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

static double us_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

static double elapsed_us(cudaEvent_t a, cudaEvent_t b) {
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, a, b));
  return ms * 1e3;
}

__device__ Stamps global_timer() {
  Stamps t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

// Lasts about `nanoseconds`, whatever the clock; stamps its start and end.
__global__ void spin(Stamps nanoseconds, Stamps* stamps) {
  const Stamps start = global_timer();
  Stamps now = start;
  while (now - start < nanoseconds) now = global_timer();
  stamps[0] = start;
  stamps[1] = now;
}

struct Memory {
  char* host;
  char* device;
  size_t bytes;
  bool pinned;

  Memory(size_t bytes, bool pinned) : bytes(bytes), pinned(pinned) {
    if (pinned) {
      CHECK(cudaMallocHost(&host, bytes));
    } else {
      host = static_cast<char*>(malloc(bytes));
    }
    memset(host, 1, bytes);
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMemset(device, 1, bytes));
    CHECK(cudaDeviceSynchronize());
  }
  ~Memory() {
    if (pinned) {
      cudaFreeHost(host);
    } else {
      free(host);
    }
    cudaFree(device);
  }
  const char* name() const { return pinned ? "pinned" : "pageable"; }
};

enum Operation { kIn, kOut, kInside, kSet, kKernel };
static const char* const kNames[] = {"h2d", "d2h", "d2d", "memset", "kernel"};

static void issue(Operation op, Memory& m, size_t offset, size_t bytes, Stamps kernel_ns,
                  Stamps* stamps, cudaStream_t s) {
  switch (op) {
    case kIn:
      CHECK(cudaMemcpyAsync(m.device + offset, m.host + offset, bytes, cudaMemcpyHostToDevice, s));
      break;
    case kOut:
      CHECK(cudaMemcpyAsync(m.host + offset, m.device + offset, bytes, cudaMemcpyDeviceToHost, s));
      break;
    case kInside:
      CHECK(cudaMemcpyAsync(m.device + offset, m.device + m.bytes / 2 + offset, bytes,
                            cudaMemcpyDeviceToDevice, s));
      break;
    case kSet:
      CHECK(cudaMemsetAsync(m.device + offset, 7, bytes, s));
      break;
    case kKernel:
      spin<<<1, 32, 0, s>>>(kernel_ns, stamps);
  }
}

static void measure_copies() {
  printf(
      "copy,operation,memory,bytes,event_us_min,event_us_median,call_us_median,done_us_median,"
      "blocking_us_median,gb_per_s\n");
  cudaStream_t stream;
  cudaEvent_t a, b;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&a));
  CHECK(cudaEventCreate(&b));
  const size_t largest = 256 << 20;
  for (bool pinned : {true, false}) {
    Memory m(2 * largest, pinned);
    for (Operation op : {kIn, kOut, kInside, kSet}) {
      if (!pinned && op >= kInside) continue;
      for (size_t bytes = 4096; bytes <= largest; bytes *= 2) {
        const int repeats = bytes <= 1 << 20 ? 40 : bytes <= 16 << 20 ? 12 : 5;
        std::vector<double> event, call, done, blocking;
        for (int r = -2; r < repeats; ++r) {
          CHECK(cudaEventRecord(a, stream));
          const auto start = Clock::now();
          issue(op, m, 0, bytes, 0, nullptr, stream);
          const double called = us_since(start);
          CHECK(cudaEventRecord(b, stream));
          CHECK(cudaStreamSynchronize(stream));
          const double finished = us_since(start);
          const auto again = Clock::now();
          if (op == kIn) CHECK(cudaMemcpy(m.device, m.host, bytes, cudaMemcpyHostToDevice));
          if (op == kOut) CHECK(cudaMemcpy(m.host, m.device, bytes, cudaMemcpyDeviceToHost));
          const double blocked = us_since(again);
          if (r < 0) continue;
          event.push_back(elapsed_us(a, b));
          call.push_back(called);
          done.push_back(finished);
          blocking.push_back(blocked);
        }
        printf("copy,%s,%s,%zu,%.2f,%.2f,%.2f,%.2f,", kNames[op],
               op >= kInside ? "device" : m.name(), bytes,
               *std::min_element(event.begin(), event.end()), median(event), median(call),
               median(done));
        if (op < kInside) printf("%.2f", median(blocking));
        printf(",%.3f\n", bytes / median(event) / 1e3);
      }
    }
  }
  CHECK(cudaEventDestroy(a));
  CHECK(cudaEventDestroy(b));
  CHECK(cudaStreamDestroy(stream));
}

static void measure_pairs() {
  printf(
      "pair,first,second,memory,bytes,first_alone_us,second_alone_us,first_end_us,second_end_us\n");
  const Operation pairs[][2] = {{kIn, kOut},    {kIn, kIn},        {kOut, kOut},
                                {kIn, kKernel}, {kOut, kKernel},   {kKernel, kIn},
                                {kIn, kInside}, {kKernel, kKernel}};
  cudaStream_t streams[2];
  cudaEvent_t start, ends[2];
  Stamps* stamps;
  CHECK(cudaMalloc(&stamps, 4 * sizeof(Stamps)));
  CHECK(cudaEventCreate(&start));
  for (int k = 0; k < 2; ++k) {
    CHECK(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&ends[k]));
  }
  for (bool pinned : {true, false}) {
    for (size_t bytes : {1 << 20, 16 << 20, 64 << 20}) {
      Memory m(4 * bytes, pinned);
      for (const auto& pair : pairs) {
        std::vector<double> times[4];
        for (int r = -1; r < 7; ++r) {
          double end[4];
          for (int what = 0; what < 3; ++what) {  // the first alone, the second alone, both
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaEventRecord(start, streams[0]));
            CHECK(cudaStreamWaitEvent(streams[1], start, 0));
            for (int k = 0; k < 2; ++k) {
              if (what != 2 && what != k) continue;
              issue(pair[k], m, k * bytes, bytes, 500000, stamps + 2 * k, streams[k]);
              CHECK(cudaEventRecord(ends[k], streams[k]));
            }
            CHECK(cudaDeviceSynchronize());
            if (what < 2) end[what] = elapsed_us(start, ends[what]);
          }
          for (int k = 0; k < 2; ++k) end[2 + k] = elapsed_us(start, ends[k]);
          for (int k = 0; k < 4 && r >= 0; ++k) times[k].push_back(end[k]);
        }
        printf("pair,%s,%s,%s,%zu,%.2f,%.2f,%.2f,%.2f\n", kNames[pair[0]], kNames[pair[1]],
               m.name(), bytes, median(times[0]), median(times[1]), median(times[2]),
               median(times[3]));
      }
    }
  }
  CHECK(cudaFree(stamps));
  CHECK(cudaEventDestroy(start));
  for (int k = 0; k < 2; ++k) {
    CHECK(cudaStreamDestroy(streams[k]));
    CHECK(cudaEventDestroy(ends[k]));
  }
}

constexpr int kChunks = 6;
static const Operation kStages[] = {kIn, kKernel, kOut};

struct Step {
  int chunk;
  Operation op;
};

static std::vector<Step> steps(bool depth_first) {
  std::vector<Step> all;
  for (int outer = 0; outer < (depth_first ? kChunks : 3); ++outer)
    for (int inner = 0; inner < (depth_first ? 3 : kChunks); ++inner)
      all.push_back(depth_first ? Step{outer, kStages[inner]} : Step{inner, kStages[outer]});
  return all;
}

static void pipeline(Memory& m, int stream_count, bool depth_first, Stamps kernel_ns) {
  const size_t bytes = m.bytes / kChunks;
  const std::string label = std::string(depth_first ? "depth" : "breadth") + "," + m.name() + "," +
                            std::to_string(stream_count) + "," + std::to_string(bytes) + "," +
                            std::to_string(kernel_ns / 1000);
  const std::vector<Step> all = steps(depth_first);
  std::vector<cudaStream_t> streams(stream_count);
  for (auto& s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  std::vector<cudaEvent_t> before(all.size()), after(all.size()), joined(stream_count);
  cudaEvent_t start, end;
  for (auto* events : {&before, &after, &joined})
    for (auto& e : *events) CHECK(cudaEventCreate(&e));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  Stamps* d_stamps;
  std::vector<Stamps> stamps(2 * kChunks + 2);
  CHECK(cudaMalloc(&d_stamps, stamps.size() * sizeof(Stamps)));
  std::vector<double> call_start(all.size()), call_end(all.size()), totals;

  for (int r = 0; r < 7; ++r) {  // the last with events between the operations
    const bool detailed = r == 6;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(start, streams[0]));
    spin<<<1, 32, 0, streams[0]>>>(0, d_stamps + 2 * kChunks);
    for (auto& s : streams) CHECK(cudaStreamWaitEvent(s, start, 0));
    const auto host_start = Clock::now();
    for (size_t k = 0; k < all.size(); ++k) {
      cudaStream_t s = streams[all[k].chunk % stream_count];
      if (detailed) CHECK(cudaEventRecord(before[k], s));
      call_start[k] = us_since(host_start);
      issue(all[k].op, m, all[k].chunk * bytes, bytes, kernel_ns, d_stamps + 2 * all[k].chunk, s);
      call_end[k] = us_since(host_start);
      if (detailed) CHECK(cudaEventRecord(after[k], s));
    }
    for (int s = 0; s < stream_count; ++s) {
      CHECK(cudaEventRecord(joined[s], streams[s]));
      CHECK(cudaStreamWaitEvent(streams[0], joined[s], 0));
    }
    CHECK(cudaEventRecord(end, streams[0]));
    CHECK(cudaDeviceSynchronize());
    if (r > 0 && !detailed) totals.push_back(elapsed_us(start, end));
  }
  printf("total,%s,%.2f,%.2f\n", label.c_str(), *std::min_element(totals.begin(), totals.end()),
         median(totals));
  CHECK(
      cudaMemcpy(stamps.data(), d_stamps, stamps.size() * sizeof(Stamps), cudaMemcpyDeviceToHost));
  for (size_t k = 0; k < all.size(); ++k) {
    const int chunk = all[k].chunk;
    printf("operation,%s,%d,%d,%s,%.2f,%.2f,%.2f,%.2f,", label.c_str(), chunk, chunk % stream_count,
           kNames[all[k].op], elapsed_us(start, before[k]), elapsed_us(start, after[k]),
           call_start[k], call_end[k]);
    const auto since_origin = [&](int stamp) {
      return static_cast<long long>(stamps[stamp] - stamps[2 * kChunks]) * 1e-3;
    };
    if (all[k].op == kKernel)
      printf("%.3f,%.3f", since_origin(2 * chunk), since_origin(2 * chunk + 1));
    else
      printf(",");
    printf("\n");
  }
  for (auto* events : {&before, &after, &joined})
    for (auto& e : *events) CHECK(cudaEventDestroy(e));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(end));
  for (auto& s : streams) CHECK(cudaStreamDestroy(s));
  CHECK(cudaFree(d_stamps));
}

static void measure_pipelines() {
  printf("total,order,memory,streams,chunk_bytes,kernel_us,total_us_min,total_us_median\n");
  printf(
      "operation,order,memory,streams,chunk_bytes,kernel_us,chunk,stream,operation,start_us,end_us,"
      "call_start_us,call_end_us,stamp_start_us,stamp_end_us\n");
  for (size_t bytes : {1 << 20, 4 << 20, 16 << 20, 64 << 20}) {
    for (bool pinned : {true, false}) {
      Memory m(kChunks * bytes, pinned);
      for (int streams : {1, 3})
        for (bool depth_first : {true, false})
          for (Stamps kernel_ns : {100000, 400000}) pipeline(m, streams, depth_first, kernel_ns);
    }
  }
}

int main(int argc, char** argv) {
  const auto wanted = [&](const char* table) {
    for (int k = 1; k < argc; ++k)
      if (strcmp(argv[k], table) == 0) return true;
    return argc == 1;
  };
  if (wanted("copy")) measure_copies();
  if (wanted("pair")) measure_pairs();
  if (wanted("pipeline")) measure_pipelines();
  return 0;
}
