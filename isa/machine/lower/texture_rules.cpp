// Textures and surfaces. A handle is 32 bits in a uniform register (sm_90) or in a constant bank.
// Not supported: comparisons, offsets of sampled coordinates, levels that follow from neighbours,
// formatted surface access.
#include <algorithm>
#include <array>

#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

void start_texels(Lowering& in, Kind kind, StateSpace space) {
  in.inst.kind = kind;
  in.inst.op_class = OpClass::Memory;
  in.inst.memory.space = space;
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  in.word.ignore(90, 1);  // .NODEP
}

void read_handle(Lowering& in) {
  if (in.word.flag(91)) {
    if (in.word.take(46, 8) != 0) in.refuse("an offset of the handle");
    return in.read_uniform(static_cast<unsigned>(in.word.take(40, 6)));
  }
  const auto offset = 4 * static_cast<std::uint32_t>(in.word.take(40, 14));
  const auto bank = static_cast<unsigned>(in.word.take(54, 5));
  in.read_slot(in.space().bank(in.bank_offset(bank, offset), 4));
}

void geometry(Lowering& in, std::span<const Geometry> known) {
  const auto which = in.word.take(61, 3);
  Geometry& out = in.inst.memory.texel.geometry;
  out = which < known.size() ? known[which] : Geometry::None;
  if (out == Geometry::None) in.refuse("a geometry");
}

// .SCR: two coordinates in the first register, the others where the level of detail, or the steps
// (.AOFFI), are.
void read_place_of_texture(Lowering& in) {
  const TexelForm& texel = in.inst.memory.texel;
  const unsigned count = coordinates(texel.geometry);
  const unsigned here = in.word.flag(60) ? std::min(count, 2u) : count;
  const auto a = static_cast<unsigned>(in.word.take(24, 8));
  const auto b = static_cast<unsigned>(in.word.take(32, 8));
  for (unsigned i = 0; i < count; ++i) in.read_general(i < here ? a + i : b + i - here);
  if (texel.level == LevelOfDetail::Given || texel.steps)
    in.read_general(b == RegisterSpace::kZero ? b : b + count - here);
}

// The layer stands behind the coordinates. Of each coordinate how far it moves along x, then along
// y.
void read_place_and_gradients(Lowering& in) {
  const Geometry geometry = in.inst.memory.texel.geometry;
  const unsigned count = dimensions(geometry);
  const auto a = static_cast<unsigned>(in.word.take(24, 8));
  const auto b = static_cast<unsigned>(in.word.take(32, 8));
  if (has_layers(geometry)) in.read_general(a + count);
  for (unsigned i = 0; i < count; ++i) in.read_general(a + i);
  for (unsigned along = 0; along < 2; ++along)
    for (unsigned i = 0; i < count; ++i) in.read_general(b + 2 * i + along);
}

// Of the components that the mask names two stand in one register pair, the others in another one.
void write_components(Lowering& in) {
  const auto mask = in.word.take(72, 4);
  const auto first = static_cast<unsigned>(in.word.take(16, 8));
  const auto second = static_cast<unsigned>(in.word.take(64, 8));
  in.inst.memory.elements = 4;
  for (unsigned component = 0, n = 0; component < 4; ++component) {
    const unsigned base = n < 2 ? first : second;
    const bool asked = (mask >> component & 1) != 0;
    if (asked && base != RegisterSpace::kZero)
      in.write_general(base + n % 2, 1);
    else
      in.write_slot(kNoSlot);
    n += asked ? 1 : 0;
  }
  in.word.ignore(81, 4);  // PT
}

void texture(Lowering& in, ScalarType coordinate, std::span<const Geometry> known) {
  start_texels(in, Kind::Load, StateSpace::Texture);
  in.inst.memory.type = in.inst.op.type = ScalarType::F32;
  in.inst.op.type2 = coordinate;
  geometry(in, known);
  write_components(in);
  read_handle(in);
}

constexpr unsigned kLevelZero = 1, kLevelGiven = 3;
void sample(Lowering& in, ScalarType coordinate, std::span<const Geometry> known) {
  const auto level = in.word.take(87, 3);
  if (level != kLevelZero && level != kLevelGiven) in.refuse("a level of detail");
  if (level == kLevelGiven) in.inst.memory.texel.level = LevelOfDetail::Given;
  texture(in, coordinate, known);
  read_place_of_texture(in);
}
constexpr std::array kFlat{Geometry::Line, Geometry::Plane,      Geometry::Volume,
                           Geometry::None, Geometry::LineLayers, Geometry::PlaneLayers};
void tex(Lowering& in) {
  using enum Geometry;
  constexpr std::array kKnown{Line, Plane, Volume, Cube, LineLayers, PlaneLayers, None, CubeLayers};
  sample(in, ScalarType::F32, kKnown);
}
void tld(Lowering& in) {
  in.inst.memory.texel.steps = in.word.take(76, 1) != 0;
  sample(in, ScalarType::S32, kFlat);
  if (in.inst.memory.texel.steps && in.inst.memory.texel.level == LevelOfDetail::Given)
    in.refuse("steps beside a level of detail");
}
void tld4(Lowering& in) {
  in.inst.memory.texel.gathers = true;
  in.inst.memory.texel.component = static_cast<std::uint8_t>(in.word.take(87, 2));
  texture(in, ScalarType::F32, kFlat);
  read_place_of_texture(in);
}
void txd(Lowering& in) {
  using enum Geometry;
  constexpr std::array kKnown{None, Plane, None, None, LineLayers, PlaneLayers};
  in.inst.memory.texel.level = LevelOfDetail::Gradients;
  texture(in, ScalarType::F32, kKnown);
  read_place_and_gradients(in);
}

// Of layers the number stands behind the coordinates.
void read_place_of_surface(Lowering& in) {
  const Geometry geometry = in.inst.memory.texel.geometry;
  const unsigned count = dimensions(geometry);
  const auto a = static_cast<unsigned>(in.word.take(24, 8));
  if (has_layers(geometry)) in.read_general(a + count);
  for (unsigned i = 0; i < count; ++i) in.read_general(a + i);
}

unsigned surface(Lowering& in, Kind kind) {
  using enum Geometry;
  constexpr std::array kKnown{Line, None, LineLayers, Plane, PlaneLayers, Volume};
  constexpr std::array kBoundaries{Boundary::Zero, Boundary::Clamp, Boundary::Trap};
  start_texels(in, kind, StateSpace::Surface);
  const unsigned words = access_size(in, 73);
  access_order(in);
  MemoryForm& memory = in.inst.memory;
  memory.order = MemoryOrder::Weak;  // among its own accesses, as all of a surface
  memory.cache = CacheOp::Default;
  if (words > 1) memory.type = ScalarType::B32;
  memory.elements = static_cast<std::uint8_t>(words);
  in.inst.op.type = memory.type;
  geometry(in, kKnown);
  const auto boundary = in.word.take(59, 2);
  if (boundary >= kBoundaries.size()) in.refuse("a boundary");
  memory.texel.boundary = kBoundaries[boundary];
  if (!in.word.flag(72)) in.refuse("a form of access");
  in.word.ignore(81, 4);
  return words;
}
void suld(Lowering& in) {
  const unsigned words = surface(in, Kind::Load);
  const ScalarType type = in.inst.memory.type;
  if (type == ScalarType::S8 || type == ScalarType::S16) in.refuse("a sign");
  const auto to = static_cast<unsigned>(in.word.take(16, 8));
  for (unsigned i = 0; i < words; ++i)
    if (to == RegisterSpace::kZero)
      in.write_slot(kNoSlot);
    else
      in.write_general(to + i, 1);
  read_handle(in);
  read_place_of_surface(in);
}
void sust(Lowering& in) {
  const unsigned words = surface(in, Kind::Store);
  read_handle(in);
  read_place_of_surface(in);
  const auto from = static_cast<unsigned>(in.word.take(32, 8));
  for (unsigned i = 0; i < words; ++i)
    in.read_general(from == RegisterSpace::kZero ? from : from + i);
}

constexpr Rule kTextureRules[] = {
    {0x160, "TEX", OpClass::Memory, tex},   {0x163, "TLD4", OpClass::Memory, tld4},
    {0x166, "TLD", OpClass::Memory, tld},   {0x16c, "TXD", OpClass::Memory, txd},
    {0x199, "SULD", OpClass::Memory, suld}, {0x19d, "SUST", OpClass::Memory, sust},
};

}  // namespace

std::span<const Rule> texture_rules() {
  return kTextureRules;
}

}  // namespace simt::machine
