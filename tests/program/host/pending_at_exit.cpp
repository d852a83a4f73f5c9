// A program that ends while its kernel has still to run: with 3 by return, exit(), exit() of
// another thread, _exit() or when a child has ended; by abort() or an exception that nobody
// catches; or never, in a kernel that does not end. The PTX has lines of CUDA C++, so that the
// report has tables to look up.
#include <sys/wait.h>
#include <unistd.h>

#include "nvcc_host.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace {

const char* const kPtx = R"(
.version 6.0
.target sm_50
.address_size 64
.file 1 "chain.cu"
.visible .entry chain(.param .u64 p) {
  .reg .b64 %d1; .reg .b32 %r<3>;
  .loc 1 4 3
  ld.param.u64 %d1, [p];
  .loc 1 5 3
  ld.global.u32 %r1, [%d1];
  add.u32 %r2, %r1, 1;
  .loc 1 6 3
  st.global.u32 [%d1], %r2;
  ret;
}
.visible .entry endless(.param .u64 p) {
  .reg .b32 %r<2>;
  mov.u32 %r1, 0;
L: add.u32 %r1, %r1, 3;
  bra L;
}
)";
char chain, endless;

}  // namespace

int main(int argc, char** argv) {
  Fatbin fatbin(kPtx, 50);
  void** const handle = __cudaRegisterFatBinary(fatbin.wrapper());
  __cudaRegisterFunction(handle, &chain, nullptr, "chain", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterFunction(handle, &endless, nullptr, "endless", -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  void* device = nullptr;
  cudaMalloc(&device, 16);
  void* arguments[] = {&device};
  cudaLaunchKernel(&chain, {1}, {32}, arguments, 0, nullptr);
  const std::string way = argc > 1 ? argv[1] : "return";
  if (way == "never") {
    cudaLaunchKernel(&endless, {2}, {32}, arguments, 0, nullptr);
    cudaDeviceSynchronize();
  }
  std::printf("launched by %s\n", way.c_str());
  if (way == "exit") std::exit(3);
  if (way == "_exit") _exit(3);
  if (way == "abort") std::abort();
  if (way == "throw") throw std::runtime_error("nobody catches it");
  if (way == "fork") {
    if (fork() == 0) std::exit(0);
    wait(nullptr);
  }
  if (way == "thread") std::thread([] { std::exit(3); }).join();
  return 3;
}
