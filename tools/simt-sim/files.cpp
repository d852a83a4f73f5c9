#include "tools/simt-sim/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "tools/driver/session.h"

namespace simt {
namespace {

// A source is never meant: "--html a.ir b.ir", where the page's name is forgotten.
void check_no_kernel(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path name = path;
  const bool kernel =
      name.extension() == ".cu" || name.extension() == ".ir" || name.extension() == ".ptx";
  if (kernel && std::filesystem::is_regular_file(name, ignored))
    throw SessionError(
        Exit::Usage,
        fmt::format("cannot write '{}': it is a kernel that is there already; name another file",
                    path));
}

std::string cannot_write(const std::string& path, int error) {
  return fmt::format("cannot write '{}': {}", path, std::strerror(error));
}

void check_folder(const std::string& path, const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::exists(folder, ignored)) return;
  throw SessionError(
      Exit::Usage,
      fmt::format("cannot write '{}': folder '{}' does not exist: create it or choose another",
                  path, folder.string()));
}

}  // namespace

bool is_stdout(const std::string& path) {
  return path == "-";
}

void check_one_stdout(const std::vector<std::string>& paths) {
  if (std::count_if(paths.begin(), paths.end(), is_stdout) > 1)
    throw SessionError(Exit::Usage, "only one output can go to stdout ('-')");
}

void check_writable(const std::string& path) {
  if (is_stdout(path)) return;
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::string parent = fs::path(path).parent_path().string();
  if (fs::is_directory(path, ignored)) throw SessionError(Exit::Usage, cannot_write(path, EISDIR));
  check_folder(path, parent);
  check_no_kernel(path);
  if (access(path.c_str(), W_OK) == 0) return;
  if (errno != ENOENT || access(parent.empty() ? "." : parent.c_str(), W_OK | X_OK) != 0)
    throw SessionError(Exit::Usage, cannot_write(path, errno));
}

void close_file(const std::string& path, std::ofstream& out) {
  out.close();
  if (!out) throw SessionError(Exit::Usage, cannot_write(path, errno));
}

void write_file(const std::string& path, const char* data, std::size_t bytes) {
  if (is_stdout(path)) {
    if (std::fwrite(data, 1, bytes, stdout) != bytes || std::fflush(stdout) != 0)
      throw SessionError(Exit::Usage, cannot_write("stdout", errno));
    return;
  }
  std::ofstream out(path, std::ios::binary);
  out.write(data, static_cast<std::streamsize>(bytes));
  close_file(path, out);
}

void write_if_asked(const std::string& path, const std::string& text) {
  if (!path.empty()) write_file(path, text.data(), text.size());
}

}  // namespace simt
