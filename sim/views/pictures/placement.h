// Which block ran on which SM, and when: what the picture of the launch is made from.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/base/events.h"

namespace simt {

struct PlacedBlock {
  std::uint64_t cta = 0;
  std::uint64_t from = 0, to = ~std::uint64_t{0};  ///< cycles
  unsigned warps = 0;
};

class Placement final : public Observer {
 public:
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_warp_start(std::uint64_t cycle, const WarpId& id, WarpPlace place) override;

  /// By SM; the blocks of each in the order in which they started.
  const std::map<std::uint32_t, std::vector<PlacedBlock>>& sms() const { return sms_; }

 private:
  PlacedBlock& block(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta);
  std::map<std::uint32_t, std::vector<PlacedBlock>> sms_;
};

}  // namespace simt
