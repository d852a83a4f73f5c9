// The recorders of a run and the files made from them: --html and --trace.
#pragma once

#include <optional>

#include "sim/base/observers.h"
#include "sim/trace/last_issues.h"
#include "sim/trace/recorder.h"
#include "sim/trace/where_stopped.h"
#include "sim/views/report.h"
#include "tools/driver/session.h"
#include "tools/simt-sim/command_line.h"

namespace simt {

class Record {
 public:
  /// All outlive this object; with a page, `program` shows all its registers. Throws SessionError
  /// for an SM that is not there.
  Record(const RecordOptions& options, const ArchConfig& arch, const Program& program);
  void observe(Observers& observers);
  /// A run that did not finish is best seen from its end: true when a file was to hold no window
  /// of its own and its limit came before, or the run stopped on an SM that nobody asked for.
  /// Another run, observed after show_end(), shows it; with the SM known it may lack the end once
  /// more.
  bool lacks_end() const;
  void show_end();
  /// After the run, once: writes the files; says on stderr what part of the run they hold.
  void write(const Subject& subject, const Session& session);
  /// What the page shows, once; says on stderr what part of the run it holds.
  trace::Recording page_recording(const Subject& subject);

 private:
  /// What is recorded, and where the end of the run began.
  struct Part {
    trace::Window window;
    const Program* values_of;  ///< the page's; null for a trace, which needs no addresses either
    trace::Recorder recorder{window, values_of != nullptr, values_of};
    std::optional<trace::LastIssues> last{std::in_place, window.sms, window.max_issues};
  };
  void write_trace(const Subject& subject);
  void write_page(const Subject& subject, const Session& session);

  /// The SM to record instead: where the run stopped. None: it is recorded, or others were asked
  /// for.
  std::optional<std::uint32_t> other_sm() const;

  const RecordOptions& options_;
  std::optional<trace::WhereStopped> stopped_;  ///< with SMs of our own choice
  std::optional<Part> page_, trace_;
};

/// What a page needs of the session.
SessionOptions recorded(SessionOptions session, const RecordOptions& record);

}  // namespace simt
