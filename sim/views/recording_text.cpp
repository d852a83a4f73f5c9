#include "sim/views/recording_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/views/text.h"

namespace simt {
namespace {

std::string sms_text(const std::vector<std::uint32_t>& sms) {
  if (sms.empty()) return "all SMs";
  return fmt::format("SM{} {}", sms.size() == 1 ? "" : "s", fmt::join(sms, ", "));
}

}  // namespace

std::string describe(const trace::Recording& r, std::uint64_t executed) {
  if (r.issues.size() == executed)
    return fmt::format("all {} warp instructions of the run", grouped(executed));
  return fmt::format("{}{} of {} warp instructions: {}, cycles {} to {}", r.cut ? "the first " : "",
                     grouped(r.issues.size()), grouped(executed), sms_text(r.window.sms),
                     grouped(r.from), grouped(r.to));
}

}  // namespace simt
