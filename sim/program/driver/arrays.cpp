// Arrays, texture and surface objects (CUDA Driver API, "Memory Management", "Texture Object
// Management", "Surface Object Management").
#include "sim/program/driver/arrays.h"

#include <bit>
#include <map>

#include "sim/program/mipmapped.h"

namespace simt::cuda_driver {
namespace {

using program::ArrayRequest;
using program::DeviceArray;
using Handle = unsigned long long;

/// CUDA_ARRAY_DESCRIPTOR.
struct ArrayDescription {
  std::size_t width, height;
  unsigned format, channels;
};
/// CUDA_RESOURCE_DESC.
struct ResourceDescription {
  enum Type : unsigned { kArray, kMipmapped, kLinear, kRows } type;
  union {
    void* array;  ///< a mipmapped one, too
    struct {
      DevicePointer address;
      unsigned format, channels;
      std::size_t bytes;
    } linear;
    struct {
      DevicePointer address;
      unsigned format, channels;
      std::size_t width, height, pitch;
    } rows;
    int reserved[32];
  };
  unsigned flags;
};
/// CUDA_TEXTURE_DESC.
struct TextureDescription {
  unsigned address_mode[3], filter_mode, flags, max_anisotropy, mipmap_filter_mode;
  float mipmap_level_bias, least_mipmap_level, most_mipmap_level, border[4];
  int reserved[12];
};
enum TextureFlag : unsigned { kReadAsInteger = 1, kNormalized = 2, kSrgb = 0x10, kSeamless = 0x40 };

struct Described {
  ResourceDescription resource{};
  TextureDescription texture{};
};
std::map<Handle, Described>& described() {
  static std::map<Handle, Described> all;
  return all;
}

struct FormatNumber {
  unsigned number;
  TexelFormat::Kind kind;
  unsigned bits;
};
/// CUarray_format.
constexpr FormatNumber kFormats[] = {
    {0x01, TexelFormat::Kind::Unsigned, 8},  {0x02, TexelFormat::Kind::Unsigned, 16},
    {0x03, TexelFormat::Kind::Unsigned, 32}, {0x08, TexelFormat::Kind::Signed, 8},
    {0x09, TexelFormat::Kind::Signed, 16},   {0x0a, TexelFormat::Kind::Signed, 32},
    {0x10, TexelFormat::Kind::Float, 16},    {0x20, TexelFormat::Kind::Float, 32}};

TexelFormat format_of(unsigned number, unsigned channels) {
  for (const FormatNumber& f : kFormats)
    if (f.number == number) return program::texel_format(f.kind, channels, f.bits);
  throw CallError(Status::NotSupported, "only integer, half and float array formats are supported");
}
unsigned number_of(const TexelFormat& format) {
  for (const FormatNumber& f : kFormats)
    if (f.kind == format.kind && f.bits == format.bits) return f.number;
  return 0;
}

int create(void** array, const Array3DDescription& d) {
  return call([&] {
    require(array);
    Gpu& gpu = Driver::get().gpu();
    gpu.require_safe();
    *array = &gpu.texels().create_array(request_of(d));
  });
}

TexelObject memory_of(const ResourceDescription& r) {
  program::TexelResources& texels = Driver::get().gpu().texels();
  switch (r.type) {
    case ResourceDescription::kArray:
      return texels.of_array(array_of(r.array));
    case ResourceDescription::kLinear:
      return texels.of_buffer(r.linear.address, format_of(r.linear.format, r.linear.channels),
                              r.linear.bytes);
    case ResourceDescription::kRows:
      return texels.of_rows(r.rows.address, format_of(r.rows.format, r.rows.channels), r.rows.width,
                            r.rows.height, r.rows.pitch);
    case ResourceDescription::kMipmapped:
      return texels.of_mipmapped(program::mipmapped_of(r.array).array);
  }
  throw CallError(Status::InvalidValue);
}

program::TextureRequest request_of(const TextureDescription& d, const TexelFormat& format) {
  program::TextureRequest out;
  for (std::size_t i = 0; i < out.address_mode.size(); ++i) {
    if (d.address_mode[i] > 3) throw CallError(Status::InvalidValue);
    out.address_mode[i] = static_cast<AddressMode>(d.address_mode[i]);
  }
  out.linear = d.filter_mode != 0;
  out.normalized = (d.flags & kNormalized) != 0;
  out.normalized_float = (d.flags & kReadAsInteger) == 0 && format.bits < 32;
  out.srgb = (d.flags & kSrgb) != 0;
  out.seamless = (d.flags & kSeamless) != 0;
  out.anisotropic = d.max_anisotropy > 1;
  out.level_choice = {d.mipmap_filter_mode != 0, d.mipmap_level_bias, d.least_mipmap_level,
                      d.most_mipmap_level};
  for (std::size_t i = 0; i < out.border.size(); ++i)
    out.border[i] = std::bit_cast<std::uint32_t>(d.border[i]);
  return out;
}

const Described& found(Handle handle) {
  const auto it = described().find(handle);
  if (it == described().end()) throw CallError(Status::InvalidValue);
  return it->second;
}

int destroy(Handle handle) {
  return call([&] {
    Gpu& gpu = Driver::get().gpu();
    gpu.require_safe();
    gpu.synchronize();  // kernels that were given run when the host waits: they need it still
    if (!gpu.texels().destroy(handle)) throw CallError(Status::InvalidValue);
    described().erase(handle);
  });
}

}  // namespace

ArrayRequest request_of(const Array3DDescription& d) {
  return {format_of(d.format, d.channels), d.width, d.height, d.depth, d.flags};
}

DeviceArray& array_of(const void* handle) {
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i)
    if (DeviceArray* const array = process.gpu(i).texels().array(handle)) return *array;
  throw CallError(Status::InvalidResourceHandle);
}

SIMT_DRIVER_API int cuArrayCreate_v2(void** array, const ArrayDescription* d) {
  if (d == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  return create(array, {d->width, d->height, 0, d->format, d->channels, 0});
}
SIMT_DRIVER_API int cuArray3DCreate_v2(void** array, const Array3DDescription* d) {
  if (d == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  return create(array, *d);
}
SIMT_DRIVER_API int cuArrayGetDescriptor_v2(ArrayDescription* d, const void* array) {
  return call([&] {
    const ArrayRequest& r = array_of(array).request;
    *d = {r.width, r.height, number_of(r.format), r.format.channels};
  });
}
SIMT_DRIVER_API int cuArray3DGetDescriptor_v2(Array3DDescription* d, const void* array) {
  return call([&] {
    const ArrayRequest& r = array_of(array).request;
    *d = {r.width, r.height, r.depth, number_of(r.format), r.format.channels, r.flags};
  });
}
SIMT_DRIVER_API int cuArrayDestroy(void* array) {
  return call([&] {
    DeviceArray& found = array_of(array);
    Process& process = Process::get();
    for (unsigned i = 0; i < process.devices(); ++i) {
      Gpu& gpu = process.gpu(i);
      if (gpu.texels().array(array) == nullptr) continue;
      gpu.require_safe();
      gpu.synchronize();
      return gpu.texels().destroy_array(found);
    }
  });
}

SIMT_DRIVER_API int cuTexObjectCreate(Handle* texture, const ResourceDescription* resource,
                                      const TextureDescription* description, const void* view) {
  return call([&] {
    require(texture);
    require(resource);
    require(description);
    if (view != nullptr)
      throw CallError(Status::NotSupported, "resource views of textures are not supported");
    const TexelObject memory = memory_of(*resource);
    *texture = Driver::get().gpu().texels().create_texture(memory,
                                                           request_of(*description, memory.format));
    described()[*texture] = {*resource, *description};
  });
}
SIMT_DRIVER_API int cuTexObjectDestroy(Handle texture) {
  return destroy(texture);
}
SIMT_DRIVER_API int cuTexObjectGetResourceDesc(ResourceDescription* resource, Handle texture) {
  return call([&] { *resource = found(texture).resource; });
}
SIMT_DRIVER_API int cuTexObjectGetTextureDesc(TextureDescription* description, Handle texture) {
  return call([&] { *description = found(texture).texture; });
}
SIMT_DRIVER_API int cuSurfObjectCreate(Handle* surface, const ResourceDescription* resource) {
  return call([&] {
    require(surface);
    require(resource);
    if (resource->type != ResourceDescription::kArray) throw CallError(Status::InvalidValue);
    *surface = Driver::get().gpu().texels().create_surface(memory_of(*resource),
                                                           array_of(resource->array));
    described()[*surface] = {*resource, {}};
  });
}
SIMT_DRIVER_API int cuSurfObjectDestroy(Handle surface) {
  return destroy(surface);
}
SIMT_DRIVER_API int cuSurfObjectGetResourceDesc(ResourceDescription* resource, Handle surface) {
  return call([&] { *resource = found(surface).resource; });
}

}  // namespace simt::cuda_driver
