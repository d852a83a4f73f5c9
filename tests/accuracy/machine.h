// A launch as it was measured: short branches predicated, as the assembler does at level 3.
#pragma once

#include <stdexcept>
#include <string>

#include "tools/driver/session.h"

namespace simt::accuracy {

/// `file` relative to the source tree.
inline SessionOptions options_of(const std::string& arch, const std::string& file) {
  SessionOptions o;
  o.file = std::string(SIMT_SOURCE_DIR) + "/" + file;
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  o.arch = arch;
  o.as_compiled = true;
  return o;
}

/// Throws std::runtime_error when the launch does not end.
inline RunResult finished(Session& session, const std::string& name) {
  RunResult result = session.run({});
  if (result.status != RunStatus::Finished)
    throw std::runtime_error(name + ": " + result.explanation);
  return result;
}

}  // namespace simt::accuracy
