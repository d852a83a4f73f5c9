// A channel of device memory: a bus, and rows that are open. Opening one takes a channel some time,
// beside what the bus does, and no latency that is not in the memory's. Source
// (tests/hardware/rows): all SMs of an H200 read 32 bytes at random places, that is, the 64 that
// come along, at 60% of the rate of streams, 64 at 54%, 128 at 87%, 256 and more as streams; they
// write as many pieces of 32, 64 and 128 bytes a second. Of refresh, banks and their conflicts
// nothing is modelled but what is in these.
#pragma once

#include <array>
#include <cstdint>

#include "sim/config/cache_line.h"
#include "sim/mem/timeline.h"

namespace simt {

class DramChannel {
 public:
  /// Lines that lie side by side and share a row: 256 bytes.
  static constexpr std::uint64_t kRowLines = 256 / kLineBytes;

  /// From when on the row of `line` is there for a request that comes at `at`: opening it, if it is
  /// not open, waits for the ones before it, each of which takes `cycles`. No call will ask for a
  /// moment before `past` again.
  double open(double past, double at, std::uint64_t line, double cycles) {
    std::uint64_t& row = rows_[place_of(line / kRowLines)];
    if (row == line / kRowLines + 1) return at;
    row = line / kRowLines + 1;
    return opening_.take(past, at, cycles);
  }
  /// When the bus begins with what takes it `cycles`, of a row that is there at `at`.
  double transfer(double past, double at, double cycles) { return bus_.take(past, at, cycles); }

 private:
  static std::size_t place_of(std::uint64_t row) { return row * 0x9E37'79B9'7F4A'7C15 >> 58; }

  Timeline opening_, bus_;
  std::array<std::uint64_t, 64> rows_{};  ///< by place: its last row, plus one
};

}  // namespace simt
