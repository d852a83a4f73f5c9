// Cubes of six square faces: from a direction to a place on a face, and over the edge of a face to
// its neighbour. Source: CUDA C++ Programming Guide, "Cubemap Textures"; measured on an H100:
// - The face is that of the largest component; z goes before y and y before x where they are equal.
// - A direction of zeros counts as the middle of the face of +z.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

enum : std::uint32_t { kCubeFaces = 6 };

/// On a face: +x, -x, +y, -y, +z, -z; s and t from 0 to 1.
struct FacePlace {
  std::uint32_t face = 4;
  double s = 0.5, t = 0.5;
};
FacePlace face_place(const std::array<float, 3>& direction);

/// A texel of a face.
struct FaceTexel {
  std::uint32_t face = 0;
  std::int64_t x = 0, y = 0;
};
/// The texel of the neighbour that lies where (x, y) would: one of the two is a step beyond the
/// edge of a face of size x size texels.
FaceTexel beyond_edge(const FaceTexel& at, std::uint32_t size);

}  // namespace simt
