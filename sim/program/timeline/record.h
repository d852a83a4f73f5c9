// What happened on a device and in the host's calls while a program ran, in simulated nanoseconds.
// The facts only: the trace and the table are made from them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::program::timeline {

/// What carries work out. Those of one engine follow each other, but for kernels, which share the
/// SMs.
enum class Engine : std::uint8_t { Kernels, ToDevice, ToHost, OnDevice, None };
inline constexpr std::array kEngines{Engine::Kernels, Engine::ToDevice, Engine::ToHost,
                                     Engine::OnDevice};
std::string_view name_of(Engine engine);

struct Work {
  std::string label, detail;  ///< "add"; "(20) x (256)"
  Engine engine = Engine::None;
  std::uint64_t stream = 0;  ///< 0: the legacy default stream
  std::uint64_t bytes = 0;   ///< of a copy
  bool pageable = false;
  double issued = 0, started = 0, ended = 0;
  /// Share of the device that a kernel's blocks take where they find it empty; 1: all of it.
  double share = 1;
  bool in_graph = false;
  /// Why it comes after something.
  enum class Order : std::uint8_t {
    Stream,   ///< given to its stream before it
    Graph,    ///< by an edge of its graph
    Event,    ///< its stream waited for an event
    Default,  ///< the legacy default stream and blocking ones wait for each other
  };
  /// What it comes after, marks followed to what was before them.
  struct Source {
    std::size_t work = 0;
    Order order = Order::Stream;
    bool waited = false;  ///< it had not ended when this was given
  };
  std::vector<Source> after;
  bool done = false;  ///< else it never ended: a kernel had failed, or the program was interrupted
};

/// A call of the host that took time of its own, or waited.
struct HostCall {
  std::string label;
  double from = 0, to = 0;
  bool waits = false;                ///< for the device
  bool pageable = false;             ///< because memory that it copies is not pinned
  std::optional<std::size_t> gives;  ///< what it gave to a stream
};

std::string_view name_of(Work::Order order);

struct DeviceTimeline {
  unsigned device = 0;
  std::string arch;
  std::vector<Work> work;  ///< in the order in which it was given
  std::vector<HostCall> host;
};

}  // namespace simt::program::timeline
