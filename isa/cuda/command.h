// Another program, run to its end.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simt::cuda {

/// A folder of its own for temporary files ($TMPDIR or /tmp), removed with all in it at the end.
class TemporaryFolder {
 public:
  /// Throws std::system_error when there can be none.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Throws std::system_error when it cannot be written.
void write_file(const std::filesystem::path& path, const std::string& bytes);

struct CommandResult {
  int exit_code = 0;   ///< 128 + signal where a signal ended it
  std::string output;  ///< what it wrote to stdout and stderr
};
/// Runs `words` (a program's path and its arguments) and waits. Throws std::system_error when it
/// cannot be started.
CommandResult run_command(const std::vector<std::string>& words);

/// The path of a program that PATH has, or of one given with a slash; "" when there is none.
std::string find_program(const std::string& name);

}  // namespace simt::cuda
