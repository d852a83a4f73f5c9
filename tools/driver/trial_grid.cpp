#include "tools/driver/trial_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace simt {
namespace {

constexpr TrialLaunch::Limits kLarge{4'000'000, 1 << 21};
constexpr std::uint64_t kMostBytes = 16 << 20;  ///< of all buffers together

bool is_free(const TrialLaunch& launch) {
  const auto given_buffer = [](const ArgSpec& arg) { return arg.is_buffer; };
  const ProposalChanges& changes = launch.changes();
  return !launch.given().grid && changes.size == 0 && !changes.number && !changes.zeros &&
         !std::ranges::any_of(launch.given().args, given_buffer);
}

/// What pairs threads by their bits, or puts elements in order, wants a power of two of them.
bool wants_power(const TrialLaunch& launch) {
  const auto& uses = launch.changes().uses;
  return uses && (uses->sorts() || std::ranges::any_of(uses->scalars(), [](const auto& s) {
                    const ScalarUse& use = s.second;
                    return use.exchanged || use.mask.number || use.shift || use.mask.slots ||
                           use.mask.places;
                  }));
}

/// As many as there are SMs: no SM has one more than others.
std::vector<Dim3> rows(const TrialLaunch& launch, Dim3 now, unsigned blocks) {
  std::vector<Dim3> out;
  const unsigned wanted = std::max(blocks / now.z, 1u);
  for (unsigned x = wants_power(launch) ? std::bit_ceil(wanted) : wanted; x > now.x; x /= 2)
    out.push_back({x, 1, now.z});
  return out;
}

/// Sides that are even, a power of two where that is not too many.
std::vector<Dim3> squares(Dim3 now, unsigned blocks) {
  unsigned side = 2;
  while (side * side * now.z < blocks) side += 2;
  const unsigned round = std::bit_ceil(side);
  if (round * round * now.z <= 2 * blocks) side = round;
  std::vector<Dim3> out;
  for (const unsigned s : {side, side * 3 / 8 * 2, side / 4 * 2})
    if (s > std::max(now.x, now.y)) out.push_back({s, s, now.z});
  return out;
}

std::vector<Dim3> larger_grids(const TrialLaunch& launch, unsigned blocks) {
  const Dim3 now = launch.proposal().whole.spec.grid.value_or(Dim3{});
  if (!reads(launch.program(), SpecialReg::ctaid_x)) return {};
  if (!reads(launch.program(), SpecialReg::ctaid_y)) return rows(launch, now, blocks);
  return squares(now, blocks);
}

/// By which two shares of threads differ that contents of arrays choose by chance.
double chance(double share, std::uint64_t threads) {
  return threads == 0 ? 0 : 2 * std::sqrt(share / static_cast<double>(threads));
}

bool suits(const TrialRun& before, const TrialRun& now) {
  std::uint64_t bytes = 0;
  for (const TrialWatch::Buffer& b : now.buffers) bytes += b.bytes;
  return bytes <= kMostBytes &&
         now.storing >= 0.9 * before.storing - chance(before.storing, before.threads) &&
         now.accessing >= 0.9 * before.accessing && now.active_lanes >= 0.7 * before.active_lanes &&
         now.executed >= 0.9 * before.executed;
}

}  // namespace

void enlarge(TrialLaunch& launch) {
  if (!is_free(launch)) return;
  const std::uint64_t blocks = launch.proposal().whole.spec.grid.value_or(Dim3{}).count();
  const std::uint64_t issued = launch.watched().issued;
  const TrialLaunch::Limits before = launch.limit(kLarge);
  for (const Dim3& grid : larger_grids(launch, launch.arch().sm.count)) {
    if (issued * grid.count() / blocks > kLarge.instructions) continue;  // each block does as much
    ProposalChanges changes = launch.changes();
    changes.grid = grid;
    if (launch.takes(changes, suits)) return;
  }
  launch.limit(before);
}

}  // namespace simt
