#include "tools/simt-sim/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tools/driver/session.h"

namespace simt {
namespace {

std::string cannot_write(const std::string& path, int error) {
  return fmt::format("cannot write '{}': {}", path, std::strerror(error));
}

}  // namespace

void check_writable(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::string parent = fs::path(path).parent_path().string();
  if (fs::is_directory(path, ignored)) throw SessionError(Exit::Usage, cannot_write(path, EISDIR));
  if (access(path.c_str(), W_OK) == 0) return;
  if (errno != ENOENT || access(parent.empty() ? "." : parent.c_str(), W_OK | X_OK) != 0)
    throw SessionError(Exit::Usage, cannot_write(path, errno));
}

void close_file(const std::string& path, std::ofstream& out) {
  out.close();
  if (!out) throw SessionError(Exit::Usage, cannot_write(path, errno));
}

void write_file(const std::string& path, const char* data, std::size_t bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(data, static_cast<std::streamsize>(bytes));
  close_file(path, out);
}

}  // namespace simt
