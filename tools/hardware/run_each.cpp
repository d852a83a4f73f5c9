// Runs kernels one block each on a GPU, which may hang: which end, and what their threads wrote.
//
//   run_each CASES OUT      a line of CASES: machine-code-file kernel threads n
//
// A line of OUT: "file/kernel ended|hangs|errorN | words of thread 0 | words of thread 1 ...",
// words up to the first one not written. A kernel gets a buffer of 64 words a thread (all ones) and
// n. Kernels run side by side, each on a stream; what has not ended after 250 ms hangs. A process
// with a kernel that hangs is ended, and another one goes on; a batch with an error is run one by
// one. Build: nvcc -O1 run_each.cpp -lcuda
#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

struct Case {
  std::string file, kernel;
  unsigned threads, n;
};

constexpr std::size_t kAtOnce = 24;  // fewer than a GPU has hardware queues
constexpr unsigned kWords = 64, kBuffer = 128 * kWords;
constexpr std::uint32_t kNotWritten = ~0u;
constexpr auto kPatience = std::chrono::milliseconds(250);
enum Exit { kDone = 0, kGoOn = 3, kOneByOne = 4, kBroken = 9 };
constexpr const char* kNext = "next";  // a file: where the next process goes on

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", what, static_cast<int>(result));
  _exit(kBroken);
}
#define CHECKED(call) check(call, #call)

class Batches {
 public:
  explicit Batches(const std::vector<Case>& cases) : cases_(cases), streams_(kAtOnce) {
    CUdevice device;
    CUcontext context;
    CHECKED(cuInit(0));
    CHECKED(cuDeviceGet(&device, 0));
    CHECKED(cuDevicePrimaryCtxRetain(&context, device));
    CHECKED(cuCtxSetCurrent(context));
    void* memory;
    CHECKED(cuMemHostAlloc(&memory, kAtOnce * kBuffer * 4, CU_MEMHOSTALLOC_DEVICEMAP));
    words_ = static_cast<std::uint32_t*>(memory);
    for (CUstream& s : streams_) CHECKED(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  }

  /// Runs [from, end) at once. False: one of them has not ended, or there was an error.
  bool run(std::size_t from, std::size_t end, const char* out) {
    std::vector<CUfunction> functions;
    for (std::size_t i = from; i < end; ++i) functions.push_back(function(cases_[i]));
    std::memset(words_, 0xff, kAtOnce * kBuffer * 4);
    for (std::size_t i = from; i < end; ++i) launch(i - from, functions[i - from], cases_[i]);
    const std::vector<CUresult> states = wait(end - from);
    const bool error = std::any_of(states.begin(), states.end(), [](CUresult r) {
      return r != CUDA_SUCCESS && r != CUDA_ERROR_NOT_READY;
    });
    if (error && end - from > 1) {
      std::ofstream(kNext) << from << " " << end;
      _exit(kOneByOne);
    }
    for (std::size_t i = from; i < end; ++i) write(out, cases_[i], states[i - from], i - from);
    return std::all_of(states.begin(), states.end(), [](CUresult r) { return r == CUDA_SUCCESS; });
  }

 private:
  CUfunction function(const Case& c) {
    CUmodule& module = modules_[c.file];
    if (module == nullptr) CHECKED(cuModuleLoad(&module, c.file.c_str()));
    CUfunction out;
    CHECKED(cuModuleGetFunction(&out, module, c.kernel.c_str()));
    int registers;  // asking loads the code, which a running kernel could hold up
    CHECKED(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, out));
    return out;
  }

  void launch(std::size_t place, CUfunction f, const Case& c) {
    CUdeviceptr buffer;
    CHECKED(cuMemHostGetDevicePointer(&buffer, words_ + place * kBuffer, 0));
    unsigned n = c.n;
    void* arguments[] = {&buffer, &n};
    CHECKED(cuLaunchKernel(f, 1, 1, 1, c.threads, 1, 1, 0, streams_[place], arguments, nullptr));
  }

  std::vector<CUresult> wait(std::size_t count) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<CUresult> states(count, CUDA_ERROR_NOT_READY);
    while (std::chrono::steady_clock::now() - start < kPatience) {
      for (std::size_t i = 0; i < count; ++i) states[i] = cuStreamQuery(streams_[i]);
      if (std::find(states.begin(), states.end(), CUDA_ERROR_NOT_READY) == states.end()) break;
    }
    return states;
  }

  void write(const char* out, const Case& c, CUresult state, std::size_t place) const {
    std::ofstream file(out, std::ios::app);
    const std::string verdict = state == CUDA_SUCCESS           ? "ended"
                                : state == CUDA_ERROR_NOT_READY ? "hangs"
                                                                : "error" + std::to_string(state);
    file << c.file << "/" << c.kernel << " " << verdict;
    for (unsigned t = 0; t < c.threads; ++t) {
      const std::uint32_t* const of_thread = words_ + place * kBuffer + t * kWords;
      file << " |";
      for (unsigned w = 0; w < kWords && of_thread[w] != kNotWritten; ++w)
        file << " " << of_thread[w];
    }
    file << "\n";
  }

  const std::vector<Case>& cases_;
  std::vector<CUstream> streams_;
  std::map<std::string, CUmodule> modules_;
  std::uint32_t* words_ = nullptr;
};

[[noreturn]] void child(const std::vector<Case>& cases, std::size_t from, std::size_t limit,
                        std::size_t at_once, const char* out) {
  Batches batches(cases);
  for (std::size_t at = from; at < limit; at += at_once) {
    const std::size_t end = std::min(limit, at + at_once);
    if (batches.run(at, end, out)) continue;
    std::ofstream(kNext) << end;
    _exit(end < limit ? kGoOn : kDone);
  }
  _exit(kDone);
}

void run(const std::vector<Case>& cases, std::size_t from, std::size_t limit, std::size_t at_once,
         const char* out) {
  while (from < limit) {
    const pid_t process = fork();
    if (process == 0) child(cases, from, limit, at_once, out);
    int status;
    waitpid(process, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(kBroken);
    if (code == kDone) return;
    if (code == kGoOn) {
      std::ifstream(kNext) >> from;
    } else if (code == kOneByOne) {
      std::size_t first, end;
      std::ifstream(kNext) >> first >> end;
      run(cases, first, end, 1, out);
      from = end;
    } else {
      std::fprintf(stderr, "a process ended oddly at case %zu\n", from);
      from += at_once;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "run_each CASES OUT\n");
    return 2;
  }
  std::vector<Case> cases;
  std::ifstream in(argv[1]);
  for (Case c; in >> c.file >> c.kernel >> c.threads >> c.n;) cases.push_back(c);
  run(cases, 0, cases.size(), kAtOnce, argv[2]);
}
