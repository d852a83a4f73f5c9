// A slice of L2: it looks requests up in order, and what it finds waits for its data port. Until
// its channel of device memory takes what it reads or writes back it looks nothing up: all that
// comes waits, also what would hit (measured beside SMs that read or write memory as fast as they
// can: kernels/micro/share.ir). Reads that miss do not wait for the port, but the slice looks up
// only what will have the port within `data_wait_cycles`. Source: beside 42 to 112 SMs of an H100
// that read all they can from L2 a load that hits waits 440 to 1,500 cycles, one that misses 160 to
// 760 (tests/hardware/loaded).
#pragma once

#include <algorithm>

#include "sim/mem/timeline.h"

namespace simt {

class L2Slice {
 public:
  explicit L2Slice(double data_wait_cycles) : data_wait_(data_wait_cycles) {}

  /// When a request is looked up, and when the port begins with its bytes.
  struct Turn {
    double looked_up, data;
  };
  /// Of a request that comes at `at` and takes the port for `cycles`. No call will ask for a moment
  /// before `past` again.
  Turn take(double past, double at, double cycles) {
    closed_.forget(past);
    port_.forget(past);
    double looked_up = closed_.free_from(at);
    Timeline::Gap data{looked_up, 0};
    do {  // the port has room later, when the slice may be closed
      data = port_.gap(std::max(data.from, looked_up), cycles);
      looked_up = closed_.free_from(std::max(looked_up, data.from - data_wait_));
    } while (looked_up > data.from);
    port_.take(data, cycles);
    return {looked_up, data.from};
  }
  /// Looks nothing up from `from` until `until`.
  void close(double from, double until) { closed_.close(from, until); }

 private:
  double data_wait_;
  Timeline closed_, port_;
};

}  // namespace simt
