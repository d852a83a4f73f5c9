// What an instruction that reads or writes texels says beyond its type: through which kind of
// coordinates, and what happens beyond the edge. The rest stands in the texture or surface object
// that its handle names (sim/exec/texture). Source: PTX ISA 9.7.10 (texture), 9.7.11 (surface).
#pragma once

#include <cstdint>

namespace simt {

/// Of what the coordinates choose a place.
enum class Geometry : std::uint8_t {
  None,
  Line,
  Plane,
  Volume,
  LineLayers,
  PlaneLayers,
  Cube,  ///< six faces, each a plane
  CubeLayers
};
constexpr bool has_layers(Geometry g) {
  return g == Geometry::LineLayers || g == Geometry::PlaneLayers || g == Geometry::CubeLayers;
}
constexpr bool is_cube(Geometry g) {
  return g == Geometry::Cube || g == Geometry::CubeLayers;
}
/// Of the memory that is read, the layers not among them.
constexpr unsigned dimensions(Geometry g) {
  switch (g) {
    case Geometry::None:
      return 0;
    case Geometry::Line:
    case Geometry::LineLayers:
      return 1;
    case Geometry::Plane:
    case Geometry::PlaneLayers:
    case Geometry::Cube:
    case Geometry::CubeLayers:
      return 2;
    case Geometry::Volume:
      return 3;
  }
  return 0;
}
/// Coordinates without the layer: of a cube a direction.
constexpr unsigned components(Geometry g) {
  return is_cube(g) ? 3 : dimensions(g);
}
/// Sources of an instruction that stand for a place: the layer first.
constexpr unsigned coordinates(Geometry g) {
  return components(g) + (has_layers(g) ? 1 : 0);
}

/// What says which level of detail is read: nothing (the first one), a number, or how far the
/// coordinates move from a pixel to the next one along x and along y. Sources behind the place.
enum class LevelOfDetail : std::uint8_t { First, Given, Gradients };
/// Sources of one of two gradients: PTX fills three up to four.
constexpr unsigned gradient_elements(Geometry g) {
  return components(g) == 3 ? 4 : components(g);
}

/// Of a surface access beyond the edge: a fault; at the nearest texel; a load gives zero and a
/// store does nothing.
enum class Boundary : std::uint8_t { Trap, Clamp, Zero };
enum class TexelQuery : std::uint8_t { Width, Height, Depth, Layers };
/// Steps of texels that are added to the coordinates, signed: 4 bits of each count, of a gather 6.
/// The sources behind all others: one with all of them (the first one lowest), in 4 bits each, in 8
/// bits each, or in 4 bits each from bit 16 on; or a source for each, of three four.
enum class TexelSteps : std::uint8_t { None, Nibbles, Bytes, UpperNibbles, Separate };
constexpr unsigned step_elements(Geometry g) {
  return dimensions(g) == 3 ? 4 : dimensions(g);
}

struct TexelForm {
  Geometry geometry = Geometry::None;
  Boundary boundary = Boundary::Trap;
  TexelQuery query = TexelQuery::Width;
  LevelOfDetail level = LevelOfDetail::First;
  bool gathers = false;        ///< one component of the four texels that a filter would blend
  std::uint8_t component = 0;  ///< that one
  TexelSteps steps = TexelSteps::None;
};

}  // namespace simt
