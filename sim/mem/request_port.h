// The way of one SM's requests into the crossbar: one after the other, as long as their data takes.
// Writes to a line that is still waiting go with the one before them. Source: stores, reductions
// and atomics by stride, timed and counted on an H200 (kernels/micro: l1_throughput.ir, atomic.ir,
// bandwidth.ir).
#pragma once

#include <array>
#include <cstdint>

#include "sim/config/arch.h"
#include "sim/mem/request.h"

namespace simt {

class RequestPort {
 public:
  explicit RequestPort(const CrossbarPort& config) : config_(config) {}

  /// The write that takes this one along, if one does: when L2 took it.
  const std::uint64_t* combine(const MemoryRequest& write) const;
  /// When the request leaves, not before `at`.
  double take(const MemoryRequest& request, double at);
  /// What take() let go last is a write, which L2 took at `at`.
  void written(const MemoryRequest& write, std::uint64_t at);
  /// Everything that was sent is performed then.
  std::uint64_t all_done() const { return all_done_; }
  void performed(std::uint64_t done) { all_done_ = done > all_done_ ? done : all_done_; }

 private:
  struct Write {
    std::uint64_t line = ~std::uint64_t{0}, taken = 0;
    double left = 0;  ///< when it is wholly in the crossbar
    std::uint8_t sectors = 0;
  };
  static constexpr std::size_t kRecent = 16;

  double cycles(const MemoryRequest& request) const;

  const CrossbarPort& config_;
  double free_ = 0;
  std::uint64_t all_done_ = 0;
  std::array<Write, kRecent> recent_;  ///< a ring
  std::size_t next_ = 0;
};

}  // namespace simt
