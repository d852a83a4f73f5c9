// The options of `exec`, with the names that ncu has for them.
#include <CLI/CLI.hpp>

#include "sim/input/element.h"
#include "tools/options/launch_options.h"
#include "tools/options/options.h"
#include "tools/simt-sim/command_options.h"
#include "tools/simt-sim/option_groups.h"

namespace simt {
namespace {

unsigned number_of_devices(const std::string& text) {
  const unsigned devices = parse_small(text, "a number of devices");
  if (devices == 0 || devices > 16) throw SpecError("there are 1 to 16 devices");
  return devices;
}

void add_choice_of_launches(CLI::App& app, program::ExecOptions& options) {
  const std::string group = "Which launches are reported (all)";
  app.add_option("--kernel-name", options.kernel_name,
                 "of these kernels, by name or regex:EXPRESSION")
      ->type_name("NAME")
      ->group(group);
  add_parsed(app, {"--launch-skip", "N", "not the first N of them", group},
             [&](const std::string& t) { options.launch_skip = parse_count(t, ""); });
  add_parsed(app, {"--launch-count", "N", "only so many", group},
             [&](const std::string& t) { options.launch_count = parse_count(t, ""); });
}

void add_output(CLI::App& app, CommandLine& line) {
  const std::string group = "Report (to stderr; without any of these, a table of the launches)";
  program::ExecOptions& options = line.exec.options;
  add_choice(app, {"--page", "details|raw|source", "this page of each launch", group},
             [&](const std::string& t) { options.page = t; });
  add_choice(app, {"--set", "basic|full", "how much of it", group},
             [&](const std::string& t) { line.report.full = t == "full"; });
  add_metrics(app, line, group, true);
  app.add_flag("--csv", line.report.csv, "the layout of 'ncu --csv', a launch after the other")
      ->group(group);
  app.add_option("--log-file", options.report_file, "write the report here, not to stderr")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--json", options.json_file, "write everything of each launch as JSON")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--timeline", options.timeline_file,
                 "write streams, copies, kernels and host calls over time, for Perfetto, or as a "
                 "picture when the name ends in .svg; and a table of what overlapped and what "
                 "waiting cost")
      ->type_name("FILE")
      ->group(group);
  const std::string watched =
      "A closer look at the launches chosen above, each alone on its device";
  app.add_option("--html", options.html_file,
                 "write a page that plays the launch; of several NAME.LAUNCH.html each")
      ->type_name("FILE")
      ->group(watched);
  app.add_option("--trace", options.trace_file,
                 "write a trace for Perfetto, or for Konata when the name ends in .kanata")
      ->type_name("FILE")
      ->group(watched);
  app.add_flag("--sanitize", options.sanitize,
               "find races and uninitialised reads in shared memory, and wrong member masks")
      ->group(watched);
  add_choice(app,
             {"--cache-control", "none|all",
              "all: caches are empty when a kernel begins, as under ncu", "Run"},
             [&](const std::string& t) { options.empty_caches = t == "all"; })
      ->default_str("none");
  app.add_flag("--verbose", options.verbose, "say which code of the program is taken")
      ->group(group);
}

}  // namespace

void add_exec(CLI::App& app, CommandLine& line) {
  app.add_option("PROGRAM", line.exec.program,
                 "the program and its arguments, after --; a .cu file is compiled first, and may "
                 "stand in front of --")
      ->type_name("");
  add_choice_of_launches(app, line.exec.options);
  add_output(app, line);
  // What ncu would measure: compiled code.
  app.preparse_callback([&line](std::size_t) { line.session.as_compiled = true; });
  add_machine_options(app, line.session, "Machine");
  app.get_option("--code")->default_str("compiled");
  app.get_option("--arch")->default_str("the oldest that can run the program");
  add_parsed(app, {"--devices", "N", "so many devices of this architecture", "Machine"},
             [&](const std::string& t) { line.exec.options.devices = number_of_devices(t); })
      ->default_str("1");
  add_timing(app, line, "Run");
  add_limits(app, line, "Run");
  app.get_option("--max-cycles")
      ->description(
          "a launch of more cycles ends with an error (the launch timed out); 0: none does");
  add_host(app, line, "Run");
  add_cuda_options(app, line.session, "CUDA C++ (a .cu file)");
  // Of one kernel's run alone: a program sees the device that --arch names.
  for (const char* name : {"--warp-size", "--sms", "--counters", "--max-instructions", "--progress",
                           "--keep-ptx", "--if-convert"})
    if (CLI::Option* const option = app.get_option_no_throw(name)) app.remove_option(option);
}

}  // namespace simt
