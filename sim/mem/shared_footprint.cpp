#include <algorithm>

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
  const unsigned packed = (count_lanes(access.lanes) * access.bytes + row - 1) / row;
  f.ideal = std::min(f.wavefronts, packed);
  if (access.compare_swap) {  // ncu on an H200: every wavefront of a CAS passes twice
    f.wavefronts *= 2;
    f.ideal *= 2;
  }
  return f;
}

/// Every bank is asked for at most one row, in every group.
SharedFootprint conflict_free(const MemoryAccess& access, const BankGeometry& g, unsigned group,
                              bool broadcast) {
  SharedFootprint f;
  f.wavefronts = kMaxWarpSize / group;
  f.worst_degree = 1;
  f.worst_bank = bank_of(access.address[0], g);
  const std::uint64_t word = access.address[0] / g.word_bytes;
  while (f.worst_lanes < group &&
         (broadcast || access.address[f.worst_lanes] / g.word_bytes == word))
    ++f.worst_lanes;
  return f;
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

Group count_group(const MemoryAccess& access, const BankGeometry& g, LaneMask lanes, bool atomic) {
  Banks banks(g, atomic);
  for_each_lane(lanes, [&](unsigned lane) { banks.add(access.address[lane], access.bytes); });
  return banks.result();
}

/// Adds up the groups of a warp.
class GroupCounter {
 public:
  GroupCounter(const MemoryAccess& access, const BankGeometry& geometry, bool atomic)
      : access_(access), geometry_(geometry), atomic_(atomic) {}

  SharedFootprint count(unsigned group, bool can_merge) {
    for_each_group(group, can_merge, [](LaneMask) {});
    return sum_;
  }

  /// Calls f(lanes) for each group that has any.
  template <class F>
  void for_each_group(unsigned group, bool can_merge, F f) {
    const unsigned step = can_merge ? 2 * group : group;
    for (unsigned first = 0; first < kMaxWarpSize; first += step) {
      const LaneMask lanes = access_.lanes & (lanes_below(step) << first);
      if (can_merge && merged(lanes)) {
        f(lanes);
        continue;
      }
      for (unsigned part = first; part < first + step; part += group) {
        const LaneMask alone = access_.lanes & (lanes_below(group) << part);
        add(count_group(access_, geometry_, alone, atomic_));
        if (alone != 0) f(alone);
      }
    }
  }

 private:
  bool merged(LaneMask lanes) {
    if (!pairs_match(access_, lanes, 1) && !pairs_match(access_, lanes, 2)) return false;
    const Group together = count_group(access_, geometry_, lanes, atomic_);
    if (together.passes > 1) return false;
    add(together);
    return true;
  }
  void add(const Group& group) {
    sum_.wavefronts += group.passes;
    if (group.passes <= sum_.worst_degree) return;
    sum_.worst_degree = group.passes;
    sum_.worst_bank = group.bank;
    sum_.worst_lanes = group.lanes;
  }

  const MemoryAccess& access_;
  const BankGeometry& geometry_;
  bool atomic_;
  SharedFootprint sum_;
};

struct Grouping {
  unsigned lanes;  ///< of a group: as many as all banks serve at once
  bool atomic, can_merge;
};
Grouping grouping(const MemoryAccess& access, const BankGeometry& g) {
  const unsigned lanes = std::clamp(g.banks * g.bank_bytes / access.bytes, 1u, kMaxWarpSize);
  return {lanes, access.takes_turns(),
          access.kind == Kind::Load && lanes < kMaxWarpSize && g.bank_bytes == 4};
}

}  // namespace

std::vector<LaneMask> shared_groups(const MemoryAccess& access, const BankGeometry& g) {
  const Grouping how = grouping(access, g);
  std::vector<LaneMask> groups;
  GroupCounter(access, g, how.atomic).for_each_group(how.lanes, how.can_merge, [&](LaneMask lanes) {
    groups.push_back(lanes);
  });
  return groups;
}

SharedFootprint shared_footprint(const MemoryAccess& access, const BankGeometry& g) {
  const auto [group, atomic, can_merge] = grouping(access, g);
  SharedFootprint f;
  const Linear shape = atomic ? Linear{false, false} : shape_of(access);
  // A run of lanes that starts inside a word or, with paired words, inside a row can reach around.
  const unsigned unit = g.bank_bytes == g.word_bytes ? g.word_bytes : g.banks * g.bank_bytes;
  if (shape.broadcast)
    f = conflict_free(access, g, can_merge ? 2 * group : group, true);
  else if (shape.contiguous && access.address[0] % unit == 0)
    f = conflict_free(access, g, group, false);
  else
    f = GroupCounter(access, g, atomic).count(group, can_merge);
  return with_ideal(f, access, g);
}

}  // namespace simt
