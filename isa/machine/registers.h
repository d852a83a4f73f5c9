// Numbers of registers that are none: read as zero or as true, and what is written there is lost.
#pragma once

namespace simt::machine {

constexpr unsigned kRZ = 255, kURZ = 63, kPT = 7;

}  // namespace simt::machine
