#include "sim/divergence/early_openings.h"

namespace simt {

void EarlyOpenings::add(Slot barrier, Pc pc, LaneMask gone, LaneMask late) {
  if (late != 0) openings_.push_back({barrier, pc, gone, late});
}

LaneMask EarlyOpenings::gone_before(Slot barrier, Pc pc, LaneMask arrives) {
  LaneMask gone = 0;
  for (Opening& o : openings_) {
    if (o.barrier != barrier || o.pc != pc || (o.late & arrives) == 0) continue;
    gone |= o.gone;
    o.late &= ~arrives;
  }
  drop_complete();
  return gone;
}

void EarlyOpenings::leave(Slot barrier, LaneMask lanes) {
  for (Opening& o : openings_)
    if (o.barrier == barrier) o.late &= ~lanes;
  drop_complete();
}

void EarlyOpenings::exit(LaneMask lanes) {
  for (Opening& o : openings_) o.late &= ~lanes;
  drop_complete();
}

void EarlyOpenings::drop_complete() {
  std::erase_if(openings_, [](const Opening& o) { return o.late == 0; });
}

void EarlyOpenings::hash_into(Fingerprint& hash) const {
  for (const Opening& o : openings_) hash.add(o.barrier, o.pc, o.gone, o.late);
}

}  // namespace simt
