// What a stop shows: where it is, the source, the lanes, the paths, what the instruction did.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "isa/base/lane_list.h"
#include "isa/core/operands.h"
#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/step/lane_values.h"
#include "sim/step/memory_view.h"
#include "sim/step/names.h"
#include "sim/step/picture.h"
#include "sim/step/ready_time.h"

namespace simt {
namespace {

constexpr std::size_t kRows = 8;

std::string triple(const Dim3& d) {
  return fmt::format("({},{},{})", d.x, d.y, d.z);
}

std::string title(const StepEvent& event, const Machine& machine, const Style& style) {
  const Sm& sm = machine.gpu.sm(event.id.sm);
  const Warp& warp = sm.warps()[event.slot];
  const std::string text = fmt::format("step {}  cycle {}  SM {}  block {}  warp {}",
                                       grouped(event.on_sm), grouped(event.cycle), event.id.sm,
                                       triple(sm.cta_of(warp).state.id), event.id.warp);
  const std::string legend = fmt::format("   {}", kMarks);
  const bool fits = text.size() + legend.size() <= kColumns;
  return style.bold(text) + (fits ? style.dim(legend) : "");
}

/// What the warp issues next; kNoPc when it has ended.
Pc next_of(const Warp& warp) {
  const Path* const path = warp.resident ? warp.paths->current() : nullptr;
  return path == nullptr ? kNoPc : path->pc;
}

/// "; the value can be used from cycle 300 on" when it is not there in the next cycle or two.
std::string when_usable(const Scoreboard::Ready& ready, std::uint64_t now) {
  if (ready.at == kNever) return "  usable when L2 has answered";
  if (ready.at <= now + 1) return "";
  return fmt::format("  usable in {} cycles", ready.at - now);
}

/// Registers whose value an atomic will bring when the window ends.
bool is_deferred(const StepEvent& event, const Inst& inst) {
  return event.outcome->deferred && inst.kind == Kind::Atomic;
}

/// " .x" to " .w" for an element of a vector access; nothing for others.
std::string_view element_name(const Inst& inst, unsigned i) {
  static constexpr std::array<std::string_view, 4> kNames{" .x", " .y", " .z", " .w"};
  const bool vector = inst.memory.elements > 1 && inst.memory.elements <= kNames.size();
  return vector ? kNames[i] : "";
}

/// The names of the elements that a vector load writes, in the order of its registers.
std::vector<std::string_view> element_names(const Inst& inst) {
  std::vector<std::string_view> out;
  if (inst.kind == Kind::Load && inst.memory.elements > 1)
    for (unsigned i = 0; i < inst.memory.elements; ++i)
      if (inst.dst[i] != kNoSlot) out.push_back(element_name(inst, i));
  out.resize(registers_written(inst).size());
  return out;
}

void add_written(const StepEvent& event, const Machine& machine, const Style& style, Lines& lines) {
  const Program& program = machine.subject.program;
  const Inst& inst = program.code[event.pc];
  const Warp& warp = machine.gpu.sm(event.id.sm).warps()[event.slot];
  const MemoryView memory(machine, event.id.sm);
  const std::vector<std::string_view> elements = element_names(inst);
  std::size_t next = 0;
  for (const RegId reg : registers_written(inst)) {
    const std::string_view element = elements[next++];
    if (program.registers[reg].name.starts_with('$')) continue;
    const std::string values =
        is_deferred(event, inst)
            ? "comes when the window of time ends (several SMs share the memory)"
            : values_text(register_values(program, warp.state, reg), event.outcome->executed,
                          natural_format(program, reg), memory.address_name());
    const std::string usable =
        warp.resident ? when_usable(ready_time(program, warp, reg, event.pc), event.cycle) : "";
    const std::string line = fmt::format(
        "  {:<14}{}", fmt::format("{}{}", program.registers[reg].name, element), values);
    const std::size_t room = kColumns - usable.size();
    // How the values go on is said better by nothing than by half of it.
    const bool cut = style.has_edge && line.size() > room;
    const std::size_t note = cut ? line.find(" (") : std::string::npos;
    lines.push_back(style.fitted(line.substr(0, note), room) + style.dim(usable));
  }
}

/// What a store brings to memory: the registers after that of the address.
void add_stored(const StepEvent& event, const Machine& machine, const Style& style, Lines& lines) {
  const Program& program = machine.subject.program;
  const Inst& inst = program.code[event.pc];
  if (inst.kind != Kind::Store || event.outcome->executed == 0) return;
  const WarpState& state = machine.gpu.sm(event.id.sm).warps()[event.slot].state;
  const MemoryView memory(machine, event.id.sm);
  for (unsigned i = 0; i < inst.memory.elements; ++i)
    for (const RegId reg : registers_read(inst)) {
      const RegisterInfo& info = program.registers[reg];
      if (info.slot != inst.src[1 + i] || info.name.starts_with('$')) continue;
      const std::string label = fmt::format("stores {}{}", info.name, element_name(inst, i));
      const std::string values =
          values_text(register_values(program, state, reg), event.outcome->executed,
                      Format::Natural, memory.address_name());
      lines.push_back(style.fitted(
          fmt::format("  {:<14}{}{}", label, label.size() < 14 ? "" : " ", values), kColumns));
      break;
    }
}

/// The lanes by name while that is short: the picture above shows them.
std::string goes(LaneMask lanes, LaneMask path) {
  const unsigned count = count_lanes(lanes);
  if (lanes == path && count > 1) return fmt::format("all {} lanes", count);
  const std::string names = lanes_text(lanes);
  return names.size() <= 18 ? names : plural(count, "lane");
}

/// Where a control instruction sent its lanes.
std::string where_to(const StepEvent& event, const Program& program) {
  const Outcome& out = *event.outcome;
  std::string text;
  for (unsigned i = 0; i < out.num_targets; ++i) {
    const bool next = out.targets[i].pc == event.pc + 1;
    const bool one = count_lanes(out.targets[i].lanes) == 1;
    text += fmt::format("{}{} {}{} {}", i == 0 ? "" : "; ", goes(out.targets[i].lanes, out.path),
                        next ? "go" : "jump",
                        one    ? (next ? "es on at" : "s to")
                        : next ? " on at"
                               : " to",
                        place_text(program, out.targets[i].pc));
  }
  if (out.exited != 0)
    text += fmt::format("{}{} exit{}", text.empty() ? "" : "; ", goes(out.exited, out.path),
                        count_lanes(out.exited) == 1 ? "s" : "");
  return text;
}

void add_targets(const StepEvent& event, const Program& program, const Style& style, Lines& lines) {
  const std::string diverges = event.outcome->num_targets > 1 ? "  DIVERGES" : "";
  const std::string text = where_to(event, program);
  if (text.size() + 2 + diverges.size() <= kColumns) {
    lines.push_back("  " + text + (diverges.empty() ? "" : "  " + style.bad("DIVERGES")));
    return;
  }
  std::string margin = "  ";
  for (const std::string& part : wrapped(text, kColumns - 4 - diverges.size())) {
    lines.push_back(margin + part);
    margin = "    ";
  }
  if (!diverges.empty()) lines.back() += "  " + style.bad("DIVERGES");
}

std::string barrier_text(const Sm& sm, const Warp& warp, const Inst& inst) {
  if (!warp.resident || warp.paths->at_barrier() == 0)
    return inst.kind == Kind::BarArrive ? "" : "the last to come: the barrier opens";
  const CtaBarriers& barriers = sm.cta_of(warp).barriers;
  return fmt::format("barrier {}: {} of {} warps have arrived", warp.barrier.waits.id,
                     barriers.arrived_warps(warp.barrier.waits.id),
                     barriers.expected_warps(warp.barrier.waits.id));
}

/// The path that goes on holds more lanes than the one that issued.
std::string reconverges(const Warp& warp, const Outcome& out, const Program& program) {
  const Path* const next = warp.resident ? warp.paths->current() : nullptr;
  if (next == nullptr || (next->lanes & out.path) == 0 || (next->lanes & ~out.path) == 0) return "";
  return fmt::format("{} go on together at {}: they have reconverged", goes(next->lanes, 0),
                     place_text(program, next->pc));
}

bool is_control(Kind kind) {
  return kind == Kind::Branch || kind == Kind::BranchIndexed || kind == Kind::Call ||
         kind == Kind::Ret || kind == Kind::Exit;
}

void append(Lines& to, Lines more) {
  for (std::string& line : more) to.push_back(std::move(line));
}

/// Which instruction of its line it is, where a line has several. (A label at the end of a function
/// stands for a `ret` behind the one that the text has.)
Lines instruction_lines(Pc pc, const Program& program, const Style& style) {
  const unsigned line = line_of(program, pc);
  const std::string text = print_inst(program, pc);
  for (Pc other = 0; other < program.code.size(); ++other)
    if (program.code[other].loc.line == line && other != pc && print_inst(program, other) != text)
      return {style.accent("         ^ " + style.fitted(text, kColumns - 11))};
  return {};
}

}  // namespace

Lines effect_lines(const StepEvent& event, const Machine& machine, const Style& style) {
  const Program& program = machine.subject.program;
  const Inst& inst = program.code[event.pc];
  const Sm& sm = machine.gpu.sm(event.id.sm);
  const Warp& warp = sm.warps()[event.slot];
  Lines lines;
  add_written(event, machine, style, lines);
  add_stored(event, machine, style, lines);
  if (is_control(inst.kind)) {
    add_targets(event, program, style, lines);
  }
  const bool barrier =
      inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce || inst.kind == Kind::BarArrive;
  if (barrier && event.outcome->executed != 0)
    if (const std::string text = barrier_text(sm, warp, inst); !text.empty())
      lines.push_back("  " + text);
  if (const std::string text = reconverges(warp, *event.outcome, program); !text.empty())
    lines.push_back("  " + style.good(text));
  if (!warp.resident) lines.push_back(style.dim("  the warp has ended"));
  for (const AccessRecord& access : event.accesses)
    append(lines, access_picture({machine, event.id.sm, event.slot, kRows}, access, style));
  return lines;
}

Lines stop_picture(const StepEvent& event, const Machine& machine, const Style& style) {
  const Program& program = machine.subject.program;
  const ArchConfig& arch = machine.subject.arch;
  const Warp& warp = machine.gpu.sm(event.id.sm).warps()[event.slot];
  Lines lines{title(event, machine, style)};
  append(lines, place_picture(program, {event.pc, next_of(warp)}, kNeighbours, style));
  append(lines, instruction_lines(event.pc, program, style));
  const StepInstruction done{program.code[event.pc], *event.outcome};
  append(lines, lanes_picture(warp, arch.sm.warp_size, &done, style));
  append(lines, effect_lines(event, machine, style));
  append(lines,
         paths_picture(program, warp, arch.sm.warp_size, arch.control.divergence, false, style));
  return lines;
}

}  // namespace simt
