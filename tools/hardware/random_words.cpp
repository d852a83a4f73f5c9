// Runs the machine code of random kernels (tests/kernels/random_program.h) on a GPU and tells what
// they leave in memory.
//
//   random_words IN FILE...      IN: the words of buffer `in`; a line a file: "FILE DIGEST"
//
// DIGEST is FNV-1a (64 bits) of the bytes of in, out and sums after a launch of 3 blocks of 64, or
// "errorN", or "hangs" where the kernel has not ended after two seconds; a process of its own
// goes on with the next file then. Build: nvcc -O1 random_words.cpp -lcuda
#include <cuda.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

constexpr std::size_t kOut = 6144 * 4, kSums = 4 * 4;
constexpr auto kPatience = std::chrono::seconds(2);

std::uint64_t fnv1a(const std::vector<unsigned char>& bytes) {
  std::uint64_t digest = 14695981039346656037u;
  for (const unsigned char byte : bytes) digest = (digest ^ byte) * 1099511628211u;
  return digest;
}

std::vector<unsigned char> file_bytes(const char* name) {
  std::ifstream in(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// 0: has ended. Prints the file's line without its name.
CUresult run(const char* file, const std::vector<unsigned char>& in) {
  CUmodule module;
  CUfunction kernel;
  if (const CUresult bad = cuModuleLoad(&module, file)) return bad;
  if (const CUresult bad = cuModuleGetFunction(&kernel, module, "k")) return bad;
  std::vector<unsigned char> memory(in);
  memory.resize(in.size() + kOut + kSums);
  CUdeviceptr at;
  if (const CUresult bad = cuMemAlloc(&at, memory.size())) return bad;
  cuMemcpyHtoD(at, memory.data(), memory.size());
  CUdeviceptr out = at + in.size(), sums = out + kOut;
  void* arguments[] = {&at, &out, &sums};
  if (const CUresult bad =
          cuLaunchKernel(kernel, 3, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr))
    return bad;
  const auto start = std::chrono::steady_clock::now();
  CUresult state;
  while ((state = cuStreamQuery(nullptr)) == CUDA_ERROR_NOT_READY)
    if (std::chrono::steady_clock::now() - start > kPatience) return state;
  if (state != CUDA_SUCCESS) return state;
  cuMemcpyDtoH(memory.data(), at, memory.size());
  cuMemFree(at);
  cuModuleUnload(module);
  std::printf("%016llx\n", static_cast<unsigned long long>(fnv1a(memory)));
  return CUDA_SUCCESS;
}

/// The files from `first` on, until one fails: its place, or `count`.
int run_until_failure(char** files, int first, int count, const std::vector<unsigned char>& in) {
  CUdevice device;
  CUcontext context;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
      cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS ||
      cuCtxSetCurrent(context) != CUDA_SUCCESS)
    return -1;
  for (int i = first; i < count; ++i) {
    std::printf("%s ", files[i]);
    const CUresult failed = run(files[i], in);
    if (failed == CUDA_SUCCESS) continue;
    if (failed == CUDA_ERROR_NOT_READY)
      std::printf("hangs\n");
    else
      std::printf("error%d\n", static_cast<int>(failed));
    return i;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::vector<unsigned char> in = file_bytes(argv[1]);
  for (int next = 2; next < argc;) {
    int place[2];
    if (pipe(place) != 0) return 1;
    const pid_t child = fork();
    if (child == 0) {
      const int at = run_until_failure(argv, next, argc, in);
      std::fflush(stdout);
      if (write(place[1], &at, sizeof at) != sizeof at) _exit(1);
      _exit(0);
    }
    int at = -1;
    close(place[1]);
    if (read(place[0], &at, sizeof at) != sizeof at || at < 0) return 1;
    close(place[0]);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    next = at + 1;
  }
}
