#include "sim/mem/l2_memory.h"

#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"
#include "sim/config/gpcs.h"
#include "sim/mem/sector_cycles.h"

namespace simt {
namespace {

using Op = MemoryRequest::Op;

// The bits of `value` that are not among `bits`, close together.
std::uint64_t remove_bits(std::uint64_t value, std::uint64_t bits) {
  while (bits != 0) {
    const std::uint64_t highest = std::bit_floor(bits);
    value = (value & (highest - 1)) | (value >> 1 & ~(highest - 1));
    bits ^= highest;
  }
  return value;
}

}  // namespace

L2Memory::L2Memory(const ArchConfig& arch, std::pmr::memory_resource& memory)
    : arch_(arch),
      partition_of_(l2_partitions_of_sms(arch)),
      merger_(arch),
      fetch_sectors_(arch.l2.fetch_bytes / kSectorBytes),
      slice_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock, arch.l2.slices)),
      channel_sector_cycles_(sector_cycles(
          arch.dram.bytes_per_second * arch.dram.efficiency / (arch.sm.clock_mhz * 1e6),
          arch.dram.channels)),
      slices_(arch.l2.slices, L2Slice(arch.l2.data_wait_cycles)),
      units_(arch.l2.slices),
      fabric_(arch),
      channels_(arch.dram.channels),
      ports_(arch.sm.count, RequestPort(arch.crossbar, arch.l1.max_reductions_waiting)),
      fences_(arch.sm.count, FenceUnit(arch.control, arch.l2.crossing_cycles)),
      gpcs_(arch) {
  for (unsigned partition = 0; partition < arch.l2.partitions; ++partition)
    partitions_.emplace_back(arch.l2.bytes / arch.l2.partitions, arch.l2.ways, memory);
  for (const unsigned bit : arch.l2.partition_bits)
    partition_bits_ |= (std::uint64_t{1} << bit) / kLineBytes;
  for (const unsigned bit : arch.l2.atomic_shared_bits)
    unit_bits_ |= (std::uint64_t{1} << bit) / kLineBytes;
}

L2Answer L2Memory::serve(const MemoryRequest& r) {
  switch (r.op) {
    case Op::Fence:
      return {std::max(fences_[r.sm].take(r.sent, ports_[r.sm].all_done(), r.system),
                       r.sent + min_latency())};
    case Op::Read:
      if (const L2Answer* const answer = merger_.join(r)) {
        accounts_[r.account][Counter::l2_merged_sectors] += sectors_of(r);
        return {std::max(answer->at, r.sent + min_latency()), answer->level};
      }
      break;
    case Op::Write:
      if (r.along) {
        bring_bytes(r);
        return {r.sent};
      }
      [[fallthrough]];
    default:
      merger_.written(r.line);
  }
  const L2Answer answer = perform(r);
  if (r.op == Op::Read) merger_.sent(r, answer);
  return answer;
}

L2Answer L2Memory::perform(const MemoryRequest& r) {
  count(r, sectors_of(r));
  const Arrival arrived = arrives(r);
  const L2Slice::Turn turn =
      slices_[slice_of(r.line)].take(cycle(r.sent), arrived.slice, slice_cycles(r));
  const auto data = static_cast<std::uint64_t>(turn.data);
  Source found =
      look_up(r, {static_cast<std::uint64_t>(turn.looked_up), arrived.slice - arrived.crossbar});
  if (found.level == MemoryLevel::L2) found.ready = std::max(found.ready, data);
  if (r.op == Op::Read) return {gpcs_.answer(r, found.ready + latency(r)), found.level};
  const unsigned crossing = is_far(r) ? arch_.l2.crossing_cycles : 0;
  if (crossing > 0) fences_[r.sm].sent_far();
  if (r.op == Op::Write) {
    const std::uint64_t written = write_bytes(r, data);
    ports_[r.sm].performed(written + min_latency() + crossing);
    return {written, MemoryLevel::L2, ports_[r.sm].write_leaves(sectors_of(r), arrived.slice)};
  }
  const double there = is_far(r) ? fabric_.cross(unit_of(r.line), home_of(r.line), cycle(r.sent),
                                                 cycle(found.ready), flits_of(r))
                                 : cycle(found.ready);
  const auto taken = static_cast<std::uint64_t>(start_atomic(r, there));
  const std::uint64_t done = answer_atomic(r, taken);
  if (r.op == Op::Reduction) {
    reductions_end_ = std::max(reductions_end_, taken);
    if (r.begins) ports_[r.sm].reduced(arrived.slice, static_cast<double>(taken));
  }
  ports_[r.sm].performed(done);
  return {r.op == Op::Reduction ? taken : done, found.level};
}

// A write that brings only some bytes of its sectors takes as long for a header as for each of
// them. Source: 132 SMs of an H100 that store again and again to one word, or to any word of one
// line, take 2.35 cycles each; to a word of all four sectors of it 5.9 (taken for all).
double L2Memory::slice_cycles(const MemoryRequest& r) const {
  constexpr double kPart = 1.18;
  const unsigned sectors = sectors_of(r);
  if (r.op == Op::Write && is_partial(r)) return kPart * (1 + sectors);
  return slice_sector_cycles_ * sectors;
}

// The unit of a line, of those whose bits choose one. Source: the busiest slice's part of the
// sectors that 132 SMs of an H200 add to (tests/hardware/h200/atomics_ncu.csv.gz): 4 of 128 lines
// side by side, 8 of 256, 16 of 1,024, 88 of 8,192, that is, 32 units for 16 KiB, half of which the
// next 16 KiB have, too, and all of them as often as each other in the end; of eight lines 1 to
// 64 KiB apart each has its own, so those 16 KiB are in another order. Pages of physical memory lie
// by chance.
std::size_t L2Memory::unit_of(std::uint64_t line) const {
  constexpr std::uint64_t kSideBySide = 32, kShared = kSideBySide / 2;
  constexpr std::uint64_t kTurn = 4;  // of the order, from one block to the next: gives the above
  constexpr std::uint64_t kPageLines = (std::uint64_t{2} << 20) / kLineBytes;
  const std::uint64_t page = line / kPageLines;
  const std::uint64_t place = remove_bits(line % kPageLines, unit_bits_);
  const std::uint64_t block = place / kSideBySide;
  const std::uint64_t within = place % kSideBySide ^ block * kTurn % kSideBySide;
  const std::uint64_t first = split_mix(page) % std::max<std::uint64_t>(units_.size() / kShared, 1);
  return (within + (block + first) * kShared) % units_.size();
}

// When the result of an atomic that its unit has done at `taken` is back at its SM, or would be.
std::uint64_t L2Memory::answer_atomic(const MemoryRequest& r, std::uint64_t taken) {
  const std::uint64_t latency = std::max<std::uint64_t>(arch_.l2.atomic_latency, min_latency());
  if (!is_far(r)) return taken + latency;
  double back = cycle(taken);
  if (r.op == Op::Atomic)
    back = fabric_.cross(unit_of(r.line), partition_of(r.sm), cycle(r.sent), back, sectors_of(r));
  return static_cast<std::uint64_t>(back) + arch_.l2.crossing_cycles + latency;
}

// When the unit of its line begins to write what a slice has taken of a write at `at`: a sector an
// L2 cycle, beside the atomics. Source: 132 SMs of two H200 that write the same 16 KiB each,
// 128 KiB apart, again and again write 12 to 14 lines a cycle, of all of 17 MB 19
// (sectors_line_132, share_write_132): units that more of the pages have than others hold up their
// SMs.
std::uint64_t L2Memory::write_bytes(const MemoryRequest& r, std::uint64_t at) {
  const double cycles = arch_.l2.atomic_sector_interval * sectors_of(r);
  Timeline& busy = units_[unit_of(r.line)].busy;
  return static_cast<std::uint64_t>(busy.take_pieces(cycle(r.sent), cycle(at), cycles) - cycles);
}

// Gives the unit to an atomic whose sectors are there at `ready`; returns when it has done it.
double L2Memory::start_atomic(const MemoryRequest& r, double ready) {
  const std::size_t index = unit_of(r.line);
  AtomicsUnit& unit = units_[index];
  AtomicsTime& counted = accounts_.atomics(r.account);
  const double time = atomics_time(r);
  counted.add(index, time);
  if (!r.floating) return unit.busy.take_pieces(cycle(r.sent), ready, time);
  double from = ready;
  const auto for_each_sum = [&](auto f) {
    for_each_sector(r.sectors, [&](unsigned s) {
      const std::uint64_t sector = r.line * Cache::kSectorsPerLine + s;
      f(sector, sector % unit.sums.size());
    });
  };
  for_each_sum([&](std::uint64_t sector, std::size_t place) {
    const AtomicsUnit::Sum& sum = unit.sums[place];
    if (sum.sector == sector) from = std::max(from, sum.until);
  });
  const double taken = unit.busy.take_pieces(cycle(r.sent), from, time);
  const double sums = arch_.l2.atomic_float_interval * r.serialized_lanes;
  const double end = std::max(taken, taken - time + sums);
  for_each_sum([&](std::uint64_t sector, std::size_t place) {
    unit.sums[place] = {sector, end};
    counted.add_sum(index, place, sums);
  });
  return end;
}

// The lanes of an atomic on one address are serialized, in a packet each; different addresses go
// through the unit by sectors, whole ones faster. Two operands take twice as long, but for one
// lane's by themselves, and of double-precision numbers it adds two at a time.
double L2Memory::atomics_time(const MemoryRequest& r) const {
  const double packet = arch_.l2.atomic_interval;
  if (r.alone) return packet * r.serialized_lanes;
  const double sector =
      arch_.l2.atomic_sector_interval * r.operands * (r.wide && r.covered ? 2 : 1);
  return std::max(packet * r.serialized_lanes,
                  (r.covered ? sector : std::max(packet, sector)) * sectors_of(r));
}

unsigned L2Memory::latency(const MemoryRequest& r) const {
  const unsigned near = arch_.l2.latency - arch_.l2.far_cycles / 2;
  return is_far(r) ? near + arch_.l2.far_cycles : near;
}

// Whatever else follows the writes that are in front of the slices.
L2Memory::Arrival L2Memory::arrives(const MemoryRequest& r) {
  const double leaves = ports_[r.sm].take(r, cycle(r.sent));
  return {leaves, r.op == Op::Write ? gpcs_.write(r, leaves) : gpcs_.behind_writes(leaves)};
}

void L2Memory::count(const MemoryRequest& r, unsigned sectors) {
  Counters& counters = accounts_[r.account];
  counters[Counter::l2_requests] += r.serialized_lanes;
  counters[Counter::l2_constant_requests] += r.constant ? 1 : 0;
  counters[Counter::l2_sectors] += sectors;
  switch (r.op) {
    case Op::Read:
      counters[Counter::l2_sectors_read] += sectors;
      break;
    case Op::Write:
      counters[Counter::l2_sectors_write] += sectors;
      break;
    case Op::Atomic:
      counters[Counter::l2_sectors_atom] += sectors;
      break;
    case Op::Reduction:
      counters[Counter::l2_sectors_red] += sectors;
      break;
    case Op::Fence:
      break;
  }
}

void L2Memory::clear() {
  for (Cache& partition : partitions_) partition.clear();
}

}  // namespace simt
