#include "sim/program/launch_watch.h"

#include <fmt/format.h>

#include <fstream>

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"
#include "sim/program/kernel_run.h"
#include "sim/trace/writers.h"
#include "sim/views/player/player.h"
#include "sim/views/recording_text.h"

namespace simt::program {
namespace {

std::uint32_t shared_bytes(const LaunchRequest& request) {
  return request.kernel->program.shared.bytes(request.dynamic_shared);
}

trace::Window first(std::uint64_t issues) {
  trace::Window window;
  window.max_issues = issues;
  return window;
}

void check_written(const std::string& file, std::ofstream& out, const std::string& shown) {
  out.close();
  if (out.fail())
    fmt::print(stderr, "simt-sim: {} cannot be written\n", file);
  else
    fmt::print(stderr, "simt-sim: {} shows {}\n", file, shown);
}

}  // namespace

LaunchWatch::LaunchWatch(const ExecOptions& options, const LaunchRequest& request)
    : request_(request) {
  const Program& program = request.kernel->program;
  if (options.sanitize) {
    sanitizer_.emplace(program, shared_bytes(request), Sanitizer::Checks{});
    observers_.add(*sanitizer_);
  }
  if (!options.html_file.empty()) {
    page_.emplace(first(trace::kPageIssues), true, &program);
    observers_.add(*page_);
  }
  if (!options.trace_file.empty()) {
    trace_.emplace(first(trace::kTraceIssues), false);
    observers_.add(*trace_);
  }
}

void LaunchWatch::write(const Subject& subject, const std::string& html, const std::string& trace) {
  const std::uint64_t executed = subject.run.counters[Counter::inst_executed];
  if (page_ && !html.empty()) {
    const trace::Recording recording = page_->finish();
    BoundLaunch launch;  // buffers have no names: the program took its own memory
    launch.state = state_of(request_, subject.arch);
    const Signature signature = signature_of(subject.program, "");
    std::ofstream out(html, std::ios::binary);
    out << render_player({subject, recording, launch, signature});
    check_written(html, out, describe(recording, executed));
  }
  if (trace_ && !trace.empty()) {
    const trace::Recording recording = trace_->finish();
    const std::string shown = describe(recording, executed);
    const trace::Traced traced{recording, subject.program, subject.arch, shown};
    std::ofstream out(trace, std::ios::binary);
    trace.ends_with(".kanata") ? trace::write_kanata(traced, out)
                               : trace::write_perfetto(traced, out);
    check_written(trace, out, shown);
  }
}

std::string numbered(const std::string& file, std::uint64_t launch) {
  const std::size_t slash = file.rfind('/'), dot = file.rfind('.');
  const bool extension =
      dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
  const std::size_t at = extension ? dot : file.size();
  return fmt::format("{}.{}{}", file.substr(0, at), launch, file.substr(at));
}

}  // namespace simt::program
