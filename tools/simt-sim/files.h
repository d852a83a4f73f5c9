// Files that commands write. What cannot be written is a usage error (SessionError).
#pragma once

#include <cstddef>
#include <string>

namespace simt {

/// Asks whether a file can be written, without creating it: a run may take minutes.
void check_writable(const std::string& path);
void write_file(const std::string& path, const char* data, std::size_t bytes);

}  // namespace simt
