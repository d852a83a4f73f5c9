#include "sim/mem/gpc_ports.h"

#include "sim/config/gpcs.h"
#include "sim/mem/sector_cycles.h"

namespace simt {

GpcPorts::GpcPorts(const ArchConfig& arch)
    : gpc_of_(gpc_of_sms(arch)),
      ports_(gpc_count(arch)),
      in_sector_cycles_(sector_cycles(arch.gpc_port.read_bytes_per_clock)),
      out_sector_cycles_(sector_cycles(arch.gpc_port.write_bytes_per_clock)) {}

std::uint64_t GpcPorts::answer(const MemoryRequest& r, std::uint64_t at) {
  Timeline& in = ports_[gpc_of_[r.sm]].in;
  return static_cast<std::uint64_t>(
      in.take(cycle(r.sent), cycle(at), in_sector_cycles_ * sectors_of(r)));
}

double GpcPorts::write(const MemoryRequest& r, double at) {
  return ports_[gpc_of_[r.sm]].out.take(cycle(r.sent), at, out_sector_cycles_ * sectors_of(r));
}

}  // namespace simt
