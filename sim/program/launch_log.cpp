#include "sim/program/launch_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/program/launch_text.h"
#include "sim/program/launch_watch.h"
#include "sim/views/csv.h"
#include "sim/views/cuda_source.h"
#include "sim/views/json.h"
#include "sim/views/report.h"
#include "sim/views/source.h"

namespace simt::program {
namespace {

constexpr std::size_t kMostRows = 40, kMostNames = 8;
constexpr std::string_view kTextLines =
    "Lines are those of the {}: 'nvcc -lineinfo' gives those of CUDA C++.\n";

std::string program_name() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string full(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return full.substr(full.rfind('/') + 1);
}

Subject subject_of(const LaunchRecord& record, const ArchConfig& arch) {
  Subject subject{record.kernel->program, arch, record.result, {}};
  subject.place = {record.id, static_cast<unsigned>(getpid()), program_name(),
                   record.stream == 0 ? 7 : record.stream + 12, record.device};
  return subject;
}

std::string source_page(const Subject& subject, const ExecOptions& options) {
  const std::vector<SourceRow> rows = collect_source(subject);
  const bool cuda = has_cuda_lines(subject.program);
  if (options.csv) return source_csv(subject, rows);
  return cuda ? render_cuda_source(subject, rows, false, Style{})
              : render_source(subject, rows, Style{});
}

std::string page(const Subject& subject, const ExecOptions& options) {
  if (options.page == "source") return source_page(subject, options);
  const std::vector<const Metric*> metrics =
      shown_metrics(options.metrics, options.full, subject.run);
  if (options.page == "raw")
    return options.csv ? raw_csv(subject, metrics) : raw_text(subject, metrics, Style{});
  if (!options.metrics.empty())
    return options.csv ? metrics_csv(subject, metrics) : raw_text(subject, metrics, Style{});
  if (options.csv) return details_csv(subject, options.full, MetricNaming::Label);
  return render_details(collect_report(subject), Style{}, options.full);
}

/// Lines that begin with the names of columns: of CSV one row, or two with the units.
std::string without_header(const std::string& csv, bool units) {
  std::size_t at = csv.find('\n');
  if (units && at != std::string::npos) at = csv.find('\n', at + 1);
  return at == std::string::npos ? csv : csv.substr(at + 1);
}

}  // namespace

LaunchLog::LaunchLog(const ExecOptions& options)
    : options_(options), filter_(options), timing_(options.timing) {
  if (!options.report_file.empty()) out_ = std::fopen(options.report_file.c_str(), "w");
  if (out_ == nullptr) out_ = stderr;
  if (!options.json_file.empty()) json_.open(options.json_file);
}

LaunchLog::~LaunchLog() {
  close();
}

void LaunchLog::write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

void LaunchLog::add(const LaunchRecord& record, const ArchConfig& arch) {
  if (closed_) return;
  ++launches_;
  arch_name_ = arch.name;
  ns_ += record.result.seconds() * 1e9;
  if (record.result.status != RunStatus::Finished) explain(record);
  if (!options_.sanitize) warn(record);
  if (record.watch) show_watched(record, arch);
  if (const Program& program = record.kernel->program; !has_cuda_lines(program))
    text_lines_ = text_name(program);
  if (!filter_.takes(record.kernel->program.kernel)) {
    left_out_.insert(display_name(record.kernel->program.kernel));
    return;
  }
  add_row(record, arch);
  if (record.result.status != RunStatus::Finished) return;
  if (!options_.page.empty() || options_.csv || !options_.metrics.empty()) add_page(record, arch);
  if (json_.is_open()) add_json(record, arch);
}

void LaunchLog::explain(const LaunchRecord& record) {
  std::fflush(stdout);
  fmt::print(stderr, "simt-sim: launch {} of {}: {}\n", record.id,
             display_name(record.kernel->program.kernel), record.result.explanation);
}

// Once for a kernel.
void LaunchLog::warn(const LaunchRecord& record) {
  const Program& program = record.kernel->program;
  const std::string text = warnings_text(program, record.result);
  if (text.empty() || !warned_.insert(program.kernel).second) return;
  std::fflush(stdout);
  fmt::print(stderr, "simt-sim: launch {} of {}:\n{}", record.id, display_name(program.kernel),
             text);
}

// Files of a single launch have the names as they were given; where a second launch has some, the
// first one's are renamed.
void LaunchLog::show_watched(const LaunchRecord& record, const ArchConfig& arch) {
  const std::string &html = options_.html_file, &trace = options_.trace_file;
  if (++watched_ == 1) first_watched_ = record.id;
  if (watched_ == 2)
    for (const std::string& file : {html, trace})
      if (!file.empty()) rename_first(file);
  const auto name = [&](const std::string& file) {
    return file.empty() || watched_ == 1 ? file : numbered(file, record.id);
  };
  std::fflush(stdout);
  record.watch->write(subject_of(record, arch), name(html), name(trace));
  const std::string findings = record.watch->findings();
  if (findings.empty()) return;
  ++with_findings_;
  write(fmt::format("simt-sim: launch {} of {}:\n{}", record.id,
                    display_name(record.kernel->program.kernel), findings));
}

void LaunchLog::rename_first(const std::string& file) {
  const std::string to = numbered(file, first_watched_);
  if (std::rename(file.c_str(), to.c_str()) == 0)
    fmt::print(stderr, "simt-sim: {} is {} now: more launches have files\n", file, to);
}

std::string LaunchLog::watched_summary() const {
  if (!options_.watches()) return "";
  if (watched_ == 0) return "simt-sim: no launch was chosen for --html, --trace or --sanitize\n";
  std::string out;
  const bool files = !options_.html_file.empty() || !options_.trace_file.empty();
  if (files && watched_ > 1)
    out += fmt::format(
        "simt-sim: {} launches have files of their own, with their numbers: {}\n", watched_,
        numbered(options_.html_file.empty() ? options_.trace_file : options_.html_file,
                 first_watched_));
  if (options_.sanitize)
    out += with_findings_ == 0
               ? fmt::format(
                     "simt-sim: no races and no uninitialised reads in shared memory, no "
                     "wrong member masks: {} looked at\n",
                     watched_ == 1 ? "1 launch" : fmt::format("{} launches", watched_))
               : fmt::format("simt-sim: findings in {} of {} launches\n", with_findings_, watched_);
  return out;
}

// Advice costs time: of launches of one kernel and shape, the first says what stands out.
void LaunchLog::add_row(const LaunchRecord& record, const ArchConfig& arch) {
  const LaunchInfo& info = record.result.launch;
  const std::string launch = launch_text(info.grid, info.block);
  const auto [it, added] =
      row_of_.try_emplace({record.kernel->program.kernel, launch}, rows_.size());
  if (added) {
    rows_.push_back({display_name(record.kernel->program.kernel), launch, record.id, 0, 0, ""});
    if (record.result.status != RunStatus::Finished) {
      rows_.back().stands_out = name_of(record.result.status);
    } else if (const Report report = collect_report(subject_of(record, arch));
               !report.advice.empty()) {
      const Advice& first = report.advice.front();
      const Program& program = record.kernel->program;
      const std::string text = has_cuda_lines(program) ? "" : text_name(program) + " ";
      rows_.back().stands_out =
          first.line == 0 ? first.title : fmt::format("{} ({}{})", first.title, text, first.place);
    }
  }
  Row& row = rows_[it->second];
  ++row.count;
  row.ns += record.result.seconds() * 1e9;
}

void LaunchLog::add_page(const LaunchRecord& record, const ArchConfig& arch) {
  const Subject subject = subject_of(record, arch);
  std::string text = page(subject, options_);
  if (options_.csv && options_.page != "source") {
    if (header_written_) text = without_header(text, options_.page == "raw");
    header_written_ = true;
  } else {
    text = fmt::format("launch {}: {}\n{}\n", record.id, demangled(record.kernel->program.kernel),
                       text);
  }
  write(text);
}

void LaunchLog::add_json(const LaunchRecord& record, const ArchConfig& arch) {
  json_ << (header_written_json_ ? ",\n" : "{\"launches\": [\n")
        << fmt::format(
               "{{\"id\": {}, \"stream\": {}, \"start_ns\": {:.1f}, \"end_ns\": {:.1f}, "
               "\"report\": {}}}",
               record.id, record.stream, record.start_ns, record.end_ns,
               render_json(subject_of(record, arch)));
  header_written_json_ = true;
}

std::string LaunchLog::table() const {
  std::size_t kernel = 6, launch = 12;
  for (const Row& row : rows_) {
    kernel = std::max(kernel, std::min<std::size_t>(row.kernel.size(), 40));
    launch = std::max(launch, row.launch.size());
  }
  std::string out = fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10}  {:>6}  {}\n", "kernel", kernel,
                                "grid x block", launch, "launches", "time", "share", "stands out");
  for (std::size_t i = 0; i < rows_.size() && i < kMostRows; ++i) {
    const Row& row = rows_[i];
    const std::string time = timing_ ? time_text(row.ns) : "-";
    const std::string share = timing_ && ns_ > 0 ? fmt::format("{:.0f}%", 100 * row.ns / ns_) : "-";
    out += fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10}  {:>6}  {}\n", row.kernel.substr(0, 40),
                       kernel, row.launch, launch, row.count, time, share, row.stands_out);
  }
  if (rows_.size() > kMostRows)
    out += fmt::format("... and {} more kernels and shapes; --json FILE has all launches\n",
                       rows_.size() - kMostRows);
  return out;
}

std::string LaunchLog::no_launch() const {
  if (left_out_.empty()) return "\nsimt-sim: the program launched no kernel\n";
  std::vector<std::string> names(left_out_.begin(), left_out_.end());
  if (names.size() > kMostNames) {
    names.resize(kMostNames);
    names.push_back("...");
  }
  return fmt::format(
      "\nsimt-sim: --kernel-name, --launch-skip and --launch-count leave none of {} launches; its "
      "kernels are {}\n",
      launches_, fmt::join(names, ", "));
}

void LaunchLog::close(const std::string& further, const std::string& unfinished) {
  if (closed_) return;
  closed_ = true;
  if (json_.is_open()) {
    json_ << (header_written_json_ ? "\n]}\n" : "{\"launches\": []}\n");
    json_.close();
  }
  const bool reported = !options_.page.empty() || options_.csv || !options_.metrics.empty();
  if (launches_ == 0 && !unfinished.empty()) {
    write("\n");
  } else if (!reported) {
    std::fflush(stdout);
    write(rows_.empty() ? no_launch()
                        : fmt::format("\nsimt-sim: {} launch{} on {}{}\n{}", launches_,
                                      launches_ == 1 ? "" : "es", arch_name_,
                                      timing_ ? "" : " (without timing)", table()));
  } else if (rows_.empty()) {
    fmt::print(stderr, "{}", no_launch());
  }
  if (!unfinished.empty()) write(unfinished);
  if (!text_lines_.empty() && !rows_.empty() && (!reported || !options_.csv))
    write(fmt::format(kTextLines, text_lines_));
  if (const std::string watched = watched_summary(); !watched.empty()) write(watched);
  if (!further.empty()) {
    std::fflush(stdout);
    write("\n" + further);
  }
  if (out_ != stderr) std::fclose(out_);
}

}  // namespace simt::program
