// The same kernel with a good pointer, twice, and with one of the host; or a program that crashes
// by itself, after it has written and launched; or one that launches too large a block, that gives
// more work before it knows of a fault, or whose forked child calls CUDA, too.
#include "nvcc_host.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

const char* const kPtx = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry store(.param .u64 p) {
  .reg .b64 %d1; .reg .b32 %r1;
  ld.param.u64 %d1, [p]; mov.u32 %r1, 1;
  st.global.u32 [%d1], %r1;
  ret;
}
)";
char store;

char overflow(unsigned depth) {
  volatile char here[4096] = {};
  if (depth > 0) here[1] = overflow(depth - 1);
  return here[1];
}

void crash(const std::string& way) {
  if (way == "segv") *static_cast<volatile int*>(nullptr) = 1;
  if (way == "fpe") std::raise(SIGFPE);
  if (way == "overflow") std::printf("%d\n", overflow(~0U));
}

}  // namespace

int main(int argc, char** argv) {
  Fatbin fatbin(kPtx, 50);
  void** const handle = __cudaRegisterFatBinary(fatbin.wrapper());
  __cudaRegisterFunction(handle, &store, nullptr, "store", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  void* device = nullptr;
  cudaMalloc(&device, 16);
  void* arguments[] = {&device};
  for (int i = 0; i < 2; ++i) cudaLaunchKernel(&store, {1}, {32}, arguments, 0, nullptr);
  std::printf("good: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  const std::string way = argc > 1 ? argv[1] : "";
  crash(way);
  if (way == "refused") cudaLaunchKernel(&store, {1}, {2048}, arguments, 0, nullptr);
  if (way == "fork") {
    if (fork() == 0) _exit(cudaLaunchKernel(&store, {1}, {32}, arguments, 0, nullptr));
    int child = 0;
    wait(&child);
    return WEXITSTATUS(child);
  }
  static int of_host = 0;
  void* pointer = &of_host;
  arguments[0] = &pointer;
  cudaLaunchKernel(&store, {1}, {32}, arguments, 0, nullptr);
  if (way == "late") cudaLaunchKernel(&store, {1}, {32}, arguments, 0, nullptr);
  std::printf("of the host: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 4;
}
