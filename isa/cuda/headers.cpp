#include "isa/cuda/headers.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace simt::cuda {
namespace {

// As a kernel includes it: "cooperative_groups/reduce.h". The table of errors is the runtime's own.
std::string_view name_of(const EmbeddedFile& header) {
  if (header.path == "sim/program/errors.def") return "simt/errors.def";
  return header.path.substr(std::string_view("isa/cuda/include/").size());
}

}  // namespace

void write_headers(const std::filesystem::path& folder) {
  for (const EmbeddedFile& header : headers()) {
    const std::filesystem::path path = folder / name_of(header);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << header.text;
    out.close();
    if (!out) throw std::system_error(errno, std::generic_category(), path.string());
  }
}

std::string header_names() {
  std::string out;
  for (const EmbeddedFile& header : headers())
    if (!name_of(header).starts_with("simt/") && !name_of(header).starts_with("bits/"))
      out += (out.empty() ? "" : ", ") + std::string(name_of(header));
  return out;
}

}  // namespace simt::cuda
