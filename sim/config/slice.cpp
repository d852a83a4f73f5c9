#include "sim/config/slice.h"

#include <algorithm>
#include <cmath>

#include "sim/config/cache_line.h"
#include "sim/config/gpcs.h"

namespace simt {
namespace {

unsigned part(unsigned whole, double ratio) {
  return std::max(1u, static_cast<unsigned>(std::lround(whole * ratio)));
}

}  // namespace

ArchConfig slice_of(const ArchConfig& arch, unsigned sms) {
  const double ratio = static_cast<double>(sms) / arch.sm.count;
  const unsigned set = kLineBytes * arch.l2.ways;
  ArchConfig out = arch;
  out.sm.count = sms;
  out.sm.chip_count = arch.sm.count;
  out.l2.bytes = part(arch.l2.bytes / set, ratio) * set;
  out.l2.bytes_per_clock *= ratio;
  out.sm.gpcs = equal_gpcs(sms, part(gpc_count(arch), ratio));
  const double gpc_share = ratio * gpc_count(arch) / gpc_count(out);
  out.gpc_port.read_bytes_per_clock *= gpc_share;
  out.gpc_port.write_bytes_per_clock *= gpc_share;
  out.sm.filled_first = 0;
  out.dram.channels = part(arch.dram.channels, ratio);
  out.l2.slices = part(out.dram.channels, static_cast<double>(arch.l2.slices) / arch.dram.channels);
  out.dram.bytes_per_second *= ratio;
  out.launch.cta_interval /= ratio;
  return out;
}

}  // namespace simt
