#include "sim/exec/texture/cube.h"

#include <cmath>

namespace simt {
namespace {

using Direction = std::array<double, 3>;

/// Which component is the largest, and where s and t are along the face.
struct Projected {
  std::uint32_t face = 4;
  double most = 0, s = 0, t = 0;
};
Projected projected(const Direction& d) {
  const auto [x, y, z] = d;
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  if (az >= ax && az >= ay) return z < 0 ? Projected{5, az, -x, -y} : Projected{4, az, x, -y};
  if (ay >= ax) return y < 0 ? Projected{3, ay, x, -z} : Projected{2, ay, x, z};
  return x < 0 ? Projected{1, ax, z, -y} : Projected{0, ax, -z, -y};
}

/// The inverse: of a face's place with s and t from -1 to 1.
Direction direction_of(std::uint32_t face, double s, double t) {
  switch (face) {
    case 0:
      return {1, -t, -s};
    case 1:
      return {-1, -t, s};
    case 2:
      return {s, 1, t};
    case 3:
      return {s, -1, -t};
    case 4:
      return {s, -t, 1};
    default:
      return {-s, -t, -1};
  }
}

}  // namespace

FacePlace face_place(const std::array<float, 3>& direction) {
  Direction d{};
  bool finite = true;
  for (std::size_t i = 0; i < d.size(); ++i) {
    finite &= !std::isinf(direction[i]);
    d[i] = std::isnan(direction[i]) ? 0 : static_cast<double>(direction[i]);
  }
  const Projected p = projected(d);
  if (p.most == 0 || !finite) return {};
  return {p.face, 0.5 * (p.s / p.most + 1), 0.5 * (p.t / p.most + 1)};
}

FaceTexel beyond_edge(const FaceTexel& at, std::uint32_t size) {
  const auto along = [size](std::int64_t i) {
    return (static_cast<double>(i) + 0.5) / size * 2 - 1;
  };
  // What lies beyond the edge is folded down: as far below the face as it was beyond.
  Direction d = direction_of(at.face, along(at.x), along(at.y));
  const std::size_t normal = at.face / 2;
  for (std::size_t i = 0; i < d.size(); ++i) {
    const double beyond = std::abs(d[i]) - 1;
    if (i == normal || beyond <= 0) continue;
    d[i] = std::copysign(1, d[i]);
    d[normal] *= 1 - beyond;
  }
  const Projected p = projected(d);
  const auto texel = [size](double c) {
    return static_cast<std::int64_t>(std::floor((c + 1) / 2 * size));
  };
  return {p.face, texel(p.s / p.most), texel(p.t / p.most)};
}

}  // namespace simt
