// simt-sim picture: runs a kernel and draws one thing of the run.
#include <fmt/format.h>

#include <cstdio>

#include "isa/core/print.h"
#include "sim/base/observers.h"
#include "sim/trace/recorder.h"
#include "sim/views/pictures/pictures.h"
#include "tools/driver/kernel_text.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/one_run.h"

namespace simt {
namespace {

constexpr std::size_t kMostSteps = 48;          ///< rows of a picture of lanes
constexpr std::size_t kMostAccesses = 100'000;  ///< looked through for the N-th
constexpr std::uint64_t kMostIssues = 500'000;  ///< of a picture of stalls

class PictureCommand {
 public:
  explicit PictureCommand(const CommandLine& line)
      : line_(line),
        wanted_(line.picture),
        session_(line.session),
        trace_(wanted_.cta, wanted_.warp,
               chosen_instructions(wanted_.lines, session_.program(), kind_),
               wanted_.kind == PictureKind::Lanes ? kMostSteps : kMostAccesses),
        recorder_({.from = wanted_.from, .to = wanted_.to, .max_issues = kMostIssues}, false) {}

  Exit run() {
    const bool access = wanted_.kind == PictureKind::Banks || wanted_.kind == PictureKind::Sectors;
    const LineRange& lines = wanted_.lines.lines;
    if (access && lines.first != lines.last)
      throw SessionError(Exit::Usage, "which access? --lines N or --lines FILE.cu:N says its line");
    check_writable(wanted_.svg_file);
    fmt::print(stderr, "{}", session_.warnings());
    session_.bind();
    fmt::print(stderr, "{}", session_.launch_warnings());
    const RunResult result = simulate();
    try {
      const std::string svg = draw(result);
      write_file(wanted_.svg_file, svg.data(), svg.size());
      if (wanted_.svg_file != "-") fmt::print(stderr, "wrote {}\n", wanted_.svg_file);
    } catch (const PictureError& e) {
      throw SessionError(Exit::Usage, e.what());
    }
    if (result.status != RunStatus::Finished) {
      fmt::print(stderr, "simt-sim: {}\n", explained(result));
      return exit_of(result, {});
    }
    const Verdicts verdicts = judge(session_, result);
    complain(line_.session.file, verdicts);
    return verdicts.passed() ? Exit::Fine : Exit::Check;
  }

 private:
  RunResult simulate() {
    Progress progress(line_.progress || stderr_is_terminal());
    RunOptions options = run_options(line_, progress);
    switch (wanted_.kind) {
      case PictureKind::Stalls:
        options.observer = &recorder_;
        break;
      case PictureKind::Blocks:
        options.observer = &placement_;
        break;
      default:
        options.observer = &trace_;
    }
    return session_.run(options);
  }

  PictureSubject subject(const RunResult& result) {
    const LaunchInfo& l = result.launch;
    return {session_.program(), session_.arch(),
            fmt::format("grid {}, block {}", extent(l.grid), extent(l.block)),
            [&](std::uint64_t address) {
              const Allocation* const a = session_.memory().allocation(address);
              return a == nullptr || a->name.empty() ? fmt::format("0x{:x}", address)
                                                     : place_text(a->name, address - a->address);
            }};
  }

  std::string draw(const RunResult& result) {
    const PictureSubject seen = subject(result);
    switch (wanted_.kind) {
      case PictureKind::Lanes:
        return lanes_picture_svg(seen, trace_);
      case PictureKind::Banks:
      case PictureKind::Sectors:
        return access(seen);
      case PictureKind::Stalls:
        return stalls_picture_svg(seen, recorder_.finish());
      case PictureKind::Blocks:
        break;
    }
    return blocks_picture_svg(seen, placement_);
  }

  std::string access(const PictureSubject& seen) {
    const bool sass = seen.program.machine && kind_ == LineKind::Text && wanted_.lines.file.empty();
    const std::string line = (sass ? "SASS line " : "line ") + wanted_.lines.text;
    try {
      return access_picture_svg(seen, trace_, line, wanted_.nth);
    } catch (const PictureError& e) {
      const std::string lines = lines_with(is_drawn, wanted_.lines, seen.program, kind_);
      throw PictureError(fmt::format("{}; {}lines with one: {}", e.what(), sass ? "SASS " : "",
                                     lines.empty() ? "none" : lines));
    }
  }

  static bool is_drawn(const Inst& inst) {
    const StateSpace space = inst.memory.space;
    return inst.op_class == OpClass::Memory &&
           (space == StateSpace::Shared || space == StateSpace::Global ||
            space == StateSpace::Local || space == StateSpace::Generic);
  }

  const CommandLine& line_;
  const PictureOptions& wanted_;
  LineKind kind_ = is_cuda(line_.session.file) ? LineKind::Cuda : LineKind::Text;
  Session session_;
  WarpTrace trace_;
  trace::Recorder recorder_;
  Placement placement_;
};

}  // namespace

Exit picture_command(const CommandLine& line) {
  return PictureCommand(line).run();
}

}  // namespace simt
