// A launch that is looked at instruction by instruction: --html, --trace and --sanitize. It runs
// alone on a device of its own, so that what is seen is that launch, from its cycle 0.
#pragma once

#include <optional>
#include <string>

#include "sim/base/observers.h"
#include "sim/program/launch.h"
#include "sim/program/options/exec_options.h"
#include "sim/trace/recorder.h"
#include "sim/views/report.h"
#include "sim/views/sanitizer.h"

namespace simt::program {

class LaunchWatch {
 public:
  /// All outlive this object.
  LaunchWatch(const ExecOptions& options, const LaunchRequest& request);
  Observer* observer() { return observers_.get(); }

  /// After the run, once: pages and traces, to files with these names ("": none).
  void write(const Subject& subject, const std::string& html, const std::string& trace);
  /// "": nothing was found, or nobody asked.
  std::string findings() const { return sanitizer_ ? sanitizer_->report() : ""; }

 private:
  const LaunchRequest& request_;
  std::optional<Sanitizer> sanitizer_;
  std::optional<trace::Recorder> page_, trace_;
  Observers observers_;
};

/// "out.3.html" of launch 3 for "out.html": where several launches have a file each.
std::string numbered(const std::string& file, std::uint64_t launch);

}  // namespace simt::program
