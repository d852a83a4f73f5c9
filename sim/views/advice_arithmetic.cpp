// What instructions cost: double precision where the device is slow at it, a launch that is limited
// by how many it issues, loads of one word for all lanes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/views/advice_rules.h"
#include "sim/views/opcode_counts.h"
#include "sim/views/producer.h"

namespace simt {
namespace {

constexpr double kSlowRate = 8;  ///< of single precision over double

/// Arithmetic, and conversions to it and from it.
bool is_double(const Subject& s, Pc pc) {
  const Inst& inst = s.program.code[pc];
  return inst.op_class == OpClass::Fp64 ||
         (inst.kind == Kind::Alu &&
          (inst.op.type == ScalarType::F64 || inst.op.type2 == ScalarType::F64));
}

/// Executions of the instructions for which `chosen` is true, by row of the source, most first.
template <class F>
std::vector<std::pair<std::uint64_t, std::vector<Pc>>> rows_of(const Subject& s, F chosen) {
  std::map<std::pair<std::string, std::uint32_t>, std::pair<std::uint64_t, std::vector<Pc>>> rows;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (s.run.lines[pc].executed == 0 || !chosen(pc)) continue;
    auto& [executed, pcs] = rows[row_of(s.program, pc)];
    executed += s.run.lines[pc].executed;
    pcs.push_back(pc);
  }
  std::vector<std::pair<std::uint64_t, std::vector<Pc>>> out;
  for (auto& [row, its] : rows) {
    std::ranges::stable_sort(its.second, std::ranges::greater{},
                             [&](Pc pc) { return s.run.lines[pc].executed; });
    out.push_back(std::move(its));
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, [](const auto& row) { return row.first; });
  return out;
}

/// By a number that is known at run time alone; of machine code another rule tells.
bool divides_integers(const Subject& s, Pc pc) {
  const Semantics& op = s.program.code[pc].op;
  return (op.is(Operation::Divide) || op.is(Operation::Remainder)) && !is_float(op.type);
}

/// The factor 2/pi, with which the exact sine and cosine begin; likewise.
bool reduces_an_angle(const Subject& s, Pc pc) {
  return text_has(s, pc, "0f3F22F983");
}

template <class F>
bool any_executed(const Subject& s, F what) {
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc)
    if (s.run.lines[pc].executed > 0 && what(s, pc)) return true;
  return false;
}

/// Sequences of many instructions that one operator or function of the source stands for.
std::string costly_text(const Subject& s) {
  std::string out;
  if (any_executed(s, divides_integers))
    out +=
        " An integer division or remainder by a number that is known at run time alone is a "
        "sequence of many: a constant or a power of two (shift, mask) takes one to a few; a "
        "quotient that is counted along takes none.";
  if (any_executed(s, reduces_an_angle))
    out +=
        " sin and cos in full precision are sequences of many: __sinf and __cosf (less exact, "
        "--use_fast_math), sincosf for both of one angle, or sinpif take fewer.";
  if (any_executed(s, is_double))
    out +=
        " Some are in double precision: a constant such as 1.5 without f makes it of an "
        "expression.";
  return out;
}

}  // namespace

bool text_has(const Subject& s, Pc pc, std::string_view words) {
  const unsigned line = s.program.code[pc].loc.line;
  return line > 0 && line <= s.program.text.lines.size() &&
         s.program.text.lines[line - 1].find(words) != std::string::npos;
}

void advise_double(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const double slower = rate(s.arch, OpClass::Fp32) / std::max(1e-9, rate(s.arch, OpClass::Fp64));
  if (slower < kSlowRate) return;
  const Producers producers(s);
  double waits = 0;
  std::vector<std::pair<Pc, WarpCycles::States>> places;
  const WarpCycles::States throttled{Stall::math_pipe_throttle, Stall::mio_throttle};
  const WarpCycles::States results{Stall::short_scoreboard}, fixed{Stall::wait};
  const auto add = [&](Pc pc, WarpCycles::States states) {
    waits += cycles.left(pc, states);
    places.emplace_back(pc, states);
  };
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (s.run.lines[pc].executed == 0) continue;
    const Pc from = producers.of(pc, Stall::short_scoreboard);
    if (from != kNoPc && is_double(s, from)) add(pc, results);
    if (is_double(s, pc)) add(pc, throttled);
    // The pipe is taken for so long, and the assembler counts it to what follows.
    if (s.program.machine && pc > 0 && is_double(s, pc - 1)) add(pc, fixed);
  }
  if (cycles.percent(waits) < 100 * kWorthAWord) return;
  const auto rows = rows_of(s, [&](Pc pc) { return is_double(s, pc); });
  Advice a;
  a.title =
      fmt::format("{}: warps wait for it {:.0f}% of the time", kDoubleTitle, cycles.percent(waits));
  a.line = s.program.code[rows.front().second.front()].loc.line;
  a.text = fmt::format(
      "This device computes it at 1/{:.0f} of the rate of single precision. Use float where that "
      "is exact enough; a constant without f (1.5 for 1.5f), or a function without it, makes an "
      "expression double.",
      slower);
  a.kind = GainKind::AtMost;
  double taken = 0;
  for (const auto& [pc, states] : places) taken += cycles.take(pc, states, 1 - 1 / slower);
  a.share = a.gain = cycles.percent(taken);
  out.push_back(std::move(a));
}

void advise_fewer_instructions(const Subject& s, double issue, const WarpCycles& cycles,
                               std::vector<Advice>& out) {
  constexpr double kMostOfThem = 0.5;
  const bool arithmetic = s.run.counters[Stall::math_pipe_throttle] >
                          s.run.counters[Stall::mio_throttle] + s.run.counters[Stall::lg_throttle];
  Advice a;
  a.title = fmt::format("{:.0f}% of issue slots used: limited by {}", issue,
                        arithmetic ? "arithmetic" : "its number of instructions");
  a.text =
      "Some warp has an instruction to issue in nearly every cycle, or finds its pipe taken by "
      "others: fewer instructions make it shorter, more warps do not.";
  const auto rows = rows_of(s, [](Pc) { return true; });
  std::uint64_t all = 0;
  for (const auto& [executed, pcs] : rows) all += executed;
  const double part =
      rows.empty() ? 0 : static_cast<double>(rows.front().first) / static_cast<double>(all);
  if (part >= kMostOfThem && has_cuda_lines(s.program)) {
    a.line = s.program.code[rows.front().second.front()].loc.line;
    a.text += fmt::format(" This line has {:.0f}% of them.", 100 * part);
  }
  a.text += costly_text(s);
  a.kind = GainKind::Open;
  a.share = cycles.percent(
      cycles.left({Stall::selected, Stall::not_selected, Stall::math_pipe_throttle}));
  out.push_back(std::move(a));
}

}  // namespace simt
