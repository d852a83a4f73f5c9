// The SMs of a chip lie in GPCs: requests to L2 merge within one, and its distance to the parts of
// L2 is its own. SMs are numbered GPC after GPC.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/config/arch.h"

namespace simt {

/// `sms` SMs in `count` GPCs whose sizes differ by one at most.
std::vector<unsigned> equal_gpcs(unsigned sms, unsigned count);
/// The number of GPCs, at least one.
unsigned gpc_count(const ArchConfig& arch);
/// The GPC of each SM.
std::vector<unsigned> gpc_of_sms(const ArchConfig& arch);
/// The L2 partition that each SM is next to.
std::vector<unsigned> l2_partitions_of_sms(const ArchConfig& arch);

/// The SMs that the first `ctas` CTAs of a grid start on, ascending: the n-th CTA on the n-th. A
/// grid of fewer CTAs than SMs fills SmConfig::filled_first; the GPCs share what is left as
/// equally as their free SMs allow, first one SM of each TPC, and neighbouring CTAs come to one
/// GPC. Source: %smid of each CTA of grids of 4 to 264 CTAs on an H200
/// (tests/hardware/h200/where.csv).
std::vector<unsigned> first_wave(const ArchConfig& arch, std::uint64_t ctas);

}  // namespace simt
