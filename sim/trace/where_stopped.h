// On which SM a run came to its end before time: where it faulted, or where warps are left that had
// no end. A second run that records this SM shows how it came about.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "sim/base/events.h"

namespace simt::trace {

class WhereStopped final : public Observer {
 public:
  void on_warp_start(std::uint64_t, const WarpId& warp, WarpPlace) override {
    ++resident_[warp.sm];
  }
  void on_warp_end(std::uint64_t, const WarpId& warp) override {
    if (--resident_[warp.sm] == 0) resident_.erase(warp.sm);
  }
  void on_fault(std::uint64_t cycle, const WarpId& warp, const KernelFault&, const Outcome&,
                const DivergenceModel&) override {
    const std::tuple when(cycle, warp.sm);
    if (!fault_ || when < *fault_) fault_ = when;
  }
  /// The SM that faulted first; else the first that has warps. None: all warps ended.
  std::optional<std::uint32_t> sm() const {
    if (fault_) return std::get<1>(*fault_);
    if (!resident_.empty()) return resident_.begin()->first;
    return std::nullopt;
  }

 private:
  std::map<std::uint32_t, std::uint32_t> resident_;  // warps by SM
  std::optional<std::tuple<std::uint64_t, std::uint32_t>> fault_;
};

}  // namespace simt::trace
