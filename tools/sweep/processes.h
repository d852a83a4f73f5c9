// Work in child processes, several at a time: a run that exhausts its memory or is killed takes no
// other one with it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace simt {

struct ProcessResult {
  std::string output;  ///< what the work returned; when it threw, the exception's text
  int exit_code = 0;   ///< kWorkThrew: the work threw; another one: it left the program
  int signal = 0;      ///< that ended the process; 0: it ended by itself
};
inline constexpr int kWorkThrew = 70;  ///< EX_SOFTWARE of sysexits.h

/// Calls work(0) ... work(count - 1), each in a process of its own, at most `jobs` at a time.
/// Results stand in the order of the numbers. To be called while the program has one thread.
/// Throws std::system_error when no process can be started; those that run are ended then.
std::vector<ProcessResult> run_in_processes(std::size_t count, unsigned jobs,
                                            const std::function<std::string(std::size_t)>& work);

}  // namespace simt
