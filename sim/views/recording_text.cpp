#include "sim/views/recording_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "sim/views/text.h"

namespace simt {
namespace {

std::string sms_text(const std::vector<std::uint32_t>& sms) {
  if (sms.empty()) return "all SMs";
  return fmt::format("SM{} {}", sms.size() == 1 ? "" : "s", fmt::join(sms, ", "));
}

}  // namespace

std::uint64_t issued_in(const trace::Recording& r) {
  return static_cast<std::uint64_t>(
      std::count_if(r.issues.begin(), r.issues.end(),
                    [](const trace::IssueRecord& i) { return i.fault_lane < 0; }));
}

std::string describe(const trace::Recording& r, std::uint64_t executed) {
  const std::uint64_t issued = issued_in(r);
  if (issued == executed)
    return fmt::format("all {} warp instructions of the run", grouped(executed));
  const std::string_view part = r.cut ? "the first " : r.window.last ? "the last " : "";
  if (r.has_gap()) {
    const auto first = static_cast<std::uint64_t>(std::count_if(
        r.issues.begin(), r.issues.end(), [&](const auto& i) { return i.cycle < r.window.head; }));
    return fmt::format(
        "the first {} and the last {} of {} warp instructions: {}, cycles 0 to {} and {} to {}",
        grouped(first), grouped(issued - first), grouped(executed), sms_text(r.window.sms),
        grouped(r.window.head), grouped(r.window.from), grouped(r.to));
  }
  return fmt::format("{}{} of {} warp instructions: {}, cycles {} to {}", part, grouped(issued),
                     grouped(executed), sms_text(r.window.sms), grouped(r.from), grouped(r.to));
}

}  // namespace simt
