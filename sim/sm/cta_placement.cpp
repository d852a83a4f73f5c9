#include "sim/sm/cta_placement.h"

#include <algorithm>
#include <utility>

#include "sim/config/gpcs.h"

namespace simt {

CtaPlacement::CtaPlacement(const ArchConfig& arch, SmSet& sms, DeadlockDetector& detector)
    : arch_(arch),
      sms_(sms),
      detector_(detector),
      dispatcher_(arch.launch.cta_interval),
      ledgers_(arch.sm.count, SmLedger(arch.limits, 0)) {}

// The SM is there, with shared memory as the grid needs it where nothing is resident.
void CtaPlacement::use(unsigned index, const GridNeeds& needs, std::uint64_t now) {
  if (!ledgers_[index].empty()) return;
  ledgers_[index].set_shared_bytes(needs.shared_per_sm);
  const Sm* const sm = sms_.find(index);
  if (sm == nullptr || sm->l1_bytes() != needs.l1_bytes) sms_.make(index, needs.l1_bytes, now);
}

void CtaPlacement::launch(Grid& grid, std::uint64_t now, bool device_is_idle) {
  dispatcher_.add(grid);
  if (!device_is_idle) return start_beside_others(now);
  const std::vector<unsigned> used = first_wave(arch_, grid.ctas());
  for (const unsigned sm : used) use(sm, grid.needs(), now);
  start_first_wave(used, now);
}

void CtaPlacement::start(unsigned sm, const CtaDispatcher::Cta& cta) {
  ledgers_[sm].take(cta.grid->needs().cta);
  sms_[sm].start_cta(cta.grid->on(sm), cta.cta, cta.at);
  detector_.resident(cta.grid->warps_per_cta());
}

// Until all places are taken.
void CtaPlacement::start_first_wave(const std::vector<unsigned>& used, std::uint64_t now) {
  for (bool started = true; started;) {
    started = false;
    for (const unsigned sm : used) {
      if (dispatcher_.empty()) return;
      if (!ledgers_[sm].fits(dispatcher_.front().needs().cta)) continue;
      start(sm, dispatcher_.take_first(now));
      started = true;
    }
  }
}

// An SM with nothing on it can be configured as the grid needs it, once its stores have left.
std::optional<unsigned> CtaPlacement::emptiest_sm(const GridNeeds& needs) const {
  std::optional<unsigned> best;
  for (unsigned i = 0; i < ledgers_.size(); ++i) {
    const Sm* const sm = sms_.find(i);
    const bool free = sm == nullptr || (sm->idle() && sm->outbox().empty());
    if (ledgers_[i].empty() ? !free : !ledgers_[i].fits(needs.cta)) continue;
    if (!best || ledgers_[i].ctas() < ledgers_[*best].ctas()) best = i;
  }
  return best;
}

// Each to the SM with the fewest. Which SM the hardware takes is not published.
void CtaPlacement::start_beside_others(std::uint64_t now) {
  while (!dispatcher_.empty()) {
    const GridNeeds& needs = dispatcher_.front().needs();
    const std::optional<unsigned> sm = emptiest_sm(needs);
    if (!sm) return;
    use(*sm, needs, now);
    start(*sm, dispatcher_.take(now));
  }
}

void CtaPlacement::ended(std::uint64_t at, unsigned sm, const Grid& grid) {
  freed_.push_back({at, sm, grid.needs().cta});
}

bool CtaPlacement::may_come_to(const Sm& sm) const {
  if (dispatcher_.empty()) return false;
  const SmLedger& ledger = ledgers_[sm.index()];
  return sm.residents() < ledger.ctas() || ledger.fits(dispatcher_.front().needs().cta);
}

// A CTA may end in a later window than its last instruction: its stores have to leave the SM.
bool CtaPlacement::deliver(std::uint64_t until) {
  std::stable_sort(freed_.begin(), freed_.end(), [](const Freed& a, const Freed& b) {
    return std::pair(a.at, a.sm) < std::pair(b.at, b.sm);
  });
  std::size_t used = 0;
  for (; used < freed_.size() && freed_[used].at < until && !dispatcher_.empty(); ++used) {
    const Freed& place = freed_[used];
    const std::uint64_t from = place.at + arch_.launch.cta_cycles;
    const Grid* const first = &dispatcher_.front();
    ledgers_[place.sm].give_back(place.cta);
    if (used + 3 < freed_.size()) sms_[freed_[used + 3].sm].prefetch_schedulers();
    if (used + 2 < freed_.size()) sms_[freed_[used + 2].sm].prefetch_cta(*first);
    if (used + 1 < freed_.size()) sms_[freed_[used + 1].sm].prefetch_start(*first);
    while (!dispatcher_.empty() && ledgers_[place.sm].fits(dispatcher_.front().needs().cta))
      start(place.sm, dispatcher_.take(from));
    if (!dispatcher_.empty() && &dispatcher_.front() != first) start_beside_others(from);
  }
  freed_.erase(freed_.begin(), freed_.begin() + static_cast<std::ptrdiff_t>(used));
  if (!dispatcher_.empty()) return false;
  for (const Freed& place : freed_) ledgers_[place.sm].give_back(place.cta);
  freed_.clear();
  return false;
}

}  // namespace simt
