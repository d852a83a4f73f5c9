// Two runs side by side: two files, or one file with something changed (--vs).
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "isa/base/kernel_name.h"
#include "isa/cuda/compiler.h"
#include "sim/diff/difference.h"
#include "sim/diff/file_labels.h"
#include "tools/driver/side_by_side.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/diff_page.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/one_run.h"
#include "tools/simt-sim/record.h"
#include "tools/simt-sim/terminal.h"
#include "tools/sweep/over.h"

namespace simt {
namespace {

struct Planned {
  std::string label;
  SessionOptions options;
};

// One run, kept whole.
class Ran {
 public:
  Ran(const Planned& plan, const CommandLine& line)
      : label_(plan.label),
        options_(recorded(plan.options, line.record)),
        session_(options_),
        record_(line.record, session_.arch(), session_.program()) {
    session_.bind();
    Observers observers;
    observers.add(paths_);
    result_ = run(session_, line, observers);
    if (never_started(result_)) throw SessionError(Exit::Usage, result_.explanation);
    if (result_.status == RunStatus::Finished)
      verdicts_ = judge(session_, result_);
    else
      while (record_.lacks_end()) record_end(line);
  }

  diff::Side side() const {
    diff::Side out{
        label_,
        {session_.program(), session_.arch(), result_, verdicts_.checks, verdicts_.goals},
        paths_};
    out.subject.signature = &session_.signature();
    out.subject.launch = &session_.launch();
    return out;
  }
  /// Once, for a page: what was recorded.
  trace::Recording recording(const Subject& subject) { return record_.page_recording(subject); }
  const Session& session() const { return session_; }
  /// Says on stderr which checks and goals failed, and what was found.
  void complain() const {
    if (!verdicts_.passed()) fmt::print(stderr, "{}:\n", label_);
    simt::complain(options_.file, verdicts_);
  }
  bool passed() const { return result_.status == RunStatus::Finished && verdicts_.passed(); }

 private:
  RunResult run(Session& session, const CommandLine& line, Observers& observers) {
    Progress progress(line.progress || stderr_is_terminal());
    RunOptions options = run_options(line, progress);
    record_.observe(observers);
    options.observer = observers.get();
    return session.run(options);
  }
  // The same run once more, for a page that shows how it ended.
  void record_end(const CommandLine& line) {
    record_.show_end();
    Session again(options_);
    Observers observers;
    run(again, line, observers);
  }

  std::string label_;
  SessionOptions options_;
  Session session_;
  Record record_;
  diff::PathRecord paths_;
  RunResult result_;
  Verdicts verdicts_;
};

// "nvcc" or "clang" where none is named.
std::string compiler_of(const SessionOptions& options) {
  if (!options.cuda.compiler.empty()) return options.cuda.compiler;
  const auto found = cuda::find_compiler("");
  return found && found->kind == cuda::CompilerKind::Nvcc ? "nvcc" : "clang";
}

// What the first run has where the second has something else.
std::string value_before(const SessionOptions& options, const std::string& parameter) {
  if (parameter == "arch")
    return options.arch.empty() ? Session(options).arch_name() : options.arch;
  if (parameter == "kernel") return display_name(Session(options).program().kernel);
  if (parameter == "compiler") return compiler_of(options);
  return std::filesystem::path(options.file).stem().string();
}

// `arch=volta` is told as `volta`, a kernel as a person calls it.
std::string change_label(const SessionOptions& changed, const std::string& text, const Over& over) {
  if (over.parameter == "arch" || over.parameter == "compiler") return over.values[0];
  return over.parameter == "kernel" ? display_name(Session(changed).program().kernel) : text;
}

bool names_kernel(const std::string& text) {
  return text.find('=') == std::string::npos && !text.ends_with(".json") &&
         std::filesystem::is_regular_file(text);
}

// `volta` is `arch=volta`, `clang` is `compiler=clang`, `other.ir` is `file=other.ir`.
std::string as_parameter(const std::string& text) {
  if (text.find('=') != std::string::npos) return text;
  if (text == "nvcc" || text == "clang") return "compiler=" + text;
  return (names_kernel(text) ? "file=" : "arch=") + text;
}

std::vector<Planned> changed_file(const CommandLine& line) {
  SessionOptions other = line.session;
  std::string label, before;
  for (const std::string& text : line.diff.versus) {
    const Over over = parse_over(as_parameter(text));
    if (over.values.size() != 1) {
      const bool size = over.parameter == "block" || over.parameter == "grid";
      const std::string hint = size ? fmt::format("; a size of several dimensions is {}={}",
                                                  over.parameter, fmt::join(over.values, "x"))
                                    : "; 'simt-sim sweep --over' takes several";
      throw SpecError(fmt::format("--vs takes one value: '{}'{}", text, hint));
    }
    const LaunchSpec header =
        over.parameter.starts_with("arg:") ? Session(other).spec() : LaunchSpec{};
    other = with_value(other, header, over.parameter, over.values[0]);
    label += (label.empty() ? "" : ", ") + change_label(other, text, over);
    if (before.empty()) before = value_before(line.session, over.parameter);
  }
  const std::vector<std::string> labels = diff::short_labels(before, label);
  return {{labels[0], line.session}, {labels[1], other}};
}

std::vector<Planned> two_files(const CommandLine& line, const std::vector<std::string>& files) {
  std::vector<Planned> out;
  const std::vector<std::string> names = diff::file_labels(files[0], files[1]);
  const std::vector<std::string> labels = diff::short_labels(names[0], names[1]);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    out.push_back({labels[i], line.session});
    out.back().options.file = files[i];
  }
  return out;
}

/// What is wrong with the files and --vs, and what to type; "" where nothing is.
std::string mistake_in(const DiffOptions& diff) {
  const std::vector<std::string>& files = diff.files;
  const bool versus = !diff.versus.empty();
  if (files.size() == 1 && !versus)
    return fmt::format(
        "diff: the second run is missing: name another file (simt-sim diff {0} OTHER), or what to "
        "change (simt-sim diff {0} --vs pascal, --vs block=128)",
        files[0]);
  if (files.size() == 2 && versus)
    return fmt::format(
        "diff: two files and --vs are three runs: simt-sim diff {0} {1}, or simt-sim diff {0} --vs "
        "{2}",
        files[0], files[1], diff.versus[0]);
  if (files.size() > 2)
    return fmt::format("diff: '{}' is one file too many: simt-sim diff {} {}", files[2], files[0],
                       files[1]);
  return "";
}

std::vector<Planned> plan(const CommandLine& line) {
  if (const std::string mistake = mistake_in(line.diff); !mistake.empty())
    throw SessionError(Exit::Usage, mistake + "\nRun 'simt-sim diff --help' for what it takes.");
  try {
    const std::vector<std::string>&files = line.diff.files, &versus = line.diff.versus;
    if (files.size() == 2) return two_files(line, files);
    // `a.ir --vs b.ir` is `diff a.ir b.ir`.
    if (versus.size() == 1 && names_kernel(versus[0]))
      return two_files(line, {files[0], versus[0]});
    return changed_file(line);
  } catch (const SpecError& e) {
    throw SessionError(Exit::Usage, fmt::format("--vs: {}", e.what()));
  }
}

// What the runs share; returns what to tell of it.
std::string put_side_by_side(std::vector<Planned>& planned) {
  std::vector<SessionOptions> runs;
  for (const Planned& plan : planned) runs.push_back(plan.options);
  std::string note = share(runs, true);
  for (std::size_t i = 0; i < runs.size(); ++i) planned[i].options = runs[i];
  return note;
}

void write_page(const std::string& file, const diff::Difference& difference, Ran& a, Ran& b) {
  const diff::Side side_a = a.side(), side_b = b.side();
  const trace::Recording recording_a = a.recording(side_a.subject),
                         recording_b = b.recording(side_b.subject);
  const std::string page = render_player(page_of(difference,
                                                 {side_a.subject, recording_a, a.session().launch(),
                                                  a.session().signature(), difference.label_a},
                                                 {side_b.subject, recording_b, b.session().launch(),
                                                  b.session().signature(), difference.label_b}));
  write_file(file, page.data(), page.size());
}

}  // namespace

Exit diff_command(const CommandLine& line) {
  const std::string &json = line.report.json_file, &html = line.record.html_file;
  check_one_stdout({json, html});
  for (const std::string& file : {json, html})
    if (!file.empty()) check_writable(file);
  std::vector<Planned> planned = plan(line);
  const std::string note = put_side_by_side(planned);
  Ran a(planned[0], line), b(planned[1], line);
  diff::Difference difference = diff::compare(a.side(), b.side(), line.report.metrics);
  difference.note = note;
  if (!is_stdout(json) && !is_stdout(html))
    fmt::print("{}", diff::render_text(difference, stdout_style(), line.diff.all, line.diff.part));
  if (!json.empty()) {
    const std::string text = diff::render_json(difference);
    write_file(json, text.data(), text.size());
  }
  if (!html.empty()) write_page(html, difference, a, b);
  std::fflush(stdout);
  for (const Ran* ran : {&a, &b}) ran->complain();
  const bool alike = !difference.differs() && a.passed() && b.passed();
  return line.diff.exit_code && !alike ? Exit::Check : Exit::Fine;
}

}  // namespace simt
