#include "isa/core/debug_sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace simt {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_lines(const fs::path& path) {
  std::vector<std::string> lines;
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The last line of a file that the program names; 0: none.
std::uint32_t last_line(const Program& program, std::uint32_t file) {
  std::uint32_t last = 0;
  for (const DebugLine& line : program.debug.lines)
    if (line.file == file) last = std::max(last, line.line);
  return last;
}

}  // namespace

void read_debug_sources(Program& program) {
  const fs::path folder = fs::path(program.text.name).parent_path();
  for (DebugFile& file : program.debug.files) {
    const std::uint32_t last = last_line(program, file.id);
    if (last == 0) continue;
    const fs::path path = file.path;
    for (const fs::path& place : {path, folder / path, folder / path.filename()}) {
      std::vector<std::string> lines = read_lines(place);
      if (lines.size() < last) continue;
      file.lines = std::move(lines);
      break;
    }
  }
}

}  // namespace simt
