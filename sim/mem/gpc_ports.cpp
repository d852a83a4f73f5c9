#include "sim/mem/gpc_ports.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/config/gpcs.h"
#include "sim/mem/cache.h"
#include "sim/mem/request_port.h"
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

/// Of a port that brings so many bytes a cycle: a sector in an L2 cycle each, which is a flit on
/// any of L2's links.
unsigned links_of(const ArchConfig& arch) {
  const double cycles = std::max(1.0, arch.l2.fabric_flit_cycles);
  return std::max(1u, static_cast<unsigned>(
                          std::lround(arch.gpc_port.read_bytes_per_clock * cycles / kSectorBytes)));
}

/// The one of `links` that a line's sectors come over. Lines side by side spread as evenly as they
/// can (Knuth, The Art of Computer Programming 3, 6.4: Fibonacci hashing).
std::size_t link_of(std::uint64_t line, std::size_t links) {
  constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15;
  return static_cast<std::size_t>(((line * kGolden >> 32) * links) >> 32);
}

}  // namespace

GpcPorts::GpcPorts(const ArchConfig& arch)
    : gpc_of_(gpc_of_sms(arch)),
      ports_(gpc_count(arch)),
      link_sector_cycles_(sector_cycles(arch.gpc_port.read_bytes_per_clock, links_of(arch))),
      out_sector_cycles_(sector_cycles(arch.gpc_port.write_bytes_per_clock)),
      all_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock * arch.l2.write_share)) {
  most_behind_ = double{RequestPort::kRoom} * arch.sm.count * all_sector_cycles_;
  for (Port& port : ports_) port.in.resize(links_of(arch));
}

std::uint64_t GpcPorts::answer(const MemoryRequest& r, std::uint64_t at) {
  std::vector<Timeline>& links = ports_[gpc_of_[r.sm]].in;
  return static_cast<std::uint64_t>(links[link_of(r.line, links.size())].take(
      cycle(r.sent), cycle(at), link_sector_cycles_ * sectors_of(r)));
}

double GpcPorts::behind_writes(double at) const {
  return std::min(all_out_.free_from(at), at + most_behind_);
}

double GpcPorts::write(const MemoryRequest& r, double at) {
  const double past = cycle(r.sent), sectors = packet_sectors(r);
  at = ports_[gpc_of_[r.sm]].out.take(past, at, out_sector_cycles_ * sectors);
  return all_out_.take(past, at, all_sector_cycles_ * sectors);
}

}  // namespace simt
