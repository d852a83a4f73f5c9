#include "tools/simt-sim/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>

#include "sim/base/nearest_name.h"
#include "sim/views/metrics.h"

namespace simt {
namespace {

constexpr std::string_view kVersion = "simt-sim 0.1";

struct CommandName {
  std::string_view name, text;
  Command command;
};
constexpr std::array kCommands{
    CommandName{"run", "run a kernel and report (the default: 'run' may be left out)",
                Command::Run},
    CommandName{"occupancy", "theoretical occupancy and what limits it, without running",
                Command::Occupancy},
    CommandName{"list-archs", "the architectures that --arch knows", Command::ListArchs},
    CommandName{"list-metrics", "the metrics that a report can show", Command::ListMetrics},
    CommandName{"list-instructions", "the instructions that kernels may use",
                Command::ListInstructions},
};

// A wrong value becomes CLI11's error, which names the option.
template <class F>
auto option_value(const std::string& option, F f) {
  try {
    return f();
  } catch (const SpecError& e) {
    throw CLI::ValidationError(option, e.what());
  }
}

std::pair<unsigned, std::string> parse_dump(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    throw SpecError(fmt::format("'{}' is not N=FILE, such as 1=out.bin", text));
  return {parse_small(text.substr(0, equals), "the argument's position"), text.substr(equals + 1)};
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
      if (c.command == Command::Occupancy) add_occupancy(*sub);
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
    const std::string group = "Run";
    app.add_option_function<std::vector<std::string>>(
           "--dump",
           [this](const std::vector<std::string>& all) {
             for (const std::string& text : all)
               line_.dumps.push_back(option_value("--dump", [&] { return parse_dump(text); }));
           },
           "write buffer argument N (from 0) as raw bytes after the run")
        ->type_name("N=FILE")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--max-cycles", line_.max_cycles,
                   "stop after this many cycles (exit 5); 0: never")
        ->capture_default_str()
        ->type_name("N")
        ->group(group);
    app.add_option("--max-instructions", line_.max_instructions,
                   "stop after this many warp instructions (exit 5)")
        ->type_name("N")
        ->group(group);
    app.add_flag("--sanitize", line_.sanitize,
                 "find races and uninitialised reads in shared memory (exit 6)")
        ->group(group);
    app.add_flag("--progress", line_.progress, "show progress although stderr is no terminal")
        ->group(group);
    app.add_flag("--print-config", line_.print_config,
                 "print the architecture as JSON and do not run")
        ->group(group);
  }

  void add_occupancy(CLI::App& app) {
    add_launch(app);
    add_machine(app);
  }

  void add_launch(CLI::App& app) {
    const std::string group = "Launch (replaces the file's //! lines)";
    LaunchSpec& spec = line_.session.overrides;
    app.add_option("FILE", line_.session.file, "the kernel, an .ir or .ptx file")
        ->type_name("")
        ->required();
    app.add_option("--kernel", spec.kernel, "when the file has several")
        ->type_name("NAME")
        ->group(group);
    add_parsed(app, "--grid", "X[,Y[,Z]]", "blocks", group,
               [&](const std::string& t) { spec.grid = parse_dim3(t); });
    add_parsed(app, "--block", "X[,Y[,Z]]", "threads of a block", group,
               [&](const std::string& t) { spec.block = parse_dim3(t); });
    add_parsed(app, "--shared", "BYTES", "dynamic shared memory", group,
               [&](const std::string& t) { spec.dynamic_shared = parse_small(t, "--shared"); });
    add_repeated(
        app, "--arg", "SPEC",
        "once for each parameter: TYPE:VALUE or TYPE[COUNT]=zero|const(V)|iota(START,STEP)|"
        "random(SEED,LO,HI)|file(PATH)|{V,...}",
        group, [&](const std::string& t) { spec.args.push_back(parse_arg(t, false)); });
    add_repeated(app, "--symbol", "NAME=GEN", "fills a .const or .global variable", group,
                 [&](const std::string& t) { spec.symbols.push_back(parse_symbol(t)); });
  }

  void add_machine(CLI::App& app) {
    const std::string group = "Machine";
    SessionOptions& session = line_.session;
    app.add_option("--arch", session.arch, "an architecture (see list-archs) or a JSON file")
        ->type_name("NAME|FILE.json")
        ->capture_default_str()
        ->group(group);
    add_choice(app, "--divergence", "stack|its", "reconvergence stack or independent threads",
               group, [&](const std::string& t) { session.divergence = divergence_kind(t); });
    add_choice(app, "--scheduler", "lrr|gto|two-level|oldest", "warp scheduler", group,
               [&](const std::string& t) { session.scheduler = scheduler_kind(t); });
    add_choice(app, "--if-convert", "on|off", "predicate short branches as the assembler does",
               group, [&](const std::string& t) { session.if_convert = t == "on"; });
    add_parsed(
        app, "--warp-size", "N", "lanes of a warp: 2, 4, 8, 16 or 32", group,
        [&](const std::string& t) { session.overrides.warp_size = parse_small(t, "--warp-size"); });
    add_parsed(app, "--sms", "N", "number of SMs", group, [&](const std::string& t) {
      session.sms = parse_small(t, "--sms");
      if (*session.sms == 0) throw SpecError("there must be at least one SM");
    });
  }

  void add_report(CLI::App& app) {
    const std::string group = "Report";
    ReportOptions& report = line_.report;
    add_choice(app, "--page", "details|raw|source", "which page to print", group,
               [&](const std::string& t) {
                 report.page = t == "raw"      ? PageKind::Raw
                               : t == "source" ? PageKind::Source
                                               : PageKind::Details;
               });
    add_choice(app, "--set", "basic|full", "how much of it", group,
               [&](const std::string& t) { report.full = t == "full"; });
    app.add_option_function<std::vector<std::string>>(
           "--metrics",
           [&](const std::vector<std::string>& names) {
             for (const std::string& name : names) add_metric(name);
           },
           "only these, by name (see list-metrics)")
        ->type_name("a,b,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
    app.add_flag("--csv", report.csv, "the layout of 'ncu --csv'")->group(group);
    app.add_option("--json", report.json_file, "write everything as JSON")
        ->type_name("FILE")
        ->group(group);
  }

  void add_metric(const std::string& name) {
    if (find_metric(name) == nullptr)
      throw CLI::ValidationError(
          "--metrics", fmt::format("there is no metric '{}'{} ('simt-sim list-metrics' shows all)",
                                   name, nearest_hint(name, metric_names())));
    line_.report.metrics.push_back(name);
  }

  template <class F>
  void add_parsed(CLI::App& app, const std::string& name, const std::string& form,
                  const std::string& text, const std::string& group, F read) {
    app.add_option_function<std::string>(
           name, [=](const std::string& value) { option_value(name, [&] { read(value); }); }, text)
        ->type_name(form)
        ->group(group);
  }

  template <class F>
  void add_repeated(CLI::App& app, const std::string& name, const std::string& form,
                    const std::string& text, const std::string& group, F read) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [=](const std::vector<std::string>& all) {
             for (const std::string& value : all) option_value(name, [&] { read(value); });
           },
           text)
        ->type_name(form)
        ->allow_extra_args(false)
        ->group(group);
  }

  template <class F>
  void add_choice(CLI::App& app, const std::string& name, const std::string& form,
                  const std::string& text, const std::string& group, F read) {
    std::vector<std::string> choices;
    for (std::size_t from = 0; from <= form.size();) {
      const std::size_t bar = std::min(form.find('|', from), form.size());
      choices.push_back(form.substr(from, bar - from));
      from = bar + 1;
    }
    const auto check = [=](const std::string& value) {
      if (std::find(choices.begin(), choices.end(), value) == choices.end())
        throw SpecError(fmt::format("'{}' is not one of {}", value, form));
      read(value);
    };
    add_parsed(app, name, form, text, group, check);
  }

  CLI::App app_;
  CommandLine line_;
};

// `simt-sim FILE` and `simt-sim --arch x FILE` mean `simt-sim run ...`.
void insert_run(std::vector<std::string>& args) {
  if (args.empty()) return;
  const std::string& first = args.front();
  if (first == "--help" || first == "-h" || first == "--version") return;
  for (const CommandName& c : kCommands)
    if (c.name == first) return;
  args.insert(args.begin(), "run");
}

}  // namespace

ParsedLine parse_command_line(std::vector<std::string> args) {
  insert_run(args);
  return Definition().parse(std::move(args));
}

}  // namespace simt
