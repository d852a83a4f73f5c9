// The text of a compressed file of the repository.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace simt::test {

/// `path` from the root of the repository. Empty when it cannot be read.
inline std::string gzip_text(const std::string& path) {
  const std::string command = "gzip -dc '" + std::string(SIMT_SOURCE_DIR) + "/" + path + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char buffer[65536];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe.get())) > 0;)
    text.append(buffer, n);
  return text;
}

}  // namespace simt::test
