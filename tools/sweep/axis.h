// Axes of a plot: where the values of a parameter stand, and the marks of a metric.
#pragma once

#include <string>
#include <vector>

namespace simt {

/// Marks from 0 to a round number not below `most`: four to ten steps of 1, 2 or 5 times a power of
/// ten, whole ones for an integral metric.
std::vector<double> axis_marks(double most, bool integral);

/// Values that are numbers stand where they belong, by their logarithm when each is at least half
/// as large again as the one before; other values (names) get a place each.
class ValueAxis {
 public:
  ValueAxis(const std::vector<std::string>& values, double left, double right);

  bool names() const { return numbers_.empty(); }
  double slot() const;  ///< the width of a name's place
  double x(std::size_t i) const;

 private:
  std::size_t count_;
  double left_, right_;
  std::vector<double> numbers_;
  double from_ = 0, to_ = 1;
};

}  // namespace simt
