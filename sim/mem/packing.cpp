#include "sim/mem/packing.h"

#include <algorithm>
#include <map>

#include "sim/config/cache_line.h"

namespace simt {
namespace {

constexpr std::uint64_t round_down(std::uint64_t value, std::uint64_t unit) {
  return value - value % unit;
}
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return round_down(value + unit - 1, unit);
}

/// The distance that most lanes have to the active one before them; 0: no distance is that of most.
std::uint64_t usual_distance(const MemoryAccess& access) {
  std::map<std::uint64_t, unsigned> times;
  unsigned all = 0;
  std::uint64_t before = 0;
  bool any = false;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint64_t at = access.address[lane];
    if (any && at != before) {
      ++times[at > before ? at - before : before - at];
      ++all;
    }
    before = at;
    any = true;
  });
  for (const auto& [distance, count] : times)
    if (2 * count > all) return distance;
  return 0;
}

/// Where a byte of the buffer lies when rows of `stride` bytes have become columns.
std::uint64_t other_way_round(const Packing& p, std::uint64_t bytes, std::uint64_t address) {
  const std::uint64_t at = address - p.origin;
  if (at >= p.size) return address;
  const std::uint64_t rows = (p.size + p.stride - 1) / p.stride;
  const std::uint64_t column = round_up(rows * bytes, kLineBytes);
  const std::uint64_t in_row = at % p.stride;
  return p.origin + in_row / bytes * column + at / p.stride * bytes + in_row % bytes;
}

/// Neighbours from `base` on, in the order of the lanes.
void line_up(const MemoryAccess& access, std::uint64_t base, MemoryAccess& out) {
  std::uint64_t next = base;
  for_each_lane(access.lanes, [&](unsigned lane) {
    out.address[lane] = next;
    next += access.bytes;
  });
}

/// Runs of neighbours, each from the start of a sector on.
void align_runs(const MemoryAccess& access, MemoryAccess& out) {
  std::uint64_t before = 0, shift = 0;
  bool any = false;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint64_t at = access.address[lane];
    if (!any || (at != before && at != before + access.bytes)) shift = at % kSectorBytes;
    out.address[lane] = at - shift;
    before = at;
    any = true;
  });
}

void pack_global(const MemoryAccess& access, const Packing& p, MemoryAccess& out) {
  if (p.stride == access.bytes) return align_runs(access, out);
  if (p.stride == 0) {
    const std::uint64_t whole = round_up(count_lanes(access.lanes) * access.bytes, kSectorBytes);
    return line_up(access, round_down(access.address[first_lane(access.lanes)], whole), out);
  }
  for_each_lane(access.lanes, [&](unsigned lane) {
    out.address[lane] = other_way_round(p, access.bytes, access.address[lane]);
  });
}

}  // namespace

Packing Packing::of(const MemoryAccess& worst, std::uint64_t origin, std::uint64_t size) {
  Packing out{true, origin, size, usual_distance(worst)};
  if (out.stride < worst.bytes || out.stride % worst.bytes != 0) out.stride = 0;
  return out;
}

MemoryAccess packed(const MemoryAccess& access, const Packing& packing) {
  MemoryAccess out = access;
  if (access.several()) return out;  // what it could be instead is not known
  out.spread = MemoryAccess::Spread::Unknown;
  if (access.lanes == 0) return out;
  const std::uint64_t first = access.address[first_lane(access.lanes)];
  switch (access.space) {
    case StateSpace::Shared:
      line_up(access, round_down(first, kLineBytes), out);
      break;
    case StateSpace::Global:
      pack_global(access, packing, out);
      break;
    case StateSpace::Const:
      for_each_lane(access.lanes, [&](unsigned lane) { out.address[lane] = first; });
      break;
    default:
      break;
  }
  return out;
}

}  // namespace simt
