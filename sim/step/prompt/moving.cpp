// Commands that move: step, next, back, continue, run-to, goto.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "isa/program/operands.h"
#include "sim/step/error.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"
#include "sim/step/why.h"

namespace simt {
namespace {

std::uint64_t count_of(const std::vector<std::string>& words) {
  if (words.size() > 1) throw StepError("one number is enough");
  return words.empty() ? 1 : parse_number(words[0], "number of steps", 1);
}

/// A number that is no line may have been meant as a cycle.
CodePlace place_or_cycle(const Program& program, const std::string& word) {
  try {
    return find_place(program, word);
  } catch (const StepError& e) {
    if (names_cuda_line(word)) throw;
    throw StepError(fmt::format("{}; a cycle is 'run-to cycle {}'", e.what(), word));
  }
}

}  // namespace

/// Goes on until `wanted`, a breakpoint, a change or the end, and shows where it came to.
void Prompt::advance(const StopTest& wanted) {
  if (stepper_.ended()) {
    say(style_.dim("The run has ended; 'back' goes back."));
    return;
  }
  points_.forget_reasons();
  bool interrupted = false;
  stepper_.run([&](const StepEvent& e, const Machine& m) {
    const bool point = points_.hit(e, m, focus_.sm);  // always asked: it follows values
    interrupted = interrupted_ && interrupted_();
    return wanted(e, m) || point || interrupted;
  });
  if (interrupted) say(style_.accent("interrupted"));
  for (const std::string& reason : points_.reasons()) say(style_.accent(reason));
  show_stop();
}

/// The focus goes where the last instruction was issued.
void Prompt::follow() {
  const StepEvent& event = stepper_.event();
  if (event.outcome == nullptr) {  // the start
    for (focus_.slot = 0; !warp().resident && focus_.slot + 1 < sm().warps().size();) ++focus_.slot;
    return;
  }
  if (event.id.sm != focus_.sm) {
    say(style_.accent(fmt::format("the focus moves to SM {}", event.id.sm)));
    focus_.sm = event.id.sm;
    anchor_on_sm_ = event.on_sm;
    anchor_ = event.number;
  }
  focus_.slot = event.slot;
}

void Prompt::show_stop() {
  if (stepper_.ended()) return show_end();
  follow();
  const StepEvent& event = stepper_.event();
  if (event.outcome == nullptr)
    say("At the start: nothing has been issued yet.");
  else
    say(stop_picture(event, machine(), style_));
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
                                           subject_.arch.warp_size);
  for (const auto& candidate : machine().gpu.sms())
    for (unsigned slot = 0; slot < candidate->warps().size(); ++slot) {
      const Warp& w = candidate->warps()[slot];
      if (!w.resident || w.state.index_in_cta != index) continue;
      const Dim3 cta = candidate->cta_of(w).id;
      if (fault.cta != std::array{cta.x, cta.y, cta.z}) continue;
      focus_.sm = candidate->index();
      focus_.slot = slot;
    }
}

/// The values that the instruction at `at` reads in the focused warp.
void Prompt::show_operands(Pc at) {
  if (at >= subject_.program.code.size()) return;
  const Inst& inst = subject_.program.code[at];
  for (const RegId r : registers_read(inst))
    if (subject_.program.registers[r].name.starts_with('%'))
      say(register_line(r, warp().paths->live()));
}

void Prompt::show_end() {
  const RunResult& result = stepper_.result();
  if (result.status != RunStatus::Finished) {
    if (const KernelFault* const fault = machine().gpu.fault()) focus_on_fault(*fault);
    std::string text = result.explanation;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    say_wrapped(text);
    say(place_picture(subject_.program, result.fault_pc, kNeighbours, style_));
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
      say(style_.good("  check passed: ") + clipped(check.text, kColumns - 16));
    else
      say_wrapped("  check FAILED: " + verdict.message);
  }
}

bool Prompt::checks_passed() const {
  for (const CheckSpec& check : checks_)
    if (!evaluate_check(check, subject_.launch, machine().memory).passed) return false;
  return true;
}

void Prompt::step(const Words& words) {
  std::uint64_t left = count_of(words);
  advance([&](const StepEvent& e, const Machine&) { return e.id.sm == focus_.sm && --left == 0; });
}

void Prompt::next(const Words& words) {
  std::uint64_t left = count_of(words);
  const std::uint64_t cta = sm().cta_index(warp());
  const unsigned index = warp().state.index_in_cta;
  if (!warp().resident && !stepper_.ended())
    throw StepError("the warp in focus has ended; 'step' goes on with the others");
  bool ended = false;
  advance([&](const StepEvent& e, const Machine& m) {
    if (e.id.sm != focus_.sm) return false;
    if (e.id.cta == cta && e.id.warp == index) --left;
    ended = left > 0 && !m.gpu.sm(e.id.sm).warps()[focus_.slot].resident;
    return left == 0 || ended;
  });
  if (ended) say(style_.dim("The warp has ended."));
}

/// To the state behind the SM's instruction `count`; at the one where the focus came to the SM, to
/// that very moment.
void Prompt::jump(std::uint64_t count) {
  if (count == anchor_on_sm_)
    stepper_.go_to(anchor_);
  else
    stepper_.go_to(focus_.sm, count);
  points_.look_again(machine());
  const StepEvent& event = stepper_.event();
  if (stepper_.ended() || event.id.sm == focus_.sm || event.number == 0) return show_stop();
  say(fmt::format("Back where the focus came to SM {}.", focus_.sm));
  say(simt::why(machine(), focus_.sm, focus_.slot, style_));
}

void Prompt::back(const Words& words) {
  const std::uint64_t count = count_of(words);
  // The end of a run counts as a step behind its last instruction.
  const std::uint64_t now = machine().history.issued_on(focus_.sm) + stepper_.ended();
  if (now == 0 && stepper_.event().number == 0)
    say("This is the start already.");
  else
    jump(now > count ? now - count : 0);
}

void Prompt::go_on(const Words& words) {
  if (!words.empty()) throw StepError("continue takes no argument; 'step N' goes N steps");
  advance([](const StepEvent&, const Machine&) { return false; });
}

void Prompt::run_to(const Words& words) {
  if (words.size() == 2 && std::string("cycle").starts_with(words[0])) {
    const std::uint64_t cycle = parse_number(words[1], "cycle");
    if (cycle <= sm().now() && stepper_.event().number != 0)
      throw StepError(fmt::format("cycle {} is past: it is cycle {}", cycle, sm().now()));
    advance([=, this](const StepEvent& e, const Machine&) {
      return e.id.sm == focus_.sm && e.cycle >= cycle;
    });
    if (!stepper_.ended() && stepper_.event().cycle > cycle)
      say(style_.dim(fmt::format("SM {} issued nothing from cycle {} on: 'back', then 'why'.",
                                 focus_.sm, grouped(cycle))));
    return;
  }
  if (words.size() != 1) throw StepError("run-to takes a line, or 'cycle N'");
  const CodePlace place = place_or_cycle(subject_.program, words[0]);
  advance([&](const StepEvent& e, const Machine&) {
    return e.id.sm == focus_.sm && place.holds(e.pc);
  });
}

void Prompt::go_to(const Words& words) {
  if (words.size() != 1) throw StepError("goto takes the number of a step");
  jump(parse_number(words[0], "step"));
}

}  // namespace simt
