#include "sim/program/device_limits.h"

#include "sim/program/status.h"

namespace simt::program {

std::uint64_t DeviceLimits::set(Limit limit, std::uint64_t bytes) {
  constexpr std::uint64_t kStackStep = 16;
  if (used_[index(limit)]) throw CallError(Status::InvalidValue);
  if (limit == Limit::Stack) bytes = (bytes + kStackStep - 1) / kStackStep * kStackStep;
  return bytes_[index(limit)] = bytes;
}

}  // namespace simt::program
