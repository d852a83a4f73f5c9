// What the terminal can show, and progress on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "sim/views/text.h"

namespace simt {

bool stderr_is_terminal();
/// Colour and block characters where stdout is a terminal and NO_COLOR is not set.
Style stdout_style();
/// To stdout, at once.
void print(std::string_view text);

/// "123 of 4,096 blocks" on stderr, once a run has taken two seconds; wiped out at the end.
class Progress {
 public:
  explicit Progress(bool wanted) : wanted_(wanted) {}
  ~Progress();
  void report(std::uint64_t done, std::uint64_t all);

 private:
  bool wanted_, shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace simt
