#include "sim/mem/gpc_ports.h"

#include <bit>

#include "sim/config/gpcs.h"
#include "sim/mem/cache.h"
#include "sim/mem/sector_cycles.h"

namespace simt {
namespace {

/// What a write takes on the way, in sectors of a line that is written whole: its packet begins
/// with a header as large as a sector, and which bytes of a sector are written takes half as much
/// again. Source: 132 SMs of an H200 that write L2 (kernels/micro/sectors.ir): 79 sectors a cycle
/// of whole lines, 51 where lanes write a word of each sector of a line, 22 to 29 where they write
/// one word of a line; 16 SMs of a GPC 13.3, 10.6 and 6.8.
double packet_sectors(const MemoryRequest& r) {
  constexpr double kHeader = 1, kMask = 0.5, kWholeLine = Cache::kSectorsPerLine;
  unsigned partial = 0;
  for_each_sector(r.sectors, [&](unsigned s) { partial += r.bytes[s] != kWholeSector ? 1u : 0u; });
  return (kHeader + std::popcount(r.sectors) + kMask * partial) * kWholeLine /
         (kHeader + kWholeLine);
}

}  // namespace

GpcPorts::GpcPorts(const ArchConfig& arch)
    : gpc_of_(gpc_of_sms(arch)),
      ports_(gpc_count(arch)),
      in_sector_cycles_(sector_cycles(arch.gpc_port.read_bytes_per_clock)),
      out_sector_cycles_(sector_cycles(arch.gpc_port.write_bytes_per_clock)),
      all_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock * arch.l2_write_share)) {}

std::uint64_t GpcPorts::answer(const MemoryRequest& r, std::uint64_t at) {
  Timeline& in = ports_[gpc_of_[r.sm]].in;
  return static_cast<std::uint64_t>(
      in.take(cycle(r.sent), cycle(at), in_sector_cycles_ * sectors_of(r)));
}

double GpcPorts::write(const MemoryRequest& r, double at) {
  const double past = cycle(r.sent), sectors = packet_sectors(r);
  at = ports_[gpc_of_[r.sm]].out.take(past, at, out_sector_cycles_ * sectors);
  return all_out_.take(past, at, all_sector_cycles_ * sectors);
}

}  // namespace simt
