#include "sim/views/padding.h"

#include <algorithm>

#include "sim/mem/footprint.h"
#include "sim/views/lane_steps.h"

namespace simt {
namespace {

bool without_conflict(const MemoryAccess& access, std::uint64_t base, const Pad& pad,
                      const BankGeometry& banks) {
  if (access.several()) return false;
  MemoryAccess moved = access;
  for_each_lane(access.lanes, [&](unsigned lane) {
    moved.address[lane] += (access.address[lane] - base) / pad.row * pad.bytes;
  });
  const SharedFootprint f = shared_footprint(moved, banks);
  return f.wavefronts <= f.groups;
}

bool wastes_less(const Pad& a, const Pad& b) {
  return a.bytes * b.row < b.bytes * a.row;
}

}  // namespace

bool conflict_free_with(const Pad& pad, const std::vector<MemoryAccess>& accesses,
                        std::uint64_t base, const ArchConfig& arch) {
  const BankGeometry banks{arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes};
  return std::all_of(accesses.begin(), accesses.end(), [&](const MemoryAccess& access) {
    return without_conflict(access, base, pad, banks);
  });
}

std::optional<Pad> conflict_free_pad(const std::vector<MemoryAccess>& accesses, std::uint64_t base,
                                     const ArchConfig& arch) {
  if (accesses.empty()) return std::nullopt;
  std::vector<std::uint64_t> rows;
  for (const MemoryAccess& access : accesses) {
    std::optional<std::int64_t> step = lane_stride(access);
    if (!step) step = step_between(access);
    if (step && *step > access.bytes) rows.push_back(static_cast<std::uint64_t>(*step));
  }
  rows.push_back(std::uint64_t{arch.shared.banks} * arch.shared.bank_bytes);
  const std::uint64_t element = accesses.front().bytes;
  std::optional<Pad> best;
  for (const std::uint64_t row : rows)
    for (std::uint64_t bytes = element; bytes <= 4 * element; bytes += element) {
      const Pad pad{row, bytes};
      if (best && !wastes_less(pad, *best)) break;
      if (conflict_free_with(pad, accesses, base, arch)) best = pad;
    }
  return best;
}

}  // namespace simt
