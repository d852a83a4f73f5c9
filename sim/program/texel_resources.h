// CUDA arrays, texture and surface objects of a device, as both APIs make them.
// Not supported, and refused by name: sparse arrays, block compression, resource views, levels of
// detail of surfaces. Source: CUDA Runtime API, "Texture Object Management", "Surface Object
// Management"; CUDA Driver API of the same names.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/exec/texture/texel_object.h"
#include "sim/program/device_memory.h"
#include "sim/program/export.h"
#include "sim/program/work.h"

namespace simt::program {

/// What a program asks for. Sizes in texels as it gave them: 0 is a dimension that there is not.
struct ArrayRequest {
  enum Flag : unsigned { kLayered = 1, kSurface = 2, kCube = 4, kGather = 8 };
  TexelFormat format;
  std::uint64_t width = 0, height = 0, depth = 0;  ///< depth: of layers, how many
  unsigned flags = 0;

  bool layered() const { return (flags & kLayered) != 0; }
  bool cube() const { return (flags & kCube) != 0; }
  unsigned dimensions() const { return height == 0 ? 1 : depth == 0 || flat() ? 2 : 3; }
  /// Slices are layers or faces, not a dimension.
  bool flat() const { return layered() || cube(); }
  std::uint64_t rows() const { return height == 0 ? 1 : height; }
  std::uint64_t slices() const { return depth == 0 ? 1 : depth; }
  std::uint64_t row_bytes() const { return width * format.bytes(); }
};

/// A CUDA array; its address is its handle in both APIs.
struct DeviceArray {
  ArrayRequest request;
  TexelLayout layout;
  std::uint64_t bytes = 0;
  bool is_level = false;  ///< of a mipmapped array, with which it is destroyed
};

/// Arrays that halve in size; its address is its handle in both APIs.
struct MipmappedArray {
  std::vector<DeviceArray*> levels;
};

/// How a texture object reads.
struct TextureRequest {
  std::array<AddressMode, 3> address_mode{};
  bool linear = false, normalized = false, normalized_float = false;
  bool srgb = false, seamless = false, anisotropic = false;
  LevelChoice level_choice;
  std::array<std::uint32_t, 4> border{};
};

class SIMT_PROGRAM_API TexelResources {
 public:
  explicit TexelResources(DeviceMemory& memory) : memory_(memory) {}

  /// Throw CallError.
  DeviceArray& create_array(const ArrayRequest& request);
  void destroy_array(DeviceArray& array);
  /// nullptr: no array of this device.
  DeviceArray* array(const void* handle);

  /// With at most so many levels, and no more than halve it down to one texel. Throw CallError.
  MipmappedArray& create_mipmapped(const ArrayRequest& request, unsigned levels);
  void destroy_mipmapped(MipmappedArray& mipmapped);
  /// nullptr: none of this device.
  MipmappedArray* mipmapped(const void* handle);

  /// The memory that an object reads: an array, a buffer, rows at a pitch. Throw CallError.
  TexelObject of_array(const DeviceArray& array) const;
  TexelObject of_mipmapped(const MipmappedArray& mipmapped) const;
  TexelObject of_buffer(std::uint64_t address, const TexelFormat& format, std::uint64_t bytes);
  TexelObject of_rows(std::uint64_t address, const TexelFormat& format, std::uint64_t width,
                      std::uint64_t height, std::uint64_t pitch);
  /// Handles. Throw CallError.
  std::uint64_t create_texture(TexelObject memory, const TextureRequest& request);
  std::uint64_t create_surface(TexelObject memory, const DeviceArray& array);
  bool destroy(std::uint64_t handle) { return table_.remove(handle); }

  const TexelTable& table() const { return table_; }
  void clear();

 private:
  void destroy_levels(const MipmappedArray& mipmapped);

  DeviceMemory& memory_;
  std::map<const void*, std::unique_ptr<DeviceArray>> arrays_;
  std::map<const void*, std::unique_ptr<MipmappedArray>> mipmapped_;
  std::uint64_t made_ = 0;
  TexelTable table_;
};

/// A copy's side in an array: from this byte of this row and slice on, so much of it. Throws
/// CallError where that is not within it.
SIMT_PROGRAM_API ArrayPlace place_in(const DeviceArray& array, std::uint64_t byte,
                                     std::uint64_t row, std::uint64_t slice, const Rows& box);

/// Throws CallError (InvalidChannelDescriptor): 1, 2 or 4 channels of 8, 16 or 32 bits; floats of
/// 16 or 32.
SIMT_PROGRAM_API TexelFormat texel_format(TexelFormat::Kind kind, unsigned channels, unsigned bits);

}  // namespace simt::program
