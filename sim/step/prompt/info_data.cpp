// info registers, banks, memory, counters.
#include <fmt/format.h>

#include <algorithm>

#include "isa/base/lane_list.h"
#include "isa/core/operands.h"
#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"
#include "sim/step/memory_view.h"
#include "sim/step/named_data.h"
#include "sim/step/names.h"
#include "sim/step/prompt/dump.h"
#include "sim/step/prompt/prompt.h"
#include "sim/step/ready_time.h"

namespace simt {
namespace {

constexpr std::size_t kAllLines = 1000;

bool accesses_memory(const Inst& inst) {
  const bool kind = inst.kind == Kind::Load || inst.kind == Kind::Store ||
                    inst.kind == Kind::Atomic || inst.kind == Kind::Reduction;
  return kind && inst.memory.space != StateSpace::Param && !inst.memory.register_passed;
}

/// An element of the launch's memory, parameters or constants, as an SM sees it.
std::optional<std::uint64_t> element_bits_at(const Machine& machine, unsigned sm,
                                             const NamedData& data, std::uint64_t index) {
  const unsigned width = size_of(data.type);
  const std::uint64_t at = data.base + index * width;
  const LaunchState& launch = machine.subject.launch.state;
  if (data.op == ExpressionOp::ConstantElement) return bits_at(launch.constants, at, width);
  if (data.op == ExpressionOp::ParameterElement) return bits_at(launch.params, at, width);
  return MemoryView(machine, sm).global(at, width);
}

/// The registers of a function; of machine code, whose functions share them, those that its
/// instructions name.
std::vector<RegId> registers_in(const Program& program, std::uint32_t function) {
  std::vector<bool> named(program.registers.size(), !program.machine);
  const FunctionInfo& f = program.functions[function];
  for (Pc pc = f.entry; program.machine && pc < f.end; ++pc) {
    for (const RegId r : registers_read(program.code[pc])) named[r] = true;
    for (const RegId r : registers_written(program.code[pc])) named[r] = true;
  }
  std::vector<RegId> out;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const auto reg = static_cast<RegId>(i);
    const bool own = program.machine || program.registers[i].function == function;
    if (own && named[i] && has_name(program, reg)) out.push_back(reg);
  }
  return out;
}

/// The first access to memory in the text from `pc` on, to the end of its function; kNoPc: none.
Pc next_access(const Program& program, Pc pc) {
  const Pc end = program.functions[function_at(program, pc)].end;
  while (pc < end && !accesses_memory(program.code[pc])) ++pc;
  return pc < end ? pc : kNoPc;
}

}  // namespace

std::string Prompt::register_line(RegId reg, LaneMask lanes) const {
  const Program& program = subject_.program;
  const Warp& w = warp();
  const LaneMask written = lanes_written(machine(), focus_.sm, focus_.slot, reg);
  const MemoryView memory(machine(), focus_.sm);
  std::string line = fmt::format("  {:<12} {:<5} ", program.registers[reg].name,
                                 name_of(program.registers[reg].type));
  if ((written & lanes) == 0) return style_.dim(line.append(kNotWritten));
  line += known_values_text(register_values(program, w.state, reg), lanes, written,
                            natural_format(program, reg), memory.address_name());
  const WarpHistory* const history = machine().history.warp(sm(), focus_.slot);
  const Scoreboard::Ready ready =
      ready_time(program, w, reg, history == nullptr ? kNoPc : history->producers[reg].pc);
  if (w.resident && ready.at == kNever)
    line += "  (on its way from L2)";
  else if (w.resident && ready.at > sm().now() + 1)
    line += fmt::format("  (on its way, {} cycles)", ready.at - sm().now());
  return style_.fitted(line, kColumns);
}

void Prompt::info_registers(const Words& words) {
  const Program& program = subject_.program;
  const Warp& w = warp();
  if (w.state.registers.empty()) throw StepError("no warp has run here yet");
  std::vector<RegId> shown;
  if (!words.empty()) {
    shown = registers_named(program, words[0], pc());
  } else {
    shown = registers_in(program, function_at(program, pc()));
  }
  const LaneMask live = w.resident ? w.paths->live() : w.state.lanes;
  for (const RegId r : shown)
    say(register_line(r, focus_.lane ? LaneMask{1} << *focus_.lane : live));
}

void Prompt::info_banks(const Words&) {
  const WarpHistory* const history = machine().history.warp(sm(), focus_.slot);
  if (history == nullptr || history->access_pc == kNoPc) {
    say("  the warp has not accessed memory yet");
    if (const Pc next = next_access(subject_.program, pc()); next != kNoPc)
      say(fmt::format("  the next access in the text is at {}: 'run-to {}' goes there",
                      place_text(subject_.program, next), line_of(subject_.program, next)));
    return;
  }
  say(place_picture(subject_.program, {.issued = history->access_pc}, 0, style_));
  for (const AccessRecord& access : history->access)
    say(access_picture({machine(), focus_.sm, focus_.slot, kAllLines}, access, style_));
}

namespace {

/// "[1][0]" of element 8 of four rows of eight.
std::string indices_text(const NamedData& data, std::uint64_t element) {
  std::string out;
  for (auto extent = data.extents.rbegin(); extent != data.extents.rend(); ++extent) {
    out = fmt::format("[{}]", element % *extent) + out;
    element /= *extent;
  }
  return data.extents.empty() ? fmt::format("[{}]", element) : out;
}

}  // namespace

void Prompt::info_memory(const Words& words) {
  if (words.empty()) {
    for (const Allocation& a : machine().memory.allocations())
      if (!a.freed)
        say(fmt::format("  0x{:012x}  {:>13} B  {}", a.address, grouped(a.bytes), a.name));
    return;
  }
  const std::optional<NamedData> data = named_data(subject_, words[0]);
  if (data && data->op == ExpressionOp::SharedElement)
    throw StepError(fmt::format("'{}' is in shared memory: 'info shared' shows it", words[0]));
  if (!data || data->bytes == 0)
    throw StepError(fmt::format("there is no buffer '{}'{}; 'info memory' lists them", words[0],
                                nearest_hint(words[0], variable_names(subject_))));
  const unsigned width = size_of(data->type);
  if (width == 0 || width > 8) throw StepError("its elements have no value of their own");
  const std::uint64_t count = data->bytes / width;
  const std::uint64_t from = words.size() > 1 ? parse_number(words[1], "index") : 0;
  if (from >= count) throw StepError(fmt::format("'{}' has {} elements", words[0], count));
  Lines lines;
  Dump dump(lines);
  std::uint64_t at = from;
  for (; at < count && lines.size() < kMemoryRows && at - from < 4096; at += kPerRow) {
    std::vector<std::string> values;
    for (std::uint64_t i = at; i < std::min(at + kPerRow, count); ++i)
      if (const auto bits = element_bits_at(machine(), focus_.sm, *data, i))
        values.push_back(value_text(data->is_bool ? Value{ScalarType::Pred, *bits != 0}
                                                  : Value{data->type, *bits}));
    dump.add(words[0] + indices_text(*data, at), values);
  }
  say(lines);
  if (at < count) say(style_.dim(fmt::format("  more: info memory {} {}", words[0], at)));
}

Counters Prompt::counters() const {
  const Grid& grid = *machine().gpu.grids().front();
  Counters all = machine().gpu.l2_counters(grid);
  for (const auto& there : grid.on_sms())
    if (there != nullptr) all += there->tally.totals();
  return all;
}

void Prompt::info_counters(const Words& words) {
  const Counters now = counters();
  bool any = false;
  const auto row = [&](std::string_view name, std::uint64_t value, std::uint64_t before) {
    if (value == 0 || (!words.empty() && name.find(words[0]) == std::string_view::npos)) return;
    any = true;
    const std::string grown =
        value > before && before > 0 ? fmt::format("  +{}", grouped(value - before)) : "";
    say(fmt::format("  {:<58} {:>10}{}", name, grouped(value), grown));
  };
  for (std::size_t c = 0; c < kNumCounters; ++c)
    row(simt::info(static_cast<Counter>(c)).name, now.value[c], counters_before_.value[c]);
  for (std::size_t s = 0; s < kNumStalls; ++s)
    row(fmt::format("warp cycles: {}", simt::info(static_cast<Stall>(s)).name), now.stall[s],
        counters_before_.stall[s]);
  if (!any && !words.empty())
    say(fmt::format("  no count with '{}' in its name is above zero", words[0]));
  else if (!any)
    say("  no count yet");
  counters_before_ = now;
}

}  // namespace simt
