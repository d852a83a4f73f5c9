// Requests of several SMs of a GPC for one line, merged on their way to L2: until the answer to a
// read comes by, a read of the very same sectors by another SM of the GPC waits for it and does not
// reach L2; one of some of them does. One request serves so many SMs; the next one goes to L2
// again. Source: sectors that reach L2 when 2 to 132 SMs of an H200 read the same lines, with
// delays (kernels/micro/merge.ir), and kernels whose SMs share parts of lines: nothing merges
// (copy_offset, color_to_grey). NCU names the unit L2 request coalescer (lrc). Not modelled: its
// capacity. Two lines that fall together here forget each other.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/base/host_cache.h"
#include "sim/config/arch.h"
#include "sim/mem/request.h"

namespace simt {

class RequestMerger {
 public:
  explicit RequestMerger(const ArchConfig& arch);

  /// The answer that the request shares with an earlier one; nullptr: it goes alone.
  const L2Answer* join(const MemoryRequest& request);
  /// Tells the host that the request will be asked about soon.
  void prefetch(const MemoryRequest& request) const {
    if (limit_ <= 1) return;
    prefetch_at(&lines_[place(request)]);
    prefetch_at(&reads_[place(request)]);
  }
  /// The request went to L2 by itself and is answered so.
  void sent(const MemoryRequest& request, const L2Answer& answer);
  /// The line is written at L2: answers that are under way do not serve later reads.
  void written(std::uint64_t line);

 private:
  struct Read {
    L2Answer answer;
    /// That it serves, one bit each: of a GPC of more than 64 SMs, two of one bit merge with
    /// others, not with each other.
    std::uint64_t sms = 0;
    std::uint8_t sectors = 0;
  };
  std::size_t first_place(std::uint64_t line) const;
  std::size_t place(const MemoryRequest& request) const;

  std::vector<unsigned> gpc_of_;  ///< by SM
  unsigned gpcs_, limit_, way_;
  // A line's of all GPCs side by side: which line each has read, and how.
  std::vector<std::uint64_t> lines_;
  std::vector<Read> reads_;
};

}  // namespace simt
