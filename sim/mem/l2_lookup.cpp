// What L2 holds: lines at home, copies in the other partition, and what has to come from device
// memory.
#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"
#include "sim/mem/footprint.h"
#include "sim/mem/l2_memory.h"

namespace simt {
namespace {

unsigned number(Cache::SectorMask sectors) {
  return static_cast<unsigned>(std::popcount(sectors));
}

// The sectors that were there with all of their bytes.
Cache::SectorMask complete(const Cache::Lookup& found) {
  Cache::SectorMask sectors = found.hit;
  for_each_sector(found.hit, [&](unsigned s) {
    if (found.line->absent[s] != 0) sectors &= static_cast<Cache::SectorMask>(~(1u << s));
  });
  return sectors;
}

// Sectors that device memory moves for what a line leaves. Of a sector that lacks bytes it reads
// the rest first. Source: 132 SMs of an H200 write 34 sectors a cycle to memory in part, whole ones
// 69 (kernels/micro/store_parts.ir, share.ir).
unsigned written_back(const Cache::Lookup& found) {
  return number(found.dirty_evicted) + number(found.partial_evicted);
}

MemoryLevel level_of(bool has_all) {
  return has_all ? MemoryLevel::L2 : MemoryLevel::DeviceMemory;
}

}  // namespace

// When the sectors are in L2. A read or write of a line whose home is in the other partition finds
// or leaves a copy on its own; writes and atomics are performed at home.
L2Memory::Source L2Memory::look_up(const MemoryRequest& r, const Taken& taken) {
  if (is_far(r))
    return r.op == MemoryRequest::Op::Read ? read_copy(r, taken) : change_far(r, taken);
  const Found found = at_home(r, r.sectors, taken);
  if (r.op != MemoryRequest::Op::Read) forget_copy(r);
  count_hits(r, found);
  return {found.ready, level_of(found.had_all(taken.at))};
}

// What crosses over from the other partition is there sooner than what device memory sends.
L2Memory::Source L2Memory::read_copy(const MemoryRequest& r, const Taken& taken) {
  const std::uint64_t at = taken.at;
  const Cache::Lookup copy = allocate(partition_of(r.sm), r, r.sectors, at);
  const auto missing = static_cast<Cache::SectorMask>(r.sectors & ~complete(copy));
  const Cache::SectorMask wanted = fetch_around(missing, copy.line);
  count_hits(r, {at, number(missing), number(wanted)});
  std::uint64_t fetched = at;
  MemoryLevel level = MemoryLevel::L2;
  if (missing != 0) {
    const Found there = at_home(r, wanted, taken);
    level = level_of(there.had_all(at));
    count_fabric(r, number(wanted), there);
    // What device memory sends has crossed over already (fetch).
    fetched = there.fetched > 0 ? there.ready
                                : there.ready + arch_.l2.crossing_cycles - arch_.l2.far_cycles;
  }
  if (copy.line == nullptr) return {fetched, level};
  std::uint64_t ready = at;
  for_each_sector(wanted, [&](unsigned s) {
    copy.line->ready_at[s] = fetched;
    copy.line->absent[s] = 0;
  });
  for_each_sector(r.sectors, [&](unsigned s) { ready = std::max(ready, copy.line->ready_at[s]); });
  if (missing == 0) level = level_of(ready <= at + arch_.l2.crossing_cycles);
  return {ready, level};
}

// What a write brings stays in its partition as well: reads after it hit there.
L2Memory::Source L2Memory::change_far(const MemoryRequest& r, const Taken& taken) {
  const std::uint64_t at = taken.at;
  const Found found = at_home(r, r.sectors, taken);
  if (r.op == MemoryRequest::Op::Write) {
    const Cache::Lookup copy = allocate(partition_of(r.sm), r, r.sectors, at);
    if (copy.line != nullptr) bring(r, copy, at);
  }
  count_hits(r, found);
  count_fabric(r, sectors_of(r), found);
  return {found.ready, level_of(found.had_all(at))};
}

void L2Memory::forget_copy(const MemoryRequest& r) {
  for (unsigned partition = 0; partition < partitions_.size(); ++partition) {
    if (partition == home_of(r.line)) continue;
    if (Cache::Line* const copy = partitions_[partition].find(r.line))
      copy->present &= static_cast<Cache::SectorMask>(~r.sectors);
  }
}

Cache::Lookup L2Memory::allocate(unsigned partition, const MemoryRequest& r,
                                 Cache::SectorMask sectors, std::uint64_t at) {
  const Cache::Lookup found = partitions_[partition].look_up(r.line, sectors, true);
  if (found.dirty_evicted != 0) {
    accounts_[r.account][Counter::dram_bytes_write] +=
        std::uint64_t{number(found.dirty_evicted)} * kSectorBytes;
    use_channel(r, found.evicted_line, written_back(found), arch_.dram.open_write_bytes, at);
  }
  return found;
}

// A write needs none of the old bytes and counts as a hit; a sector of which writes have brought
// only some bytes is fetched when it is read.
L2Memory::Found L2Memory::at_home(const MemoryRequest& r, Cache::SectorMask sectors,
                                  const Taken& taken) {
  const std::uint64_t at = taken.at;
  const Cache::Lookup found = allocate(home_of(r.line), r, sectors, at);
  if (r.op == MemoryRequest::Op::Write) return {write(r, found, at), 0, 0};
  const auto missing = static_cast<Cache::SectorMask>(sectors & ~complete(found));
  const Cache::SectorMask wanted = fetch_around(missing, found.line);
  Found out{at, number(missing), number(wanted)};
  const std::uint64_t fetched = wanted != 0 ? fetch(r, out.fetched, taken) : at;
  if (found.line == nullptr) {
    out.ready = fetched;
    return out;
  }
  if (r.op != MemoryRequest::Op::Read) found.line->dirty |= sectors;
  for_each_sector(wanted, [&](unsigned s) {
    found.line->ready_at[s] = fetched;
    found.line->absent[s] = 0;
  });
  for_each_sector(sectors,
                  [&](unsigned s) { out.ready = std::max(out.ready, found.line->ready_at[s]); });
  return out;
}

// Sectors come in aligned pieces of l2_fetch_bytes: what is not there comes along and stays.
Cache::SectorMask L2Memory::fetch_around(Cache::SectorMask missing, Cache::Line* line) const {
  if (line == nullptr || fetch_sectors_ == 1) return missing;
  const unsigned piece = (1u << fetch_sectors_) - 1;
  unsigned wanted = 0;
  for (unsigned s = 0; s < Cache::kSectorsPerLine; s += fetch_sectors_)
    if ((missing >> s & piece) != 0) wanted |= piece << s;
  wanted &= missing | ~unsigned{line->present};
  line->present |= static_cast<Cache::SectorMask>(wanted);
  return static_cast<Cache::SectorMask>(wanted);
}

std::uint64_t L2Memory::write(const MemoryRequest& r, const Cache::Lookup& found,
                              std::uint64_t at) {
  if (found.line == nullptr) return at;
  found.line->dirty |= r.sectors;
  bring(r, found, at);
  std::uint64_t ready = at;
  for_each_sector(r.sectors, [&](unsigned s) { ready = std::max(ready, found.line->ready_at[s]); });
  return ready;
}

void L2Memory::bring(const MemoryRequest& r, const Cache::Lookup& to, std::uint64_t at) {
  for_each_sector(r.sectors, [&](unsigned s) {
    const bool fresh = (to.hit >> s & 1) == 0;
    if (fresh) to.line->ready_at[s] = at;
    to.line->bring(s, r.bytes[s], !fresh);
  });
}

// What a write that goes along with an earlier one adds to its sectors.
void L2Memory::bring_bytes(const MemoryRequest& r) {
  const auto bring_to = [&](unsigned partition) {
    if (Cache::Line* const line = partitions_[partition].find(r.line))
      for_each_sector(static_cast<Cache::SectorMask>(r.sectors & line->present),
                      [&](unsigned s) { line->bring(s, r.bytes[s], true); });
  };
  bring_to(home_of(r.line));
  if (is_far(r))
    bring_to(partition_of(r.sm));
  else
    forget_copy(r);
}

// What is fetched along with a missing sector counts as missing, too (ncu's hits and misses add up
// to more sectors than are looked up).
void L2Memory::count_hits(const MemoryRequest& r, const Found& found) {
  const unsigned hits = sectors_of(r) - found.missing;
  Counters& counters = accounts_[r.account];
  counters[Counter::l2_misses] += found.fetched;
  counters[Counter::l2_hits] += hits;
  if (!r.constant) return;
  counters[Counter::l2_constant_misses] += found.fetched;
  counters[Counter::l2_constant_hits] += hits;
}

void L2Memory::count_fabric(const MemoryRequest& r, unsigned sectors, const Found& there) {
  Counters& counters = accounts_[r.account];
  counters[Counter::l2_fabric_misses] += there.fetched;
  counters[Counter::l2_fabric_hits] += sectors - there.missing;
}

unsigned L2Memory::home_of(std::uint64_t line) const {
  return partitions_.size() == 1 ? 0
                                 : static_cast<unsigned>(std::popcount(line & partition_bits_)) % 2;
}
unsigned L2Memory::partition_of(unsigned sm) const {
  return partition_of_[sm];
}
bool L2Memory::is_far(const MemoryRequest& r) const {
  return home_of(r.line) != partition_of(r.sm);
}

// How much later than usual device memory answers. Lines of a page at about one time wait together:
// inferred, kernels that stream would wait for nearly every warp's slowest line else.
unsigned L2Memory::late_by(std::uint64_t line, std::uint64_t at) const {
  const DramConfig& dram = arch_.dram;
  if (dram.late_one_in == 0) return 0;
  const std::uint64_t page = line / (dram.late_page_bytes / kLineBytes);
  const std::uint64_t chance = split_mix(page ^ split_mix(at / dram.late_together_cycles));
  if (chance % dram.late_one_in != 0) return 0;
  return static_cast<unsigned>(dram.late_cycles + (chance >> 32) % dram.late_cycles);
}

// Device memory's latency is stated as load to use; L2's part of it is added by the caller. What
// comes from memory is written into its slice, behind the writes that have come meanwhile: as many
// as there were when it was asked for. Source: beside 131 SMs of an H200 that write all they
// can to L2 a load that hits L2 takes 135 to 180 cycles longer, one from memory 360 to 406
// (kernels/micro/share.ir).
std::uint64_t L2Memory::fetch(const MemoryRequest& r, unsigned sectors, const Taken& taken) {
  accounts_[r.account][Counter::dram_bytes_read] += std::uint64_t{sectors} * kSectorBytes;
  const double done = use_channel(r, r.line, sectors, arch_.dram.open_read_bytes, taken.at);
  unsigned total = arch_.dram.latency - arch_.dram.far_cycles / 2;
  if (is_far(r)) total += arch_.dram.far_cycles;
  total += late_by(r.line, taken.at);
  total += static_cast<unsigned>(taken.behind_writes);
  return static_cast<std::uint64_t>(done) + (total > latency(r) ? total - latency(r) : 0);
}

// When the slice's channel begins with the sectors of `line` that the slice reads or writes back.
// Until then the slice serves nobody else. Lines of a row share the channel that opens it.
double L2Memory::use_channel(const MemoryRequest& r, std::uint64_t line, unsigned sectors,
                             double open_bytes, std::uint64_t at) {
  const double past = cycle(r.sent), byte = channel_sector_cycles_ / kSectorBytes;
  const std::uint64_t first_of_row = r.line / DramChannel::kRowLines * DramChannel::kRowLines;
  const double open = channel_of(first_of_row).open(past, cycle(at), line, byte * open_bytes);
  const double begins = channel_of(r.line).transfer(past, open, channel_sector_cycles_ * sectors);
  slices_[slice_of(r.line)].close(cycle(at), begins);
  return begins;
}

}  // namespace simt
