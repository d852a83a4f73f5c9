#include "sim/mem/texel_footprint.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sim/config/cache_line.h"

namespace simt {

TexelFootprint texel_footprint(const MemoryAccess& access) {
  const unsigned together = std::max<unsigned>(access.request_lanes, 1);
  std::set<std::pair<unsigned, std::uint64_t>> sectors;  // of each request
  LaneMask requests = 0;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    const unsigned request = piece.lane / together;
    requests |= LaneMask{1} << request;
    sectors.emplace(request, piece.address / kSectorBytes);
  });
  return {access.further ? 0 : count_lanes(requests) + access.empty_requests,
          static_cast<unsigned>(sectors.size())};
}

}  // namespace simt
