#include "tools/sweep/processes.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
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

Child start(std::size_t number, const std::function<std::string(std::size_t)>& work) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  std::fflush(nullptr);  // or the child would write it once more
  const pid_t process = fork();
  if (process < 0) fail("fork");
  if (process == 0) {
    close(ends[0]);
    write_all(ends[1], work(number));
    _exit(0);
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

int signal_of(const Child& child) {
  close(child.pipe);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

std::vector<ProcessResult> run_in_processes(std::size_t count, unsigned jobs,
                                            const std::function<std::string(std::size_t)>& work) {
  std::vector<ProcessResult> results(count);
  std::vector<Child> running;
  for (std::size_t next = 0; next < count || !running.empty();) {
    while (next < count && running.size() < jobs) running.push_back(start(next++, work));
    std::vector<pollfd> waiting;
    for (const Child& c : running) waiting.push_back({c.pipe, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) fail("poll");
    for (std::size_t i = running.size(); i-- > 0;) {
      if (waiting[i].revents == 0) continue;
      ProcessResult& result = results[running[i].number];
      if (!read_some(running[i], result.output)) continue;
      result.signal = signal_of(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return results;
}

}  // namespace simt
