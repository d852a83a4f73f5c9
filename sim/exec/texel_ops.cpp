// Textures and surfaces (PTX ISA 9.7.10, 9.7.11): from handle and coordinates to values and to the
// list of texels that the memory side serves. The arithmetic is sim/exec/texture's.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "isa/core/mufu/mufu.h"
#include "sim/exec/step.h"
#include "sim/exec/texture/taps.h"
#include "sim/exec/texture/texel_value.h"

namespace simt {
namespace {

constexpr unsigned kQuad = 4, kEight = 8, kLookupBytes = 64;

std::uint64_t handle_of(const Step& s, unsigned lane) {
  return lane_bits(s.regs, s.inst.src[0], s.inst.src_bytes, lane) +
         static_cast<std::uint64_t>(s.inst.imm);
}

std::string_view what_of(const Step& s) {
  return name_of(s.inst.memory.space);
}

/// Machine code asks for the sizes of a surface as of a texture.
bool fits_kind(const Step& s, const TexelObject& object) {
  const bool any = s.inst.kind == Kind::TexelQuery && s.context.program.machine;
  return any || object.surface == (s.inst.memory.space == StateSpace::Surface);
}

const TexelObject& named_object(const Step& s, unsigned lane) {
  const std::uint64_t handle = handle_of(s, lane);
  const TexelTable* const table = s.context.launch.texels;
  const TexelObject* const object = table != nullptr ? table->find(handle) : nullptr;
  if (object == nullptr || !fits_kind(s, *object))
    s.fault(lane, "handle " + std::to_string(handle) + " names no " + std::string(what_of(s)) +
                      " object of this device" +
                      (object != nullptr  ? ", but one of the other kind"
                       : table == nullptr ? "; only a program makes one ('simt-sim exec')"
                                          : ""));
  return *object;
}

/// Machine code reads a texture of one dimension as one of two whose second coordinate is 0.
bool is_line_as_plane(const Step& s, const TexelObject& object) {
  return s.context.program.machine && !object.surface && !object.layered &&
         object.dimensions == 1 && s.inst.memory.texel.geometry == Geometry::Plane;
}

std::string shape_text(unsigned dimensions, bool cube, bool layered) {
  return (cube ? "six faces" : std::to_string(dimensions) + " dimensions") +
         (layered ? " with layers" : "");
}

/// The object of a lane's handle, with as many dimensions as the instruction has coordinates.
const TexelObject& object_of(const Step& s, unsigned lane) {
  const TexelObject& object = named_object(s, lane);
  const Geometry geometry = s.inst.memory.texel.geometry;
  if (is_line_as_plane(s, object)) return object;
  if (dimensions(geometry) != object.dimensions || has_layers(geometry) != object.layered ||
      is_cube(geometry) != object.cube)
    s.fault(lane, "the instruction takes a " + std::string(what_of(s)) + " of " +
                      shape_text(dimensions(geometry), is_cube(geometry), has_layers(geometry)) +
                      "; handle " + std::to_string(handle_of(s, lane)) + " has " +
                      shape_text(object.dimensions, object.cube, object.layered));
  return object;
}

template <class T>
struct TexelPlace {
  std::array<T, 3> at{};
  std::uint32_t layer = 0;
};
/// What every device's code makes of a direction before it asks for it: the product of each
/// component with MUFU.RCP of the largest one. Machine code has that as instructions of its own.
void scale_direction(std::array<float, 3>& at) {
  const float most = std::fmax(std::fmax(std::fabs(at[0]), std::fabs(at[1])), std::fabs(at[2]));
  const auto factor = std::bit_cast<float>(mufu::rcp(std::bit_cast<std::uint32_t>(most)));
  for (float& component : at) component *= factor;
}

template <class T>
TexelPlace<T> place_of(const Step& s, unsigned lane) {
  TexelPlace<T> out;
  std::size_t next = 1;
  const Geometry geometry = s.inst.memory.texel.geometry;
  if (has_layers(geometry)) out.layer = lane_value<std::uint32_t>(s.regs, s.inst.src[next++], lane);
  for (unsigned d = 0; d < components(geometry); ++d)
    out.at[d] = lane_value<T>(s.regs, s.inst.src[next++], lane);
  if constexpr (std::is_same_v<T, float>)
    if (is_cube(geometry) && !s.context.program.machine) scale_direction(out.at);
  return out;
}

/// The steps of texels that the instruction adds.
Steps steps_of(const Step& s, unsigned lane) {
  const TexelForm& form = s.inst.memory.texel;
  Steps out{};
  if (form.steps == TexelSteps::None) return out;
  const bool separate = form.steps == TexelSteps::Separate;
  const unsigned sources = separate ? step_elements(form.geometry) : 1;
  const unsigned apart = form.steps == TexelSteps::Bytes ? 8 : 4, bits = form.gathers ? 6 : 4;
  const unsigned first = form.steps == TexelSteps::UpperNibbles ? 16 : 0;
  // Of a line, ptxas hands the register on as it is, to a plane: the next bits move y.
  if (separate && form.geometry == Geometry::Line)
    out[1] =
        static_cast<std::int32_t>(
            lane_value<std::uint32_t>(s.regs, s.inst.src[s.inst.src.size() - 1], lane) << 24) >>
        28;
  for (unsigned d = 0; d < dimensions(form.geometry); ++d) {
    const std::size_t source = s.inst.src.size() - sources + (separate ? d : 0);
    const auto word = lane_value<std::uint32_t>(s.regs, s.inst.src[source], lane);
    const std::uint32_t low = separate ? word : word >> (first + apart * d);
    out[d] = static_cast<std::int32_t>(low << (32 - bits)) >> (32 - bits);
  }
  return out;
}

/// `at`, numbers of texels, with `steps`.
std::array<std::int32_t, 3> moved(std::array<std::int32_t, 3> at, const Steps& steps) {
  for (unsigned d = 0; d < at.size(); ++d)
    at[d] = static_cast<std::int32_t>(static_cast<std::uint32_t>(at[d]) +
                                      static_cast<std::uint32_t>(steps[d]));
  return at;
}

/// The levels of detail that a lane reads.
LevelBlend levels_of(const Step& s, const TexelObject& object, unsigned lane) {
  const TexelForm& form = s.inst.memory.texel;
  const std::size_t first = 1 + coordinates(form.geometry);
  const auto source = [&](std::size_t i) {
    return lane_value<float>(s.regs, s.inst.src[first + i], lane);
  };
  if (form.level == LevelOfDetail::First) return levels_read(object, 0);
  if (form.level == LevelOfDetail::Given) return levels_read(object, source(0));
  if (object.anisotropic)
    s.fault(lane, "anisotropic filtering is not simulated: texture " +
                      std::to_string(handle_of(s, lane)) + " asks for it");
  std::array<float, 3> along_x{}, along_y{};
  for (unsigned d = 0; d < components(form.geometry); ++d) {
    along_x[d] = source(d);
    along_y[d] = source(gradient_elements(form.geometry) + d);
  }
  return levels_read(object, level_of_gradients(object, along_x, along_y));
}

/// Records what lanes touch: an access, and a second one for what the first has no room for.
class Recorder {
 public:
  Recorder(const Step& s, unsigned together) : s_(s), together_(together), lookup_(together) {}

  /// Texels of a volume that are blended: 64 bytes of them are looked up at a time. Measured on an
  /// H100 with texels of 4 and 16 bytes (tests/mem/volume_sectors.csv).
  void blends(const TexelObject& object) {
    if (object.dimensions != 3 || !object.linear) return;
    const unsigned bytes = 8 * object.format.bytes();
    lookup_ = std::clamp(kLookupBytes / bytes, 1u, together_);
    lookups_ = std::max(bytes / kLookupBytes, 1u);
  }

  void add(unsigned lane, std::uint64_t address, unsigned bytes) {
    const auto seen = pieces_.begin() + static_cast<std::ptrdiff_t>(first_of_lane_);
    if (lane != lane_) {
      lane_ = lane;
      first_of_lane_ = pieces_.size();
    } else if (std::any_of(seen, pieces_.end(),
                           [=](const auto& piece) { return piece.address == address; })) {
      return;
    }
    pieces_.push_back({address, static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(bytes)});
  }

  void finish() {
    for (std::size_t begin = 0; begin < pieces_.size();) {
      MemoryAccess& access = open(begin != 0);
      const std::size_t end = std::min(pieces_.size(), begin + MemoryAccess::kMostPieces);
      for (; begin < end; ++begin) put(access, pieces_[begin]);
    }
  }

 private:
  MemoryAccess& open(bool further) {
    MemoryAccess& access = s_.out.access[s_.out.num_access++];
    access.space = s_.inst.memory.space;
    access.kind = s_.inst.kind;
    access.bytes = static_cast<std::uint8_t>(pieces_.front().bytes);
    access.lanes = 0;
    access.spread = MemoryAccess::Spread::Unknown;
    access.compare_swap = access.first_of_bank = false;
    access.floating = access.loops = false;
    access.may_change_nothing = access.counts_lanes = access.copies = false;
    access.request_lanes = static_cast<std::uint8_t>(together_);
    access.lookup_lanes = static_cast<std::uint8_t>(lookup_);
    access.lookups = static_cast<std::uint8_t>(lookups_);
    access.further = further;
    access.empty_requests = further ? std::uint8_t{0} : empty_requests();
    return access;
  }
  /// Of a surface: groups of active lanes none of which touches anything.
  std::uint8_t empty_requests() const {
    if (s_.inst.memory.space != StateSpace::Surface) return 0;
    LaneMask asked = 0, touched = 0;
    for_each_lane(s_.active, [&](unsigned lane) { asked |= LaneMask{1} << lane / together_; });
    for (const auto& piece : pieces_) touched |= LaneMask{1} << piece.lane / together_;
    return static_cast<std::uint8_t>(count_lanes(asked & ~touched));
  }
  static void put(MemoryAccess& access, const MemoryAccess::Piece& piece) {
    const LaneMask bit = LaneMask{1} << piece.lane;
    if ((access.lanes & bit) != 0) return access.add(piece);
    access.lanes |= bit;
    access.address[piece.lane] = piece.address;
  }

  const Step& s_;
  unsigned together_, lookup_, lookups_ = 1;
  std::vector<MemoryAccess::Piece> pieces_;
  unsigned lane_ = kMaxWarpSize;
  std::size_t first_of_lane_ = 0;
};

/// The bytes of a texel, or of a part of one, as this SM sees them.
const std::byte* readable(Step& s, unsigned lane, std::uint64_t address, unsigned bytes) {
  Allocation* const a = s.port.allocation(address);
  if (a == nullptr || bytes > a->bytes - (address - a->address))
    s.fault(lane,
            "the memory of " + std::string(what_of(s)) + " " + std::to_string(handle_of(s, lane)) +
                " has been freed",
            FaultKind::IllegalAddress);
  return s.port.has_store(address, bytes) ? s.port.readable(*a, address)
                                          : a->data.data() + (address - a->address);
}

Taps taps_of(const Step& s, const TexelObject& object, unsigned lane) {
  const TexelForm& form = s.inst.memory.texel;
  const bool numbers = s.inst.op.type2 != ScalarType::F32;
  if (object.levels() > 1 && (numbers || form.gathers))
    s.fault(lane, std::string(numbers ? "a fetch by numbers" : "a gather") +
                      " from a texture with levels of detail is not simulated");
  if (numbers) {
    const auto place = place_of<std::int32_t>(s, lane);
    return fetch_taps(object, moved(place.at, steps_of(s, lane)), place.layer);
  }
  const auto place = place_of<float>(s, lane);
  const Steps steps = steps_of(s, lane);
  return form.gathers
             ? gather_taps(object, place.at, place.layer, steps)
             : sample_taps(object, place.at, place.layer, levels_of(s, object, lane), steps);
}

void texture_lane(Step& s, unsigned lane, Recorder& recorder) {
  const TexelObject& object = object_of(s, lane);
  const Taps taps = taps_of(s, object, lane);
  const unsigned size = object.format.bytes();
  TapBytes bytes{};
  for (unsigned i = 0; i < taps.count; ++i) {
    const Tap& tap = taps.tap[i];
    const std::uint64_t address = object.address(tap.x, tap.y, tap.z, tap.level);
    recorder.add(lane, address, size);
    bytes[i] = readable(s, lane, address, size);
  }
  const TexelForm& form = s.inst.memory.texel;
  if (s.inst.op.type2 == ScalarType::F32 && !form.gathers) recorder.blends(object);
  const TexelValue value =
      form.gathers ? gathered(object, taps, bytes, form.component) : blend(object, taps, bytes);
  for (unsigned i = 0; i < s.inst.memory.elements; ++i)
    if (s.inst.dst[i] != kNoSlot)
      set_lane_bits(s.regs, s.inst.dst[i], s.inst.dst_bytes, lane, value[i]);
}

void execute_texture(Step& s) {
  const bool fetches = s.inst.op.type2 != ScalarType::F32;
  Recorder recorder(s, fetches ? kEight : kQuad);
  for_each_lane(s.active, [&](unsigned lane) { texture_lane(s, lane, recorder); });
  recorder.finish();
}

/// Where a surface access of one lane lies.
struct SurfacePlace {
  bool inside = true;  ///< else a load gives zero, and a store does nothing
  std::uint64_t address = 0;
};

// The first coordinate counts bytes; it is a multiple of those that are moved.
SurfacePlace surface_place(Step& s, const TexelObject& object, unsigned lane) {
  const unsigned bytes = s.inst.memory.bytes();
  auto [at, layer] = place_of<std::int32_t>(s, lane);
  const Boundary boundary = s.inst.memory.texel.boundary;
  if (at[0] % static_cast<std::int32_t>(bytes) != 0)
    s.fault(lane,
            "byte " + std::to_string(at[0]) + " of a surface's row is no multiple of " +
                std::to_string(bytes),
            FaultKind::Misaligned);
  std::array<std::int64_t, 3> last{};
  for (unsigned d = 0; d < 3; ++d) last[d] = std::int64_t{object.extent[d]} - 1;
  last[0] = std::int64_t{object.extent[0]} * object.format.bytes() - bytes;
  bool inside = !object.layered || layer < object.layers;
  for (unsigned d = 0; d < object.dimensions; ++d) inside &= at[d] >= 0 && at[d] <= last[d];
  if (!inside && boundary == Boundary::Trap)
    s.fault(lane, "surface access beyond the edge: x " + std::to_string(at[0]) + " bytes, y " +
                      std::to_string(at[1]) + ", z " + std::to_string(at[2]) + ", layer " +
                      std::to_string(layer));
  if (!inside && boundary == Boundary::Zero) return {false, 0};
  std::array<std::uint64_t, 3> to{};
  for (unsigned d = 0; d < object.dimensions; ++d)
    to[d] = static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(at[d], 0, std::max<std::int64_t>(last[d], 0)));
  const std::uint64_t slice = object.layered ? std::min(layer, object.layers - 1) : to[2];
  return {true, object.layout.address(to[0], to[1], slice)};
}

void check_surface(const Step& s, const TexelObject& object, unsigned lane) {
  constexpr unsigned kMost = 16;
  if (s.inst.memory.bytes() > kMost) s.fault(lane, "a surface access moves at most 16 bytes");
  if (s.inst.memory.bytes() > object.format.bytes() * object.extent[0])
    s.fault(lane, "a row of the surface has fewer bytes than the access");
}

void surface_load_lane(Step& s, unsigned lane, Recorder& recorder) {
  const TexelObject& object = object_of(s, lane);
  check_surface(s, object, lane);
  const SurfacePlace place = surface_place(s, object, lane);
  const unsigned bytes = s.inst.memory.bytes(), size = size_of(s.inst.memory.type);
  const std::byte* from = nullptr;
  if (place.inside) {
    recorder.add(lane, place.address, bytes);
    from = readable(s, lane, place.address, bytes);
  }
  for (unsigned i = 0; i < s.inst.memory.elements; ++i) {
    if (s.inst.dst[i] == kNoSlot) continue;
    std::uint64_t value = 0;
    if (from != nullptr) std::memcpy(&value, from + std::size_t{i} * size, size);
    set_lane_bits(s.regs, s.inst.dst[i], s.inst.dst_bytes, lane, value);
  }
}

void surface_store_lane(Step& s, unsigned lane, Recorder& recorder) {
  const TexelObject& object = object_of(s, lane);
  check_surface(s, object, lane);
  const SurfacePlace place = surface_place(s, object, lane);
  if (!place.inside) return;
  const unsigned bytes = s.inst.memory.bytes(), size = size_of(s.inst.memory.type);
  const unsigned first = 1 + coordinates(s.inst.memory.texel.geometry);
  readable(s, lane, place.address, bytes);  // the memory is there
  recorder.add(lane, place.address, bytes);
  Allocation& a = *s.port.allocation(place.address);
  std::byte* const to = s.port.buffered() ? s.port.writable(a, place.address, bytes)
                                          : a.data.data() + (place.address - a.address);
  for (unsigned i = 0; i < s.inst.memory.elements; ++i) {
    const std::uint64_t value = lane_bits(s.regs, s.inst.src[first + i], s.inst.dst_bytes, lane);
    s.out.memory_changed |= std::memcmp(to + std::size_t{i} * size, &value, size) != 0;
    std::memcpy(to + std::size_t{i} * size, &value, size);
  }
}

}  // namespace

void execute_texels(Step& s) {
  if (s.inst.memory.space == StateSpace::Texture) return execute_texture(s);
  Recorder recorder(s, kEight);
  const bool store = s.inst.kind == Kind::Store;
  for_each_lane(s.active, [&](unsigned lane) {
    store ? surface_store_lane(s, lane, recorder) : surface_load_lane(s, lane, recorder);
  });
  recorder.finish();
}

namespace {

/// Measured on an H200: the number of layers stands behind the sizes of a layer; an array of one
/// dimension has a height, its surface and linear memory have none.
std::uint32_t answer(const TexelObject& object, TexelQuery query, unsigned level) {
  const auto asked = static_cast<unsigned>(query);
  if (query == TexelQuery::Layers) return object.layered ? object.layers : 0;
  if (asked < object.dimensions) return object.level(level).extent.at(asked);
  if (asked == object.dimensions && object.layered) return object.layers;
  return query == TexelQuery::Height && !object.surface && !object.buffer ? 1 : 0;
}

}  // namespace

void execute_texel_query(Step& s) {
  for_each_lane(s.active, [&](unsigned lane) {
    const TexelObject& object = named_object(s, lane);
    const auto level =
        s.inst.src.size() > 1 ? lane_value<std::uint32_t>(s.regs, s.inst.src[1], lane) : 0;
    if (level >= object.levels())
      s.fault(lane, "a query of level " + std::to_string(level) + "; the object has " +
                        std::to_string(object.levels()));
    for (unsigned i = 0; i < s.inst.dst.size(); ++i) {
      if (s.inst.dst[i] == kNoSlot) continue;
      const auto query =
          s.inst.dst.size() == 1 ? s.inst.memory.texel.query : static_cast<TexelQuery>(i);
      set_lane_bits(s.regs, s.inst.dst[i], s.inst.dst_bytes, lane, answer(object, query, level));
    }
  });
}

}  // namespace simt
