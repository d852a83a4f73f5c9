// What a stop, a change and the end of the run show.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "isa/core/operands.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"

namespace simt {

/// The focus goes where the last instruction was issued.
void Prompt::follow() {
  const StepEvent& event = stepper_.event();
  if (event.outcome == nullptr) {  // the start
    for (focus_.slot = 0; !warp().resident && focus_.slot + 1 < sm().warps().size();) ++focus_.slot;
    return tell_focus(focused());
  }
  tell_focus(event.id);
  focus_.slot = event.slot;
  if (event.id.sm == focus_.sm) return;
  focus_.sm = event.id.sm;
  anchor_here();
}

WarpId Prompt::focused() const {
  return warp().id;
}

/// Says when a stop shows another warp than the one that was looked at.
void Prompt::tell_focus(const WarpId& id) {
  if (told_) {
    const WarpId& old = *told_;
    std::string text;
    if (id.sm != old.sm) text += fmt::format("SM {}, ", id.sm);
    if (id.sm != old.sm || id.cta != old.cta) text += fmt::format("block {}, ", id.cta);
    if (!text.empty() || id.warp != old.warp)
      say(style_.accent(fmt::format("focus: {}warp {}", text, id.warp)));
  }
  told_ = id;
}

void Prompt::show_stop() {
  if (stepper_.ended()) {
    show_end();
  } else {
    follow();
    const StepEvent& event = stepper_.event();
    if (event.outcome == nullptr) {
      say("At the start: nothing has been issued yet.");
      say(place_picture(subject_.program, {.next = pc()}, kNeighbours, style_));
    } else {
      say(stop_picture(event, machine(), style_));
    }
  }
  show_displays();
}

/// Why the run has stopped, then where.
void Prompt::show_reason(const StopReason& reason) {
  for (const std::string& line : reason.text) say(style_.accent(line));
  settled_ = stepper_.ended() ? std::nullopt : reason.settled;
  if (settled_)
    show_settled(*settled_);
  else
    show_stop();
}

/// A change that came when a window of time ended: the instruction that it comes from, not the one
/// that happens to stand there now.
void Prompt::show_settled(const Writer& writer) {
  tell_focus(writer.id);
  focus_.sm = writer.id.sm;
  anchor_here();
  for (unsigned slot = 0; slot < sm().warps().size(); ++slot) {
    const Warp& w = sm().warps()[slot];
    if (w.resident && w.id.cta == writer.id.cta && w.state.index_in_cta == writer.id.warp)
      focus_.slot = slot;
  }
  say(place_picture(subject_.program, {.issued = writer.pc}, kNeighbours, style_));
  for (const std::string& line :
       wrapped(fmt::format("Atomics of several SMs are performed when a window of time ends, here "
                           "in cycle {}.",
                           grouped(machine().gpu.window_end(writer.cycle))),
               kColumns))
    say(style_.dim(line));
  show_displays();
}

/// Lines of an explanation, broken at 80 columns with their indent kept.
void Prompt::say_wrapped(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string margin(indent, ' ');
    for (const std::string& part : wrapped(line.substr(indent), kColumns - indent - 2)) {
      say(style_.bad(margin + part));
      margin.assign(indent + 2, ' ');
    }
  }
}

void Prompt::focus_on_fault(const KernelFault& fault) {
  const Dim3 block = subject_.launch.state.block;
  const auto [x, y, z] = fault.thread;
  const auto index = static_cast<unsigned>((x + std::uint64_t{block.x} * (y + block.y * z)) /
                                           subject_.arch.sm.warp_size);
  for (const auto& candidate : machine().gpu.sms())
    for (unsigned slot = 0; slot < candidate->warps().size(); ++slot) {
      const Warp& w = candidate->warps()[slot];
      if (!w.resident || w.state.index_in_cta != index) continue;
      const Dim3 cta = candidate->cta_of(w).state.id;
      if (fault.cta != std::array{cta.x, cta.y, cta.z}) continue;
      focus_.sm = candidate->index();
      focus_.slot = slot;
      tell_focus(focused());
    }
}

/// The values that the instruction at `at` reads in the focused warp.
void Prompt::show_operands(Pc at) {
  if (at >= subject_.program.code.size()) return;
  const Inst& inst = subject_.program.code[at];
  for (const RegId r : registers_read(inst))
    if (has_name(subject_.program, r)) say(register_line(r, warp().paths->live()));
}

void Prompt::show_end() {
  const RunResult& result = stepper_.result();
  if (result.status != RunStatus::Finished) {
    if (const KernelFault* const fault = machine().gpu.fault()) focus_on_fault(*fault);
    std::string text = result.explanation;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    say_wrapped(text);
    say(place_picture(subject_.program, {.next = result.fault_pc}, kNeighbours, style_));
    if (result.status == RunStatus::Fault) show_operands(result.fault_pc);
    say(style_.dim(
        "The run ends here. The machine stands as it was: 'info', 'why' and 'back' work."));
    return;
  }
  say(style_.bold(fmt::format("The kernel has finished: {}, {} on SM {}, {} elapsed.",
                              plural(machine().history.issued(), "step"),
                              grouped(machine().history.issued_on(focus_.sm)), focus_.sm,
                              plural(result.cycles_elapsed, "cycle"))));
  for (const CheckSpec& check : checks_) {
    const CheckResult verdict = evaluate_check(check, subject_.launch, machine().memory);
    if (verdict.passed)
      say(style_.good("  check passed: ") + style_.fitted(check.text, kColumns - 16));
    else
      say_wrapped("  check FAILED: " + verdict.message);
  }
}

bool Prompt::checks_passed() const {
  for (const CheckSpec& check : checks_)
    if (!evaluate_check(check, subject_.launch, machine().memory).passed) return false;
  return true;
}

}  // namespace simt
