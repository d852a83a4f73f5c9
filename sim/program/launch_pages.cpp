#include "sim/program/launch_pages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "isa/base/kernel_name.h"
#include "sim/program/launch_text.h"
#include "sim/views/csv.h"
#include "sim/views/cuda_source.h"
#include "sim/views/json.h"
#include "sim/views/source.h"

namespace simt::program {
namespace {

/// Texts that wait for an earlier launch; more are written as they come.
constexpr std::size_t kMostWaiting = 1000;

std::string program_name() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string full(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return full.substr(full.rfind('/') + 1);
}

/// "finished", "fault: ..." in one line.
std::string state_text(const RunResult& result) {
  std::string out(name_of(result.status));
  if (!result.explanation.empty()) out += ": " + result.explanation;
  for (char& c : out)
    if (c == '\n') c = ' ';
  return out;
}

/// Each line with `first` in front; the first one, the names of columns, with `names`.
std::string with_cells(const std::string& csv, const std::string& names, const std::string& first) {
  std::string out;
  for (std::size_t at = 0, end = 0; at < csv.size(); at = end + 1) {
    end = std::min(csv.find('\n', at), csv.size() - 1);
    out += (at == 0 ? names : first) + "," + csv.substr(at, end + 1 - at);
  }
  return out;
}

// The names and units of the raw page's columns: one for the launch's state behind those of ncu.
std::string raw_header(const std::vector<const Metric*>& metrics) {
  return raw_names(metrics) + "," + csv_row({"launch__status"}) + "\n" + raw_units(metrics) + "," +
         csv_row({""}) + "\n";
}

std::string csv_page(const Subject& subject, const ExecOptions& options,
                     const std::vector<const Metric*>& metrics) {
  const bool finished = subject.run.status == RunStatus::Finished;
  if (options.page == "raw")
    return raw_row(subject, metrics, finished) + "," + csv_row({state_text(subject.run)}) + "\n";
  if (options.page == "source") {
    // Behind a line with the kernel's name, which each row has here.
    std::string csv =
        source_csv(subject, finished ? collect_source(subject) : std::vector<SourceRow>{});
    csv.erase(0, csv.find('\n') + 1);
    const std::string names = csv_row({"ID", "Kernel Name"}),
                      of = csv_row(
                          {fmt::format("{}", subject.place.id), demangled(subject.program.kernel)});
    if (finished) return with_cells(csv, names, of);
    return names + "," + csv.substr(0, csv.find('\n') + 1) + of + "," +
           csv_row({"", state_text(subject.run)}) + "\n";
  }
  if (!finished) return state_csv(subject, state_text(subject.run), options.metrics.empty());
  return options.metrics.empty() ? details_csv(subject, options.full, MetricNaming::Label)
                                 : metrics_csv(subject, metrics);
}

std::string text_page(const Subject& subject, const ExecOptions& options,
                      const std::vector<const Metric*>& metrics) {
  if (subject.run.status != RunStatus::Finished) return state_text(subject.run) + "\n";
  if (options.page == "source") {
    const std::vector<SourceRow> rows = collect_source(subject);
    return has_cuda_lines(subject.program) ? render_cuda_source(subject, rows, false, Style{})
                                           : render_source(subject, rows, Style{});
  }
  if (options.page == "raw" || !options.metrics.empty()) return raw_text(subject, metrics, Style{});
  return render_details(collect_report(subject), Style{}, options.full);
}

/// Without the line with the names of columns.
std::string without_header(const std::string& csv) {
  const std::size_t at = csv.find('\n');
  return at == std::string::npos ? csv : csv.substr(at + 1);
}

}  // namespace

Subject subject_of(const LaunchRecord& record, const ArchConfig& arch) {
  Subject subject{record.kernel->program, arch, record.result, {}};
  subject.place = {record.place.id, static_cast<unsigned>(getpid()), program_name(),
                   record.stream == 0 ? 7 : record.stream + 12, record.device};
  return subject;
}

void InOrder::write_first() {
  const auto first = waiting_.begin();
  next_ = std::max(next_, first->first + 1);
  if (!first->second.empty()) write_(first->second);
  waiting_.erase(first);
}

void InOrder::add(std::uint64_t number, std::string text) {
  waiting_.emplace(number, std::move(text));
  while (!waiting_.empty() && (waiting_.begin()->first <= next_ || waiting_.size() > kMostWaiting))
    write_first();
}

void InOrder::finish() {
  while (!waiting_.empty()) write_first();
}

LaunchPages::LaunchPages(const ExecOptions& options, std::function<void(const std::string&)> write)
    : options_(options),
      write_(std::move(write)),
      pages_([this](const std::string& text) { write_page(text); }),
      entries_([this](const std::string& text) { write_json(text); }) {
  if (!options.json_file.empty()) json_.open(options.json_file);
}

std::string LaunchPages::page(const LaunchRecord& record, const ArchConfig& arch) {
  const Subject subject = subject_of(record, arch);
  if (metrics_.empty()) metrics_ = shown_metrics(options_.metrics, options_.full, subject.run);
  if (options_.csv) return csv_page(subject, options_, metrics_);
  return fmt::format("launch {}: {}\n{}\n", record.place.id,
                     demangled(record.kernel->program.kernel),
                     text_page(subject, options_, metrics_));
}

void LaunchPages::add(const LaunchRecord& record, const ArchConfig& arch) {
  const bool chosen = record.place.chosen;
  if (reported()) pages_.add(record.place.id, chosen ? page(record, arch) : "");
  if (!json_.is_open()) return;
  std::string entry;
  if (chosen) {
    const std::string report = render_json(subject_of(record, arch));
    entry.reserve(report.size() + 200);
    fmt::format_to(std::back_inserter(entry),
                   "{{\"id\": {}, \"device\": {}, \"stream\": {}, \"start_ns\": {:.1f}, "
                   "\"end_ns\": {:.1f}, \"report\": ",
                   record.place.id, record.device, record.stream, record.start_ns, record.end_ns);
    entry += report;
    entry += '}';
  }
  entries_.add(record.place.id, std::move(entry));
}

void LaunchPages::write_page(const std::string& text) {
  const bool first = !std::exchange(header_written_, true);
  if (!options_.csv)
    write_(text);
  else if (options_.page == "raw")
    write_(first ? raw_header(metrics_) + text : text);
  else
    write_(first ? text : without_header(text));
}

void LaunchPages::write_json(const std::string& entry) {
  json_ << (json_begun_ ? ",\n" : "{\"launches\": [\n") << entry;
  json_begun_ = true;
}

void LaunchPages::close() {
  pages_.finish();
  entries_.finish();
  if (!json_.is_open()) return;
  json_ << (json_begun_ ? "\n]}\n" : "{\"launches\": []}\n");
  json_.close();
}

}  // namespace simt::program
