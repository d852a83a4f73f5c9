// Files that commands write. What cannot be written is a usage error (SessionError).
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

namespace simt {

/// "-" stands for stdout.
bool is_stdout(const std::string& path);
/// Only one of `paths` can be stdout; the report for people is left out then.
void check_one_stdout(const std::vector<std::string>& paths);
/// Asks whether a file can be written, without creating it: a run may take minutes. A kernel that
/// is there (.cu, .ir, .ptx) is not written over: an option took it for its own file.
void check_writable(const std::string& path);
/// Throws when something of what was written to `out` did not reach the file.
void close_file(const std::string& path, std::ofstream& out);
void write_file(const std::string& path, const char* data, std::size_t bytes);
/// Nothing where no file is asked for: `path` is empty.
void write_if_asked(const std::string& path, const std::string& text);

}  // namespace simt
