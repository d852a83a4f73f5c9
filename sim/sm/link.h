// A way on which the SMs of a device hear of each other: through L2, by stores and atomics, by CTAs
// that start. SMs run side by side for a window of time no longer than the least latency of the
// links; at its end each link delivers what was sent, in an order that does not depend on the
// threads of the host.
#pragma once

#include <cstdint>
#include <string_view>

namespace simt {

class Link {
 public:
  virtual ~Link() = default;
  virtual std::string_view name() const = 0;
  /// Cycles: nothing that is sent arrives sooner.
  virtual std::uint64_t latency() const = 0;
  /// Delivers what was sent before cycle `until`, the end of the window. True: something happened
  /// that a warp of another SM may have waited for.
  virtual bool deliver(std::uint64_t until) = 0;
  /// Earliest cycle at which something is left to deliver; kNever: nothing is.
  virtual std::uint64_t next() const = 0;
};

}  // namespace simt
