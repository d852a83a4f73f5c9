// simt-sim step: the prompt of sim/step on a terminal, a pipe, or the commands of --ex.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "sim/step/prompt/prompt.h"
#include "tools/driver/kernel_text.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/interrupt.h"
#include "tools/simt-sim/line_editor.h"
#include "tools/simt-sim/one_run.h"
#include "tools/simt-sim/paged_output.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

constexpr std::string_view kPrompt = "(step) ";

std::string history_file() {
  const char* const home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string(home) + "/.simt_sim_history";
}

/// Each register keeps a place of its own: they can all be printed.
SessionOptions with_all_registers(SessionOptions options) {
  options.keep_registers = true;
  return options;
}

class StepCommand {
 public:
  explicit StepCommand(const CommandLine& line)
      : line_(line),
        session_(with_all_registers(line.session)),
        subject_(bound()),
        stepper_(subject_, {line.max_cycles, line.max_instructions}, print) {}

  Exit run() {
    if (!stepper_.has_machine()) {
      fmt::print(stderr, "simt-sim: {}\n", stepper_.result().explanation);
      return Exit::Usage;
    }
    prompt_.emplace(subject_, stepper_, session_.spec().checks, stdout_style(), take_interrupt);
    show(prompt_->welcome());
    for (const std::string& command : line_.step.commands)
      if (!execute(command, true)) return exit_code();
    LineEditor editor(history_file(),
                      [this](const std::string& begun) { return prompt_->completions(begun); });
    interactive_ = editor.interactive();
    std::string last;
    while (std::optional<std::string> text = editor.read(std::string(kPrompt))) {
      if (interactive_ && text->find_first_not_of(" \t") == std::string::npos) text = last;
      last = *text;
      if (!execute(*text, line_.step.echo)) return exit_code();
    }
    if (interactive_) print("\n");
    return exit_code();
  }

 private:
  StepSubject bound() {
    fmt::print(stderr, "{}", session_.warnings());
    session_.bind();
    fmt::print(stderr, "{}", session_.launch_warnings());
    return {session_.program(),   session_.arch(),   session_.launch(),
            session_.signature(), session_.memory(), is_cuda(line_.session.file)};
  }

  void show(const std::string& text) const {
    const Paging& paging = prompt_->paging();
    print_paged(text, paging.on ? paging.height.value_or(terminal_height()) : 0);
  }

  /// False: leave.
  bool execute(const std::string& command, bool echo) {
    if (echo && !interactive_) print(fmt::format("{}{}\n", kPrompt, command));
    const Reply reply = prompt_->execute(command);
    show(reply.out);
    if (!reply.error.empty()) {
      fmt::print(stderr, "error: {}\n", reply.error);
      if (!interactive_) failed_ = true;
    }
    return !reply.quit;
  }

  // As gdb -batch: a command that failed shows, else what became of the kernel.
  Exit exit_code() const {
    if (failed_) return Exit::Usage;
    if (!stepper_.ended()) return Exit::Fine;
    const Exit exit = exit_of(stepper_.result(), {});
    if (exit != Exit::Fine) return exit;
    // The prompt has told of the checks.
    const Verdicts goals{.goals = judge(session_, stepper_.result()).goals};
    complain(line_.session.file, goals);
    return prompt_->checks_passed() && goals.passed() ? Exit::Fine : Exit::Check;
  }

  const CommandLine& line_;
  Session session_;
  StepSubject subject_;
  Stepper stepper_;
  std::optional<Prompt> prompt_;
  bool interactive_ = false, failed_ = false;
};

}  // namespace

Exit step_command(const CommandLine& line) {
  return StepCommand(line).run();
}

}  // namespace simt
