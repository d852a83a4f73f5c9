#include "sim/program/fatbin_wrapper.h"

#include "isa/container/fatbin.h"
#include "sim/program/status.h"

namespace simt::program {

std::vector<const std::byte*> fatbins_of(const FatbinWrapper& wrapper) {
  if (wrapper.version < 2 || wrapper.linked_from == nullptr) return {wrapper.data};
  std::vector<const std::byte*> out;
  for (const std::byte* const* at = wrapper.linked_from; *at != nullptr; ++at) out.push_back(*at);
  return out.empty() ? std::vector{wrapper.data} : out;
}

std::vector<std::byte> copy_of_fatbin(const std::byte* data) {
  try {
    return {data, data + fatbin_bytes({data, kFatbinHeaderBytes})};
  } catch (const ContainerError& e) {
    throw CallError(Status::InvalidKernelImage, e.what());
  }
}

std::vector<std::byte> copy_of_fatbin(std::span<const std::byte> file) {
  try {
    const std::uint64_t bytes = fatbin_bytes(file);
    if (bytes <= file.size())
      return {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(bytes)};
  } catch (const ContainerError& e) {
    throw CallError(Status::InvalidKernelImage, e.what());
  }
  throw CallError(Status::InvalidKernelImage, "the file of a module is cut off");
}

}  // namespace simt::program
