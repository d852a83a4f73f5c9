#include "sim/program/driver/image.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "sim/program/fatbin_wrapper.h"
#include "sim/program/status.h"

namespace simt::cuda_driver {
namespace {

using program::CallError;
using program::Status;

constexpr std::uint32_t kFatbinMagic = 0xba55ed50, kElfMagic = 0x464c457f;

std::uint32_t first_word(const char* data) {
  const std::size_t length = strnlen(data, 4);  // text may be shorter
  std::uint32_t word = 0;
  std::memcpy(&word, data, length);
  return word;
}

/// Does the identification say machine code for a GPU? It says so in its eighth byte: before CUDA
/// 13 0x33. What comes after it is there then.
bool is_cubin(const char* data) {
  constexpr char kCuda = 0x41, kCuda12 = 0x33;
  return data[EI_CLASS] == ELFCLASS64 && data[EI_DATA] == ELFDATA2LSB &&
         data[EI_VERSION] == EV_CURRENT && (data[EI_OSABI] == kCuda || data[EI_OSABI] == kCuda12);
}

/// As long as its header says: its tables stand at the end.
std::string copy_of_cubin(const char* data) {
  if (!is_cubin(data)) throw CallError(Status::NoKernelImageForDevice);
  Elf64_Ehdr header;
  std::memcpy(&header, data, sizeof header);
  const std::uint64_t sections =
      header.e_shoff + std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  const std::uint64_t segments =
      header.e_phoff + std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  return {data, std::max(sections, segments)};
}

}  // namespace

Image image_of(const void* image) {
  if (image == nullptr) throw CallError(Status::InvalidValue);
  switch (first_word(static_cast<const char*>(image))) {
    case kElfMagic:
      return {"", {}, copy_of_cubin(static_cast<const char*>(image))};
    case program::kFatbinWrapperMagic:
      return {"", program::copy_of_fatbin(static_cast<const program::FatbinWrapper*>(image)->data),
              ""};
    case kFatbinMagic:
      return {"", program::copy_of_fatbin(static_cast<const std::byte*>(image)), ""};
    default:
      return {static_cast<const char*>(image), {}, ""};
  }
}

Image image_of_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw CallError(Status::FileNotFound, fmt::format("cannot read the module {}", path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (first_word(text.c_str()) == kFatbinMagic)
    return {"", program::copy_of_fatbin(std::as_bytes(std::span(text))), ""};
  if (first_word(text.c_str()) == kElfMagic) return {"", {}, text};
  return image_of(text.c_str());
}

program::LoadedModule& load(program::Gpu& gpu, const Image& image) {
  if (!image.fatbin.empty()) return gpu.load_binary(image.fatbin.data());
  program::LoadedModule& module =
      image.cubin.empty() ? gpu.load("PTX", image.ptx) : gpu.load_cubin(image.cubin);
  try {
    for (const std::string& name : module.kernels()) module.kernel(name);
  } catch (const CallError&) {
    gpu.unload(module);
    throw;
  }
  return module;
}

}  // namespace simt::cuda_driver
