#include "sim/views/padding.h"

#include <algorithm>

#include "sim/mem/footprint.h"
#include "sim/views/lane_steps.h"

namespace simt {
namespace {

constexpr std::size_t kMostDistances = 8;  ///< distances between lanes that are tried

bool wastes_less(const Pad& a, const Pad& b) {
  return a.bytes * b.row < b.bytes * a.row;
}

std::vector<std::uint64_t> rows_of(const std::vector<SeenAccess>& accesses, std::uint64_t banks) {
  std::vector<std::uint64_t> rows{banks};
  for (const auto& [access, count] : accesses) {
    std::optional<std::int64_t> step = lane_stride(access);
    if (!step) step = step_between(access);
    if (!step || *step <= access.bytes) continue;
    const auto row = static_cast<std::uint64_t>(*step);
    if (rows.size() <= kMostDistances && std::ranges::find(rows, row) == rows.end())
      rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::optional<std::uint64_t> conflicts_with(const Pad& pad, const std::vector<SeenAccess>& accesses,
                                            std::uint64_t base, const ArchConfig& arch,
                                            std::uint64_t most) {
  const BankGeometry banks{arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes};
  std::uint64_t left = 0;
  for (const auto& [access, count] : accesses) {
    if (access.several()) return std::nullopt;
    MemoryAccess moved = access;
    for_each_lane(access.lanes, [&](unsigned lane) {
      moved.address[lane] += (access.address[lane] - base) / pad.row * pad.bytes;
    });
    const SharedFootprint f = shared_footprint(moved, banks);
    left += count * (f.wavefronts - std::min(f.wavefronts, f.groups));
    if (left > most) break;
  }
  return left;
}

std::uint64_t widest(const std::vector<SeenAccess>& accesses) {
  std::uint64_t out = 1;
  for (const SeenAccess& seen : accesses) out = std::max<std::uint64_t>(out, seen.access.bytes);
  return out;
}

std::optional<PadResult> best_pad(const std::vector<SeenAccess>& accesses, std::uint64_t base,
                                  const ArchConfig& arch, std::uint64_t most,
                                  std::uint64_t declared) {
  if (accesses.empty()) return std::nullopt;
  const std::uint64_t all_banks = std::uint64_t{arch.shared.banks} * arch.shared.bank_bytes;
  const std::uint64_t step = widest(accesses);  // it stays whole
  std::vector<std::uint64_t> rows = rows_of(accesses, all_banks);
  if (declared != 0 && declared % step == 0) rows.push_back(declared);
  const auto better = [&](const PadResult& a, const PadResult& b) {
    const bool a_row = a.pad.row == declared, b_row = b.pad.row == declared;
    if (a.left != b.left) return a.left < b.left;
    return a_row != b_row ? a_row : wastes_less(a.pad, b.pad);
  };
  std::optional<PadResult> best;
  for (const std::uint64_t row : rows)
    for (std::uint64_t bytes = step; bytes <= 4 * step; bytes += step) {
      const Pad pad{row, bytes};
      const auto left = conflicts_with(pad, accesses, base, arch, best ? best->left : most);
      if (!left) return std::nullopt;
      if (*left > (best ? best->left : most)) continue;
      if (!best || better({pad, *left}, *best)) best = {pad, *left};
    }
  return best;
}

}  // namespace simt
