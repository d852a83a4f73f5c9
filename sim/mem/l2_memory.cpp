#include "sim/mem/l2_memory.h"

#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"
#include "sim/config/gpcs.h"
#include "sim/mem/sector_cycles.h"

namespace simt {
namespace {

using Op = MemoryRequest::Op;

}  // namespace

L2Memory::L2Memory(const ArchConfig& arch, std::pmr::memory_resource& memory)
    : arch_(arch),
      side_of_(sides_of_sms(arch)),
      merger_(arch),
      fetch_sectors_(arch.l2_fetch_bytes / kSectorBytes),
      slice_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock, arch.l2_slices)),
      channel_sector_cycles_(sector_cycles(
          arch.dram_bytes_per_second * arch.dram_efficiency / (arch.sm_clock_mhz * 1e6),
          arch.dram_channels)),
      slices_(arch.l2_slices),
      channels_(arch.dram_channels),
      ports_(arch.num_sms, RequestPort(arch.crossbar)),
      gpcs_(arch) {
  for (unsigned side = 0; side < arch.l2_sides; ++side)
    sides_.emplace_back(arch.l2.bytes / arch.l2_sides, arch.l2.ways, memory);
  for (const unsigned bit : arch.l2_side_bits) side_bits_ |= (std::uint64_t{1} << bit) / kLineBytes;
}

std::uint64_t L2Memory::serve(const MemoryRequest& r) {
  switch (r.op) {
    case Op::Fence:
      return std::max({r.sent + arch_.fence_gpu_cycles, r.sent + min_latency(),
                       ports_[r.sm].all_done() + arch_.fence_behind_cycles});
    case Op::Read:
      if (const std::uint64_t answer = merger_.join(r); answer != RequestMerger::kAlone) {
        counters_[Counter::l2_merged_sectors] += sectors_of(r);
        return std::max(answer, r.sent + min_latency());
      }
      break;
    case Op::Write:
      if (r.along) {
        bring_bytes(r);
        return r.sent;
      }
      [[fallthrough]];
    default:
      merger_.written(r.line);
  }
  const std::uint64_t answer = perform(r);
  if (r.op == Op::Read) merger_.sent(r, answer);
  return answer;
}

std::uint64_t L2Memory::perform(const MemoryRequest& r) {
  count(r, sectors_of(r));
  Slice& slice = slices_[slice_of(r.line)];
  const auto at = static_cast<std::uint64_t>(
      slice.port.take(cycle(r.sent), arrives(r, slice), slice_sector_cycles_ * sectors_of(r)));
  const std::uint64_t ready = look_up(r, at);
  if (r.op == Op::Read) return gpcs_.answer(r, ready + latency(r));
  const unsigned crossing = is_far(r) ? arch_.l2_crossing_cycles : 0;
  if (r.op == Op::Write) {
    ports_[r.sm].performed(at + min_latency() + crossing);
    return at;
  }
  const double time = atomics_time(r);
  slice.atomics_done = std::max(slice.atomics_done, cycle(at)) + time;
  const double start = slice.atomics.take(cycle(r.sent), cycle(ready), time);
  const auto done = static_cast<std::uint64_t>(start + time) +
                    std::max<std::uint64_t>(arch_.global_atomic_latency, min_latency()) + crossing;
  ports_[r.sm].performed(done);
  return done;
}

// The lanes of an atomic on one address take turns at the slice's unit; different addresses go
// through it by sectors.
double L2Memory::atomics_time(const MemoryRequest& r) const {
  const double turn =
      r.floating ? arch_.global_atomic_float_interval : arch_.global_atomic_interval;
  return std::max(turn * r.turns, arch_.global_atomic_sector_interval * sectors_of(r) * r.operands);
}

unsigned L2Memory::latency(const MemoryRequest& r) const {
  const unsigned near = arch_.l2.latency - arch_.l2_far_cycles / 2;
  return is_far(r) ? near + arch_.l2_far_cycles : near;
}

// When the crossbar has brought the request to its slice.
double L2Memory::arrives(const MemoryRequest& r, const Slice& slice) {
  constexpr double kBacklog = 256;  // cycles of work that wait in front of an atomics unit
  const bool atomic = r.op == Op::Atomic || r.op == Op::Reduction;
  const double room = atomic ? slice.atomics_done - kBacklog : 0;
  const double leaves = ports_[r.sm].take(r, std::max(cycle(r.sent), room));
  return r.op == Op::Write ? gpcs_.write(r, leaves) : leaves;
}

void L2Memory::count(const MemoryRequest& r, unsigned sectors) {
  counters_[Counter::l2_requests] += r.turns;
  counters_[Counter::l2_constant_requests] += r.constant ? 1 : 0;
  counters_[Counter::l2_sectors] += sectors;
  switch (r.op) {
    case Op::Read:
      counters_[Counter::l2_sectors_read] += sectors;
      break;
    case Op::Write:
      counters_[Counter::l2_sectors_write] += sectors;
      break;
    case Op::Atomic:
      counters_[Counter::l2_sectors_atom] += sectors;
      break;
    case Op::Reduction:
      counters_[Counter::l2_sectors_red] += sectors;
      break;
    case Op::Fence:
      break;
  }
}

}  // namespace simt
