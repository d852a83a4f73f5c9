// Texture and surface objects (CUDA Runtime API, "Texture Object Management", "Surface Object
// Management").
#include <bit>
#include <map>

#include "sim/program/mipmapped.h"
#include "sim/program/runtime/arrays.h"

namespace simt::cudart {
namespace {

using Handle = unsigned long long;

/// What a program gave, for one that asks.
struct Described {
  unsigned device = 0;
  cuda_abi::ResourceDesc resource{};
  cuda_abi::TextureDesc texture{};
};
std::map<Handle, Described>& described() {
  static std::map<Handle, Described> all;
  return all;
}

// Handles of several devices may be equal; those of the current one are meant.
const Described& found(Handle handle) {
  const auto it = described().find(handle);
  if (it == described().end()) throw CallError(Status::InvalidValue);
  return it->second;
}

TexelObject memory_of(const cuda_abi::ResourceDesc& resource) {
  program::TexelResources& texels = State::get().gpu().texels();
  const auto address = [](const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); };
  switch (resource.resType) {
    case cuda_abi::kArray:
      return texels.of_array(array_of(resource.res.array.array));
    case cuda_abi::kLinear: {
      const auto& linear = resource.res.linear;
      return texels.of_buffer(address(linear.devPtr), format_of(linear.desc), linear.sizeInBytes);
    }
    case cuda_abi::kPitch2D: {
      const auto& rows = resource.res.pitch2D;
      return texels.of_rows(address(rows.devPtr), format_of(rows.desc), rows.width, rows.height,
                            rows.pitchInBytes);
    }
    case cuda_abi::kMipmappedArray:
      return texels.of_mipmapped(program::mipmapped_of(resource.res.mipmap.mipmap).array);
  }
  throw CallError(Status::InvalidValue);
}

program::TextureRequest request_of(const cuda_abi::TextureDesc& d) {
  program::TextureRequest out;
  for (std::size_t i = 0; i < out.address_mode.size(); ++i) {
    if (d.addressMode[i] < 0 || d.addressMode[i] > 3) throw CallError(Status::InvalidValue);
    out.address_mode[i] = static_cast<AddressMode>(d.addressMode[i]);
  }
  out.linear = d.filterMode != 0;
  out.normalized = d.normalizedCoords != 0;
  out.normalized_float = d.readMode != 0;
  out.srgb = d.sRGB != 0;
  out.seamless = d.seamlessCubemap != 0;
  out.anisotropic = d.maxAnisotropy > 1;
  out.level_choice = {d.mipmapFilterMode != 0, d.mipmapLevelBias, d.minMipmapLevelClamp,
                      d.maxMipmapLevelClamp};
  for (std::size_t i = 0; i < out.border.size(); ++i)
    out.border[i] = std::bit_cast<std::uint32_t>(d.borderColor[i]);
  return out;
}

int destroy(Handle handle) {
  return call([&] {
    Gpu& gpu = State::get().gpu();
    gpu.require_safe();
    gpu.synchronize();  // kernels that were given run when the host waits: they need it still
    if (handle != 0 && !gpu.texels().destroy(handle)) throw CallError(Status::InvalidValue);
    described().erase(handle);
  });
}

}  // namespace

SIMT_CUDART_API int cudaCreateTextureObject(Handle* texture, const cuda_abi::ResourceDesc* resource,
                                            const cuda_abi::TextureDesc* description,
                                            const void* view) {
  return call([&] {
    if (texture == nullptr || resource == nullptr || description == nullptr)
      throw CallError(Status::InvalidValue);
    if (view != nullptr)
      throw CallError(Status::NotSupported, "resource views of textures are not supported");
    Gpu& gpu = State::get().gpu();
    *texture = gpu.texels().create_texture(memory_of(*resource), request_of(*description));
    described()[*texture] = {gpu.number(), *resource, *description};
  });
}
SIMT_CUDART_API int cudaDestroyTextureObject(Handle texture) {
  return destroy(texture);
}
SIMT_CUDART_API int cudaGetTextureObjectResourceDesc(cuda_abi::ResourceDesc* resource,
                                                     Handle texture) {
  return call([&] { *resource = found(texture).resource; });
}
SIMT_CUDART_API int cudaGetTextureObjectTextureDesc(cuda_abi::TextureDesc* description,
                                                    Handle texture) {
  return call([&] { *description = found(texture).texture; });
}

SIMT_CUDART_API int cudaCreateSurfaceObject(Handle* surface,
                                            const cuda_abi::ResourceDesc* resource) {
  return call([&] {
    if (surface == nullptr || resource == nullptr || resource->resType != cuda_abi::kArray)
      throw CallError(Status::InvalidValue);
    Gpu& gpu = State::get().gpu();
    *surface =
        gpu.texels().create_surface(memory_of(*resource), array_of(resource->res.array.array));
    described()[*surface] = {gpu.number(), *resource, {}};
  });
}
SIMT_CUDART_API int cudaDestroySurfaceObject(Handle surface) {
  return destroy(surface);
}
SIMT_CUDART_API int cudaGetSurfaceObjectResourceDesc(cuda_abi::ResourceDesc* resource,
                                                     Handle surface) {
  return call([&] { *resource = found(surface).resource; });
}

}  // namespace simt::cudart
