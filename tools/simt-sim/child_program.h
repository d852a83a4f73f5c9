// A program of the user's as a child of this one, and whether it came to our CUDA libraries.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace simt {

/// A file in memory that another process marks by its path under /proc: it vanishes with this
/// process, however both end.
class UseMark {
 public:
  UseMark();
  ~UseMark();
  UseMark(const UseMark&) = delete;
  UseMark& operator=(const UseMark&) = delete;
  /// What a process writes to; "": this system has no such files, and used() is always true.
  std::string path() const;
  bool used() const;

 private:
  int file_ = -1;
};

/// Runs a program to its end and returns its exit code, as a shell tells it (128 and the signal's
/// number). `prepare` runs in the child. SIGINT is the child's alone; SIGTERM and SIGHUP are passed
/// on to it; where this process is killed, the child is, too.
/// Throws SessionError (Exit::Usage) when there can be no process.
int run_child(const std::string& path, const std::vector<std::string>& arguments,
              const std::function<void()>& prepare);

}  // namespace simt
