// Runs a kernel: device output, report, files, verdicts, exit code.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/views/csv.h"
#include "sim/views/cuda_source.h"
#include "sim/views/json.h"
#include "sim/views/memory_chart.h"
#include "sim/views/roofline.h"
#include "sim/views/sanitizer.h"
#include "sim/views/source.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/one_run.h"
#include "tools/simt-sim/record.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

// The buffer of `--dump WHICH=...`: a position among the parameters, or the name of an argument, of
// what a pointer in a structure points to or of a variable. Nullptr: there is none.
const BoundArg* dumped(const std::string& which, const BoundLaunch& launch) {
  const auto is_buffer = [](const BoundArg& a) {
    return a.spec.is_buffer && (a.space == StateSpace::Global || a.space == StateSpace::Const);
  };
  const bool position = std::ranges::all_of(which, [](char c) { return c >= '0' && c <= '9'; });
  if (position && which.size() < 6) {
    const std::size_t i = std::stoul(which);
    return i < launch.args.size() && is_buffer(launch.args[i]) ? &launch.args[i] : nullptr;
  }
  for (const std::vector<BoundArg>* list : {&launch.args, &launch.pointed, &launch.variables})
    for (const BoundArg& arg : *list)
      if (is_buffer(arg) && (arg.spec.name == which || variable_title(arg.spec.name) == which))
        return &arg;
  return nullptr;
}

// Before the run, so that a typing error does not cost one.
void check_dumps(const CommandLine& line, const BoundLaunch& launch) {
  for (const auto& [which, path] : line.dumps) {
    if (dumped(which, launch) != nullptr) continue;
    std::string buffers;
    for (std::size_t i = 0; i < launch.args.size(); ++i)
      if (launch.args[i].space == StateSpace::Global)
        buffers +=
            fmt::format("{}{} ({})", buffers.empty() ? "" : ", ", i, launch.args[i].spec.name);
    for (const BoundArg& arg : launch.pointed)
      buffers += (buffers.empty() ? "" : ", ") + arg.spec.name;
    for (const BoundArg& arg : launch.variables)  // "$bank3" and the like are of the machine code
      if (!arg.spec.name.starts_with('$'))
        buffers += (buffers.empty() ? "" : ", ") + variable_title(arg.spec.name);
    throw SessionError(Exit::Usage,
                       fmt::format("--dump {}={}: argument {} is no buffer; the buffers are {}",
                                   which, path, which, buffers.empty() ? "none" : buffers));
  }
}

// All that the run writes beside its report.
std::vector<std::string> files_of(const CommandLine& line) {
  std::vector<std::string> out;
  for (const auto& dump : line.dumps) out.push_back(dump.second);
  for (const std::string* file :
       {&line.report.json_file, &line.record.html_file, &line.record.trace_file})
    if (!file->empty()) out.push_back(*file);
  return out;
}

// "; 'a.ir' is the file that an option writes", where one took the kernel.
std::string what_took_kernel(const std::vector<std::string>& written) {
  for (const std::string& file : written)
    if (file.ends_with(".ir") || file.ends_with(".cu") || file.ends_with(".ptx"))
      return fmt::format(": '{}' is the file that an option writes, and the kernel comes after it",
                         file);
  return "";
}

void check_files(const std::vector<std::string>& files, const std::string& trace) {
  check_one_stdout(files);
  if (is_stdout(trace)) throw SessionError(Exit::Usage, "--trace needs the name of a file");
  for (const std::string& file : files) check_writable(file);
}

void write_dumps(const CommandLine& line, Session& session) {
  for (const auto& [which, path] : line.dumps) {
    const BoundArg& arg = *dumped(which, session.launch());
    const std::byte* data = arg.space == StateSpace::Const
                                ? session.launch().state.constants.data() + arg.address
                                : session.memory().find(arg.address, arg.bytes);
    if (data == nullptr)
      throw SessionError(Exit::Usage, fmt::format("--dump {}={}: the kernel has freed '{}'", which,
                                                  path, arg.spec.name));
    write_file(path, reinterpret_cast<const char*>(data), arg.bytes);
  }
}

bool shows_advice(const CommandLine& line) {
  const ReportOptions& report = line.report;
  return (report.page == PageKind::Details && report.metrics.empty()) ||
         !report.json_file.empty() || !line.record.html_file.empty();
}

// What was asked for and follows from cycles.
void check_needs_no_time(const CommandLine& line) {
  const auto refuse = [](const std::string& what) {
    throw SessionError(Exit::Usage, what + ", which --timing off leaves out");
  };
  if (!line.record.html_file.empty()) refuse("--html shows cycles");
  if (!line.record.trace_file.empty()) refuse("--trace shows cycles");
  if (line.sanitize) refuse("--sanitize watches the cycle model");
  if (line.report.chart) refuse("--chart shows throughputs");
  if (const Metric* metric = first_that_depends_on_time(line.report.metrics))
    refuse(metric->name + " depends on time");
}

// What was asked for and follows from counters.
void check_needs_no_counters(const CommandLine& line) {
  const auto refuse = [](const std::string& what) {
    throw SessionError(Exit::Usage, what + ", which --counters off leaves out");
  };
  if (line.session.timing)
    throw SessionError(Exit::Usage,
                       "--counters off needs --timing off: the cycle model always counts");
  if (!line.report.metrics.empty()) refuse("--metrics shows counters");
  if (!line.report.json_file.empty()) refuse("--json shows counters");
  if (line.report.csv) refuse("--csv shows counters");
  if (line.report.page == PageKind::Raw) refuse("--page raw shows counters");
  if (line.report.page == PageKind::Source) refuse("--page source shows counters");
}

// What chooses lines of a page that is not shown would be lost without a word.
void check_page(const ReportOptions& report) {
  if (report.page == PageKind::Source) return;
  const std::string_view option = !report.lines.text.empty() ? "--lines"
                                  : report.source            ? "--print-source"
                                                             : "";
  if (!option.empty())
    throw SessionError(Exit::Usage,
                       fmt::format("{} is for the source page: add --page source", option));
}

// Before the kernel is compiled, and before a launch that it lacks is looked for.
void check_wishes(const CommandLine& line) {
  check_page(line.report);
  if (!line.session.timing) check_needs_no_time(line);
  if (!line.session.counters) check_needs_no_counters(line);
}

void print_charts(const Subject& subject, const Style& style) {
  const Figures figures = figures_of(subject.measured());
  print("\n" + render_memory_chart(memory_chart(figures), style) + "\n" +
        render_roofline(roofline(figures, subject.arch), style));
}

// "ptx" of machine code or "sass" of PTX would show something else than asked for.
void check_source(const Program& program, const std::string& wish) {
  const bool ptx = wish.ends_with("ptx"), sass = wish.ends_with("sass");
  if (program.machine && ptx)
    throw SessionError(Exit::Usage, fmt::format("--print-source {}: machine code runs, not PTX: "
                                                "'sass' or 'cuda,sass' shows its instructions",
                                                wish));
  if (!program.machine && sass)
    throw SessionError(Exit::Usage, fmt::format("--print-source {}: PTX runs: 'ptx' or 'cuda,ptx' "
                                                "shows it, --code machine runs machine code",
                                                wish));
}

// Of a .cu file whose PTX is to be shown, PTX runs, and so it does for the sanitizer: PTX names the
// members of warp-level instructions and has accesses in the order of the source.
SessionOptions showing(const CommandLine& line) {
  SessionOptions out = line.session;
  const bool ptx = line.sanitize || line.report.source_text.ends_with("ptx");
  if (prefers_machine_code(out) && ptx) out.as_compiled = true;
  return out;
}

// Scripts get the lines of the file unless they ask for others.
SourceKind source_kind(const Program& program, const ReportOptions& options) {
  if (!has_cuda_lines(program)) return SourceKind::Ptx;
  return options.source.value_or(options.csv ? SourceKind::Ptx : SourceKind::Cuda);
}

LineKind line_kind(SourceKind kind) {
  return kind == SourceKind::Ptx ? LineKind::Text : LineKind::Cuda;
}

// Of lines of the text those without an instruction stay, too: labels, comments.
void keep_lines(std::vector<SourceRow>& rows, const Program& program, const LineChoice& lines,
                LineKind plain) {
  if (lines.text.empty()) return;
  const std::vector<bool> chosen = chosen_instructions(lines, program, plain);
  const bool by_text = lines.file.empty() && plain == LineKind::Text;
  std::erase_if(rows, [&](const SourceRow& r) {
    if (by_text) return r.line < lines.lines.first || r.line > lines.lines.last;
    return !r.has_instruction || !chosen[r.pc];
  });
}

std::string source_page(const Subject& subject, const ReportOptions& options, const Style& style) {
  std::vector<SourceRow> rows = collect_source(subject);
  const SourceKind kind = source_kind(subject.program, options);
  keep_lines(rows, subject.program, options.lines, line_kind(kind));
  const bool unfolded = kind == SourceKind::CudaAndPtx;
  if (options.csv)
    return kind == SourceKind::Ptx ? source_csv(subject, rows)
                                   : cuda_source_csv(subject, rows, unfolded);
  if (kind == SourceKind::Ptx) return render_source(subject, rows, style);
  return render_cuda_source(subject, rows, unfolded, style) +
         (unfolded ? ""
                   : style.dim(fmt::format("--print-source cuda,{} shows the {} below each line",
                                           subject.program.machine ? "sass" : "ptx",
                                           text_name(subject.program))) +
                         "\n");
}

void print_report(const Subject& subject, const ReportOptions& options) {
  const Style style = stdout_style();
  const std::vector<const Metric*> metrics =
      shown_metrics(options.metrics, options.full, subject.run);
  switch (options.page) {
    case PageKind::Raw:
      print(options.csv ? raw_csv(subject, metrics) : raw_text(subject, metrics, style));
      break;
    case PageKind::Source:
      print(source_page(subject, options, style));
      break;
    case PageKind::Details:
      if (options.csv)
        print(options.metrics.empty() ? details_csv(subject, options.full, options.naming)
                                      : metrics_csv(subject, metrics));
      else if (!options.metrics.empty())
        print(raw_text(subject, metrics, style));
      else
        print(render_details(collect_report(subject), style, options.full));
      break;
  }
  if (options.chart && !options.csv) print_charts(subject, style);
}

/// The details page has the checks and goals with what was wrong.
bool shows_verdicts(const ReportOptions& options) {
  return options.page == PageKind::Details && !options.csv && options.metrics.empty();
}

/// The sanitizer looks at what an instruction has read when it has executed.
SessionOptions with_operands(SessionOptions options, bool sanitize) {
  options.keep_registers |= sanitize;
  return options;
}

class RunCommand {
 public:
  explicit RunCommand(const CommandLine& line)
      : line_(line),
        session_(with_operands(recorded(showing(line), line.record), line.sanitize)),
        record_(line.record, session_.arch(), session_.program()) {}

  Exit run() {
    if (line_.print_config) {
      print(print_arch(session_.arch()) + "\n");
      return Exit::Fine;
    }
    fmt::print(stderr, "{}", session_.warnings());
    const std::vector<std::string> files = files_of(line_);
    check_files(files, line_.record.trace_file);
    stdout_taken_ = std::any_of(files.begin(), files.end(), is_stdout);
    session_.bind();
    fmt::print(stderr, "{}", session_.launch_warnings());
    check_dumps(line_, session_.launch());
    check_source(session_.program(), line_.report.source_text);
    chosen_instructions(line_.report.lines, session_.program(),
                        line_kind(source_kind(session_.program(), line_.report)));
    if (line_.sanitize) add_sanitizer();
    RunResult result = simulate();
    if (sanitizer_) result.wrong_masks.clear();  // it says more of them
    std::fflush(stdout);
    return result.status == RunStatus::Finished ? finished(result) : stopped(result);
  }

 private:
  void add_sanitizer() {
    const Program& p = session_.program();
    const std::uint32_t dynamic = session_.launch().state.dynamic_shared_bytes;
    sanitizer_.emplace(p, p.shared.bytes(dynamic), Sanitizer::Checks{});
  }

  RunResult simulate() {
    Progress progress(line_.progress || stderr_is_terminal());
    RunOptions options = run_options(line_, progress);
    std::FILE* const printed = stdout_taken_ ? stderr : stdout;
    options.print = [printed](std::string_view text) {
      std::fwrite(text.data(), 1, text.size(), printed);
    };
    Observers observers;
    if (sanitizer_) observers.add(*sanitizer_);
    record_.observe(observers);
    options.observer = observers.get();
    return session_.run(options);
  }

  Subject subject(const RunResult& result, Verdicts verdicts) const {
    Subject out{session_.program(), session_.arch(), result, std::move(verdicts.checks),
                std::move(verdicts.goals)};
    out.signature = &session_.signature();
    out.launch = &session_.launch();
    return out;
  }

  void write_files(const Subject& subject) {
    record_.write(subject, session_);
    if (line_.report.json_file.empty()) return;
    const std::string json = render_json(subject, session_.warning_list(), compiled_text());
    write_file(line_.report.json_file, json.data(), json.size());
  }

  WhatIfs what_if(const Subject& subject) {
    Progress progress(line_.progress || stderr_is_terminal());
    return what_if_runs(subject, session_, run_options(line_, progress), line_.what_if);
  }

  // The same run once more, for the files that show it: nothing of it differs.
  void record_end() {
    record_.show_end();
    Session again(recorded(line_.session, line_.record));
    Progress progress(line_.progress || stderr_is_terminal());
    RunOptions options = run_options(line_, progress);
    Observers observers;
    record_.observe(observers);
    options.observer = observers.get();
    again.run(options);
  }

  Exit stopped(const RunResult& result) {
    while (record_.lacks_end()) record_end();
    write_files(subject(result, {}));
    fmt::print(stderr, "simt-sim: {}\n{}", explained(result),
               sanitizer_ ? sanitizer_->report() : warnings_text(session_.program(), result));
    for (const auto& [which, path] : line_.dumps)
      fmt::print(stderr, "simt-sim: {} is not written: the kernel did not end\n", path);
    return exit_of(result, {});
  }

  Exit finished(const RunResult& result) {
    const Verdicts verdicts = judge(session_, result);
    Subject seen = subject(result, verdicts);
    if (shows_advice(line_)) seen.what_if = what_if(seen);
    if (!stdout_taken_) {
      print_report(seen, line_.report);
      print_compiler();
    }
    std::fflush(stdout);
    write_dumps(line_, session_);
    write_files(seen);
    if (stdout_taken_ || !shows_verdicts(line_.report)) {
      fmt::print(stderr, "{}", warnings_text(session_.program(), result));
      complain(line_.session.file, verdicts);
    }
    const std::string findings = sanitizer_ ? sanitizer_->report() : "";
    // Machine code names no members of shuffles and votes.
    if (sanitizer_)
      fmt::print(stderr, "{}",
                 findings.empty()
                     ? fmt::format("no races and no uninitialised reads in shared memory, no lost "
                                   "updates of global memory, {}no barriers in diverged code\n",
                                   session_.program().machine ? "" : "no wrong member masks, ")
                     : findings);
    if (sanitizer_) fmt::print(stderr, "{}", sanitizer_->diverged_barriers().note());
    return verdicts.passed() && findings.empty() ? Exit::Fine : Exit::Check;
  }

  std::string compiled_text() const {
    const std::string& why = session_.no_machine_code();
    return session_.compiled() + (why.empty() ? "" : ". Its machine code is not executed: " + why);
  }
  std::string ptx_text() const {
    if (!session_.program().as_compiled)
      return "Its PTX runs as written, which no device executes: --code compiled is nearer, --code "
             "machine what a device gets.";
    const std::string& why = session_.no_machine_code();
    if (why.empty())
      return "Its PTX runs as the simulator's model of ptxas has it; --code machine runs what "
             "ptxas itself makes of it.";
    return "Its PTX runs as the simulator's model of ptxas has it, and not as machine code:\n" +
           why + (why.ends_with('\n') ? "" : ".");
  }

  // Below what people read.
  void print_compiler() const {
    const ReportOptions& report = line_.report;
    if (report.page == PageKind::Raw || report.csv || !report.metrics.empty()) return;
    if (session_.compiled().empty()) return;
    print("\n" + stdout_style().dim(session_.compiled() + ".") + "\n");
    if (session_.program().machine) return;
    print(stdout_style().dim(ptx_text()) + "\n");
  }

  const CommandLine& line_;
  Session session_;
  std::optional<Sanitizer> sanitizer_;
  Record record_;
  bool stdout_taken_ = false;  ///< by a file named "-": what people read goes to stderr or nowhere
};

}  // namespace

Exit run_command(const CommandLine& line) {
  if (line.session.file.empty()) {
    if (!line.print_config)
      throw SessionError(
          Exit::Usage,
          fmt::format("FILE is missing{}\nRun 'simt-sim run --help' for what it takes.",
                      what_took_kernel(files_of(line))));
    print(print_arch(configured_arch(line.session)) + "\n");
    return Exit::Fine;
  }
  if (!line.print_config) check_wishes(line);
  return RunCommand(line).run();
}

}  // namespace simt
