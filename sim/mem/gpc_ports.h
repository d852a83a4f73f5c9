// What the SMs of a GPC share on the way between them and L2: the sectors of their answers come in,
// and those of their writes go out, so many bytes a cycle for all of them together. Answers come
// over links that bring a sector in an L2 cycle each, those of a line always over the same one,
// there in the order in which they are ready: who asks for one line at a time waits behind one
// link's queue, not behind the slowest one as a warp that asks for many (a chase beside 8 and 14
// such SMs of its GPC takes 486 and 967 cycles a hop; in one queue for all it would be 686 and
// 858). Source: SMs of one GPC of an H200 that read or write L2 as fast as they can
// (kernels/micro/share.ir): four read 488 bytes a cycle, each as much as one by itself, eight and
// sixteen 640; sixteen write 430, not sixteen times 32. Sixteen of an H100 read 553: less as it has
// fewer slices, 32 bytes in an L2 cycle for each two of the half of L2 next to the GPC. First come,
// first served, also for an SM that asks for one line at a time: beside SMs that keep their GPC's
// way busy it waits as long as they do (tests/hardware/loaded). Two SMs of a TPC are in nobody's
// way. Writes of all GPCs together come at no more than a part of the rate at which L2 can be read;
// what the crossbar holds of them a load waits for (beside 131 SMs that write all they can one that
// hits L2 takes 475 to 520 cycles instead of 340), not for what waits in the SMs.
#pragma once

#include <vector>

#include "sim/config/arch.h"
#include "sim/mem/request.h"
#include "sim/mem/timeline.h"

namespace simt {

class GpcPorts {
 public:
  explicit GpcPorts(const ArchConfig& arch);

  /// When the answer that L2 has ready for this SM at `at` comes by.
  std::uint64_t answer(const MemoryRequest& request, std::uint64_t at);
  /// When the data of a write that leaves its SM at `at` has its way to L2.
  double write(const MemoryRequest& request, double at);
  /// When something else that leaves its SM at `at` is in front of its slice: behind the writes
  /// that the crossbar holds, which is what each SM may have there (RequestPort::kRoom).
  double behind_writes(double at) const;

 private:
  struct Port {
    std::vector<Timeline> in;  ///< by link
    Timeline out;
  };

  std::vector<unsigned> gpc_of_;  ///< by SM
  std::vector<Port> ports_;       ///< by GPC
  Timeline all_out_;              ///< of all GPCs
  double most_behind_;            ///< cycles of the writes that the crossbar holds
  double link_sector_cycles_, out_sector_cycles_, all_sector_cycles_;
};

}  // namespace simt
