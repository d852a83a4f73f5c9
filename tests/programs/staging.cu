// Measures copies of pageable memory by what the host did with it before, as CSV: not a test, its
// output is never twice the same.
//
//   staging [state] [round] [pipeline]     all tables without arguments
//
// state: one copy, after the host did with its memory what the row says: `again` the same copy was
// the last thing; `filled` the host has written it; `read` a copy has written it, then the host has
// read it; `after_other` a copy in the other direction was the last thing; `flushed` the host has
// written 512 MiB elsewhere; `fresh` no page of it was ever touched. round: all chunks of a buffer
// in turn, again and again, in one direction, or each to the device and back. pipeline: copy in,
// kernel, copy out in three streams, chunk by chunk, from a buffer of its own into another.
#include <sys/mman.h>

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
constexpr size_t kMiB = 1 << 20;

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

__global__ void spin(unsigned long long nanoseconds) {
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - start < nanoseconds);
}

static char* pages(size_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) exit(1);
  return static_cast<char*>(p);
}

static volatile long sink;
static void read(const char* p, size_t bytes) {
  long sum = 0;
  for (size_t i = 0; i < bytes; i += sizeof(long)) sum += *reinterpret_cast<const long*>(p + i);
  sink = sum;
}

static cudaStream_t stream;
static cudaEvent_t before, after;
static char *device, *elsewhere;
static int fill = 1;

struct Times {
  std::vector<double> event, call;
};

static void copy(bool in, char* host, char* there, size_t bytes, Times* times) {
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventRecord(before, stream));
  const auto start = Clock::now();
  CHECK(in ? cudaMemcpyAsync(there, host, bytes, cudaMemcpyHostToDevice, stream)
           : cudaMemcpyAsync(host, there, bytes, cudaMemcpyDeviceToHost, stream));
  const double call = us_since(start);
  CHECK(cudaEventRecord(after, stream));
  CHECK(cudaStreamSynchronize(stream));
  if (times == nullptr) return;
  times->event.push_back(elapsed_us(before, after));
  times->call.push_back(call);
}

static void prepare(const std::string& state, bool in, char* host, size_t bytes) {
  if (state == "filled") memset(host, ++fill, bytes);
  if (state == "flushed") memset(elsewhere, ++fill, 512 * kMiB);
  if (state == "after_other" || state == "read")
    copy(state == "read" ? false : !in, host, device, bytes, nullptr);
  if (state == "read") read(host, bytes);
}

static void measure_states(bool pinned) {
  const size_t largest = 128 * kMiB;
  char* kept = pinned ? nullptr : pages(largest);
  if (pinned) CHECK(cudaMallocHost(&kept, largest));
  memset(kept, 1, largest);
  for (bool in : {true, false})
    for (const char* state : {"again", "filled", "read", "after_other", "flushed", "fresh"})
      for (size_t bytes = kMiB; bytes <= largest; bytes *= 2) {
        const bool fresh = strcmp(state, "fresh") == 0;
        if (pinned && fresh) continue;
        const int repeats = bytes <= 4 * kMiB ? 11 : bytes <= 32 * kMiB ? 7 : 3;
        Times times;
        for (int r = -1; r < repeats; ++r) {
          char* host = fresh ? pages(bytes) : kept;
          prepare(state, in, host, bytes);
          copy(in, host, device, bytes, r < 0 ? nullptr : &times);
          if (fresh) munmap(host, bytes);
        }
        printf("state,%s,%s,%s,%zu,%.2f,%.2f,%.2f,%.3f\n", in ? "h2d" : "d2h",
               pinned ? "pinned" : "pageable", state, bytes,
               *std::min_element(times.event.begin(), times.event.end()), median(times.event),
               median(times.call), bytes / median(times.event) / 1e3);
      }
  if (pinned) CHECK(cudaFreeHost(kept));
  if (!pinned) munmap(kept, largest);
}

// `back`: chunk by chunk to the device, then chunk by chunk back.
static void measure_rounds() {
  for (const char* what : {"h2d", "d2h", "back", "back_elsewhere"})
    for (size_t chunk : {kMiB, 4 * kMiB})
      for (size_t total = 8 * kMiB; total <= 128 * kMiB; total *= 2) {
        char *host = pages(total), *other = pages(total);
        memset(host, 1, total);
        memset(other, 1, total);
        Times ins, outs;
        for (int r = -1; r < 3; ++r) {
          if (strcmp(what, "d2h") != 0)
            for (size_t at = 0; at < total; at += chunk)
              copy(true, host + at, device + at, chunk, r < 0 ? nullptr : &ins);
          if (strcmp(what, "h2d") != 0)
            for (size_t at = 0; at < total; at += chunk)
              copy(false, (strcmp(what, "back_elsewhere") == 0 ? other : host) + at, device + at,
                   chunk, r < 0 ? nullptr : &outs);
        }
        printf("round,%s,%zu,%zu,", what, chunk, total);
        if (!ins.event.empty()) printf("%.2f", median(ins.event));
        printf(",");
        if (!outs.event.empty()) printf("%.2f", median(outs.event));
        printf("\n");
        munmap(host, total);
        munmap(other, total);
      }
}

// Rounds: the first finds memory that the host has just filled and pages that nobody has touched,
// then both are as the round before left them; `refilled`: the host writes the input anew each
// time.
static void pipeline(size_t bytes, bool pinned, bool refilled) {
  const int chunks = 6;
  const size_t total = chunks * bytes;
  char *in = nullptr, *out = nullptr;
  if (pinned) {
    CHECK(cudaMallocHost(&in, total));
    CHECK(cudaMallocHost(&out, total));
  } else {
    in = pages(total);
    out = pages(total);
  }
  cudaStream_t streams[3];
  cudaEvent_t start, end, marks[4];
  for (auto& s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  for (auto& m : marks) CHECK(cudaEventCreate(&m));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  for (int r = 0; r < 6; ++r) {
    const bool detailed = r == 1 || r == 5;
    if (r == 0 || refilled) memset(in, r + 1, total);
    CHECK(cudaDeviceSynchronize());
    Times ins, outs;
    CHECK(cudaEventRecord(start, streams[0]));
    const auto began = Clock::now();
    for (int k = 0; k < chunks; ++k) {
      cudaStream_t s = streams[k % 3];
      if (detailed) CHECK(cudaEventRecord(marks[0], s));
      CHECK(cudaMemcpyAsync(device + k * bytes, in + k * bytes, bytes, cudaMemcpyHostToDevice, s));
      if (detailed) CHECK(cudaEventRecord(marks[1], s));
      spin<<<1, 32, 0, s>>>(100000);
      if (detailed) CHECK(cudaEventRecord(marks[2], s));
      CHECK(cudaMemcpyAsync(out + k * bytes, device + k * bytes, bytes, cudaMemcpyDeviceToHost, s));
      if (!detailed) continue;
      CHECK(cudaEventRecord(marks[3], s));
      CHECK(cudaStreamSynchronize(s));
      ins.event.push_back(elapsed_us(marks[0], marks[1]));
      outs.event.push_back(elapsed_us(marks[2], marks[3]));
    }
    CHECK(cudaDeviceSynchronize());
    const double all = us_since(began);
    printf("pipeline,%s,%s,%zu,%d,%.2f,", pinned ? "pinned" : "pageable",
           refilled ? "refilled" : "kept", bytes, r, all);
    if (detailed) printf("%.2f,%.2f\n", median(ins.event), median(outs.event));
    if (!detailed) printf(",\n");
  }
  if (pinned) {
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
  } else {
    munmap(in, total);
    munmap(out, total);
  }
}

int main(int argc, char** argv) {
  const auto wanted = [&](const char* table) {
    for (int k = 1; k < argc; ++k)
      if (strcmp(argv[k], table) == 0) return true;
    return argc == 1;
  };
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&before));
  CHECK(cudaEventCreate(&after));
  CHECK(cudaMalloc(&device, 512 * kMiB));
  elsewhere = pages(512 * kMiB);
  memset(elsewhere, 1, 512 * kMiB);
  if (wanted("state")) {
    printf(
        "state,operation,memory,before,bytes,event_us_min,event_us_median,call_us_median,gb_per_"
        "s\n");
    for (bool pinned : {false, true}) measure_states(pinned);
  }
  if (wanted("round")) {
    printf("round,what,chunk_bytes,total_bytes,h2d_us_median,d2h_us_median\n");
    measure_rounds();
  }
  if (wanted("pipeline")) {
    printf("pipeline,memory,input,chunk_bytes,round,total_us,h2d_us_median,d2h_us_median\n");
    for (size_t bytes : {kMiB, 4 * kMiB, 16 * kMiB})
      for (bool pinned : {true, false})
        for (bool refilled : {true, false}) pipeline(bytes, pinned, refilled);
  }
  return 0;
}
