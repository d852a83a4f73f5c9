#include "tools/sweep/processes.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>

namespace simt {
namespace {

struct Child {
  std::size_t number;
  pid_t process;
  int pipe;
};

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return;  // nobody reads any more
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

// In the child: an exception must not leave it, it would run on as a second parent.
int write_result(int file, std::size_t number,
                 const std::function<std::string(std::size_t)>& work) {
  try {
    write_all(file, work(number));
    return 0;
  } catch (const std::exception& e) {
    write_all(file, e.what());
  } catch (...) {
    write_all(file, "unknown exception");
  }
  return kWorkThrew;
}

Child start(std::size_t number, const std::function<std::string(std::size_t)>& work) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  std::fflush(nullptr);  // or the child would write it once more
  const pid_t process = fork();
  if (process < 0) {
    const int reason = errno;
    close(ends[0]);
    close(ends[1]);
    errno = reason;
    fail("fork");
  }
  if (process == 0) {
    close(ends[0]);
    _exit(write_result(ends[1], number, work));
  }
  close(ends[1]);
  return {number, process, ends[0]};
}

// Reads what is there; true at the end of the output.
bool read_some(const Child& child, std::string& output) {
  char buffer[1 << 16];
  const ssize_t n = read(child.pipe, buffer, sizeof buffer);
  if (n < 0) return errno != EINTR;
  output.append(buffer, static_cast<std::size_t>(n));
  return n == 0;
}

// How it ended, as waitpid tells it.
int status_of(const Child& child) {
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0)
    if (errno != EINTR) fail("waitpid");
  close(child.pipe);
  return status;
}

// Those that run; on the way out of an error none is left behind.
class Children {
 public:
  ~Children() {
    for (const Child& c : all) {
      kill(c.process, SIGKILL);
      close(c.pipe);
      waitpid(c.process, nullptr, 0);
    }
  }
  std::vector<Child> all;
};

// Takes what the child has written; true when it has ended, and `result` is whole.
bool collect(const Child& child, ProcessResult& result) {
  if (!read_some(child, result.output)) return false;
  const int status = status_of(child);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return true;
}

}  // namespace

std::vector<ProcessResult> run_in_processes(std::size_t count, unsigned jobs,
                                            const std::function<std::string(std::size_t)>& work) {
  std::vector<ProcessResult> results(count);
  Children children;
  std::vector<Child>& running = children.all;
  for (std::size_t next = 0; next < count || !running.empty();) {
    while (next < count && running.size() < jobs) running.push_back(start(next++, work));
    std::vector<pollfd> waiting;
    for (const Child& c : running) waiting.push_back({c.pipe, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), -1) < 0) {
      if (errno != EINTR) fail("poll");
      continue;
    }
    for (std::size_t i = running.size(); i-- > 0;) {
      if (waiting[i].revents == 0) continue;
      if (collect(running[i], results[running[i].number]))
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return results;
}

}  // namespace simt
