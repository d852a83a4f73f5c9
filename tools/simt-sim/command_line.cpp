#include "tools/simt-sim/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <tuple>

#include "sim/base/nearest_name.h"
#include "sim/launch/element.h"
#include "sim/views/metrics.h"
#include "tools/driver/launch_options.h"
#include "tools/driver/options.h"
#include "tools/sweep/over.h"

namespace simt {
namespace {

constexpr std::string_view kVersion = "simt-sim 0.1";
constexpr unsigned kMaxThreads = 1024;

struct CommandName {
  std::string_view name, text;
  Command command;
};
constexpr std::array kCommands{
    CommandName{"run", "run a kernel and report (the default: 'run' may be left out)",
                Command::Run},
    CommandName{"step", "step through a kernel, forward and back, and look inside", Command::Step},
    CommandName{"sweep", "run a kernel for each value of a parameter: a table and a plot",
                Command::Sweep},
    CommandName{"diff", "two runs side by side, and where they part", Command::Diff},
    CommandName{"compare", "run a kernel and lay its metrics beside those of Nsight Compute",
                Command::Compare},
    CommandName{"occupancy", "theoretical occupancy and what limits it, without running",
                Command::Occupancy},
    CommandName{"list-archs", "the architectures that --arch knows", Command::ListArchs},
    CommandName{"list-metrics", "the metrics that a report can show", Command::ListMetrics},
    CommandName{"list-instructions", "the instructions that kernels may use",
                Command::ListInstructions},
};

std::pair<unsigned, std::string> parse_dump(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    throw SpecError(fmt::format("'{}' is not N=FILE, such as 1=out.bin", text));
  return {parse_small(text.substr(0, equals), "the argument's position"), text.substr(equals + 1)};
}

double parse_percent(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, text.data() + text.size());
  if (error != std::errc{} || (!rest.empty() && rest != "%") || !(value >= 0) || value > 1e6)
    throw SpecError(fmt::format("'{}' is no percentage, such as 10", text));
  return value;
}

// "100:200", "100:" and ":200"
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

class Definition {
 public:
  Definition() : app_("Runs GPU kernels on a modelled GPU and reports under ncu's names.") {
    app_.name("simt-sim");
    app_.set_version_flag("--version", std::string(kVersion));
    app_.require_subcommand(1);
    for (const CommandName& c : kCommands) {
      CLI::App* sub = app_.add_subcommand(std::string(c.name), std::string(c.text));
      sub->callback([this, command = c.command] { line_.command = command; });
      if (c.command == Command::Run) add_run(*sub);
      if (c.command == Command::Sweep) add_sweep(*sub);
      if (c.command == Command::Diff) add_diff(*sub);
      if (c.command == Command::Step) add_step(*sub);
      if (c.command == Command::Compare) add_compare(*sub);
      if (c.command == Command::Occupancy) add_occupancy(*sub);
      if (c.command == Command::ListMetrics)
        sub->add_flag("--all", line_.all_metrics, "every roll-up and rate of each counter too");
    }
  }

  ParsedLine parse(std::vector<std::string> args) {
    ParsedLine out;
    std::reverse(args.begin(), args.end());  // CLI11 takes them from the back
    try {
      app_.parse(args);
      out.line = std::move(line_);
    } catch (const CLI::CallForHelp&) {
      out.text = help();
    } catch (const CLI::CallForVersion&) {
      out.text = std::string(kVersion) + "\n";
    } catch (const CLI::ParseError& e) {
      out.text = fmt::format("simt-sim: {}\nRun 'simt-sim --help' for what it takes.\n", e.what());
      out.exit = Exit::Usage;
    }
    return out;
  }

 private:
  std::string help() const {
    for (const CLI::App* sub : app_.get_subcommands()) return sub->help("simt-sim");
    return app_.help();
  }

  void add_run(CLI::App& app) {
    add_launch(app);
    add_machine(app);
    add_report(app);
    add_record(app);
    const std::string group = "Run";
    add_repeated(
        app,
        {"--dump", "N=FILE", "write buffer argument N (from 0) as raw bytes after the run", group},
        [&](const std::string& t) { line_.dumps.push_back(parse_dump(t)); });
    add_limits(app, group);
    app.add_flag("--sanitize", line_.sanitize,
                 "find races and uninitialised reads in shared memory (exit 6)")
        ->group(group);
    app.add_flag("--print-config", line_.print_config,
                 "print the architecture as JSON and do not run")
        ->group(group);
  }

  void add_limits(CLI::App& app, const std::string& group, bool one_run = true) {
    add_parsed(app, {"--max-cycles", "N", "stop after this many cycles (exit 5); 0: never", group},
               [&](const std::string& t) { line_.max_cycles = parse_count(t, ""); })
        ->default_str(fmt::format("{}", line_.max_cycles));
    add_parsed(
        app, {"--max-instructions", "N", "stop after this many warp instructions (exit 5)", group},
        [&](const std::string& t) { line_.max_instructions = parse_count(t, ""); });
    if (!one_run) return;
    add_parsed(app, {"--threads", "N", "host threads to run on; no result depends on it", group},
               [&](const std::string& t) {
                 line_.threads = parse_small(t, "a number of threads");
                 if (line_.threads == 0 || line_.threads > kMaxThreads)
                   throw SpecError(fmt::format("'{}' is not from 1 to {}", t, kMaxThreads));
               })
        ->default_str("1");
    app.add_flag("--progress", line_.progress, "show progress although stderr is no terminal")
        ->group(group);
  }

  void add_files(CLI::App& app, std::vector<std::string>& files, const std::string& text) {
    app.add_option_function<std::vector<std::string>>(
           "FILE",
           [this, &files](const std::vector<std::string>& given) {
             files = given;
             line_.session.file = given.front();
           },
           text)
        ->type_name("")
        ->required();
  }

  void add_diff(CLI::App& app) {
    const std::string group = "Difference";
    DiffOptions& diff = line_.diff;
    add_files(app, diff.files, "two kernels, or one and --vs");
    add_repeated(
        app,
        {"--vs", "ARCH|PARAMETER=VALUE",
         fmt::format("what the second run has: an architecture, or one of {}", parameter_list()),
         group},
        [&](const std::string& t) { diff.versus.push_back(t); });
    app.add_flag("--all", diff.all, "show what is equal too")->group(group);
    add_metrics(app, group, true);
    app.add_flag("--exit-code", diff.exit_code,
                 "exit with 6 when more than time differs or a check or goal fails")
        ->group(group);
    app.add_option("--json", line_.report.json_file, "write the difference as JSON")
        ->type_name("FILE")
        ->group(group);
    add_limits(app, group, false);
    add_launch_options(app, line_.session.overrides, "Launch (replaces the files' //! lines)");
    add_machine(app);
  }

  void add_sweep(CLI::App& app) {
    const std::string group = "Sweep";
    SweepOptions& sweep = line_.sweep;
    add_files(app, sweep.files, "the kernel; several files are compared with each other");
    add_repeated(app,
                 {"--over", "PARAMETER=VALUES",
                  fmt::format("what varies: {}. Values: 1,2,4 or 1..32 or 0..96+32 or 1..1024*2, "
                              "block=8x8,16x16; given twice: a matrix of one metric",
                              parameter_list()),
                  group},
                 [&](const std::string& t) {
                   parse_over(t);
                   sweep.over.push_back(t);
                 });
    app.add_flag("--keep-threads", sweep.keep_threads,
                 "change the grid with the block, so that the number of threads stays")
        ->group(group);
    add_metrics(app, group, true);
    app.add_flag("--csv", line_.report.csv, "print the table as CSV")->group(group);
    app.add_option("--json", line_.report.json_file, "write all metrics of all runs as JSON")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--svg", sweep.svg_file, "write a plot")->type_name("FILE")->group(group);
    add_parsed(app, {"--jobs", "N", "runs at a time; one for each processor by default", group},
               [&](const std::string& t) {
                 sweep.jobs = parse_small(t, "a number of processes");
                 if (sweep.jobs == 0) throw SpecError("there must be at least one");
               });
    add_limits(app, group, false);
    add_launch_options(app, line_.session.overrides, "Launch (replaces the file's //! lines)");
    add_machine(app);
  }

  void add_compare(CLI::App& app) {
    add_launch(app);
    add_machine(app);
    const std::string group = "Comparison";
    CompareOptions& options = line_.compare;
    app.add_option("--ncu", options.reports,
                   "a report: ncu --csv, any page; may be given again, for its source page")
        ->type_name("REPORT.csv")
        ->allow_extra_args(false)
        ->required()
        ->group(group);
    add_parsed(app,
               {"--tolerance", "PCT",
                "a modelled metric further apart than this fails too (exit 6); without it 25% is "
                "shown and decides nothing",
                group},
               [&](const std::string& t) { options.tolerance = parse_percent(t); });
    app.add_option("--launch", options.launch, "ncu's ID of the launch, when several fit")
        ->type_name("ID")
        ->group(group);
    app.add_option("--ncu-kernel", options.ncu_kernel,
                   "the kernel's name in the report, when it is another")
        ->type_name("NAME")
        ->group(group);
    app.add_flag("--all", options.all, "show metrics that agree too")->group(group);
    add_metrics(app, group, false);
    app.add_option("--json", line_.report.json_file, "write the comparison as JSON")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--html", options.html_file,
                   "write it as a page, with memory chart and roofline")
        ->type_name("FILE")
        ->group(group);
    add_limits(app, group);
  }

  void add_step(CLI::App& app) {
    add_launch(app);
    add_machine(app);
    const std::string group = "Step";
    app.add_option("--ex", line_.step.commands,
                   "a command of the prompt to begin with; may be given again")
        ->type_name("COMMAND")
        ->allow_extra_args(false)
        ->group(group);
    app.add_flag("--echo", line_.step.echo,
                 "show the commands that come through a pipe: for transcripts")
        ->group(group);
    add_limits(app, group, false);
    app.footer("At the prompt, 'help' lists the commands: docs/STEP.md.");
  }

  void add_occupancy(CLI::App& app) {
    add_launch(app);
    add_machine(app);
  }

  void add_launch(CLI::App& app) {
    app.add_option("FILE", line_.session.file, "the kernel, an .ir or .ptx file")
        ->type_name("")
        ->required();
    add_launch_options(app, line_.session.overrides, "Launch (replaces the file's //! lines)");
  }

  void add_machine(CLI::App& app) {
    const std::string group = "Machine";
    SessionOptions& session = line_.session;
    app.add_option("--arch", session.arch, "an architecture (see list-archs) or a JSON file")
        ->type_name("NAME|FILE.json")
        ->capture_default_str()
        ->group(group);
    add_choice(app,
               {"--divergence", "stack|its", "reconvergence stack or independent threads", group},
               [&](const std::string& t) { session.divergence = divergence_kind(t); });
    add_choice(app, {"--scheduler", "lrr|gto|two-level|oldest", "warp scheduler", group},
               [&](const std::string& t) { session.scheduler = scheduler_kind(t); });
    add_choice(app,
               {"--if-convert", "on|off",
                "predicate short branches and hoist loads as the assembler does", group},
               [&](const std::string& t) { session.if_convert = t == "on"; });
    add_parsed(app, {"--warp-size", "N", "lanes of a warp: 2, 4, 8, 16 or 32", group},
               [&](const std::string& t) {
                 session.overrides.warp_size = parse_small(t, "a number of lanes");
               });
    add_parsed(app, {"--sms", "N", "number of SMs", group}, [&](const std::string& t) {
      session.sms = parse_small(t, "a number of SMs");
      if (*session.sms == 0) throw SpecError("there must be at least one SM");
    });
  }

  void add_report(CLI::App& app) {
    const std::string group = "Report";
    ReportOptions& report = line_.report;
    add_choice(app, {"--page", "details|raw|source", "which page to print", group},
               [&](const std::string& t) {
                 report.page = t == "raw"      ? PageKind::Raw
                               : t == "source" ? PageKind::Source
                                               : PageKind::Details;
               });
    add_choice(app, {"--set", "basic|full", "how much of it", group},
               [&](const std::string& t) { report.full = t == "full"; });
    add_metrics(app, group, true);
    app.add_flag("--csv", report.csv, "the layout of 'ncu --csv'")->group(group);
    add_choice(app,
               {"--print-metric-name", "label|name|label-name",
                "what the rows of --csv call a metric; the default is ncu's, its label", group},
               [&](const std::string& t) {
                 report.naming = t == "name"    ? MetricNaming::Name
                                 : t == "label" ? MetricNaming::Label
                                                : MetricNaming::LabelName;
               });
    app.add_flag("--chart", report.chart, "memory chart and roofline behind the page")
        ->group(group);
    app.add_option("--json", report.json_file, "write everything as JSON")
        ->type_name("FILE")
        ->group(group);
  }

  void add_record(CLI::App& app) {
    const std::string group = "Player and traces (docs/PLAYER.md)";
    RecordOptions& record = line_.record;
    app.add_option("--html", record.html_file, "write a page that plays the run")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--trace", record.trace_file,
                   "write a trace for Perfetto; for Konata when the name ends in .kanata")
        ->type_name("FILE")
        ->group(group);
    add_parsed(
        app, {"--trace-window", "FROM:TO", "cycles that they show; either may be left out", group},
        [&](const std::string& t) {
          std::tie(record.window.from, record.window.to) = parse_cycles(t);
        });
    add_parsed(app, {"--trace-sms", "N,N,...|all", "SMs that they show", group},
               [&](const std::string& t) { record.window.sms = parse_sms(t); })
        ->default_str("0");
    add_parsed(app,
               {"--trace-limit", "N", "warp instructions that they show at most; 0: all", group},
               [&](const std::string& t) { record.limit = parse_count(t, ""); })
        ->default_str("20000 in a page, 200000 in a trace");
  }

  // A report of ncu may hold metrics that are not modelled; those may be asked for as well.
  void add_metrics(CLI::App& app, const std::string& group, bool known_only) {
    app.add_option_function<std::vector<std::string>>(
           "--metrics",
           [this, known_only](const std::vector<std::string>& names) {
             for (const std::string& name : names) add_metric(name, known_only);
           },
           "only these, by name (see list-metrics)")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
  }

  void add_metric(const std::string& name, bool known_only) {
    if (known_only && find_metric(name) == nullptr)
      throw CLI::ValidationError(
          "--metrics", fmt::format("there is no metric '{}'{} ('simt-sim list-metrics' shows all)",
                                   name, nearest_hint(name, metric_names())));
    line_.report.metrics.push_back(name);
  }

  CLI::App app_;
  CommandLine line_;
};

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandName& c : kCommands) names.emplace_back(c.name);
  return names;
}

// A word that is no file but looks like a command: "lst-archs".
std::string misspelt_command(const std::string& word) {
  if (word.starts_with('-') || word.find_first_of("./") != std::string::npos ||
      std::filesystem::exists(word))
    return "";
  return nearest_name(word, command_names());
}

// `simt-sim FILE` and `simt-sim --arch x FILE` mean `simt-sim run ...`; with --vs, diff is meant.
void insert_run(std::vector<std::string>& args) {
  if (args.empty()) return;
  const bool versus = std::any_of(args.begin(), args.end(), [](const std::string& a) {
    return a == "--vs" || a.starts_with("--vs=");
  });
  if (versus && args.front() == "run") args.erase(args.begin());
  const std::string& first = args.front();
  if (first == "--help" || first == "-h" || first == "--version") return;
  const std::vector<std::string> names = command_names();
  if (std::find(names.begin(), names.end(), first) == names.end())
    args.insert(args.begin(), versus ? "diff" : "run");
}

}  // namespace

ParsedLine parse_command_line(std::vector<std::string> args) {
  insert_run(args);
  const std::string meant = args.size() > 1 && args[0] == "run" ? misspelt_command(args[1]) : "";
  if (!meant.empty())
    return {std::nullopt,
            fmt::format("simt-sim: there is no command and no file '{}'; did you mean {}?\n",
                        args[1], meant),
            Exit::Usage};
  return Definition().parse(std::move(args));
}

}  // namespace simt
