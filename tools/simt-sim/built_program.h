// `exec program.cu`: the program that its compiler makes of the file, in a folder that goes away.
#pragma once

#include <optional>
#include <string>

#include "isa/cuda/command.h"
#include "tools/driver/session.h"

namespace simt {

class BuiltProgram {
 public:
  /// Compiles `file` where it is CUDA C++. Throws SessionError with the compiler's messages.
  BuiltProgram(const std::string& file, const SessionOptions& options);

  /// "": the file is no CUDA C++.
  const std::string& path() const { return path_; }

 private:
  std::optional<cuda::TemporaryFolder> folder_;
  std::string path_;
};

}  // namespace simt
