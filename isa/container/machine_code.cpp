#include "isa/container/machine_code.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "isa/container/executable.h"

namespace simt {
namespace {

std::string bytes_of(const std::string& path) {
  const auto fail = [&](const std::string& why) {
    throw UnreadableFile(fmt::format("cannot read '{}': {}", path, why));
  };
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) fail("it is a folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(errno != 0 ? std::strerror(errno) : "read error");
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) fail("read error");
  return bytes;
}

std::span<const std::byte> span_of(const std::string& bytes) {
  return std::as_bytes(std::span(bytes));
}

bool is_fatbin(const std::string& bytes) {
  try {
    return fatbin_bytes(span_of(bytes)) > 0;
  } catch (const ContainerError&) {
    return false;
  }
}

std::vector<Cubin> of_fatbin(const std::string& fatbin) {
  const auto entries = fatbin_entries(span_of(fatbin));
  std::vector<Cubin> out;
  for (const FatbinEntry& entry : entries)
    if (entry.kind == FatbinEntry::Kind::MachineCode) out.push_back(read_cubin(contents(entry)));
  if (out.empty())
    throw ContainerError(fmt::format(
        "no machine code, but {}; compile it with nvcc -arch=sm_90, or assemble PTX with ptxas",
        describe(entries)));
  return out;
}

std::string no_code(const std::string& bytes) {
  if (bytes.empty()) return "it is empty";
  if (std::string_view("\x7f"
                       "ELF")
          .starts_with(std::string_view(bytes).substr(0, 4)))
    return "no machine code: an ELF file that is cut off";
  return "no machine code: neither a cubin, a fat binary, an executable nor an object; PTX is "
         "assembled by ptxas -arch=sm_90 FILE -o FILE.cubin";
}

std::vector<Cubin> of_bytes(const std::string& path, std::string bytes) {
  if (is_cubin(bytes)) {
    std::vector<Cubin> out;
    out.push_back(read_cubin(std::move(bytes)));
    return out;
  }
  if (is_fatbin(bytes)) return of_fatbin(bytes);
  const auto executable = read_executable(path);
  if (executable && !executable->fatbin.empty()) return of_fatbin(executable->fatbin);
  if (executable)
    throw ContainerError("an executable or object without code for a GPU; nvcc makes one that has");
  throw ContainerError(no_code(bytes));
}

}  // namespace

std::vector<Cubin> machine_code_of(const std::string& path) {
  std::string bytes = bytes_of(path);
  try {
    return of_bytes(path, std::move(bytes));
  } catch (const ContainerError& e) {
    throw ContainerError(fmt::format("{}: {}", path, e.what()));
  }
}

}  // namespace simt
