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

/// Every bank is asked for at most one row, in every group.
SharedFootprint conflict_free(const MemoryAccess& access, const BankGeometry& g, unsigned group,
                              bool broadcast) {
  SharedFootprint f;
  f.wavefronts = f.ideal = kMaxWarpSize / group;
  f.worst_degree = 1;
  f.worst_bank = bank_of(access.address[0], g);
  const std::uint64_t word = access.address[0] / g.word_bytes;
  while (f.worst_lanes < group &&
         (broadcast || access.address[f.worst_lanes] / g.word_bytes == word))
    ++f.worst_lanes;
  return f;
}

SharedFootprint count_groups(const MemoryAccess& access, const BankGeometry& g, unsigned group,
                             bool serialise_lanes) {
  SharedFootprint f;
  for (unsigned first = 0; first < kMaxWarpSize; first += group) {
    const LaneMask lanes = access.lanes & (lanes_below(group) << first);
    if (lanes == 0) continue;
    Banks banks(g, serialise_lanes);
    for_each_lane(lanes, [&](unsigned lane) { banks.add(access.address[lane], access.bytes); });
    const Group worst = banks.result();
    ++f.ideal;
    f.wavefronts += worst.passes;
    if (worst.passes <= f.worst_degree) continue;
    f.worst_degree = worst.passes;
    f.worst_bank = worst.bank;
    f.worst_lanes = worst.lanes;
  }
  return f;
}

}  // namespace

SharedFootprint shared_footprint(const MemoryAccess& access, const BankGeometry& g) {
  const unsigned group = std::clamp(g.banks * g.bank_bytes / access.bytes, 1u, kMaxWarpSize);
  const bool atomic = access.kind == Kind::Atomic || access.kind == Kind::Reduction;
  if (!atomic) {
    const Linear shape = shape_of(access);
    // In Kepler's 4-byte mode a run of words can straddle two 64-word segments and conflict.
    const bool aligned =
        g.bank_bytes == g.word_bytes || access.address[0] % (g.banks * g.bank_bytes) == 0;
    if (shape.broadcast || (shape.contiguous && aligned))
      return conflict_free(access, g, group, shape.broadcast);
  }
  return count_groups(access, g, group, atomic);
}

}  // namespace simt
