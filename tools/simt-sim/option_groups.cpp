#include "tools/simt-sim/option_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "isa/base/regex.h"
#include "sim/base/nearest_name.h"
#include "sim/input/element.h"
#include "sim/views/metrics.h"
#include "tools/options/launch_options.h"
#include "tools/options/options.h"

namespace simt {
namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr const char* kMachine = "Machine";

std::vector<std::uint32_t> parse_sms(const std::string& text) {
  std::vector<std::uint32_t> out;
  if (text == "all") return out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    out.push_back(parse_small(text.substr(at, comma - at), "an SM's number"));
    at = comma + 1;
  }
  return out;
}

// As ncu reads regex:EXPR: all that match in part. Of the roll-ups and rates that list-metrics
// shows with --all alone only where nothing else matches.
void add_matching(CommandLine& line, const std::string& expression) {
  std::vector<std::string> found;
  try {
    const Regex regex(expression);
    for (const Metric& m : metrics())
      if (regex.found_in(m.name)) found.push_back(m.name);
    if (found.empty())
      for (const std::string& name : metric_names())
        if (regex.found_in(name)) found.push_back(name);
  } catch (const RegexError&) {
    throw CLI::ValidationError("--metrics",
                               fmt::format("'{}' is no regular expression", expression));
  }
  if (found.empty())
    throw CLI::ValidationError("--metrics", fmt::format("no metric matches '{}'", expression));
  line.report.metrics.insert(line.report.metrics.end(), found.begin(), found.end());
}

void add_metric(CommandLine& line, const std::string& name, bool known_only) {
  constexpr std::string_view kRegex = "regex:";
  if (name.starts_with(kRegex)) return add_matching(line, name.substr(kRegex.size()));
  if (name.find_first_of("*?") != std::string::npos)
    throw CLI::ValidationError("--metrics",
                               fmt::format("'{}': a pattern is written regex:EXPRESSION", name));
  if (known_only && find_metric(name) == nullptr)
    throw CLI::ValidationError(
        "--metrics", fmt::format("there is no metric '{}'{} ('simt-sim list-metrics' shows all)",
                                 name, nearest_hint(name, metric_names())));
  line.report.metrics.push_back(name);
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> parse_cycles(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw SpecError(fmt::format("'{}' is not FROM:TO, such as 1000:2000", text));
  const std::string first = text.substr(0, colon), last = text.substr(colon + 1);
  const std::uint64_t from = first.empty() ? 0 : parse_count(first, "");
  const std::uint64_t to = last.empty() ? trace::kOpen : parse_count(last, "");
  if (to <= from) throw SpecError(fmt::format("'{}' holds no cycle: FROM must be below TO", text));
  return {from, to};
}

void add_limits(CLI::App& app, CommandLine& line, const std::string& group) {
  add_parsed(app, {"--max-cycles", "N", "stop after this many cycles (exit 5); 0: never", group},
             [&](const std::string& t) { line.max_cycles = parse_count(t, ""); })
      ->default_str(fmt::format("{}", line.max_cycles));
  add_parsed(
      app,
      {"--max-instructions", "N",
       "stop after this many warp instructions and the rest of 256 cycles at most (exit 5)", group},
      [&](const std::string& t) { line.max_instructions = parse_count(t, ""); });
}

void add_timing(CLI::App& app, CommandLine& line, const std::string& group) {
  add_choice(
      app,
      {"--timing", "on|off",
       "off: results, exact counters and faults alone, without cycles and many times as fast",
       group},
      [&](const std::string& t) { line.session.timing = t == "on"; })
      ->default_str("on");
  add_choice(
      app,
      {"--counters", "on|off",
       "off, with --timing off: results and faults alone, nothing is counted; the fastest", group},
      [&](const std::string& t) { line.session.counters = t == "on"; })
      ->default_str("on");
}

void add_host(CLI::App& app, CommandLine& line, const std::string& group) {
  add_parsed(app, {"--threads", "N", "host threads to run on; no result depends on it", group},
             [&](const std::string& t) {
               line.threads = parse_small(t, "a number of threads");
               if (line.threads == 0 || line.threads > kMaxThreads)
                 throw SpecError(fmt::format("'{}' is not from 1 to {}", t, kMaxThreads));
             })
      ->default_str("1");
  app.add_flag("--progress", line.progress, "show progress although stderr is no terminal")
      ->group(group);
}

void add_files(CLI::App& app, CommandLine& line, std::vector<std::string>& files,
               const std::string& text) {
  app.add_option_function<std::vector<std::string>>(
         "FILE",
         [&line, &files](const std::vector<std::string>& given) {
           files = given;
           line.session.file = given.front();
         },
         text)
      ->type_name("")
      ->required();
}

CLI::Option* add_file(CLI::App& app, CommandLine& line) {
  return app.add_option("FILE", line.session.file, "the kernel, an .ir, .ptx or .cu file")
      ->type_name("")
      ->required();
}

void add_session(CLI::App& app, CommandLine& line, const std::string& whose) {
  add_launch_options(app, line.session, fmt::format("Launch (replaces the {} //! lines)", whose));
  add_machine_options(app, line.session, kMachine);
  add_cuda_options(app, line.session, "CUDA C++ (a .cu file)");
}

void add_metrics(CLI::App& app, CommandLine& line, const std::string& group, bool known_only) {
  app.add_option_function<std::vector<std::string>>(
         "--metrics",
         [&line, known_only](const std::vector<std::string>& names) {
           for (const std::string& name : names) add_metric(line, name, known_only);
         },
         "only these, by name or regex:EXPRESSION (see list-metrics)")
      ->type_name("a,b,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
}

void add_report(CLI::App& app, CommandLine& line) {
  const std::string group = "Report";
  ReportOptions& report = line.report;
  add_choice(app, {"--page", "details|raw|source", "which page to print", group},
             [&](const std::string& t) {
               report.page = t == "raw"      ? PageKind::Raw
                             : t == "source" ? PageKind::Source
                                             : PageKind::Details;
             });
  add_choice(app, {"--set", "basic|full", "how much of it", group},
             [&](const std::string& t) { report.full = t == "full"; });
  add_metrics(app, line, group, true);
  CLI::Option* const csv =
      app.add_flag("--csv", report.csv, "the layout of 'ncu --csv'")->group(group);
  add_choice(app,
             {"--print-metric-name", "label|name|label-name",
              "what the rows of --csv call a metric; the default is ncu's, its label", group},
             [&](const std::string& t) {
               report.naming = t == "name"    ? MetricNaming::Name
                               : t == "label" ? MetricNaming::Label
                                              : MetricNaming::LabelName;
             })
      ->needs(csv);
  add_parsed(app,
             {"--lines", "[FILE.cu:]FROM:TO",
              "lines of the source page, of CUDA C++ where it shows that; FROM or TO may be left "
              "out",
              group},
             [&](const std::string& t) { report.lines = parse_lines(t); });
  add_choice(app,
             {"--print-source", "cuda|cuda,ptx|ptx|cuda,sass|sass",
              "lines of the source page: CUDA C++ where the file names them (nvcc -lineinfo), the "
              "PTX below each, or PTX alone (what --csv has without it); of machine code sass",
              group},
             [&](const std::string& t) {
               report.source = t == "ptx" || t == "sass" ? SourceKind::Ptx
                               : t == "cuda"             ? SourceKind::Cuda
                                                         : SourceKind::CudaAndPtx;
               report.source_text = t;
             });
  add_choice(app,
             {"--what-if", "short|on|off",
              "run the launch again for advice on accesses, with these packed, so that its gain is "
              "no estimate; short: unless that takes long",
              group},
             [&](const std::string& t) {
               line.what_if = t == "on"    ? WhatIfMode::All
                              : t == "off" ? WhatIfMode::Off
                                           : WhatIfMode::Short;
             })
      ->default_str("short");
  app.add_flag("--chart", report.chart, "memory chart and roofline after the page")->group(group);
  app.add_option("--json", report.json_file, "write everything as JSON")
      ->type_name("FILE")
      ->group(group);
}

namespace {

// What of the run a page or a trace shows.
std::vector<const CLI::Option*> add_window(CLI::App& app, RecordOptions& record,
                                           const std::string& group) {
  const CLI::Option* const window = add_parsed(
      app, {"--trace-window", "FROM:TO", "cycles that they show; either may be left out", group},
      [&](const std::string& t) {
        std::tie(record.window.from, record.window.to) = parse_cycles(t);
      });
  const CLI::Option* const sms =
      add_parsed(app, {"--trace-sms", "N,N,...|all", "SMs that they show", group},
                 [&](const std::string& t) {
                   record.window.sms = parse_sms(t);
                   record.sms_given = true;
                 })
          ->default_str("0, or where a run stops");
  const CLI::Option* const limit =
      add_parsed(app,
                 {"--trace-limit", "N", "warp instructions that they show at most; 0: all", group},
                 [&](const std::string& t) { record.limit = parse_count(t, ""); })
          ->default_str("20000 in a page, 200000 in a trace");
  return {window, sms, limit};
}

// The window's options are of use only with a file that shows it.
void need_file(CLI::App& app, const std::vector<const CLI::Option*>& files,
               const std::vector<const CLI::Option*>& window, const std::string& what) {
  app.parse_complete_callback([=] {
    for (const CLI::Option* file : files)
      if (file->count() > 0) return;
    for (const CLI::Option* option : window)
      if (option->count() > 0)
        throw CLI::ValidationError(option->get_name(), "is of use with " + what);
  });
}

}  // namespace

void add_page(CLI::App& app, CommandLine& line, const std::string& group, const std::string& text) {
  const CLI::Option* const html =
      app.add_option("--html", line.record.html_file, text)->type_name("FILE")->group(group);
  need_file(app, {html}, add_window(app, line.record, group), "--html");
}

void add_record(CLI::App& app, CommandLine& line) {
  const std::string group = "Player and traces (docs/PLAYER.md)";
  RecordOptions& record = line.record;
  const CLI::Option* const html =
      app.add_option("--html", record.html_file, "write a page that plays the run")
          ->type_name("FILE")
          ->group(group);
  const CLI::Option* const trace =
      app.add_option("--trace", record.trace_file,
                     "write a trace for Perfetto; for Konata when the name ends in .kanata")
          ->type_name("FILE")
          ->group(group);
  need_file(app, {html, trace}, add_window(app, record, group), "--html or --trace");
}

}  // namespace simt
