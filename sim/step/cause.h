// Why a warp does not issue: the cause in short, and its words.
#pragma once

#include <algorithm>
#include <string>

#include "sim/base/counters.h"
#include "sim/step/picture.h"

namespace simt {

/// A cause in short and the chain of its causes.
struct Cause {
  std::string head;
  Lines chain;
};

inline std::string cycles_left(std::uint64_t at, std::uint64_t now) {
  return plural(at - now, "cycle") + " to go";
}

/// "long scoreboard"
inline std::string words_of(Stall reason) {
  std::string words(info(reason).name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace simt
