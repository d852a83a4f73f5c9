#include "sim/step/cuda_source.h"

#include <filesystem>
#include <fstream>

#include "sim/views/source.h"

namespace simt {
namespace {

namespace fs = std::filesystem;

std::string line_of_file(const fs::path& path, std::uint32_t wanted) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  std::ifstream in(path);
  std::string line;
  for (std::uint32_t n = 0; n < wanted; ++n)
    if (!std::getline(in, line)) return "";
  const std::size_t from = line.find_first_not_of(" \t");
  return from == std::string::npos ? "" : tabs_expanded(line.substr(from));
}

}  // namespace

std::string cuda_line(const Program& program, const Inst& inst) {
  if (inst.debug_line == 0) return "";
  const DebugLine& where = program.debug_lines[inst.debug_line - 1];
  for (const DebugFile& file : program.debug_files) {
    if (file.id != where.file || where.line == 0) continue;
    const fs::path path = file.path;
    std::string text = line_of_file(path, where.line);
    if (text.empty())
      text =
          line_of_file(fs::path(program.source_name).parent_path() / path.filename(), where.line);
    return text.empty() ? "" : cuda_place(program, inst) + "  " + text;
  }
  return "";
}

}  // namespace simt
