#include "tools/simt-sim/child_program.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "tools/driver/session.h"

namespace simt {
namespace {

volatile std::sig_atomic_t child_of_signals = 0;

void pass_on(int signal) {
  if (child_of_signals > 0) kill(child_of_signals, signal);
}

void pass_signals_on(pid_t child) {
  child_of_signals = child;
  for (const int ends : {SIGTERM, SIGHUP}) {
    struct sigaction former = {};
    sigaction(ends, nullptr, &former);
    if (former.sa_handler == SIG_DFL) std::signal(ends, pass_on);
  }
  std::signal(SIGINT, SIG_IGN);  // the program's: it ends with a report
}

/// Signals that end a process wait.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
    sigprocmask(SIG_BLOCK, &ends, &before_);
  }
  ~SignalsHeld() { release(); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  void release() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_ = {};
};

// The kernel tells of the parent's end only if it comes later.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(128 + SIGKILL);
}

[[noreturn]] void become(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execv(path.c_str(), argv.data());
  fmt::print(stderr, "simt-sim: {}: {}\n", path, std::strerror(errno));
  _exit(127);
}

}  // namespace

UseMark::UseMark() : file_(memfd_create("simt-sim", MFD_CLOEXEC)) {}

UseMark::~UseMark() {
  if (file_ >= 0) close(file_);
}

std::string UseMark::path() const {
  return file_ < 0 ? "" : fmt::format("/proc/{}/fd/{}", getpid(), file_);
}

bool UseMark::used() const {
  char first = 0;
  return file_ < 0 || pread(file_, &first, 1, 0) == 1;
}

int run_child(const std::string& path, const std::vector<std::string>& arguments,
              const std::function<void()>& prepare) {
  SignalsHeld held;  // until it is known to whom they go
  const pid_t self = getpid(), child = fork();
  if (child < 0) throw SessionError(Exit::Usage, fmt::format("fork: {}", std::strerror(errno)));
  if (child == 0) {
    held.release();
    end_with(self);
    prepare();
    become(path, arguments);
  }
  pass_signals_on(child);
  held.release();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  child_of_signals = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace simt
