#include "sim/program/texel_resources.h"

#include <fmt/format.h>

#include "sim/program/status.h"

namespace simt::program {
namespace {

/// Of memory that a texture reads. Devices ask for 512, which their allocations have; here these
/// have 256.
constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kPitchAlignment = 32;  ///< of its rows
constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 28;

[[noreturn]] void invalid() {
  throw CallError(Status::InvalidValue);
}

void check(const ArrayRequest& r) {
  constexpr unsigned kKnown =
      ArrayRequest::kLayered | ArrayRequest::kSurface | ArrayRequest::kGather;
  if ((r.flags & ~kKnown) != 0)
    throw CallError(Status::NotSupported,
                    "cube maps, sparse arrays and arrays shared with graphics are not supported");
  constexpr std::uint64_t kMost = 131072;  // of any dimension on any device that is modelled
  if (r.width == 0 || r.width > kMost || r.height > kMost || r.depth > kMost) invalid();
  if (r.height == 0 && r.depth != 0 && !r.layered()) invalid();
  if (r.layered() && r.depth == 0) invalid();
}

bool is_float(const TexelFormat& format) {
  return format.kind == TexelFormat::Kind::Float;
}

void check(const TexelObject& object, const TextureRequest& request) {
  const TexelFormat& format = object.format;
  if (request.normalized_float && !is_float(format) && format.bits == 32)
    throw CallError(Status::InvalidNormSetting);
  if (request.linear && !is_float(format) && !request.normalized_float && !object.buffer)
    throw CallError(Status::InvalidFilterSetting);
}

}  // namespace

TexelFormat texel_format(TexelFormat::Kind kind, unsigned channels, unsigned bits) {
  const bool known_bits = bits == 8 || bits == 16 || bits == 32;
  if ((channels != 1 && channels != 2 && channels != 4) || !known_bits ||
      (kind == TexelFormat::Kind::Float && bits == 8))
    throw CallError(Status::InvalidChannelDescriptor);
  return {kind, static_cast<std::uint8_t>(channels), static_cast<std::uint8_t>(bits)};
}

ArrayPlace place_in(const DeviceArray& array, std::uint64_t byte, std::uint64_t row,
                    std::uint64_t slice, const Rows& box) {
  const ArrayRequest& r = array.request;
  const auto within = [](std::uint64_t from, std::uint64_t count, std::uint64_t size) {
    return count <= size && from <= size - count;
  };
  if (!within(byte, box.width, r.row_bytes()) || !within(row, box.rows, r.rows()) ||
      !within(slice, box.planes, r.slices()))
    invalid();
  return {array.layout, array.bytes, byte, row, slice};
}

DeviceArray& TexelResources::create_array(const ArrayRequest& request) {
  check(request);
  auto made = std::make_unique<DeviceArray>();
  made->request = request;
  made->layout = array_layout(0, request.row_bytes(), request.rows());
  made->bytes = array_bytes(made->layout, request.slices());
  made->layout.base = memory_.allocate(made->bytes, fmt::format("array {}", ++made_));
  DeviceArray& out = *made;
  arrays_.emplace(&out, std::move(made));
  return out;
}

void TexelResources::destroy_array(DeviceArray& array) {
  memory_.free(array.layout.base);
  arrays_.erase(&array);
}

DeviceArray* TexelResources::array(const void* handle) {
  const auto it = arrays_.find(handle);
  return it == arrays_.end() ? nullptr : it->second.get();
}

TexelObject TexelResources::of_array(const DeviceArray& array) const {
  const ArrayRequest& r = array.request;
  TexelObject out;
  out.format = r.format;
  out.dimensions = r.dimensions();
  out.layered = r.layered();
  out.extent = {static_cast<std::uint32_t>(r.width), static_cast<std::uint32_t>(r.rows()),
                static_cast<std::uint32_t>(r.layered() ? 1 : r.slices())};
  out.layers = static_cast<std::uint32_t>(r.layered() ? r.slices() : 1);
  out.layout = array.layout;
  return out;
}

TexelObject TexelResources::of_buffer(std::uint64_t address, const TexelFormat& format,
                                      std::uint64_t bytes) {
  const std::uint64_t texels = bytes / format.bytes();
  if (address % kAlignment != 0 || texels == 0 || texels > kMostTexels ||
      memory_.bytes_at(address, bytes) == nullptr)
    invalid();
  TexelObject out;
  out.buffer = true;
  out.format = format;
  out.extent[0] = static_cast<std::uint32_t>(texels);
  out.layout.base = address;
  out.layout.pitch = bytes;
  return out;
}

TexelObject TexelResources::of_rows(std::uint64_t address, const TexelFormat& format,
                                    std::uint64_t width, std::uint64_t height,
                                    std::uint64_t pitch) {
  if (address % kAlignment != 0 || pitch % kPitchAlignment != 0 || width == 0 || height == 0 ||
      width * height > kMostTexels || width * format.bytes() > pitch ||
      memory_.bytes_at(address, (height - 1) * pitch + width * format.bytes()) == nullptr)
    invalid();
  TexelObject out;
  out.format = format;
  out.dimensions = 2;
  out.extent = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1};
  out.layout.base = address;
  out.layout.pitch = pitch;
  return out;
}

std::uint64_t TexelResources::create_texture(TexelObject memory, const TextureRequest& request) {
  check(memory, request);
  memory.address_mode = request.address_mode;
  memory.linear = request.linear && !memory.buffer;
  memory.normalized = request.normalized;
  memory.normalized_float = request.normalized_float;
  memory.border = request.border;
  return table_.add(memory);
}

std::uint64_t TexelResources::create_surface(TexelObject memory, const DeviceArray& array) {
  if ((array.request.flags & ArrayRequest::kSurface) == 0) invalid();
  memory.surface = true;
  return table_.add(memory);
}

void TexelResources::clear() {
  for (const auto& [handle, array] : arrays_) memory_.free(array->layout.base);
  arrays_.clear();
  table_.clear();
}

}  // namespace simt::program
