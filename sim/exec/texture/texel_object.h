// Texture and surface objects: what a handle in a kernel names.
// Source: CUDA C++ Programming Guide, "Texture and Surface Memory" and appendix "Texture Fetching".
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/exec/texture/texel_format.h"
#include "sim/exec/texture/texel_layout.h"

namespace simt {

enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };

/// Texels of one resolution.
struct TexelLevel {
  std::array<std::uint32_t, 3> extent{1, 1, 1};  ///< in texels
  TexelLayout layout;
};

/// Between which levels of detail a texture reads.
struct LevelChoice {
  bool blends = false;  ///< two neighbours; else the nearest one
  float bias = 0;       ///< added to what an instruction asks for
  float least = 0, most = 0;
};

struct TexelObject {
  bool surface = false;  ///< else a texture
  /// Linear memory without rows: a fetch beyond its end gives zero.
  bool buffer = false;
  TexelFormat format;
  unsigned dimensions = 1;
  bool layered = false;
  bool cube = false;                             ///< a layer has six faces, one behind the other
  std::array<std::uint32_t, 3> extent{1, 1, 1};  ///< in texels
  std::uint32_t layers = 1;
  TexelLayout layout;
  std::vector<TexelLevel> smaller;  ///< further levels of detail

  // Textures only:
  std::array<AddressMode, 3> address_mode{};
  bool linear = false;            ///< blends neighbours
  bool normalized = false;        ///< coordinates from 0 to 1
  bool normalized_float = false;  ///< integers of 8 and 16 bits are read as 0 to 1 or -1 to 1
  bool srgb = false;              ///< unsigned ones of 8 bits are colours
  bool seamless = false;          ///< beyond the edge of a face lies its neighbour
  bool anisotropic = false;       ///< gradients would take several samples
  LevelChoice level_choice;
  std::array<std::uint32_t, 4> border{};  ///< bits of the values beyond the edge

  unsigned levels() const { return static_cast<unsigned>(smaller.size()) + 1; }
  TexelLevel level(unsigned n) const {
    return n == 0 ? TexelLevel{extent, layout} : smaller[n - 1];
  }
  std::uint64_t address(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned n = 0) const {
    const TexelLayout& at = n == 0 ? layout : smaller[n - 1].layout;
    return at.address(std::uint64_t{x} * format.bytes(), y, z);
  }
};

/// Those of a device.
class TexelTable {
 public:
  std::uint64_t add(const TexelObject& object) {
    objects_.emplace(++last_, object);
    return last_;
  }
  bool remove(std::uint64_t handle) { return objects_.erase(handle) != 0; }
  void clear() { objects_.clear(); }
  /// nullptr: there is none.
  const TexelObject* find(std::uint64_t handle) const {
    const auto it = objects_.find(handle);
    return it == objects_.end() ? nullptr : &it->second;
  }

 private:
  std::map<std::uint64_t, TexelObject> objects_;
  std::uint64_t last_ = 0;
};

}  // namespace simt
