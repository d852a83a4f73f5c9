#include "sim/mem/l1_memory.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

using Op = MemoryRequest::Op;
constexpr std::uint32_t kNoOpen = ~std::uint32_t{0};
/// Of an access with n lines, each is 1 / n: the parts of kAccess.
constexpr unsigned kAccess = 4 * kMaxWarpSize;
constexpr Cache::SectorMask kWholeLine = (1u << Cache::kSectorsPerLine) - 1;

Op op_of(Kind kind) {
  if (kind == Kind::Load) return Op::Read;
  if (kind == Kind::Store) return Op::Write;
  return kind == Kind::Atomic ? Op::Atomic : Op::Reduction;
}
bool has_answer(Op op) {
  return op == Op::Read || op == Op::Atomic || op == Op::Fence;
}
bool covers(const LineBytes& bytes, Cache::SectorMask sectors) {
  bool all = true;
  for_each_sector(sectors, [&](unsigned s) { all &= bytes[s] == kWholeSector; });
  return all;
}
unsigned count(Cache::SectorMask sectors) {
  return static_cast<unsigned>(std::popcount(sectors));
}

}  // namespace

L1Memory::L1Memory(const ArchConfig& arch, unsigned bytes, unsigned sm,
                   std::pmr::memory_resource& memory)
    : arch_(arch),
      sm_(sm),
      cache_(bytes, arch.l1.ways, memory),
      read_only_(arch.l1.read_only_bytes, arch.l1.ways, memory),
      outbox_(&memory),
      waiters_(&memory),
      open_(&memory),
      free_open_(&memory),
      finished_(&memory),
      arrived_(&memory),
      loads_({arch.l1.max_sectors_in_flight, arch.l1.max_loads_in_flight * kAccess}),
      stores_(arch.l1.max_sectors_in_flight),
      reductions_(arch.l1.max_reductions_in_flight),
      gather_(arch.stores) {}

L1Memory::Served L1Memory::access(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                  std::uint32_t tag) {
  if (a.kind == Kind::Load) return load(f, a, now, tag);
  if (a.kind == Kind::Store) return store(f, a, now, tag);
  return send_atomic(f, a, now, tag);
}

L1Memory::Served L1Memory::send_atomic(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                       std::uint32_t tag) {
  const auto first = outbox_.size();
  for (unsigned i = 0; i < f.num_lines; ++i) {
    MemoryRequest& r = send(op_of(a.kind), f.line[i], f.line_sectors[i], now, f.num_lines);
    r.serialized_lanes = f.line_serialized_lanes[i];
    r.serialized_sectors = f.line_serialized_sectors[i];
    r.operands = a.compare_swap ? 2 : 1;
    r.floating = a.floating;
    r.wide = a.floating && a.bytes == 8;
    r.covered = covers(f.line_bytes[i], f.line_sectors[i]);
    r.alone = f.line_lanes[i] == f.line_serialized_lanes[i];
    r.begins = i == 0;
    r.account = a.account;
    if (r.op == Op::Reduction) reductions_.send(sectors_of(r));
  }
  return a.kind == Kind::Atomic ? await(first, now, tag) : Served{now, false};
}

// Stores that are not weak leave by themselves.
L1Memory::Served L1Memory::store(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                 std::uint32_t tag) {
  const auto first = outbox_.size();
  const bool gathers = a.cached && arch_.stores.wait_cycles > 0;
  const bool local = a.local && a.cached && arch_.l1.caches_local;
  const bool tags = local || (!a.local && arch_.l1.caches_global);
  if (gathers) gather_.enter(now, f.num_sectors);
  unsigned hits = 0;
  for (unsigned i = 0; i < f.num_lines; ++i) {
    const std::uint64_t line = f.line[i];
    const Cache::SectorMask sectors = f.line_sectors[i];
    const LineBytes& bytes = f.line_bytes[i];
    const StoreGather::Place at =
        gathers ? gather_.store(line, sectors, a.turn) : StoreGather::Place{};
    if (tags && keep_stored(line, sectors, bytes, now, local, at.closed)) hits += count(sectors);
    const auto alone = static_cast<Cache::SectorMask>(sectors & ~at.along);
    if (at.along != 0) send_write(a, line, at.along, bytes, now).along = true;
    if (alone != 0) send_write(a, line, alone, bytes, now);
  }
  const auto found = static_cast<std::uint16_t>(hits);
  if (!a.drains || first == outbox_.size()) return {now, false, found};
  const std::uint32_t open = open_access(now, tag);
  for (std::size_t r = first; r < outbox_.size(); ++r)
    wait_for(static_cast<std::uint32_t>(r), open);
  return {now, true, found};
}

MemoryRequest& L1Memory::send_write(const Access& a, std::uint64_t line, Cache::SectorMask sectors,
                                    const LineBytes& bytes, std::uint64_t now) {
  MemoryRequest& write = send(Op::Write, line, sectors, now);
  write.bytes = bytes;
  write.account = a.account;
  return write;
}

// Leaves the bytes in the line; was it there? What is in a line that is closed is lost. A fence
// does not make local memory stale, which is what `dirty` says here.
bool L1Memory::keep_stored(std::uint64_t line_number, Cache::SectorMask sectors,
                           const LineBytes& bytes, std::uint64_t now, bool local, bool closed) {
  const Cache::Lookup found = cache_.look_up(line_number, sectors, true);
  if (found.line == nullptr) return false;
  Cache::Line& line = *found.line;
  if (closed) {
    line.present = sectors;
    line.dirty = 0;
  }
  if (local) line.dirty |= sectors;
  for_each_sector(sectors, [&](unsigned s) {
    const bool was_present = !closed && (found.hit >> s & 1) != 0;
    line.bring(s, bytes[s], was_present);
    if (!was_present) line.ready_at[s] = now;
  });
  return found.line_hit && !closed;
}

L1Memory::Served L1Memory::load(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                                std::uint32_t tag) {
  Cache* const cache = cache_of(a);
  const auto first = outbox_.size();
  Pending pending{now + arch_.l1.latency, tag, kNoOpen};
  unsigned hits = 0;
  for (unsigned i = 0; i < f.num_lines; ++i) {
    const Cache::SectorMask sectors = f.line_sectors[i];
    const Cache::Lookup found =
        cache != nullptr ? find(*cache, f.line[i], sectors, f.line_bytes[i]) : Cache::Lookup();
    const auto missing = static_cast<Cache::SectorMask>(sectors & ~found.hit);
    hits += count(found.hit);
    if (found.hit != 0) wait_for_sectors(*found.line, found.hit, pending);
    if (missing == 0) continue;
    const std::uint64_t number = first_number_ + outbox_.size();
    send(Op::Read, f.line[i], missing, now, f.num_lines).account = a.account;
    if (found.line != nullptr)
      for_each_sector(missing, [&](unsigned s) { found.line->ready_at[s] = kOnItsWay | number; });
  }
  const auto found = static_cast<std::uint16_t>(hits);
  if (pending.open == kNoOpen) {
    if (first == outbox_.size()) return {pending.ready, false, found};
    pending.open = open_access(pending.ready, pending.tag);
  }
  open_[pending.open].lines = static_cast<std::uint16_t>(f.num_lines);
  open_[pending.open].ready = pending.ready;
  wait_for_answers(first, pending.open);
  return {pending.ready, true, found};
}

// Where a load looks first; nullptr: in L2.
Cache* L1Memory::cache_of(const Access& a) {
  if (!a.cached) return nullptr;
  if (a.local) return arch_.l1.caches_local ? &cache_ : nullptr;
  if (a.read_only && arch_.l1.read_only_bytes > 0) return &read_only_;
  return a.read_only || arch_.l1.caches_global ? &cache_ : nullptr;
}

// The sectors whose bytes are all there count as hits; the others will be fetched, whole.
Cache::Lookup L1Memory::find(Cache& cache, std::uint64_t line, Cache::SectorMask sectors,
                             const LineBytes& bytes) {
  Cache::Lookup found = cache.look_up(line, sectors, true);
  if (found.line == nullptr) return found;
  for_each_sector(sectors, [&](unsigned s) {
    std::uint32_t& absent = found.line->absent[s];
    const bool hit = (found.hit >> s & 1) != 0;
    if (hit && (absent & bytes[s]) == 0) return;
    absent = 0;
    if (hit) found.hit &= static_cast<Cache::SectorMask>(~(1u << s));
  });
  return found;
}

// Sectors that are present or outstanding since an earlier access.
void L1Memory::wait_for_sectors(const Cache::Line& line, Cache::SectorMask sectors,
                                Pending& pending) {
  std::uint64_t last = kUnknown;
  for_each_sector(sectors, [&](unsigned s) {
    const std::uint64_t at = line.ready_at[s];
    if ((at & kOnItsWay) == 0) {
      pending.ready = std::max(pending.ready, at);
    } else if (at != last) {
      last = at;
      if (pending.open == kNoOpen) pending.open = open_access(pending.ready, pending.tag);
      wait_for(static_cast<std::uint32_t>((at & ~kOnItsWay) - first_number_), pending.open);
    }
  });
}

void L1Memory::read_around(std::uint64_t address, std::uint64_t bytes, std::uint64_t now,
                           std::uint32_t tag, AccountId account) {
  const std::size_t first = outbox_.size();
  for (std::uint64_t at = address; at < address + bytes; at += kLineBytes) {
    MemoryRequest& read = send(Op::Read, at / kLineBytes, kWholeLine, now);
    read.constant = true;
    read.account = account;
  }
  await(first, now, tag);
}

void L1Memory::fence(std::uint64_t now, std::uint32_t tag, bool system) {
  const std::size_t first = outbox_.size();
  send(Op::Fence, 0, 0, now).system = system;
  await(first, now, tag);
}

// An access that waits for the requests from `first` on.
L1Memory::Served L1Memory::await(std::size_t first, std::uint64_t ready, std::uint32_t tag) {
  const bool asks = std::any_of(outbox_.begin() + static_cast<std::ptrdiff_t>(first), outbox_.end(),
                                [](const auto& r) { return has_answer(r.op); });
  if (!asks) return {ready, false};
  wait_for_answers(first, open_access(ready, tag));
  return {ready, true};
}

// Lines that are written back on the way have no answer.
void L1Memory::wait_for_answers(std::size_t first, std::uint32_t open) {
  for (std::size_t r = first; r < outbox_.size(); ++r)
    if (has_answer(outbox_[r].op)) wait_for(static_cast<std::uint32_t>(r), open);
}

std::uint32_t L1Memory::open_access(std::uint64_t ready, std::uint32_t tag) {
  if (free_open_.empty()) {
    free_open_.push_back(static_cast<std::uint32_t>(open_.size()));
    open_.emplace_back();
  }
  const std::uint32_t index = free_open_.back();
  free_open_.pop_back();
  open_[index] = {ready, tag, 0, 0, MemoryLevel::L2};
  return index;
}

void L1Memory::wait_for(std::uint32_t request, std::uint32_t open) {
  waiters_.push_back({request, open});
  ++open_[open].parts;
}

// A new request for these sectors, one of `lines` of its access; the caller fills in the rest. What
// is sent around the load/store stage goes after what that stage has sent.
MemoryRequest& L1Memory::send(Op op, std::uint64_t line, Cache::SectorMask sectors,
                              std::uint64_t now, unsigned lines) {
  const std::uint64_t last = outbox_.empty() ? 0 : outbox_.back().sent;
  MemoryRequest& request = outbox_.emplace_back();
  request.sent = std::max(now, last);
  request.line = line;
  request.op = op;
  request.sectors = sectors;
  request.sm = sm_;
  if (op == Op::Write)
    stores_.send(count(sectors));
  else if (op == Op::Read || op == Op::Atomic)
    loads_.send({count(sectors), kAccess / lines});
  return request;
}

// Answers share the port from the crossbar into the L1.
std::uint64_t L1Memory::arrive(const MemoryRequest& r, std::uint64_t number, std::uint64_t at) {
  if (!has_answer(r.op)) return at;
  const double cycles = count(r.sectors) * kSectorBytes / arch_.l1.fill_bytes_per_clock;
  at = static_cast<std::uint64_t>(
      return_port_.take(static_cast<double>(r.sent), static_cast<double>(at), cycles));
  if (r.op != Op::Read) return at;
  for (Cache* const cache : {&cache_, &read_only_})
    if (Cache::Line* const line = cache->find(r.line))
      for (std::uint64_t& ready_at : line->ready_at)
        if (ready_at == (kOnItsWay | number)) ready_at = at;
  return at;
}

// What has waited for L2 goes through the data stage again, its lines one after the other. Source:
// 16 loads of 32 lines by one warp, whose data comes at one time, are there within 300 cycles
// (H200); eight of the loop of matvec_row_thread.cu within 331.
std::uint64_t L1Memory::deliver(const Open& done) {
  constexpr double kLine = 0.65;
  if (done.lines <= 1) return done.ready;
  const double cycles = done.lines * kLine / arch_.l1.tags_per_clock;
  const double begins = data_.take(cycle(outbox_.front().sent), cycle(done.ready), cycles);
  return static_cast<std::uint64_t>(begins + std::max(0.0, cycles - 1));
}

const std::pmr::vector<L1Memory::Finished>& L1Memory::answer(const std::vector<L2Answer>& answers) {
  finished_.clear();
  const auto answered = static_cast<std::uint32_t>(answers.size());
  if (answered == 0) return finished_;
  arrived_.resize(answered);
  store_delay_ = 0;
  for (std::uint32_t i = 0; i < answered; ++i) {
    const std::uint64_t at = arrive(outbox_[i], first_number_ + i, answers[i].at);
    arrived_[i] = {outbox_[i].op == Op::Write ? std::max(answers[i].left, outbox_[i].sent) : at,
                   answers[i].level};
    if (outbox_[i].op == Op::Write) {
      stores_.answer(at);
      store_delay_ = std::max(store_delay_, at - outbox_[i].sent);
    } else if (outbox_[i].op == Op::Reduction) {
      reductions_.answer(at);
    } else if (outbox_[i].op != Op::Fence) {
      loads_.answer(at);
    }
  }
  std::size_t kept = 0;
  for (const Waiter& w : waiters_) {
    if (w.request >= answered) {
      waiters_[kept++] = {w.request - answered, w.open};
      continue;
    }
    Open& open = open_[w.open];
    open.ready = std::max(open.ready, arrived_[w.request].at);
    open.level = std::max(open.level, arrived_[w.request].level);
    if (--open.parts > 0) continue;
    open.ready = deliver(open);
    finished_.push_back({open.tag, open.level, open.ready});
    free_open_.push_back(w.open);
  }
  waiters_.resize(kept);
  outbox_.erase(outbox_.begin(), outbox_.begin() + answered);
  first_number_ += answered;
  return finished_;
}

}  // namespace simt
