#include "tools/simt-sim/record.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "sim/trace/writers.h"
#include "sim/views/player/player.h"
#include "sim/views/recording_text.h"
#include "tools/simt-sim/files.h"

namespace simt {
namespace {

trace::Window window_of(const RecordOptions& options, std::uint64_t limit) {
  trace::Window window = options.window;
  window.max_issues = options.limit.value_or(limit);
  return window;
}

void note(const std::string& file, const std::string& shown) {
  fmt::print(stderr, "simt-sim: {} shows {}\n", file, shown);
}

}  // namespace

Record::Record(const RecordOptions& options, const ArchConfig& arch, const Program& program)
    : options_(options) {
  for (const std::uint32_t sm : options.window.sms)
    if (sm >= arch.sm.count)
      throw SessionError(Exit::Usage, fmt::format("--trace-sms: there is no SM {}; {} has 0 to {}",
                                                  sm, arch.name, arch.sm.count - 1));
  if (!options.sms_given) stopped_.emplace();
  if (!options.html_file.empty())
    page_.emplace(Part{window_of(options, trace::kPageIssues), &program});
  if (!options.trace_file.empty())
    trace_.emplace(Part{window_of(options, trace::kTraceIssues), nullptr});
}

void Record::observe(Observers& observers) {
  if (stopped_ && (page_ || trace_)) observers.add(*stopped_);
  for (std::optional<Part>* part : {&page_, &trace_}) {
    if (!*part) continue;
    observers.add((*part)->recorder);
    if ((*part)->last) observers.add(*(*part)->last);
  }
}

std::optional<std::uint32_t> Record::other_sm() const {
  if (!stopped_ || !stopped_->sm()) return std::nullopt;
  const std::vector<std::uint32_t> sms{*stopped_->sm()};
  const bool other = (page_ && page_->window.sms != sms) || (trace_ && trace_->window.sms != sms);
  return other ? stopped_->sm() : std::nullopt;
}

bool Record::lacks_end() const {
  if (options_.window.from != 0 || options_.window.to != trace::kOpen) return false;
  return other_sm() || (page_ && page_->recorder.cut()) || (trace_ && trace_->recorder.cut());
}

void Record::show_end() {
  const std::optional<std::uint32_t> other = other_sm();
  for (std::optional<Part>* part : {&page_, &trace_}) {
    if (!*part) continue;
    trace::Window window = (*part)->window;
    const bool cut = (*part)->recorder.cut();
    if (other) {  // when its last instructions issue is not known yet
      window.sms = {*other};
    } else if (cut) {
      window.from = (*part)->last->from();
      window.head = (*part)->last->head();
      window.max_issues = 0;
      window.last = true;
    }
    const Program* const values_of = (*part)->values_of;
    part->emplace(Part{window, values_of});
    if (!other) (*part)->last.reset();
  }
  stopped_.reset();
}

void Record::write(const Subject& subject, const Session& session) {
  if (trace_) write_trace(subject);
  if (page_) write_page(subject, session);
}

trace::Recording Record::page_recording(const Subject& subject) {
  trace::Recording recording = page_->recorder.finish();
  note(options_.html_file, describe(recording, subject.run.counters[Counter::inst_executed]));
  return recording;
}

void Record::write_page(const Subject& subject, const Session& session) {
  const trace::Recording recording = page_recording(subject);
  const std::string page =
      render_player({subject, recording, session.launch(), session.signature()});
  write_file(options_.html_file, page.data(), page.size());
}

void Record::write_trace(const Subject& subject) {
  const trace::Recording recording = trace_->recorder.finish();
  const std::string shown = describe(recording, subject.run.counters[Counter::inst_executed]);
  const trace::Traced traced{recording, subject.program, subject.arch, shown};
  std::ofstream out(options_.trace_file, std::ios::binary);
  if (options_.trace_file.ends_with(".kanata"))
    trace::write_kanata(traced, out);
  else
    trace::write_perfetto(traced, out);
  close_file(options_.trace_file, out);
  note(options_.trace_file, shown);
}

SessionOptions recorded(SessionOptions session, const RecordOptions& record) {
  if (!record.html_file.empty()) session.keep_registers = true;
  return session;
}

}  // namespace simt
