// The command line as parsed: a contract (docs/CLI.md). Defined with CLI11 in command_options.cpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isa/core/program.h"
#include "sim/diff/difference.h"
#include "sim/program/options/exec_options.h"
#include "sim/trace/recording.h"
#include "sim/views/csv.h"
#include "tools/driver/session.h"
#include "tools/driver/what_if.h"
#include "tools/simt-sim/line_choice.h"

namespace simt {

enum class Command {
  Run,
  Exec,
  Step,
  Sweep,
  Diff,
  Picture,
  Compare,
  Occupancy,
  Disasm,
  Learn,
  ListArchs,
  ListMetrics,
  ListInstructions
};
enum class PageKind { Details, Raw, Source };
/// Of the source page: by lines of CUDA C++ where the file names them, with the PTX below each, or
/// by lines of PTX alone.
enum class SourceKind { Cuda, CudaAndPtx, Ptx };

struct ReportOptions {
  PageKind page = PageKind::Details;
  std::optional<SourceKind> source;  ///< --print-source
  std::string source_text;           ///< the same as it was given
  std::vector<std::string> metrics;  ///< --metrics; empty: by the set
  bool full = true;                  ///< --set
  bool csv = false;
  MetricNaming naming = MetricNaming::Label;  ///< of the details page as CSV
  bool chart = false;                         ///< memory chart and roofline
  LineChoice lines;                           ///< of the source page
  std::string json_file;
};

/// What --html and --trace show of the run.
struct RecordOptions {
  std::string html_file, trace_file;
  trace::Window window;
  bool sms_given = false;              ///< else a run that stops shows the SM on which it stopped
  std::optional<std::uint64_t> limit;  ///< warp instructions; each file has its own default
  bool any() const { return !html_file.empty() || !trace_file.empty(); }
};

struct StepCommandOptions {
  std::vector<std::string> commands;  ///< --ex
  bool echo = true;                   ///< show commands of the input before what they print
};

struct CompareOptions {
  std::vector<std::string> reports;  ///< --ncu
  std::optional<double> tolerance;   ///< percent
  std::string launch;                ///< ncu's ID of the launch
  std::string ncu_kernel;            ///< the kernel's name in the report, when it is another
  bool all = false;                  ///< show metrics that agree too
  std::string html_file;
};

struct SweepOptions {
  std::vector<std::string> files;
  std::vector<std::string> over;  ///< PARAMETER=VALUES
  bool keep_threads = false;
  std::string svg_file;
  unsigned jobs = 0;  ///< processes at a time; 0: one for each processor
};

struct DiffOptions {
  std::vector<std::string> files;
  std::vector<std::string> versus;  ///< ARCH or PARAMETER=VALUE
  bool all = false;                 ///< show what is equal too
  diff::TextPart part = diff::TextPart::All;
  bool exit_code = false;
};

/// `learn [N [FILE]]`: at most one of the actions.
struct LearnOptions {
  std::string lesson;  ///< its number, or words of its name
  std::string file;    ///< the learner's copy of the exercise
  bool start = false, check = false, hint = false, solution = false;
  bool cuda = false;   ///< the exercise in CUDA C++
  std::string unpack;  ///< folder for the lessons' files
};

/// `exec [options] -- PROGRAM ARGS`: what its library is told, beside what the line has anyway.
struct ExecCommandOptions {
  std::vector<std::string> program;  ///< with its arguments
  program::ExecOptions options;
};

struct DisasmOptions {
  std::string kernel;    ///< empty: all
  bool control = false;  ///< what the assembler tells the issue stage, before each instruction
  bool words = false;    ///< the 128 bits, after it
  bool lines = false;    ///< of the source, where they change
};

enum class PictureKind { Lanes, Banks, Sectors, Stalls, Blocks };

struct PictureOptions {
  PictureKind kind = PictureKind::Lanes;
  LineChoice lines;
  unsigned nth = 1;  ///< of the accesses at the line
  std::uint64_t cta = 0;
  unsigned warp = 0;
  std::uint64_t from = 0, to = trace::kOpen;  ///< cycles
  std::string svg_file;
};

struct CommandLine {
  Command command = Command::Run;
  SessionOptions session;
  ReportOptions report;
  RecordOptions record;
  StepCommandOptions step;
  CompareOptions compare;
  SweepOptions sweep;
  DiffOptions diff;
  PictureOptions picture;
  ExecCommandOptions exec;
  LearnOptions learn;
  DisasmOptions disasm;
  std::vector<std::pair<std::string, std::string>> dumps;  ///< argument (position or name), file
  /// A runaway kernel ends: a loop of one warp after about half a minute of host time. 0: never.
  std::uint64_t max_cycles = 1'000'000'000;
  std::uint64_t max_instructions = 0;
  unsigned threads = 1;  ///< of the host
  WhatIfMode what_if = WhatIfMode::Short;
  bool progress = false;
  bool sanitize = false;
  bool print_config = false;
  bool all_metrics = false;        ///< of list-metrics
  std::vector<std::string> words;  ///< that list-metrics and list-instructions look for
};

/// What parsing ended in: a command to run, or text to print with an exit code.
struct ParsedLine {
  std::optional<CommandLine> line;
  std::string text;
  Exit exit = Exit::Fine;
};
ParsedLine parse_command_line(std::vector<std::string> args);

}  // namespace simt
