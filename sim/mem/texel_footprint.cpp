#include "sim/mem/texel_footprint.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sim/config/cache_line.h"

namespace simt {

TexelFootprint texel_footprint(const MemoryAccess& access) {
  const unsigned together = std::max<unsigned>(access.request_lanes, 1);
  const unsigned lookup = access.lookup_lanes != 0 ? access.lookup_lanes : together;
  std::set<std::pair<unsigned, std::uint64_t>> sectors;  // of each look-up
  LaneMask requests = 0;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    requests |= LaneMask{1} << piece.lane / together;
    sectors.emplace(piece.lane / lookup, piece.address / kSectorBytes);
  });
  return {access.further ? 0 : count_lanes(requests) + access.empty_requests,
          static_cast<unsigned>(sectors.size()) * access.lookups};
}

}  // namespace simt
