// A resource that serves a limited amount of work a cycle, asked by several SMs whose clocks run up
// to one window apart: requests need not arrive in order of time. Time is cut into bins; a request
// takes its own bin while that has cycles left, else it goes to the end of the queue (gaps between
// the two stay unused).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace simt {

class Throughput {
 public:
  /// Work of `cycles` (fractions allowed, one bin at most) asked for at `now`; returns when it
  /// starts.
  std::uint64_t take(std::uint64_t now, double cycles) {
    cycles = std::min(cycles, static_cast<double>(kBin));
    std::uint64_t bin = now / kBin;
    if (!fits(bin, cycles)) bin = std::max(bin + 1, busy_until_);
    while (!fits(bin, cycles)) ++bin;
    double& spent = used(bin);
    const std::uint64_t start = std::max(now, bin * kBin + static_cast<std::uint64_t>(spent));
    spent += cycles;
    if (bin > now / kBin) busy_until_ = std::max(busy_until_, bin);
    return start;
  }

 private:
  static constexpr std::uint64_t kBin = 32;      // cycles
  static constexpr std::size_t kBins = 1 << 13;  // a backlog of 262,144 cycles is remembered

  bool fits(std::uint64_t bin, double cycles) {
    return used(bin) + cycles <= static_cast<double>(kBin) + 1e-6;  // sums of fractions round
  }
  double& used(std::uint64_t bin) {
    Bin& b = bins_[bin % kBins];
    if (b.index != bin) b = {bin, 0.0};
    return b.spent;
  }

  struct Bin {
    std::uint64_t index = ~std::uint64_t{0};
    double spent = 0;
  };
  std::array<Bin, kBins> bins_{};
  std::uint64_t busy_until_ = 0;  // where the queue of a saturated resource ends
};

}  // namespace simt
