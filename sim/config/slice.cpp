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
  const double ratio = static_cast<double>(sms) / arch.num_sms;
  const unsigned set = kLineBytes * arch.l2.ways;
  ArchConfig out = arch;
  out.num_sms = sms;
  out.chip_sms = arch.num_sms;
  out.l2.bytes = part(arch.l2.bytes / set, ratio) * set;
  out.l2.bytes_per_clock *= ratio;
  out.gpcs = equal_gpcs(sms, part(gpc_count(arch), ratio));
  const double gpc_share = ratio * gpc_count(arch) / gpc_count(out);
  out.gpc_port.read_bytes_per_clock *= gpc_share;
  out.gpc_port.write_bytes_per_clock *= gpc_share;
  out.sms_filled_first = 0;
  out.dram_channels = part(arch.dram_channels, ratio);
  out.l2_slices = part(out.dram_channels, static_cast<double>(arch.l2_slices) / arch.dram_channels);
  out.dram_bytes_per_second *= ratio;
  out.cta_launch_interval /= ratio;
  return out;
}

}  // namespace simt
