// Words of the field for those who do not know them yet.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/counters.h"

namespace simt {

/// "long scoreboard": a state as the pages write it.
std::string state_name(Stall stall);
/// What a warp in that state waits for.
std::string_view plain_words(Stall stall);

}  // namespace simt
