// For how long the units of one kind worked for a grid.
#pragma once

namespace simt {

/// In SM cycles, without the time in which a unit waits for something to do.
struct UnitTime {
  double busiest = 0;  ///< of the unit that worked longest
  double all = 0;      ///< of all of them together
};

}  // namespace simt
