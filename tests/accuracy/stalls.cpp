#include "tests/accuracy/stalls.h"

#include <algorithm>
#include <cmath>

namespace simt::accuracy {

double apart(const StallShares& a, const StallShares& b) {
  double sum = 0;
  for (const auto& [reason, share] : a) {
    const auto other = b.find(reason);
    sum += std::abs(share - (other != b.end() ? other->second : 0));
  }
  return 100 * sum / 2;
}

std::string largest(const StallShares& shares) {
  const auto found =
      std::ranges::max_element(shares, {}, [](const auto& reason) { return reason.second; });
  return found != shares.end() ? found->first : "";
}

}  // namespace simt::accuracy
