#include "sim/program/driver/image.h"

#include <fmt/format.h>

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

}  // namespace

Image image_of(const void* image) {
  if (image == nullptr) throw CallError(Status::InvalidValue);
  switch (first_word(static_cast<const char*>(image))) {
    case kElfMagic:
      throw CallError(Status::NoKernelImageForDevice,
                      "a module is machine code (a cubin), which is not supported yet: give PTX "
                      "(nvcc -ptx; NVRTC: --gpu-architecture=compute_75)");
    case program::kFatbinWrapperMagic:
      return {"", program::copy_of_fatbin(static_cast<const program::FatbinWrapper*>(image)->data)};
    case kFatbinMagic:
      return {"", program::copy_of_fatbin(static_cast<const std::byte*>(image))};
    default:
      return {static_cast<const char*>(image), {}};
  }
}

Image image_of_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw CallError(Status::FileNotFound, fmt::format("cannot read the module {}", path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (first_word(text.c_str()) == kFatbinMagic)
    return {"", program::copy_of_fatbin(std::as_bytes(std::span(text)))};
  return image_of(text.c_str());
}

program::LoadedModule& load(program::Gpu& gpu, const Image& image) {
  if (!image.fatbin.empty()) return gpu.load_binary(image.fatbin.data());
  program::LoadedModule& module = gpu.load("PTX", image.ptx);
  try {
    for (const std::string& name : module.kernels()) module.kernel(name);
  } catch (const CallError&) {
    gpu.unload(module);
    throw;
  }
  return module;
}

}  // namespace simt::cuda_driver
