// Which lines of two texts are the same: a longest common subsequence, as diff shows it.
#pragma once

#include <string>
#include <vector>

namespace simt::diff {

/// A line of both texts, or of one: the other's number is 0. Lines count from 1.
struct LinePair {
  unsigned a = 0, b = 0;
  bool operator==(const LinePair&) const = default;
};

/// Every line of both, in order; equal lines are paired. Where a stretch that differs is longer
/// than some thousand lines, it is left unpaired.
std::vector<LinePair> align(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// The line without its comment and the blanks that do not matter.
std::string bare(const std::string& line);

}  // namespace simt::diff
