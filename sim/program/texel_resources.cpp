#include "sim/program/texel_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/exec/texture/cube.h"
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
      ArrayRequest::kLayered | ArrayRequest::kSurface | ArrayRequest::kCube | ArrayRequest::kGather;
  if ((r.flags & ~kKnown) != 0)
    throw CallError(Status::NotSupported,
                    "sparse arrays and arrays shared with graphics are not supported");
  constexpr std::uint64_t kMost = 131072;  // of any dimension on any device that is modelled
  if (r.width == 0 || r.width > kMost || r.height > kMost || r.depth > kMost) invalid();
  if (r.height == 0 && r.depth != 0 && !r.layered()) invalid();
  if (r.layered() && r.depth == 0) invalid();
  if (r.cube() && (r.width != r.height || r.depth == 0 || r.depth % kCubeFaces != 0 ||
                   (!r.layered() && r.depth != kCubeFaces)))
    invalid();
}

/// The array of a level: sizes are halved, layers and faces are not.
ArrayRequest halved(const ArrayRequest& r, unsigned times) {
  const auto half = [&](std::uint64_t size) {
    return size == 0 ? 0 : std::max<std::uint64_t>(size >> times, 1);
  };
  ArrayRequest out = r;
  out.width = half(r.width);
  out.height = half(r.height);
  if (!r.flat()) out.depth = half(r.depth);
  return out;
}

unsigned most_levels(const ArrayRequest& r) {
  return static_cast<unsigned>(
      std::bit_width(std::max({r.width, r.height, r.flat() ? 0 : r.depth})));
}

TexelLevel level_of(const DeviceArray& array) {
  const ArrayRequest& r = array.request;
  return {{static_cast<std::uint32_t>(r.width), static_cast<std::uint32_t>(r.rows()),
           static_cast<std::uint32_t>(r.flat() ? 1 : r.slices())},
          array.layout};
}

bool is_float(const TexelFormat& format) {
  return format.kind == TexelFormat::Kind::Float;
}

void check(const TexelObject& object, const TextureRequest& request) {
  const TexelFormat& format = object.format;
  if (request.normalized_float && !is_float(format) && format.bits == 32)
    throw CallError(Status::InvalidNormSetting);
  const bool blends = request.linear || (object.levels() > 1 && request.level_choice.blends);
  if (blends && !is_float(format) && !request.normalized_float && !object.buffer)
    throw CallError(Status::InvalidFilterSetting);
  if (object.levels() > 1 && !request.normalized) invalid();
  const auto& modes = request.address_mode;
  const auto used = modes.begin() + object.dimensions;
  if (request.srgb && std::find(modes.begin(), used, AddressMode::Border) != used)
    throw CallError(Status::NotSupported, "a border around sRGB texels is not supported");
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
  if (array.is_level) invalid();
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
  out.cube = r.cube();
  const TexelLevel level = level_of(array);
  out.extent = level.extent;
  out.layout = level.layout;
  const std::uint64_t slices_each = r.cube() ? std::uint64_t{kCubeFaces} : 1;
  out.layers = static_cast<std::uint32_t>(r.layered() ? r.slices() / slices_each : 1);
  return out;
}

TexelObject TexelResources::of_mipmapped(const MipmappedArray& mipmapped) const {
  TexelObject out = of_array(*mipmapped.levels.front());
  for (std::size_t i = 1; i < mipmapped.levels.size(); ++i)
    out.smaller.push_back(level_of(*mipmapped.levels[i]));
  return out;
}

MipmappedArray& TexelResources::create_mipmapped(const ArrayRequest& request, unsigned levels) {
  check(request);
  if (levels == 0) invalid();
  auto made = std::make_unique<MipmappedArray>();
  for (unsigned i = 0; i < std::min(levels, most_levels(request)); ++i) {
    try {
      made->levels.push_back(&create_array(halved(request, i)));
    } catch (const CallError&) {
      destroy_levels(*made);
      throw;
    }
    made->levels.back()->is_level = true;
  }
  MipmappedArray& out = *made;
  mipmapped_.emplace(&out, std::move(made));
  return out;
}

void TexelResources::destroy_mipmapped(MipmappedArray& mipmapped) {
  destroy_levels(mipmapped);
  mipmapped_.erase(&mipmapped);
}

void TexelResources::destroy_levels(const MipmappedArray& mipmapped) {
  for (DeviceArray* const level : mipmapped.levels) {
    level->is_level = false;
    destroy_array(*level);
  }
}

MipmappedArray* TexelResources::mipmapped(const void* handle) {
  const auto it = mipmapped_.find(handle);
  return it == mipmapped_.end() ? nullptr : it->second.get();
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
  memory.normalized = request.normalized || memory.cube;
  memory.normalized_float = request.normalized_float;
  memory.srgb = request.srgb;
  memory.seamless = request.seamless;
  memory.anisotropic = request.anisotropic;
  memory.level_choice = request.level_choice;
  memory.border = request.border;
  return table_.add(memory);
}

std::uint64_t TexelResources::create_surface(TexelObject memory, const DeviceArray& array) {
  if ((array.request.flags & ArrayRequest::kSurface) == 0) invalid();
  memory.surface = true;
  if (memory.cube) {  // a surface's layers are the faces
    memory.cube = false;
    memory.layered = true;
    memory.layers = static_cast<std::uint32_t>(array.request.slices());
  }
  return table_.add(memory);
}

void TexelResources::clear() {
  for (const auto& [handle, array] : arrays_) memory_.free(array->layout.base);
  arrays_.clear();
  mipmapped_.clear();
  table_.clear();
}

}  // namespace simt::program
