#include "sim/step/stepper.h"

#include <algorithm>

namespace simt {

Stepper::Stepper(const StepSubject& subject, const StepLimits& limits, Print print)
    : subject_(subject), limits_(limits), print_(std::move(print)) {
  restart();
}

void Stepper::restart() {
  run_.reset();
  printed_ = 0;
  RunOptions options;
  options.max_cycles = limits_.max_cycles;
  options.max_instructions = limits_.max_instructions;
  options.print = [this](std::string_view text) {
    const std::uint64_t known =
        std::min<std::uint64_t>(shown_ - std::min(shown_, printed_), text.size());
    printed_ += text.size();
    shown_ = std::max(shown_, printed_);
    if (print_ && known < text.size()) print_(text.substr(known));
  };
  run_ = std::make_unique<RunThread>(subject_, options);
}

void Stepper::go_to(std::uint64_t number) {
  const bool behind = run_->ended() || event().number > number;
  if (behind) restart();
  if (event().number == number) return;
  run([number](const StepEvent& e, const Machine&) { return e.number == number; });
}

void Stepper::go_to(unsigned sm, std::uint64_t count) {
  if (count == 0) return go_to(0);
  const std::uint64_t now = has_machine() ? machine().history.issued_on(sm) : 0;
  if (run_->ended() || now >= count) restart();
  run([=](const StepEvent& e, const Machine&) { return e.id.sm == sm && e.on_sm == count; });
}

}  // namespace simt
