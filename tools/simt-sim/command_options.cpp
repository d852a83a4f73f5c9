#include "tools/simt-sim/command_options.h"

#include <fmt/format.h>

#include <charconv>

#include "tools/options/launch_options.h"
#include "tools/options/options.h"
#include "tools/simt-sim/option_groups.h"
#include "tools/sweep/over.h"

namespace simt {
namespace {

std::pair<std::string, std::string> parse_dump(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw SpecError(fmt::format("'{}' is not NAME=FILE or N=FILE, such as 1=out.bin", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

double parse_percent(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, text.data() + text.size());
  if (error != std::errc{} || (!rest.empty() && rest != "%") || !(value >= 0) || value > 1e6)
    throw SpecError(fmt::format("'{}' is no percentage, such as 10", text));
  return value;
}

void add_run(CLI::App& app, CommandLine& line) {
  add_file(app, line)->required(false);  // not for --print-config
  add_session(app, line, "file's");
  add_report(app, line);
  add_record(app, line);
  const std::string group = "Run";
  add_repeated(
      app,
      {"--dump", "N|NAME=FILE",
       "write a buffer, by its position among the parameters (from 0) or by name, as raw bytes "
       "after the run",
       group},
      [&](const std::string& t) { line.dumps.push_back(parse_dump(t)); });
  add_timing(app, line, group);
  add_limits(app, line, group);
  add_host(app, line, group);
  app.add_flag(
         "--sanitize", line.sanitize,
         "find races and uninitialised reads in shared memory, wrong member masks, and barriers "
         "in diverged code (exit 6)")
      ->group(group);
  app.add_flag("--print-config", line.print_config, "print the architecture as JSON and do not run")
      ->group(group);
  app.footer("--vs ARCH|PARAMETER=VALUE makes it two runs side by side: 'simt-sim diff --help'.");
}

void add_diff(CLI::App& app, CommandLine& line) {
  const std::string group = "Difference";
  DiffOptions& diff = line.diff;
  add_files(app, line, diff.files, "two kernels, or one and --vs");
  add_repeated(
      app,
      {"--vs", "ARCH|PARAMETER=VALUE",
       fmt::format("what the second run has: an architecture, or one of {}", parameter_list()),
       group},
      [&](const std::string& t) { diff.versus.push_back(t); });
  add_choice(app, {"--page", "all|divergence|figures|lines", "which part to print", group},
             [&](const std::string& t) {
               diff.part = t == "divergence" ? diff::TextPart::FirstDivergence
                           : t == "figures"  ? diff::TextPart::Figures
                           : t == "lines"    ? diff::TextPart::Lines
                                             : diff::TextPart::All;
             });
  app.add_flag("--all", diff.all, "show what is equal too")->group(group);
  add_metrics(app, line, group, true);
  app.add_flag("--exit-code", diff.exit_code,
               "exit with 6 when more than time differs or a check or goal fails")
      ->group(group);
  app.add_option("--json", line.report.json_file, "write the difference as JSON")
      ->type_name("FILE")
      ->group(group);
  add_page(app, line, group, "write a page that plays both, in step");
  add_limits(app, line, group);
  add_session(app, line, "files'");
}

void add_sweep(CLI::App& app, CommandLine& line) {
  const std::string group = "Sweep";
  SweepOptions& sweep = line.sweep;
  add_files(app, line, sweep.files, "the kernel; several files are compared with each other");
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
  add_metrics(app, line, group, true);
  app.add_flag("--csv", line.report.csv, "print the table as CSV")->group(group);
  app.add_option("--json", line.report.json_file, "write all metrics of all runs as JSON")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--svg", sweep.svg_file, "write a plot")->type_name("FILE")->group(group);
  add_parsed(app, {"--jobs", "N", "runs at a time; one for each processor by default", group},
             [&](const std::string& t) {
               sweep.jobs = parse_small(t, "a number of processes");
               if (sweep.jobs == 0) throw SpecError("there must be at least one");
             });
  add_limits(app, line, group);
  add_session(app, line, "file's");
}

void add_compare(CLI::App& app, CommandLine& line) {
  add_file(app, line)->description(
      "the kernel, an .ir, .ptx or .cu file; or all launches of a program: what "
      "'simt-sim exec --json REPORT.json' wrote");
  add_session(app, line, "file's");
  app.get_option("--code")->default_str("compiled; of a .cu file machine");
  const std::string group = "Comparison";
  CompareOptions& options = line.compare;
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
  add_metrics(app, line, group, false);
  app.add_flag("--csv", line.report.csv, "of a report of 'simt-sim exec': a row for each launch")
      ->group(group);
  app.add_option("--json", line.report.json_file, "write the comparison as JSON")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--html", options.html_file, "write it as a page, with memory chart and roofline")
      ->type_name("FILE")
      ->group(group);
  add_limits(app, line, group);
  add_host(app, line, group);
}

void add_step(CLI::App& app, CommandLine& line) {
  add_file(app, line);
  add_session(app, line, "file's");
  const std::string group = "Step";
  app.add_option("--ex", line.step.commands,
                 "a command of the prompt to begin with; may be given again")
      ->type_name("COMMAND")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--echo,!--no-echo", line.step.echo,
               "show the commands that come through a pipe (--no-echo: only what they print)")
      ->group(group);
  add_limits(app, line, group);
  app.footer("At the prompt, 'help' lists the commands: docs/STEP.md.");
}

void add_occupancy(CLI::App& app, CommandLine& line) {
  add_file(app, line)->required(false);  // not for --registers
  add_session(app, line, "file's");
  add_choice(app, {"--set", "basic|full", "basic: without the table of block sizes", "Report"},
             [&](const std::string& t) { line.report.full = t == "full"; });
  app.footer(
      "Only --registers, --kernel, --block, --shared, --arch and --warp-size change what it "
      "prints;\n"
      "the others are taken so that the options of a run fit. --registers without FILE: of a "
      "kernel "
      "that\nis only thought of.");
}

void add_disasm(CLI::App& app, CommandLine& line) {
  add_file(app, line)->description("a cubin, a fat binary, an executable, an object or a .cu file");
  const std::string cuda = "CUDA C++ (a .cu file)";
  app.add_option("--arch", line.session.arch, "compile it for this device")
      ->type_name("NAME")
      ->default_str("t4")
      ->group(cuda);
  add_cuda_options(app, line.session, cuda);
  const std::string group = "Output";
  app.add_option("--kernel", line.disasm.kernel, "only this one")->type_name("NAME")->group(group);
  app.add_flag("--control", line.disasm.control,
               "before each instruction what the assembler tells the issue stage: scoreboards to "
               "wait for, read and write scoreboard, yield, stall cycles")
      ->group(group);
  app.add_flag("--lines", line.disasm.lines,
               "where they change, the line of CUDA C++ and the calls of inlined functions, else "
               "the line of PTX; of code that was compiled with -lineinfo")
      ->group(group);
  app.add_flag("--words", line.disasm.words, "the two 64-bit words of each instruction")
      ->group(group);
}

}  // namespace

void add_options(Command command, CLI::App& app, CommandLine& line) {
  switch (command) {
    case Command::Run:
      return add_run(app, line);
    case Command::Exec:
      return add_exec(app, line);
    case Command::Step:
      return add_step(app, line);
    case Command::Sweep:
      return add_sweep(app, line);
    case Command::Diff:
      return add_diff(app, line);
    case Command::Compare:
      return add_compare(app, line);
    case Command::Occupancy:
      return add_occupancy(app, line);
    case Command::Disasm:
      return add_disasm(app, line);
    case Command::Picture:
      return add_picture(app, line);
    case Command::Learn:
      return add_learn(app, line);
    case Command::ListMetrics:
      app.add_flag("--all", line.all_metrics, "every roll-up and rate of each counter too");
      app.add_option("WORD", line.words, "only those with all of these in name or text")
          ->type_name("");
      return;
    case Command::ListInstructions:
      app.add_option("WORD", line.words,
                     "only those with all of these in opcode or heading, or as their timing class")
          ->type_name("");
      return;
    case Command::ListArchs:
      return;
  }
}

}  // namespace simt
