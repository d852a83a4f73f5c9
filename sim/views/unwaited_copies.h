// Bytes of a CTA's shared memory to which asynchronous copies are on their way: nobody has waited
// for them yet.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "sim/exec/async_waits.h"
#include "sim/views/access_history.h"

namespace simt {

class UnwaitedCopies {
 public:
  /// `access`, by a warp with this state, is the last copy that it has begun.
  void begin(const SharedAccess& access, const WarpState& warp, std::uint32_t address) {
    bytes_[address] = {access, &warp, copies_begun(warp) - 1};
  }
  /// What copies to the byte and has not been waited for; nullptr: nothing.
  const SharedAccess* find(std::uint32_t address);

 private:
  struct Byte {
    SharedAccess by;
    const WarpState* warp = nullptr;
    std::uint32_t number = 0;
  };
  std::unordered_map<std::uint32_t, Byte> bytes_;
};

}  // namespace simt
