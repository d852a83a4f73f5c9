#include "sim/exec/outcome.h"

namespace simt {

void MemoryAccess::add(const Piece& piece) {
  if (is_atomic() || space == StateSpace::Local || (lanes >> piece.lane & 1) == 0)
    throw std::logic_error("a lane of this access has one address");
  if (!several()) more.clear();
  if (count_lanes(lanes) + more.size() == kMostPieces)
    throw std::length_error("an access has more pieces than it can hold");
  spread = Spread::Several;
  more.push_back(piece);
}

unsigned MemoryAccess::total_bytes() const {
  unsigned sum = count_lanes(lanes) * bytes;
  if (several())
    for (const Piece& piece : more) sum += piece.bytes;
  return sum;
}

}  // namespace simt
