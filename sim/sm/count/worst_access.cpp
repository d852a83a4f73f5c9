#include "sim/sm/count/worst_access.h"

namespace simt {

void WorstAccesses::note(Pc pc, const MemoryAccess& access, unsigned cost, unsigned ideal) {
  std::uint32_t& place = place_[pc];
  if (place == 0) {
    found_.emplace_back();
    place = static_cast<std::uint32_t>(found_.size());
  }
  found_[place - 1] = {access, cost, ideal, by_};
}

}  // namespace simt
