// What a stream is given to do: a kernel, a copy, a call of a host function, a mark in time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/program/launch.h"
#include "sim/program/timeline/record.h"

namespace simt::program {

class CommandProcessor;
class KernelRun;

enum class CommandKind : std::uint8_t { Kernel, Copy, Fill, HostCall, Mark };
/// What carries a copy out: an engine for each direction across the link to the host, or device
/// memory itself.
enum class CopyPath : std::uint8_t { ToDevice, ToHost, OnDevice, OnHost };

/// Of marks: an event's record, and a wait for one.
inline constexpr const char* kEventLabel = "event";
inline constexpr const char* kWaitLabel = "wait for event";

struct Command {
  CommandKind kind = CommandKind::Mark;
  std::string label;         ///< for timelines: "add", "copy to device"
  std::uint64_t stream = 0;  ///< its number
  double issued = 0;         ///< of the host's clock, ns
  /// All have ended before it begins, some before it was given; those of its stream before it are
  /// among them.
  std::vector<std::shared_ptr<Command>> after;
  const Command* awaited = nullptr;  ///< of a wait for an event: that of `after` which it is for
  bool in_graph = false;
  /// Of a timeline: what stands for it in the lists of those after it, itself or what a mark comes
  /// after.
  struct Recorded {
    const void* by = nullptr;
    std::vector<timeline::Work::Source> works;
  };
  std::shared_ptr<const Recorded> recorded;

  LaunchRequest launch;  ///< Kernel
  CopyPath path = CopyPath::OnDevice;
  std::uint64_t bytes = 0;        ///< Copy and Fill
  bool pageable = false;          ///< Copy: from or to memory that is not pinned
  std::uint64_t host = 0;         ///< Copy: the first byte of that memory
  std::function<void()> perform;  ///< what it does to memory or the host, when it ends

  // Filled in as it runs; times in ns.
  enum class State : std::uint8_t { Waiting, Running, Ended } state = State::Waiting;
  double started = 0;  ///< of a kernel on the device: launched, until its first CTA is dispatched
  double ended = 0;
  bool begun = false;  ///< a kernel on the device: its first CTA has been dispatched
  // Of the processor that it was given to.
  CommandProcessor* processor = nullptr;
  std::uint64_t order = 0;                         ///< among its commands
  std::size_t unmet = 0;                           ///< commands of `after` that have not ended
  std::vector<std::shared_ptr<Command>> unblocks;  ///< that count this one
  std::unique_ptr<KernelRun> run;
  /// Of a kernel that has left the device, or ran on one of its own: it ends at `ended`.
  std::unique_ptr<RunResult> result;
  std::shared_ptr<LaunchWatch> watch;  ///< that looked at it
};
using CommandPtr = std::shared_ptr<Command>;

}  // namespace simt::program
