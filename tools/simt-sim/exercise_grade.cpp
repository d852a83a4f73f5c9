#include "tools/simt-sim/exercise_grade.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "sim/views/sanitizer.h"
#include "tools/driver/kernel_text.h"
#include "tools/simt-sim/one_run.h"

namespace simt {
namespace {

/// A kernel that never ends is found soon: no exercise takes a hundredth of it.
constexpr std::uint64_t kMaxCycles = 100'000'000;

Sanitizer sanitizer_of(Session& session) {
  session.bind();
  const Program& p = session.program();
  const std::uint32_t dynamic = session.launch().state.dynamic_shared_bytes;
  return Sanitizer(p, p.shared.bytes(dynamic), Sanitizer::Checks{});
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Grader {
 public:
  Grader(const learn::Exercise& exercise, const SessionOptions& base)
      : exercise_(exercise), base_(base) {}

  Grade grade() {
    for (const std::string& arch : exercise_.archs) run_on(arch);
    // Read after the runs: a file that cannot be read has been reported by then.
    const learn::Language language =
        is_cuda(base_.file) ? learn::Language::Cuda : learn::Language::Ptx;
    for (const std::string& line :
         learn::missing_promises(exercise_, language, text_of(base_.file)))
      add({line, 0, false, "this line of the exercise is missing or changed"});
    return std::move(out_);
  }

 private:
  void fail(Exit exit) {
    if (out_.exit == Exit::Fine) out_.exit = exit;
  }

  void add(CheckLine line) {
    if (!line.passed) fail(Exit::Check);
    out_.lines.push_back(std::move(line));
  }

  static std::string how_it_stopped(RunStatus status) {
    return status == RunStatus::Fault ? "it stops at an instruction that faults: see below"
                                      : "it does not: see below";
  }

  void run_on(const std::string& arch) {
    SessionOptions options = base_;
    options.arch = arch;
    options.keep_registers |= exercise_.sanitize;  // it looks at what instructions have read
    Session session(options);
    std::optional<Sanitizer> sanitizer;
    RunOptions run;
    run.max_cycles = kMaxCycles;
    if (exercise_.sanitize) run.observer = &sanitizer.emplace(sanitizer_of(session));
    const RunResult result = session.run(run);
    const std::string on = exercise_.archs.size() > 1 ? fmt::format(" (--arch {})", arch) : "";
    if (result.status != RunStatus::Finished) {
      fail(exit_of(result, {}));
      out_.lines.push_back({"the run ends" + on, 0, false, how_it_stopped(result.status)});
      out_.explanation += explained(result) + "\n";
      return;
    }
    if (exercise_.archs.size() > 1) add({"the run ends" + on, 0, true, ""});
    const Verdicts verdicts = judge(session, result);
    for (const std::vector<CheckLine>* part : {&verdicts.checks, &verdicts.goals})
      for (CheckLine line : *part) {
        line.text += on;
        add(std::move(line));
      }
    if (!sanitizer) return;
    const std::string findings = sanitizer->report();
    add({"no race, no read of unset words, no wrong member mask, no barrier in diverged code" + on,
         0, findings.empty(), "see below"});
    out_.explanation += findings;
  }

  const learn::Exercise& exercise_;
  const SessionOptions& base_;
  Grade out_;
};

}  // namespace

Grade grade(const learn::Exercise& exercise, const SessionOptions& base) {
  return Grader(exercise, base).grade();
}

}  // namespace simt
