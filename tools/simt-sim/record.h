// The recorders of a run and the files made from them: --html and --trace.
#pragma once

#include <optional>

#include "sim/base/observers.h"
#include "sim/trace/recorder.h"
#include "sim/views/report.h"
#include "tools/simt-sim/command_line.h"

namespace simt {

class Record {
 public:
  /// `options` and `arch` outlive this object. Throws SessionError for an SM that is not there.
  Record(const RecordOptions& options, const ArchConfig& arch);
  void observe(Observers& observers);
  /// After the run, once: writes the files; says on stderr what part of the run they hold.
  void write(const Subject& subject);

 private:
  void write_trace(const Subject& subject);
  void write_page(const Subject& subject);

  const RecordOptions& options_;
  std::optional<trace::Recorder> for_page_, for_trace_;
};

}  // namespace simt
