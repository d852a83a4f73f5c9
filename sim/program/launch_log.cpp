#include "sim/program/launch_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/program/launch_text.h"
#include "sim/program/launch_watch.h"
#include "sim/views/cuda_source.h"
#include "sim/views/report.h"

namespace simt::program {
namespace {

constexpr std::size_t kMostRows = 40, kMostNames = 8, kNameWidth = 40;
constexpr double kMuchLonger = 1.25;
constexpr std::string_view kTextLines =
    "Lines are those of the {}: 'nvcc -lineinfo' gives those of CUDA C++.\n";

// "radix_sort::DeviceKernel<...>" of "cub::detail::radix_sort::DeviceKernel<Policy, int>": what a
// column has room for.
std::string short_name(std::string name) {
  if (name.size() <= kNameWidth) return name;
  if (const std::size_t arguments = name.find('<'); arguments != std::string::npos)
    name = name.substr(0, arguments) + "<...>";
  for (std::size_t at = name.find("::"); name.size() > kNameWidth && at != std::string::npos;
       at = name.find("::"))
    name.erase(0, at + 2);
  return name.substr(0, kNameWidth);
}

}  // namespace

LaunchLog::LaunchLog(const ExecOptions& options)
    : options_(options),
      pages_(options, [this](const std::string& text) { write(text); }),
      timing_(options.timing) {
  if (!options.report_file.empty()) out_ = std::fopen(options.report_file.c_str(), "w");
  if (out_ == nullptr) out_ = stderr;
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
  if (record.result.status != RunStatus::Finished) {
    ++failed_;
    explain(record);
  }
  if (!options_.sanitize) warn(record);
  if (record.watch) show_watched(record, arch);
  if (const Program& program = record.kernel->program; !has_cuda_lines(program))
    text_lines_ = text_name(program);
  pages_.add(record, arch);
  if (record.place.chosen)
    add_row(record, arch);
  else
    left_out_.insert(display_name(record.kernel->program.kernel));
}

// The first line of the reason; all of it has been told where it was found.
void LaunchLog::add_refused(const std::string& kernel, const Dim3& grid, const Dim3& block,
                            const std::string& why, const ArchConfig& arch) {
  if (closed_) return;
  ++refused_;
  arch_name_ = arch.name;
  const std::string launch = launch_text(grid, block);
  const auto [it, added] = row_of_.try_emplace({kernel, launch, std::nullopt}, rows_.size());
  if (added)
    rows_.push_back({display_name(kernel), launch, "refused: " + why.substr(0, why.find('\n')),
                     true, ~std::uint64_t{0}});  // behind what has begun
  ++rows_[it->second].count;
}

void LaunchLog::explain(const LaunchRecord& record) {
  std::fflush(stdout);
  fmt::print(stderr, "simt-sim: launch {} of {}: {}\n", record.place.id,
             display_name(record.kernel->program.kernel), record.result.explanation);
}

// Once for a kernel.
void LaunchLog::warn(const LaunchRecord& record) {
  const Program& program = record.kernel->program;
  const std::string text = warnings_text(program, record.result);
  if (text.empty() || !warned_.insert(program.kernel).second) return;
  std::fflush(stdout);
  fmt::print(stderr, "simt-sim: launch {} of {}:\n{}", record.place.id,
             display_name(program.kernel), text);
}

// Files of a single launch have the names as they were given; where a second launch has some, the
// first one's are renamed.
void LaunchLog::show_watched(const LaunchRecord& record, const ArchConfig& arch) {
  const std::string &html = options_.html_file, &trace = options_.trace_file;
  if (++watched_ == 1) first_watched_ = record.place.id;
  masks_looked_at_ = masks_looked_at_ && !record.kernel->program.machine;
  if (watched_ == 2)
    for (const std::string& file : {html, trace})
      if (!file.empty()) rename_first(file);
  const auto name = [&](const std::string& file) {
    return file.empty() || watched_ == 1 ? file : numbered(file, record.place.id);
  };
  std::fflush(stdout);
  record.watch->write(subject_of(record, arch), name(html), name(trace));
  const std::string findings = record.watch->findings();
  if (findings.empty()) return;
  ++with_findings_;
  write(fmt::format("simt-sim: launch {} of {}:\n{}", record.place.id,
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
                     "simt-sim: in shared memory no races and no uninitialised reads, no lost "
                     "updates of global memory{}: {} looked at{}\n",
                     masks_looked_at_ ? ", and no wrong member masks" : "",
                     watched_ == 1 ? "1 launch" : fmt::format("{} launches", watched_),
                     failed_ == 0 ? "" : ", up to where one failed")
               : fmt::format("simt-sim: findings in {} of {} launches\n", with_findings_, watched_);
  return out;
}

std::string LaunchLog::stands_out(const LaunchRecord& record, const ArchConfig& arch) {
  if (record.result.status != RunStatus::Finished)
    return std::string(name_of(record.result.status));
  const Report report = collect_report(subject_of(record, arch));
  if (report.advice.empty()) return "";
  const Advice& first = report.advice.front();
  const Program& program = record.kernel->program;
  const std::string text = has_cuda_lines(program) ? "" : text_name(program) + " ";
  return first.line == 0 ? first.title : fmt::format("{} ({}{})", first.title, text, first.place);
}

// Advice costs time: of launches of one kernel and shape, the longest says what stands out, where
// it took a quarter longer than the one that said it before. Those that failed have a row of their
// own.
void LaunchLog::add_row(const LaunchRecord& record, const ArchConfig& arch) {
  const std::string& kernel = record.kernel->program.kernel;
  const std::string launch = launch_text(record.result.launch.grid, record.result.launch.block);
  const bool failed = record.result.status != RunStatus::Finished;
  const auto [it, added] =
      row_of_.try_emplace({kernel, launch, record.result.status}, rows_.size());
  const double ns = record.result.seconds() * 1e9;
  if (added) rows_.push_back({display_name(kernel), launch, "", failed, record.place.id});
  Row& row = rows_[it->second];
  if (added || ns > kMuchLonger * row.longest_ns) {
    row.stands_out = stands_out(record, arch);
    row.described = record.place.id;
    row.longest_ns = ns;
  }
  row.shortest_ns = added ? ns : std::min(row.shortest_ns, ns);
  row.first = std::min(row.first, record.place.id);
  ++row.count;
  ++reported_;
  row.ns += ns;
  ns_ += ns;
}

// Of which launch it is, where they differ.
std::string LaunchLog::stands_out_text(const Row& row) {
  if (row.stands_out.empty() || row.longest_ns <= kMuchLonger * row.shortest_ns)
    return row.stands_out;
  return fmt::format("launch {}: {}", row.described, row.stands_out);
}

// In the order of the first launches; what failed is never left out.
std::vector<const LaunchLog::Row*> LaunchLog::shown_rows() const {
  std::vector<const Row*> out;
  for (const Row& row : rows_) out.push_back(&row);
  std::ranges::sort(out, {}, &Row::first);
  std::size_t shown = 0;
  std::erase_if(out, [&](const Row* row) { return ++shown > kMostRows && !row->failed; });
  return out;
}

std::string LaunchLog::table() const {
  std::size_t kernel = 6, launch = 12;
  const std::vector<const Row*> shown = shown_rows();
  for (const Row& row : rows_) {
    kernel = std::max(kernel, short_name(row.kernel).size());
    launch = std::max(launch, row.launch.size());
  }
  std::string out = fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10}  {:>6}  {}\n", "kernel", kernel,
                                "grid x block", launch, "launches", "time", "share", "stands out");
  for (const Row* of : shown) {
    const Row& row = *of;
    const bool timed = timing_ && row.ns > 0;
    const std::string time = timed ? time_text(row.ns) : "-";
    const std::string share = timed ? fmt::format("{:.0f}%", 100 * row.ns / ns_) : "-";
    out += fmt::format("{:<{}}  {:<{}}  {:>8}  {:>10}  {:>6}  {}\n", short_name(row.kernel), kernel,
                       row.launch, launch, row.count, time, share, stands_out_text(row));
  }
  if (rows_.size() > shown.size())
    out += fmt::format("... and {} more kernels and shapes; --json FILE has all launches\n",
                       rows_.size() - shown.size());
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
  pages_.close();
  const bool reported = pages_.reported();
  if (launches_ == 0 && !unfinished.empty()) {
    write("\n");
  } else if (!reported) {
    std::fflush(stdout);
    write(rows_.empty()
              ? no_launch()
              : fmt::format("\nsimt-sim: {}{} launch{} on {}{}{}\n{}",
                            reported_ == launches_ ? "" : fmt::format("{} of ", reported_),
                            launches_, launches_ == 1 ? "" : "es", arch_name_,
                            timing_ ? "" : " (without timing)",
                            refused_ == 0 ? "" : fmt::format(", {} refused", refused_), table()));
  } else if (rows_.empty()) {
    fmt::print(stderr, "{}", no_launch());
  }
  if (!unfinished.empty()) {
    if (reported && options_.csv)  // a file of rows holds nothing else
      fmt::print(stderr, "{}", unfinished);
    else
      write(unfinished);
  }
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
