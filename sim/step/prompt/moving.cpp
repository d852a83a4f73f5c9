// Commands that go forward: step, next, continue, run-to.
#include <fmt/format.h>

#include <utility>

#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/mem/footprint.h"
#include "sim/step/error.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"

namespace simt {
namespace {

bool has_bank_conflict(const Outcome& outcome, const ArchConfig& arch) {
  const BankGeometry geometry{arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes};
  for (unsigned i = 0; i < outcome.num_access; ++i) {
    const MemoryAccess& access = outcome.access[i];
    if (access.space != StateSpace::Shared || access.lanes == 0) continue;
    const SharedFootprint f = shared_footprint(access, geometry);
    if (f.wavefronts > f.groups) return true;
  }
  return false;
}

/// The line of CUDA C++ that the instruction belongs to, "matmul.cu:12"; "" of the compiler's own.
/// Of a program without such lines that of the text.
std::string source_line(const Program& program, Pc pc) {
  if (pc >= program.code.size()) return "";
  if (has_cuda_lines(program)) return cuda_place(program, pc);
  return std::to_string(line_of(program, pc));
}

/// A number that is no line may have been meant as a cycle.
CodePlace place_or_cycle(const StepSubject& subject, const std::string& typed) {
  try {
    return find_place(subject.program, typed, subject.cuda_file);
  } catch (const StepError& e) {
    if (names_cuda_line(typed) || typed.starts_with('*')) throw;
    throw StepError(fmt::format("{}; a cycle is 'run-to cycle {}'", e.what(), typed));
  }
}

}  // namespace

std::uint64_t Prompt::count_of(const Words& words) {
  if (words.size() > 1) throw StepError("one number is enough");
  return words.empty() ? 1 : parse_number(words[0], "number of steps", 1);
}

/// Goes on until `wanted`, a breakpoint, a change or the end, and shows where it came to.
void Prompt::advance(const StopTest& wanted) {
  if (stepper_.ended()) {
    say(style_.dim("The run has ended; 'back' goes back."));
    return;
  }
  points_.forget_reason();
  bool interrupted = false;
  stepper_.run([&](const StepEvent& e, const Machine& m) {
    const bool point = points_.hit(e, m, focus_.sm);  // always asked: it follows values
    interrupted = interrupted_ && interrupted_();
    return wanted(e, m) || point || interrupted;
  });
  if (stepper_.ended()) points_.hit_at_end(machine());
  if (interrupted) say(style_.accent("interrupted"));
  show_reason(points_.reason());
}

void Prompt::step(const Words& words) {
  std::uint64_t left = count_of(words);
  advance([&](const StepEvent& e, const Machine&) { return e.id.sm == focus_.sm && --left == 0; });
}

/// What `next` counts: instructions of the warp in focus, those with which it comes to another line
/// (it comes from `line`), those at which its lanes diverge, or those of the SM that conflict on
/// the banks of shared memory.
StopTest Prompt::counted(Sought what, std::string line) const {
  const WarpId id = warp().id;
  const auto own = [=](const StepEvent& e) {
    return e.id.sm == id.sm && e.id.cta == id.cta && e.id.warp == id.warp;
  };
  switch (what) {
    case Sought::Line:
      return [=, last = std::move(line)](const StepEvent& e, const Machine& m) mutable {
        if (!own(e)) return false;
        const std::string now = source_line(m.subject.program, e.pc);
        return !now.empty() && std::exchange(last, now) != now;
      };
    case Sought::Divergence:
      return
          [=](const StepEvent& e, const Machine&) { return own(e) && e.outcome->num_targets > 1; };
    case Sought::Conflict:
      return [=](const StepEvent& e, const Machine& m) {
        return e.id.sm == id.sm && has_bank_conflict(*e.outcome, m.subject.arch);
      };
    case Sought::Instruction:
      break;
  }
  return [=](const StepEvent& e, const Machine&) { return own(e); };
}

std::pair<Prompt::Sought, std::uint64_t> Prompt::sought(const Words& words) {
  if (words.size() == 1 && !words[0].empty()) {
    if (std::string_view("line").starts_with(words[0])) return {Sought::Line, 1};
    if (std::string_view("divergence").starts_with(words[0])) return {Sought::Divergence, 1};
    if (std::string_view("conflict").starts_with(words[0])) return {Sought::Conflict, 1};
  }
  if (!words.empty() && words[0].find_first_not_of("0123456789") != std::string::npos)
    throw StepError(fmt::format("'{}' is none of a number, line, divergence, conflict{}", words[0],
                                nearest_hint(words[0], {"line", "divergence", "conflict"})));
  return {Sought::Instruction, count_of(words)};
}

void Prompt::next(const Words& words) {
  auto [what, left] = sought(words);
  if (what != Sought::Conflict && !warp().resident && !stepper_.ended())
    throw StepError("the warp in focus has ended; 'step' goes on with the others");
  const StepEvent& here = stepper_.event();
  const bool own = here.outcome != nullptr && here.id.sm == focus_.sm && here.slot == focus_.slot;
  const StopTest is_counted = counted(what, source_line(subject_.program, own ? here.pc : pc()));
  const unsigned index = focus_.sm, slot = focus_.slot;
  const std::uint64_t age = warp().age;
  bool ended = false;
  const bool already = stepper_.ended();
  const bool parted = !warp().parted_at.empty();  // so far
  advance([&, what = what, &left = left](const StepEvent& e, const Machine& m) {
    if (is_counted(e, m)) --left;
    const Warp& w = m.gpu.sm(index).warps()[slot];
    ended = what != Sought::Conflict && left > 0 && (!w.resident || w.age != age);
    return left == 0 || ended;
  });
  if (already || left == 0) return;
  if (ended)
    say(style_.dim(what != Sought::Divergence ? "The warp has ended."
                   : parted                   ? "The warp has ended; it has not diverged again."
                                              : "The warp has ended; it has not diverged at all."));
  else if (what == Sought::Conflict && stepper_.ended())
    say(style_.dim(fmt::format("SM {} had no more bank conflict.", index)));
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
  if (words.size() != 1)
    throw StepError("run-to takes a line, or 'cycle N'" +
                    (words.empty() ? "" : nearest_hint(words[0], {"cycle"})));
  const CodePlace place = place_or_cycle(subject_, words[0]);
  if (!place.remark.empty()) say(style_.dim(fmt::format("to {}: {}", place.name, place.remark)));
  const WarpId before = focused();
  advance([&](const StepEvent& e, const Machine&) {
    return e.id.sm == focus_.sm && place.holds(e.pc);
  });
  const StepEvent& stop = stepper_.event();
  const bool other = stop.id.cta != before.cta || stop.id.warp != before.warp;
  if (stepper_.ended() || !other || !place.holds(stop.pc)) return;
  const bool blocks = subject_.launch.state.grid.count() > 1;
  say(style_.dim(fmt::format(
      "{} {} came there first. For warp {}: break {} if {}warp=={}, then continue.",
      blocks ? fmt::format("Block {}: warp", stop.id.cta) : "Warp", stop.id.warp, before.warp,
      words[0], blocks ? fmt::format("cta=={} && ", before.cta) : "", before.warp)));
}

}  // namespace simt
