// Writes down what a device's streams are given and when it happens (--timeline). It changes
// nothing.
#pragma once

#include <map>
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
  void given(const Command& command);
  void ended(const Command& command);

  /// A call of the host begins and ends; one within another is part of it.
  void enter(const char* label, double at);
  void leave(double at);
  /// The call that has begun waits for the device, for a copy of pageable memory or for whatever.
  void waits(bool pageable);

  const timeline::DeviceTimeline& timeline() const { return out_; }

 private:
  /// What stands for a command in the lists of those after it: itself, or what a mark comes after.
  std::vector<timeline::Work::Source> sources_of(const Command& command) const;

  timeline::DeviceTimeline out_;
  std::map<const Command*, std::size_t> work_of_;
  std::map<const Command*, std::vector<timeline::Work::Source>> marks_;
  timeline::HostCall call_;
  unsigned depth_ = 0;  ///< of calls
};

}  // namespace simt::program
