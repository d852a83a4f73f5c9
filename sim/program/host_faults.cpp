#include "sim/program/host_faults.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "sim/program/process.h"

namespace simt::program {
namespace {

struct sigaction former_segv;

// Not async-signal-safe by the letter: the process ends here in any case, and the host's own code,
// not the model, was running.
void on_segv(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i) {
    if (!heap_of(i).contains(address) && !variables_of(i).contains(address)) continue;
    std::fflush(stdout);
    fmt::print(stderr,
               "simt-sim: the host follows a device pointer: address {:#x} is {}.\n"
               "Copy the data with cudaMemcpy, or allocate it with cudaMallocManaged.\n",
               address, process.gpu(i).memory().describe(address));
    process.close();
  }
  if ((former_segv.sa_flags & SA_SIGINFO) != 0 && former_segv.sa_sigaction != nullptr)
    return former_segv.sa_sigaction(signal, info, context);
  sigaction(SIGSEGV, &former_segv, nullptr);  // the instruction faults again
}

void on_end(int signal) {
  std::signal(signal, SIG_DFL);
  Process::get().interrupt();
  std::raise(signal);
}

}  // namespace

void watch_host_faults() {
  struct sigaction segv = {};
  segv.sa_sigaction = on_segv;
  segv.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &segv, &former_segv);
  for (const int ends : {SIGINT, SIGTERM, SIGABRT}) {
    struct sigaction former = {};
    sigaction(ends, nullptr, &former);
    if (former.sa_handler == SIG_DFL) std::signal(ends, on_end);
  }
}

}  // namespace simt::program
