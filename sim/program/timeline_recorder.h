// Writes down what a device's streams are given and when it happens (--timeline). It changes
// nothing.
#pragma once

#include <string>
#include <vector>

#include "sim/program/command.h"
#include "sim/program/timeline/record.h"

namespace simt::program {

class TimelineRecorder {
 public:
  TimelineRecorder(unsigned device, const std::string& arch) {
    out_.device = device;
    out_.arch = arch;
  }

  /// With all that it comes after; before any of that can be forgotten.
  void given(Command& command);
  /// `result`: of a kernel.
  void ended(const Command& command, const RunResult* result);

  /// A call of the host begins and ends; one within another is part of it.
  void enter(const char* label, double at);
  void leave(double at);
  /// The call that has begun waits for the device, for a copy of pageable memory or for whatever.
  void waits(bool pageable);

  const timeline::DeviceTimeline& timeline() const { return out_; }

 private:
  using Source = timeline::Work::Source;
  using Order = timeline::Work::Order;
  static Order order_of(const Command& before, const Command& command);
  static Order through(Order mark, Order before);
  void add(std::vector<Source>& to, const Source& source) const;

  timeline::DeviceTimeline out_;
  timeline::HostCall call_;
  unsigned depth_ = 0;  ///< of calls
};

}  // namespace simt::program
