#include "sim/program/host_faults.h"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "sim/exec/foreign_memory.h"
#include "sim/program/process.h"

namespace simt::program {
namespace {

struct sigaction former_segv;
volatile std::sig_atomic_t crash = 0;

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(signal);
}

/// Seconds that the report of a program may take that has crashed with, say, the heap locked.
constexpr unsigned kReportSeconds = 20;

// The report so far, then the end that the signal has without a handler.
void report_and_end(int signal) {
  crash = signal;
  std::signal(SIGALRM, [](int) { end_by(crash); });
  alarm(kReportSeconds);
  fmt::print(stderr, "simt-sim: the program's own code ended it: {} ({})\n", strsignal(signal),
             signal);
  Process::get().interrupt();
  alarm(0);
  end_by(signal);
}

void on_crash(int signal) {
  report_and_end(signal);
}

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
  if (former_segv.sa_handler == SIG_DFL) return report_and_end(signal);
  sigaction(SIGSEGV, &former_segv, nullptr);  // the instruction faults again
}

void on_end(int signal) {
  std::signal(signal, SIG_DFL);
  Process::get().interrupt();
  std::raise(signal);
}

}  // namespace

/// Of memory that the process has and no device: of kernels that were given a pointer of the host.
static std::string host_memory_text(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t from = 0, to = 0;
    const char* const end = line.data() + line.size();
    const auto [dash, ok] = std::from_chars(line.data(), end, from, 16);
    if (ok != std::errc() || dash == end) continue;
    const auto [blank, good] = std::from_chars(dash + 1, end, to, 16);
    if (good != std::errc() || end - blank < 2 || address < from || address >= to) continue;
    if (blank[1] != 'r') break;  // reserved for devices
    return "it is memory of the host: copy it with cudaMemcpy, or use managed memory "
           "(cudaMallocManaged)";
  }
  return "";
}

void watch_host_faults() {
  describe_foreign_memory(host_memory_text);
  // A stack that has overflowed holds no handler.
  static std::array<std::byte, 1 << 20> stack;
  const stack_t other{stack.data(), 0, stack.size()};
  sigaltstack(&other, nullptr);
  struct sigaction segv = {};
  segv.sa_sigaction = on_segv;
  segv.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &segv, &former_segv);
  for (const int ends : {SIGINT, SIGTERM, SIGABRT}) {
    struct sigaction former = {};
    sigaction(ends, nullptr, &former);
    if (former.sa_handler == SIG_DFL) std::signal(ends, on_end);
  }
  for (const int crashes : {SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction former = {};
    sigaction(crashes, nullptr, &former);
    if (former.sa_handler == SIG_DFL) std::signal(crashes, on_crash);
  }
}

}  // namespace simt::program
