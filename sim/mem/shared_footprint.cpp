#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "sim/mem/footprint.h"

namespace simt {
namespace {

constexpr unsigned kMaxBanks = 64;

/// One group of lanes: what the banks must do for it.
struct Group {
  unsigned passes = 0;  ///< wavefronts: of the bank that needs most
  unsigned bank = 0;    ///< that bank
  unsigned lanes = 0;   ///< lanes that hit it
};

/// What one bank has to deliver; rows are chained through Banks::next_.
struct Bank {
  unsigned passes = 0, lanes = 0;
  std::uint8_t first_row = 0;  ///< 1-based index into the rows; 0: none
};

/// Distinct rows asked of each bank by one group of lanes.
class Banks {
 public:
  Banks(const BankGeometry& geometry, bool serialise_lanes)
      : geometry_(geometry), serialise_lanes_(serialise_lanes) {}

  void add(std::uint64_t address, unsigned bytes) {
    const unsigned words = std::max(1u, bytes / geometry_.word_bytes);
    const std::uint64_t first = address / geometry_.word_bytes;
    for (unsigned w = 0; w < words; ++w) add_word(first + w);
  }
  Group result() const { return worst_; }

 private:
  void add_word(std::uint64_t word) {
    const unsigned number = static_cast<unsigned>(word % geometry_.banks);
    Bank& bank = bank_[number];
    // A bank delivers bank_bytes of one row of all banks at a time.
    const std::uint64_t row =
        word * geometry_.word_bytes / (std::uint64_t{geometry_.banks} * geometry_.bank_bytes);
    ++bank.lanes;
    if (serialise_lanes_ || is_new(bank, row)) ++bank.passes;
    note(number, bank);
  }

  bool is_new(Bank& bank, std::uint64_t row) {
    for (unsigned i = bank.first_row; i != 0; i = next_[i])
      if (row_[i] == row) return false;
    ++rows_;
    row_[rows_] = row;
    next_[rows_] = bank.first_row;
    bank.first_row = static_cast<std::uint8_t>(rows_);
    return true;
  }

  void note(unsigned number, const Bank& bank) {
    if (bank.passes > worst_.passes || number == worst_.bank)
      worst_ = {bank.passes, number, bank.lanes};
  }

  const BankGeometry& geometry_;
  bool serialise_lanes_;
  Group worst_;
  unsigned rows_ = 0;
  std::array<Bank, kMaxBanks> bank_{};
  std::array<std::uint64_t, 4 * kMaxWarpSize + 1> row_;
  std::array<std::uint8_t, 4 * kMaxWarpSize + 1> next_;
};

struct Linear {
  bool broadcast, contiguous;
};
/// Whole-warp accesses whose passes need no counting.
Linear shape_of(const MemoryAccess& access) {
  if (access.lanes != ~LaneMask{0}) return {false, false};
  if (access.spread == MemoryAccess::Spread::Consecutive) return {false, true};
  if (access.spread == MemoryAccess::Spread::Uniform) return {true, false};
  if (access.several()) return {false, false};
  std::uint64_t spread = 0, off_line = 0;
  for (unsigned i = 0; i < kMaxWarpSize; ++i) {
    const std::uint64_t distance = access.address[i] - access.address[0];
    spread |= distance;
    off_line |= distance - std::uint64_t{i} * access.bytes;
  }
  return {spread == 0, off_line == 0};
}

unsigned bank_of(std::uint64_t address, const BankGeometry& g) {
  return static_cast<unsigned>(address / g.word_bytes % g.banks);
}

SharedFootprint with_ideal(SharedFootprint f, const MemoryAccess& access, const BankGeometry& g) {
  const unsigned row = g.banks * g.bank_bytes;
  const unsigned bytes =
      access.several() ? access.total_bytes() : count_lanes(access.lanes) * access.bytes;
  const unsigned packed = (bytes + row - 1) / row;
  f.ideal = std::min(f.source_wavefronts, packed);
  if (access.compare_swap)  // ncu on an H200: every wavefront of a CAS passes twice
    for (unsigned* const count : {&f.wavefronts, &f.groups, &f.source_wavefronts, &f.ideal})
      *count *= 2;
  return f;
}

/// Every bank is asked for at most one row, in every group.
SharedFootprint conflict_free(const MemoryAccess& access, const BankGeometry& g, unsigned group,
                              bool broadcast) {
  SharedFootprint f;
  f.wavefronts = f.groups = f.source_wavefronts = kMaxWarpSize / group;
  f.worst_degree = 1;
  f.worst_bank = bank_of(access.address[0], g);
  const std::uint64_t word = access.address[0] / g.word_bytes;
  while (f.worst_lanes < group &&
         (broadcast || access.address[f.worst_lanes] / g.word_bytes == word))
    ++f.worst_lanes;
  return f;
}

/// A load or store of lanes without a gap whose words each have a bank of its own?
bool is_run_of_words(const MemoryAccess& access, const BankGeometry& g) {
  return access.spread == MemoryAccess::Spread::Consecutive && !access.is_atomic() &&
         access.bytes == g.word_bytes && access.bytes == g.bank_bytes && g.banks >= kMaxWarpSize;
}
SharedFootprint one_wavefront(unsigned bank) {
  return {.wavefronts = 1,
          .groups = 1,
          .source_wavefronts = 1,
          .ideal = 1,
          .worst_bank = bank,
          .worst_degree = 1,
          .worst_lanes = 1};
}

/// Do all lanes i and i ^ distance that are both active read the same address?
bool pairs_match(const MemoryAccess& access, LaneMask lanes, unsigned distance) {
  bool match = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const unsigned other = lane ^ distance;
    if ((lanes >> other & 1) != 0) match &= access.address[lane] == access.address[other];
  });
  return match;
}

/// The banks of a group in which every bank is asked for one row at most, the usual case: found
/// with a row a bank, and none chained. Nothing where it is not so.
std::optional<Group> count_without_conflict(const MemoryAccess& access, const BankGeometry& g,
                                            LaneMask lanes, bool lane_by_lane) {
  if (lanes == 0 || access.bytes > g.word_bytes || !std::has_single_bit(g.word_bytes) ||
      !std::has_single_bit(g.banks) || !std::has_single_bit(g.bank_bytes))
    return {};
  const int word_shift = std::countr_zero(g.word_bytes);
  const int row_shift = std::countr_zero(g.banks) + std::countr_zero(g.bank_bytes);
  const auto bank_of_lane = [&](unsigned lane) {
    return static_cast<unsigned>(access.address[lane] >> word_shift) & (g.banks - 1);
  };
  const unsigned first = bank_of_lane(first_lane(lanes));
  std::array<std::uint64_t, kMaxBanks> row;
  std::uint64_t used = 0;
  unsigned on_first = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const unsigned lane = first_lane(left), bank = bank_of_lane(lane);
    const std::uint64_t bit = std::uint64_t{1} << bank, of_lane = access.address[lane] >> row_shift;
    if ((used & bit) != 0 && (lane_by_lane || row[bank] != of_lane)) return {};
    used |= bit;
    row[bank] = of_lane;
    on_first += bank == first ? 1u : 0u;
  }
  return Group{1, first, on_first};
}

Group count_group(const MemoryAccess& access, const BankGeometry& g, LaneMask lanes, bool atomic) {
  if (const auto free = count_without_conflict(access, g, lanes, atomic)) return *free;
  Banks banks(g, atomic);
  for_each_lane(lanes, [&](unsigned lane) { banks.add(access.address[lane], access.bytes); });
  return banks.result();
}

bool in_pairs(const MemoryAccess& access, LaneMask lanes) {
  return pairs_match(access, lanes, 1) || pairs_match(access, lanes, 2);
}

/// Calls f(lanes) for each group of so many lanes, active or not.
template <class F>
void for_each_group(const MemoryAccess& access, unsigned size, F f) {
  for (unsigned first = 0; first < kMaxWarpSize; first += size)
    f(access.lanes & (lanes_below(size) << first));
}

void add(SharedFootprint& sum, const Group& group) {
  sum.wavefronts += group.passes;
  sum.groups += group.passes > 0 ? 1u : 0u;
  if (group.passes <= sum.worst_degree) return;
  sum.worst_degree = group.passes;
  sum.worst_bank = group.bank;
  sum.worst_lanes = group.lanes;
}

/// As ncu's source page counts a load of two groups that may go together: they do if that takes one
/// wavefront, whatever the rest of the warp does.
unsigned source_wavefronts(const MemoryAccess& access, const BankGeometry& g, unsigned group) {
  const auto passes = [&](LaneMask lanes) { return count_group(access, g, lanes, false).passes; };
  unsigned sum = 0;
  for (unsigned first = 0; first < kMaxWarpSize; first += 2 * group) {
    const LaneMask low = access.lanes & (lanes_below(group) << first);
    const LaneMask high = access.lanes & (lanes_below(group) << (first + group));
    const bool together = in_pairs(access, low | high) && passes(low | high) <= 1;
    sum += together ? passes(low | high) : passes(low) + passes(high);
  }
  return sum;
}

struct Grouping {
  unsigned at_once;  ///< lanes that all banks serve at once
  unsigned lanes;    ///< of a group: so many, or twice as many
  bool atomic;
  bool can_merge;  ///< two times at_once lanes may go together
};
Grouping grouping(const MemoryAccess& access, const BankGeometry& g) {
  const unsigned lanes = std::clamp(g.banks * g.bank_bytes / access.bytes, 1u, kMaxWarpSize);
  const bool can_merge =
      access.kind == Kind::Load && lanes < kMaxWarpSize && g.bank_bytes == 4 && !access.matrix_rows;
  const bool together = can_merge && in_pairs(access, access.lanes);
  return {lanes, together ? 2 * lanes : lanes, access.serializes_lanes(), can_merge};
}

SharedFootprint counted_pieces(const MemoryAccess& access, const BankGeometry& g) {
  SharedFootprint f;
  for (const auto& group : shared_piece_groups(access, g)) {
    Banks banks(g, false);
    for (const MemoryAccess::Piece& piece : group) banks.add(piece.address, piece.bytes);
    add(f, banks.result());
  }
  f.source_wavefronts = f.wavefronts;
  return f;
}

SharedFootprint counted(const MemoryAccess& access, const BankGeometry& g, const Grouping& how) {
  if (access.several()) return counted_pieces(access, g);
  SharedFootprint f;
  for_each_group(access, how.lanes,
                 [&](LaneMask lanes) { add(f, count_group(access, g, lanes, how.atomic)); });
  f.source_wavefronts = how.can_merge ? source_wavefronts(access, g, how.at_once) : f.wavefronts;
  return f;
}

/// No lane waits for another: each bank serves one, and the others fail.
SharedFootprint first_of_banks(const MemoryAccess& access, unsigned group) {
  SharedFootprint f;
  for_each_group(access, group, [&](LaneMask lanes) {
    add(f, Group{lanes == 0 ? 0u : 1u, 0, lanes == 0 ? 0u : 1u});
  });
  f.source_wavefronts = f.wavefronts;
  return f;
}

/// The address on which most lanes are, and how many.
std::pair<std::uint64_t, unsigned> most_frequent(const MemoryAccess& access) {
  std::pair<std::uint64_t, unsigned> most{0, 0};
  for_each_lane(access.lanes, [&](unsigned lane) {
    unsigned same = 0;
    for_each_lane(access.lanes, [&](unsigned other) {
      same += access.address[other] == access.address[lane] ? 1u : 0u;
    });
    if (same > most.second) most = {access.address[lane], same};
  });
  return most;
}

}  // namespace

SpinFootprint spin_footprint(const MemoryAccess& access, const BankGeometry& g) {
  const auto [address, same] = most_frequent(access);
  SpinFootprint out{std::max(shared_footprint(access, g).worst_degree, same), 0, same, address};
  MemoryAccess load = access;
  load.kind = Kind::Load;
  const unsigned first = shared_footprint(load, g).wavefronts;
  for (unsigned left = out.rounds; left > 0; --left)
    out.loads += (first * left + out.rounds - 1) / out.rounds;
  return out;
}

std::vector<LaneMask> shared_groups(const MemoryAccess& access, const BankGeometry& g) {
  std::vector<LaneMask> groups;
  for_each_group(access, grouping(access, g).lanes, [&](LaneMask lanes) {
    if (lanes != 0) groups.push_back(lanes);
  });
  return groups;
}

std::vector<std::vector<MemoryAccess::Piece>> shared_piece_groups(const MemoryAccess& access,
                                                                  const BankGeometry& g) {
  std::vector<std::vector<MemoryAccess::Piece>> groups;
  unsigned left = 0;  // bytes that still fit into the last one
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    if (groups.empty() || piece.bytes > left) {
      groups.emplace_back();
      left = g.banks * g.bank_bytes;
    }
    groups.back().push_back(piece);
    left -= std::min<unsigned>(left, piece.bytes);
  });
  return groups;
}

SharedFootprint shared_footprint(const MemoryAccess& access, const BankGeometry& g) {
  if (is_run_of_words(access, g))
    return one_wavefront(bank_of(access.address[first_lane(access.lanes)], g));
  const Grouping how = grouping(access, g);
  if (access.first_of_bank) return with_ideal(first_of_banks(access, how.lanes), access, g);
  const Linear shape = how.atomic ? Linear{false, false} : shape_of(access);
  // A run of lanes that starts inside a word or, with paired words, inside a row can reach around.
  const unsigned unit = g.bank_bytes == g.word_bytes ? g.word_bytes : g.banks * g.bank_bytes;
  if (shape.broadcast) return with_ideal(conflict_free(access, g, how.lanes, true), access, g);
  if (shape.contiguous && access.address[0] % unit == 0)
    return with_ideal(conflict_free(access, g, how.lanes, false), access, g);
  return with_ideal(counted(access, g, how), access, g);
}

}  // namespace simt
