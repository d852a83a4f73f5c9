#include "sim/views/lane_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/views/text.h"

namespace simt {
namespace {

/// Calls f(lanes from one active lane to the next, bytes from one to the next).
template <class F>
void for_each_step(const MemoryAccess& access, F f) {
  unsigned previous = kMaxWarpSize;
  for_each_lane(access.lanes, [&](unsigned lane) {
    if (previous != kMaxWarpSize)
      f(static_cast<std::int64_t>(lane - previous),
        static_cast<std::int64_t>(access.address[lane] - access.address[previous]));
    previous = lane;
  });
}

}  // namespace

bool has_neighbours(LaneMask lanes) {
  return (lanes & (lanes >> 1)) != 0;
}

std::optional<std::int64_t> lane_stride(const MemoryAccess& access) {
  if (access.several() || !has_neighbours(access.lanes)) return std::nullopt;
  std::optional<std::int64_t> stride;
  bool regular = true;
  for_each_step(access, [&](std::int64_t lanes, std::int64_t bytes) {
    if (bytes % lanes != 0 || (stride && *stride != bytes / lanes)) regular = false;
    stride = bytes / lanes;
  });
  return regular ? stride : std::nullopt;
}

std::optional<std::int64_t> step_between(const MemoryAccess& access) {
  std::optional<std::int64_t> step;
  bool regular = true;
  for_each_step(access, [&](std::int64_t, std::int64_t bytes) {
    if (step && *step != bytes) regular = false;
    step = bytes;
  });
  return regular ? step : std::nullopt;
}

std::optional<LaneRows> lane_rows(const MemoryAccess& access) {
  constexpr unsigned kShortest = 4;
  if (access.several()) return std::nullopt;
  std::map<std::int64_t, unsigned> steps;
  unsigned lanes = 1;
  for_each_step(access, [&](std::int64_t apart, std::int64_t bytes) {
    ++lanes;
    if (apart == 1) ++steps[bytes];
  });
  if (steps.empty()) return std::nullopt;
  const auto usual =
      std::ranges::max_element(steps, {}, [](const auto& step) { return step.second; });
  const LaneRows rows{lanes - usual->second, usual->first};
  return lanes >= kShortest * rows.count ? std::optional(rows) : std::nullopt;
}

std::string width_text(const MemoryAccess& access) {
  if (!access.several()) return fmt::format("{} a lane", plural(access.bytes, "byte"));
  return fmt::format("{} in {} pieces", plural(access.total_bytes(), "byte"), access.num_pieces());
}

}  // namespace simt
