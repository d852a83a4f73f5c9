#include "sim/mem/l1_memory.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

using Op = MemoryRequest::Op;
constexpr std::uint32_t kNoOpen = ~std::uint32_t{0};

Op op_of(Kind kind) {
  if (kind == Kind::Load) return Op::Read;
  if (kind == Kind::Store) return Op::Write;
  return kind == Kind::Atomic ? Op::Atomic : Op::Reduction;
}
unsigned sectors_of(const MemoryRequest& r) {
  return static_cast<unsigned>(std::popcount(r.sectors));
}

}  // namespace

L1Memory::L1Memory(const ArchConfig& arch, unsigned bytes, unsigned sm)
    : arch_(arch), sm_(sm), cache_(bytes, arch.l1.ways) {}

L1Memory::Served L1Memory::access(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                  std::uint32_t tag, Counters& counters) {
  if (a.kind == Kind::Load) return load(f, a, now, tag, counters);
  const std::size_t first = outbox_.size();
  for (unsigned i = 0; i < f.num_sectors; ++i) send(f.sector[i], op_of(a.kind), now, first);
  if (a.kind == Kind::Store) return {now, false};
  for (std::size_t r = first; r < outbox_.size(); ++r)
    outbox_[r].turns = static_cast<std::uint16_t>(f.max_same_address);
  return a.kind == Kind::Atomic ? await(first, now, tag) : Served{now, false};
}

L1Memory::Served L1Memory::load(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                std::uint32_t tag, Counters& counters) {
  const bool cached = a.cached && (a.local || arch_.l1_caches_global);
  const std::size_t first = outbox_.size();
  std::uint64_t ready = now + arch_.l1.latency;
  std::uint32_t open = kNoOpen;
  for (unsigned i = 0; i < f.num_sectors; ++i) {
    const std::uint64_t sector = f.sector[i];
    Cache::Lookup found;
    if (cached) found = cache_.access(sector, true);
    const bool hit = found.result == Cache::Result::Hit;
    if (!a.local) ++counters[hit ? Counter::global_ld_hits : Counter::global_ld_misses];
    if (!hit) {
      const std::uint32_t request = send(sector, Op::Read, now, first);
      if (cached) cache_.fill(sector, kOnItsWay | (first_number_ + request));
    } else if ((found.ready_at & kOnItsWay) != 0) {
      const std::uint64_t number = found.ready_at & ~kOnItsWay;
      if (number >= first_number_ + first) continue;  // asked for by this access
      if (open == kNoOpen) open = open_access(ready, tag);
      wait_for(static_cast<std::uint32_t>(number - first_number_), open);
    } else {
      ready = std::max(ready, found.ready_at);
    }
  }
  if (open == kNoOpen) return await(first, ready, tag);
  open_[open].ready = std::max(open_[open].ready, ready);
  for (std::size_t r = first; r < outbox_.size(); ++r)
    wait_for(static_cast<std::uint32_t>(r), open);
  return {ready, true};
}

// An access that waits for the requests from `first` on.
L1Memory::Served L1Memory::await(std::size_t first, std::uint64_t ready, std::uint32_t tag) {
  if (first == outbox_.size()) return {ready, false};
  const std::uint32_t open = open_access(ready, tag);
  for (std::size_t r = first; r < outbox_.size(); ++r)
    wait_for(static_cast<std::uint32_t>(r), open);
  return {ready, true};
}

std::uint32_t L1Memory::open_access(std::uint64_t ready, std::uint32_t tag) {
  if (free_open_.empty()) {
    free_open_.push_back(static_cast<std::uint32_t>(open_.size()));
    open_.emplace_back();
  }
  const std::uint32_t index = free_open_.back();
  free_open_.pop_back();
  open_[index] = {ready, tag, 0};
  return index;
}

void L1Memory::wait_for(std::uint32_t request, std::uint32_t open) {
  waiters_.push_back({request, open});
  ++open_[open].parts;
}

// The request for a sector's line, among those that the access has sent from `first` on.
std::uint32_t L1Memory::send(std::uint64_t sector, Op op, std::uint64_t now, std::size_t first) {
  const std::uint64_t line = sector / kLineBytes;
  const auto bit = static_cast<std::uint8_t>(1u << (sector / kSectorBytes % 4));
  ++on_their_way_;
  for (std::size_t r = outbox_.size(); r-- > first;) {
    if (outbox_[r].line != line) continue;
    outbox_[r].sectors |= bit;
    ++sent_[sent_.size() - outbox_.size() + r].sectors;
    return static_cast<std::uint32_t>(r);
  }
  outbox_.push_back({now, line, op, bit, 1, sm_});
  sent_.push_back({kUnknown, 1});
  return static_cast<std::uint32_t>(outbox_.size() - 1);
}

std::uint64_t L1Memory::accepts_at(std::uint64_t now) {
  while (!sent_.empty() && sent_.front().back <= now) {
    on_their_way_ -= sent_.front().sectors;
    sent_.pop_front();
  }
  return on_their_way_ < arch_.l1_max_sectors_in_flight ? now : sent_.front().back;
}

// Answers share the port from the crossbar into the L1.
std::uint64_t L1Memory::arrive(const MemoryRequest& r, std::uint64_t number, std::uint64_t at) {
  if (r.op == Op::Write || r.op == Op::Reduction) return at;
  const double start = std::max(return_free_, static_cast<double>(at));
  return_free_ = start + sectors_of(r) * kSectorBytes / arch_.l1_fill_bytes_per_clock;
  at = static_cast<std::uint64_t>(start);
  if (r.op == Op::Read)
    for (unsigned i = 0; i < Cache::kSectorsPerLine; ++i)
      if ((r.sectors >> i & 1) != 0)
        cache_.arrive(r.line * kLineBytes + i * kSectorBytes, kOnItsWay | number, at);
  return at;
}

const std::vector<L1Memory::Finished>& L1Memory::answer(
    const std::vector<std::uint64_t>& arrivals) {
  finished_.clear();
  const auto answered = static_cast<std::uint32_t>(arrivals.size());
  if (answered == 0) return finished_;
  arrived_.assign(answered, 0);
  const std::size_t first_sent = sent_.size() - outbox_.size();
  for (std::uint32_t i = 0; i < answered; ++i) {
    arrived_[i] = arrive(outbox_[i], first_number_ + i, arrivals[i]);
    sent_[first_sent + i].back = arrived_[i];
  }
  std::size_t kept = 0;
  for (const Waiter& w : waiters_) {
    if (w.request >= answered) {
      waiters_[kept++] = {w.request - answered, w.open};
      continue;
    }
    Open& open = open_[w.open];
    open.ready = std::max(open.ready, arrived_[w.request]);
    if (--open.parts > 0) continue;
    finished_.push_back({open.tag, open.ready});
    free_open_.push_back(w.open);
  }
  waiters_.resize(kept);
  outbox_.erase(outbox_.begin(), outbox_.begin() + answered);
  first_number_ += answered;
  return finished_;
}

}  // namespace simt
