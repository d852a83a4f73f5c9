#include "tools/simt-sim/one_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {
namespace {

std::vector<CheckLine> lines_of(const std::vector<Verdict>& verdicts) {
  std::vector<CheckLine> out;
  for (const Verdict& v : verdicts)
    out.push_back({v.check.text, v.check.line, v.result.passed, v.result.message});
  return out;
}

bool all_passed(const std::vector<CheckLine>& lines) {
  return std::all_of(lines.begin(), lines.end(), [](const CheckLine& c) { return c.passed; });
}

void complain(const std::string& file, std::string_view option, std::string_view what,
              const std::vector<CheckLine>& lines) {
  for (const CheckLine& c : lines)
    if (!c.passed)
      fmt::print(stderr, "{}: {}: {}\n  {}\n",
                 c.line == 0 ? std::string(option) : fmt::format("{}:{}", file, c.line), what,
                 c.text, c.message);
}

}  // namespace

RunOptions run_options(const CommandLine& line, Progress& progress) {
  RunOptions options;
  options.max_cycles = line.max_cycles;
  options.max_instructions = line.max_instructions;
  options.threads = line.threads;
  options.timing = line.session.timing;
  options.counters = line.session.counters;
  options.progress = [&](std::uint64_t done, std::uint64_t all) { progress.report(done, all); };
  return options;
}

bool Verdicts::passed() const {
  return all_passed(checks) && all_passed(goals);
}

Verdicts judge(const Session& session, const RunResult& result) {
  return {lines_of(session.check()), lines_of(session.goals(result))};
}

void complain(const std::string& file, const Verdicts& verdicts) {
  complain(file, "--check", "check failed", verdicts.checks);
  complain(file, "--goal", "goal not met", verdicts.goals);
}

std::string explained(const RunResult& result) {
  std::string text =
      result.status == RunStatus::Fault && !never_started(result) ? "kernel fault: " : "";
  text += result.explanation;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace simt
