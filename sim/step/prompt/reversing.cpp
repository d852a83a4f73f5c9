// Commands that go back, and to a step by its number: back, reverse-next, reverse-continue, goto.
// The run is repeated from its start (sim/step/stepper.h), once more to look for the place where
// that is not known.
#include <fmt/format.h>

#include <deque>

#include "sim/step/error.h"
#include "sim/step/prompt/prompt.h"
#include "sim/step/why.h"

namespace simt {

/// To the state after the SM's instruction `count`; at the one where the focus came to the SM, to
/// that very moment.
void Prompt::jump(std::uint64_t count) {
  if (count == anchor_on_sm_)
    stepper_.go_to(anchor_);
  else
    stepper_.go_to(focus_.sm, count);
  show_jump();
}

void Prompt::anchor_here() {
  anchor_on_sm_ = machine().history.issued_on(focus_.sm);
  anchor_ = stepper_.event().number;
}

/// The run has come to another place: watched values start anew from there.
void Prompt::show_jump() {
  settled_.reset();
  points_.forget_reason();
  points_.look_again(machine());
  const StepEvent& event = stepper_.event();
  if (stepper_.ended() || event.id.sm == focus_.sm || event.number == 0) return show_stop();
  say(fmt::format("Back where the focus came to SM {}.", focus_.sm));
  say(simt::why(machine(), focus_.sm, focus_.slot, style_));
}

void Prompt::back(const Words& words) {
  const std::uint64_t count = count_of(words);
  // The end of a run counts as a step after its last instruction.
  const std::uint64_t now = machine().history.issued_on(focus_.sm) + stepper_.ended();
  if (at_start())
    say("This is the start already.");
  else
    jump(now > count ? now - count : 0);
}

/// Repeats the run up to its instruction `number`, that one left out (0: to the end), and tells
/// `each` of the others. False: it was interrupted and stands where it had come to.
bool Prompt::repeat_before(std::uint64_t number,
                           const std::function<void(const StepEvent&)>& each) {
  bool interrupted = false;
  stepper_.run([&](const StepEvent& e, const Machine&) {
    if (number != 0 && e.number >= number) return true;
    each(e);
    interrupted = interrupted_ && interrupted_();
    return interrupted;
  });
  if (interrupted) {
    say(style_.accent("interrupted while looking for the place from the start on"));
    show_jump();
  }
  return !interrupted;
}

void Prompt::reverse_next(const Words& words) {
  const auto [what, count] = sought(words);
  if (at_start()) return say("This is the start already.");
  const StopTest is_counted = counted(what, "");
  const std::uint64_t here = stepper_.ended() ? 0 : stepper_.event().number;
  std::deque<std::uint64_t> last;  // as many as are wanted
  stepper_.go_to(0);
  const bool found = repeat_before(here, [&, count = count](const StepEvent& e) {
    if (!is_counted(e, machine())) return;
    last.push_back(e.number);
    if (last.size() > count) last.pop_front();
  });
  if (!found) return;
  stepper_.go_to(last.size() < count ? 0 : last.front());
  show_jump();
  anchor_here();
}

void Prompt::reverse_continue(const Words& words) {
  if (!words.empty()) throw StepError("reverse-continue takes no argument; 'back N' goes N steps");
  if (at_start()) return say("This is the start already.");
  const std::uint64_t here = stepper_.ended() ? 0 : stepper_.event().number;
  std::uint64_t last = 0;
  StopReason reason;
  StopPoints past = points_;  // they count no hits on the way
  stepper_.go_to(0);
  past.look_again(machine());
  const bool found = points_.empty() || repeat_before(here, [&](const StepEvent& e) {
                       if (!past.hit(e, machine(), focus_.sm)) return;
                       last = e.number;
                       reason = past.reason();
                     });
  if (!found) return;
  stepper_.go_to(last);
  points_.look_again(machine());
  points_.forget_reason();
  if (last == 0) say(style_.dim("No breakpoint and no change before: back at the start."));
  show_reason(reason);
  anchor_here();
}

void Prompt::go_to(const Words& words) {
  if (words.size() != 1) throw StepError("goto takes the number of a step");
  jump(parse_number(words[0], "step"));
}

}  // namespace simt
