#include "sim/mem/footprint.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

/// Set of up to kMost distinct 64-bit keys, numbered in order of insertion; no allocation.
template <unsigned kMost>
class SetOf {
 public:
  /// Number of `key`; a new key gets the next one.
  unsigned insert(std::uint64_t key) {
    if (size_ != 0 && keys_[last_] == key) return last_;
    for (unsigned slot = hash(key);; slot = (slot + 1) % kSlots) {
      const unsigned index = slot_[slot];
      if (index == kEmpty) {
        slot_[slot] = static_cast<std::uint8_t>(size_);
        keys_[size_] = key;
        return last_ = size_++;
      }
      if (keys_[index] == key) return last_ = index;
    }
  }
  unsigned size() const { return size_; }
  std::uint64_t key(unsigned index) const { return keys_[index]; }

 private:
  static constexpr unsigned kSlots = 2 * kMost, kEmpty = 0xff;
  static_assert(std::has_single_bit(kSlots) && kMost < kEmpty);
  static unsigned hash(std::uint64_t key) {
    return static_cast<unsigned>((key * 0x9e3779b97f4a7c15u) >> (64 - std::countr_zero(kSlots)));
  }
  static constexpr std::array<std::uint8_t, kSlots> all_empty() {
    std::array<std::uint8_t, kSlots> slots{};
    slots.fill(kEmpty);
    return slots;
  }
  std::array<std::uint8_t, kSlots> slot_ = all_empty();
  std::array<std::uint64_t, kMost> keys_;
  unsigned size_ = 0, last_ = 0;
};
using SmallSet = SetOf<kMaxWarpSize>;

unsigned ceil_div(unsigned a, unsigned b) {
  return (a + b - 1) / b;
}

/// Every lane active and lane i at `first + i * stride`.
bool is_linear(const MemoryAccess& access, std::uint64_t stride) {
  if (access.lanes != ~LaneMask{0}) return false;
  if (access.spread == MemoryAccess::Spread::Consecutive) return stride == access.bytes;
  if (access.spread == MemoryAccess::Spread::Uniform) return stride == 0;
  if (access.several()) return false;
  std::uint64_t difference = 0;
  for (unsigned i = 0; i < kMaxWarpSize; ++i)
    difference |= access.address[i] - i * stride - access.address[0];
  return difference == 0;
}

/// Where the line stands in the footprint; a new one is added without sectors.
std::size_t place_of_line(GlobalFootprint& f, std::uint64_t line) {
  const auto begin = f.line.begin(), end = begin + f.num_lines;
  const auto at = static_cast<std::size_t>(std::find(begin, end, line) - begin);
  if (at == f.num_lines) {
    f.line[at] = line;
    f.line_bytes[at] = {};
    f.line_sectors[at] = 0;
    ++f.num_lines;
  }
  return at;
}

/// Lanes on one address are serialized: the most at any address, and summed over the sectors.
void count_serialized_lanes(const MemoryAccess& access, const SmallSet& sectors,
                            GlobalFootprint& f) {
  SmallSet addresses, order = sectors;
  std::array<unsigned, kMaxWarpSize> lanes{}, serialized{};
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint64_t a = access.address[lane];
    const unsigned count = ++lanes[addresses.insert(a)];
    unsigned& most = serialized[order.insert(a / kSectorBytes)];
    most = std::max(most, count);
    f.max_same_address = std::max(f.max_same_address, count);
  });
  std::fill_n(f.line_serialized_lanes.begin(), f.num_lines, std::uint8_t{0});
  std::fill_n(f.line_serialized_sectors.begin(), f.num_lines, std::uint8_t{0});
  std::fill_n(f.line_lanes.begin(), f.num_lines, std::uint8_t{0});
  for_each_lane(access.lanes, [&](unsigned lane) {
    ++f.line_lanes[place_of_line(f, access.address[lane] / kLineBytes)];
  });
  for (unsigned i = 0; i < f.num_sectors; ++i) {
    f.atomic_sectors += serialized[i];
    const std::size_t line = place_of_line(f, f.sector[i] / kLineBytes);
    f.line_serialized_lanes[line] =
        std::max(f.line_serialized_lanes[line], static_cast<std::uint8_t>(serialized[i]));
    f.line_serialized_sectors[line] =
        static_cast<std::uint8_t>(f.line_serialized_sectors[line] + serialized[i]);
  }
}

/// Of a line, from byte `from` to byte `to`.
LineBytes bytes_between(std::uint64_t from, std::uint64_t to) {
  if (to - from == kLineBytes - 1) return {kWholeSector, kWholeSector, kWholeSector, kWholeSector};
  LineBytes out{};
  for (std::uint64_t s = from / kSectorBytes; s <= to / kSectorBytes; ++s) out[s] = kWholeSector;
  out[from / kSectorBytes] &= kWholeSector << from % kSectorBytes;
  out[to / kSectorBytes] &= kWholeSector >> (kSectorBytes - 1 - to % kSectorBytes);
  return out;
}

void contiguous_footprint(const MemoryAccess& access, GlobalFootprint& f) {
  const std::uint64_t first = access.address[0];
  const unsigned bytes = kMaxWarpSize * access.bytes;
  const std::uint64_t last = first + bytes - 1;
  f.num_sectors = static_cast<unsigned>(last / kSectorBytes - first / kSectorBytes) + 1;
  for (unsigned i = 0; i < f.num_sectors; ++i)
    f.sector[i] = (first / kSectorBytes + i) * kSectorBytes;
  f.num_lines = static_cast<unsigned>(last / kLineBytes - first / kLineBytes) + 1;
  for (unsigned i = 0; i < f.num_lines; ++i) {
    f.line[i] = first / kLineBytes + i;
    const std::uint64_t from = std::max(first, f.line[i] * kLineBytes);
    const std::uint64_t to = std::min(last, f.line[i] * kLineBytes + kLineBytes - 1);
    f.line_sectors[i] = static_cast<std::uint8_t>(2 * sector_bit(to) - sector_bit(from));
    f.line_bytes[i] = bytes_between(from % kLineBytes, to % kLineBytes);
    f.line_serialized_lanes[i] = 1;
    f.line_serialized_sectors[i] = static_cast<std::uint8_t>(std::popcount(f.line_sectors[i]));
    f.line_lanes[i] = static_cast<std::uint8_t>((to - from + 1) / access.bytes);
  }
  f.distinct_bytes = bytes;
  f.max_same_address = 1;
  f.atomic_sectors = f.num_sectors;
}

/// So many bytes of a sector, from its first on.
std::uint32_t first_bytes(unsigned bytes) {
  return bytes >= 32 ? ~0u : (1u << bytes) - 1;
}

/// The sectors and lines of what `touch_all` touches, at most kMost sectors: calls it with a
/// function of an address and the bytes from there on.
template <unsigned kMost, class F>
SetOf<kMost> touched(GlobalFootprint& f, F&& touch_all) {
  f.num_lines = f.distinct_bytes = f.max_same_address = f.atomic_sectors = 0;
  SetOf<kMost> sectors, lines;
  std::array<std::uint32_t, kMost> used{};  // bytes touched of each sector
  touch_all([&](std::uint64_t a, std::uint32_t bytes) {
    used[sectors.insert(a / kSectorBytes)] |= bytes << (a % kSectorBytes);
  });
  f.num_sectors = sectors.size();
  for (unsigned i = 0; i < f.num_sectors; ++i) {
    f.sector[i] = sectors.key(i) * kSectorBytes;
    const unsigned line = lines.insert(f.sector[i] / kLineBytes);
    if (line == f.num_lines) {
      f.line[f.num_lines] = f.sector[i] / kLineBytes;
      f.line_bytes[f.num_lines] = {};
      f.line_sectors[f.num_lines++] = 0;
    }
    f.line_sectors[line] |= sector_bit(f.sector[i]);
    f.line_bytes[line][f.sector[i] % kLineBytes / kSectorBytes] = used[i];
    f.distinct_bytes += static_cast<unsigned>(std::popcount(used[i]));
  }
  return sectors;
}

void scattered_footprint(const MemoryAccess& access, GlobalFootprint& f) {
  const std::uint32_t width = first_bytes(access.bytes);
  const SmallSet sectors = touched<kMaxWarpSize>(f, [&](auto touch) {
    for_each_lane(access.lanes, [&](unsigned lane) { touch(access.address[lane], width); });
  });
  if (access.kind != Kind::Load && access.kind != Kind::Store)
    count_serialized_lanes(access, sectors, f);
}

void footprint_of_pieces(const MemoryAccess& access, GlobalFootprint& f) {
  touched<MemoryAccess::kMostPieces>(f, [&](auto touch) {
    access.for_each_piece(
        [&](const MemoryAccess::Piece& piece) { touch(piece.address, first_bytes(piece.bytes)); });
  });
}

unsigned ideal_sectors(const MemoryAccess& access, unsigned sectors) {
  const unsigned bytes =
      access.several() ? access.total_bytes() : count_lanes(access.lanes) * access.bytes;
  const unsigned packed = ceil_div(bytes, kSectorBytes);
  return std::min(sectors, packed);
}

/// Adds the sectors of one more row of words. Rows of one access can meet: lane 0 reads word 2 of
/// its element where lane 1 reads word 0 of another.
void append(GlobalFootprint& sum, const GlobalFootprint& row) {
  for (unsigned i = 0; i < row.num_sectors; ++i) {
    const std::uint64_t sector = row.sector[i];
    std::uint8_t& mask = sum.line_sectors[place_of_line(sum, sector / kLineBytes)];
    if ((mask & sector_bit(sector)) != 0) continue;
    mask |= sector_bit(sector);
    sum.sector[sum.num_sectors++] = sector;
  }
  for (unsigned i = 0; i < row.num_lines; ++i) {
    auto& bytes = sum.line_bytes[place_of_line(sum, row.line[i])];
    for (std::size_t s = 0; s < bytes.size(); ++s) bytes[s] |= row.line_bytes[i][s];
  }
  sum.distinct_bytes += row.distinct_bytes;
  sum.max_same_address = std::max(sum.max_same_address, row.max_same_address);
  sum.atomic_sectors += row.atomic_sectors;
}

}  // namespace

void global_footprint(const MemoryAccess& access, GlobalFootprint& f) {
  if (is_linear(access, access.bytes))
    contiguous_footprint(access, f);
  else if (access.several())
    footprint_of_pieces(access, f);
  else
    scattered_footprint(access, f);
  f.ideal_sectors = ideal_sectors(access, f.num_sectors);
}

GlobalFootprint local_footprint(const MemoryAccess& access, std::uint64_t base) {
  constexpr unsigned kWord = 4;
  MemoryAccess row = access;
  row.spread = MemoryAccess::Spread::Unknown;  // of the interleaved addresses
  row.bytes = std::min<std::uint8_t>(access.bytes, kWord);
  GlobalFootprint sum;
  for (unsigned word = 0; word < access.bytes; word += kWord) {
    for_each_lane(access.lanes, [&](unsigned lane) {
      row.address[lane] = local_address(base, lane, access.address[lane] + word);
    });
    append(sum, global_footprint(row));
  }
  sum.ideal_sectors = ideal_sectors(access, sum.num_sectors);
  return sum;
}

unsigned constant_passes(const MemoryAccess& access) {
  if (is_linear(access, 0)) return 1;
  SetOf<MemoryAccess::kMostPieces> addresses;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) { addresses.insert(piece.address); });
  return addresses.size();
}

}  // namespace simt
