// Textures and surfaces. A handle is 32 bits in a uniform register (sm_90) or in a constant bank.
// Not supported: comparisons, levels that follow from neighbours or are numbers of a fetch,
// formatted surface access.
#include <algorithm>
#include <array>

#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

void start_texels(Lowering& in, Kind kind, StateSpace space) {
  in.inst.kind = kind;
  in.inst.memory.space = space;
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  in.word.ignore(90, 1);  // .NODEP
}

/// Where the handle stands: in a constant bank or a uniform register; .B: in a register before the
/// others.
enum class Handle : std::uint8_t { Apart, First };

void read_handle(Lowering& in) {
  if (in.word.flag(91)) {
    if (in.word.take(46, 8) != 0) in.refuse("an offset of the handle");
    return in.read_uniform(static_cast<unsigned>(in.word.take(40, 6)));
  }
  const auto offset = 4 * static_cast<std::uint32_t>(in.word.take(40, 14));
  const auto bank = static_cast<unsigned>(in.word.take(54, 5));
  in.read_slot(in.space().bank(in.bank_offset(bank, offset, 4), 4));
}
/// Registers one after the other.
class RegisterRow {
 public:
  RegisterRow(Lowering& in, unsigned at_bit)
      : in_(in), first_(static_cast<unsigned>(in.word.take(at_bit, 8))) {}
  unsigned take() { return in_.following(first_, taken_++); }

 private:
  const Lowering& in_;
  unsigned first_, taken_ = 0;
};
/// The handle, which is read first.
void read_handle(Lowering& in, Handle handle, RegisterRow& row) {
  if (handle == Handle::Apart) return read_handle(in);
  in.word.ignore(59, 1);
  in.read_general(row.take());
}

void geometry(Lowering& in, std::span<const Geometry> known) {
  const auto which = in.word.take(61, 3);
  Geometry& out = in.inst.memory.texel.geometry;
  out = which < known.size() ? known[which] : Geometry::None;
  if (out == Geometry::None) in.refuse("a geometry");
}

// In the second row of registers: the handle of .B, coordinates for which the first has no room,
// the level of detail, the steps (.AOFFI). With .SCR the first has room for two registers, and for
// one where two are all (what ptxas 13 makes for sm_75 to sm_89).
void read_place_of_texture(Lowering& in, Handle handle) {
  const TexelForm& texel = in.inst.memory.texel;
  const unsigned count = coordinates(texel.geometry);
  const bool level = texel.level == LevelOfDetail::Given, steps = texel.steps != TexelSteps::None;
  const unsigned all = count + (handle == Handle::First) + level + steps;
  const unsigned here = in.word.flag(60) && all > 1 ? std::min({count, 2u, all - 1}) : count;
  RegisterRow first(in, 24), second(in, 32);
  read_handle(in, handle, second);
  for (unsigned i = 0; i < count; ++i) in.read_general(i < here ? first.take() : second.take());
  if (level) in.read_general(second.take());
  if (steps) in.read_general(second.take());
}

// The handle of .B, the coordinates, behind them the layer, with steps in its upper half. Of each
// coordinate how far it moves along x, then along y.
void read_place_and_gradients(Lowering& in, Handle handle) {
  const Geometry geometry = in.inst.memory.texel.geometry;
  const unsigned count = dimensions(geometry);
  RegisterRow first(in, 24), second(in, 32);
  read_handle(in, handle, first);
  std::array<unsigned, 3> place{};
  for (unsigned i = 0; i < count; ++i) place.at(i) = first.take();
  const unsigned behind = first.take();
  if (has_layers(geometry)) in.read_general(behind);
  for (unsigned i = 0; i < count; ++i) in.read_general(place.at(i));
  std::array<unsigned, 6> moves{};
  for (unsigned i = 0; i < 2 * count; ++i) moves.at(i) = second.take();
  for (unsigned along = 0; along < 2; ++along)
    for (unsigned i = 0; i < count; ++i) in.read_general(moves.at(2 * i + along));
  if (in.inst.memory.texel.steps != TexelSteps::None) in.read_general(behind);
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
}
void no_predicate(Lowering& in) {
  if (in.word.take(81, 3) != RegisterSpace::kTrue) in.refuse("a predicate of what is resident");
  in.word.ignore(84, 1);
}

void texture(Lowering& in, ScalarType coordinate, std::span<const Geometry> known) {
  start_texels(in, Kind::Load, StateSpace::Texture);
  in.inst.memory.type = in.inst.op.type = ScalarType::F32;
  in.inst.op.type2 = coordinate;
  no_predicate(in);
  geometry(in, known);
  write_components(in);
}
void steps(Lowering& in, TexelSteps steps) {
  if (in.word.flag(76)) in.inst.memory.texel.steps = steps;
}

constexpr unsigned kLevelZero = 1, kLevelGiven = 3;
void sample(Lowering& in, ScalarType coordinate, std::span<const Geometry> known) {
  const auto level = in.word.take(87, 3);
  if (level != kLevelZero && level != kLevelGiven) in.refuse("a level of detail");
  if (level == kLevelGiven) in.inst.memory.texel.level = LevelOfDetail::Given;
  steps(in, TexelSteps::Nibbles);
  texture(in, coordinate, known);
}
void no_comparison(Lowering& in) {
  if (in.word.flag(78)) in.refuse("a comparison");
}
constexpr std::array kFlat{Geometry::Line, Geometry::Plane,      Geometry::Volume,
                           Geometry::None, Geometry::LineLayers, Geometry::PlaneLayers};
template <Handle kHandle>
void tex(Lowering& in) {
  using enum Geometry;
  constexpr std::array kKnown{Line, Plane, Volume, Cube, LineLayers, PlaneLayers, None, CubeLayers};
  no_comparison(in);
  sample(in, ScalarType::F32, kKnown);
  read_place_of_texture(in, kHandle);
}
template <Handle kHandle>
void tld(Lowering& in) {
  if (in.word.peek(87, 3) == kLevelGiven) in.refuse("a level of detail by number");
  if (in.word.flag(78)) in.refuse("several samples of a texel");
  sample(in, ScalarType::S32, kFlat);
  read_place_of_texture(in, kHandle);
}
template <Handle kHandle>
void tld4(Lowering& in) {
  in.inst.memory.texel.gathers = true;
  in.inst.memory.texel.component = static_cast<std::uint8_t>(in.word.take(87, 2));
  no_comparison(in);
  if (in.word.flag(77)) in.refuse("steps for each texel");
  steps(in, TexelSteps::Bytes);
  texture(in, ScalarType::F32, kFlat);
  read_place_of_texture(in, kHandle);
}
template <Handle kHandle>
void txd(Lowering& in) {
  using enum Geometry;
  constexpr std::array kKnown{None, Plane, None, None, LineLayers, PlaneLayers};
  in.inst.memory.texel.level = LevelOfDetail::Gradients;
  steps(in, TexelSteps::UpperNibbles);
  texture(in, ScalarType::F32, kKnown);
  read_place_and_gradients(in, kHandle);
}
// Sizes of a level of detail: width, height, depth.
template <Handle kHandle>
void txq(Lowering& in) {
  constexpr unsigned kFourth = 8;
  start_texels(in, Kind::TexelQuery, StateSpace::Texture);
  in.inst.memory.type = in.inst.op.type = ScalarType::U32;
  if (in.word.take(62, 2) != 0) in.refuse("a query of something else than sizes");
  if ((in.word.peek(72, 4) & kFourth) != 0) in.refuse("a query of the number of levels");
  write_components(in);
  RegisterRow row(in, 24);
  read_handle(in, kHandle, row);
  in.read_general(row.take());
}

// Of layers the number stands behind the coordinates.
void read_place_of_surface(Lowering& in) {
  const Geometry geometry = in.inst.memory.texel.geometry;
  const unsigned count = dimensions(geometry);
  const auto a = static_cast<unsigned>(in.word.take(24, 8));
  if (has_layers(geometry)) in.read_general(a + count);
  for (unsigned i = 0; i < count; ++i) in.read_general(a + i);
}

/// The handle of .B stands in a row of its own.
void read_handle_of_surface(Lowering& in, Handle handle) {
  if (handle == Handle::Apart) return read_handle(in);
  in.read_general(static_cast<unsigned>(in.word.take(64, 8)));
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
template <Handle kHandle>
void suld(Lowering& in) {
  const unsigned words = surface(in, Kind::Load);
  const ScalarType type = in.inst.memory.type;
  if (type == ScalarType::S8 || type == ScalarType::S16) in.refuse("a sign");
  const auto to = static_cast<unsigned>(in.word.take(16, 8));
  for (unsigned i = 0; i < words; ++i)
    if (to == RegisterSpace::kZero)
      in.write_slot(kNoSlot);
    else
      in.write_general(in.following(to, i), 1);
  read_handle_of_surface(in, kHandle);
  read_place_of_surface(in);
}
template <Handle kHandle>
void sust(Lowering& in) {
  const unsigned words = surface(in, Kind::Store);
  read_handle_of_surface(in, kHandle);
  read_place_of_surface(in);
  const auto from = static_cast<unsigned>(in.word.take(32, 8));
  for (unsigned i = 0; i < words; ++i) in.read_general(in.following(from, i));
}

constexpr Rule kTextureRules[] = {
    {0x160, "TEX", OpClass::Memory, tex<Handle::Apart>},
    {0x161, "TEX", OpClass::Memory, tex<Handle::First>},
    {0x163, "TLD4", OpClass::Memory, tld4<Handle::Apart>},
    {0x164, "TLD4", OpClass::Memory, tld4<Handle::First>},
    {0x166, "TLD", OpClass::Memory, tld<Handle::Apart>},
    {0x167, "TLD", OpClass::Memory, tld<Handle::First>},
    {0x16c, "TXD", OpClass::Memory, txd<Handle::Apart>},
    {0x16d, "TXD", OpClass::Memory, txd<Handle::First>},
    {0x16f, "TXQ", OpClass::Memory, txq<Handle::Apart>},
    {0x170, "TXQ", OpClass::Memory, txq<Handle::First>},
    {0x199, "SULD", OpClass::Memory, suld<Handle::Apart>},
    {0x19a, "SULD", OpClass::Memory, suld<Handle::First>},
    {0x19d, "SUST", OpClass::Memory, sust<Handle::Apart>},
    {0x19e, "SUST", OpClass::Memory, sust<Handle::First>},
};

}  // namespace

std::span<const Rule> texture_rules() {
  return kTextureRules;
}

}  // namespace simt::machine
