#include "sim/views/plain_words.h"

#include <algorithm>

namespace simt {

std::string state_name(Stall stall) {
  std::string out(info(stall).name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

// Where the words of the table of states need the hardware to be known.
std::string_view plain_words(Stall stall) {
  switch (stall) {
    case Stall::imc_miss:
      return "a constant or parameter that is not in its cache yet";
    case Stall::mio_throttle:
      return "room in the queue to shared memory and the SFU";
    case Stall::lg_throttle:
      return "room in the queue to global and local memory";
    case Stall::drain:
      return "stores and atomics not done when the warp ends";
    case Stall::no_instruction:
      return "instructions that are not fetched yet";
    default:
      return info(stall).text;
  }
}

}  // namespace simt
