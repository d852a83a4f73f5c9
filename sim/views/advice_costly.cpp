// Operators and functions of the source that stand for sequences of many instructions, in machine
// code: an instruction that each sequence has once counts them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/views/advice_rules.h"
#include "sim/views/float_division.h"
#include "sim/views/longest_warp.h"

namespace simt {
namespace {

constexpr double kLeastPercent = 5;  ///< of the launch's time that is worth a word

/// Texts that a sequence begins and ends with, and what lies between.
using Signs = std::array<std::string_view, 8>;

/// Source: what ptxas 13.0 and the mathematical functions of CUDA 13.0 make for sm_75 to sm_90.
struct CostlyOperation {
  std::string_view marker;   ///< in the text of one instruction of each sequence
  std::string_view partner;  ///< in that of another one on the same line of the source; "": none
  double spared;             ///< instructions of a sequence that the remedy does without
  std::string_view title;
  std::string_view remedy;
  /// Of a sequence whose length differs from one place to another: from the first of these on its
  /// line of the source to the last are its instructions, at most `longest` a sequence.
  Signs signs{};
  double longest = 0;
  double kept = 0;  ///< instructions of such a sequence that the remedy has, too
};
constexpr std::array kOperations{
    CostlyOperation{
        "IMAD.HI.U32", "I2F", 7, "divisions or remainders of integers",
        "Each by a number that is known at run time alone is a sequence of ten or so. By a "
        "constant or a power of two (shift, mask) it takes one to a few; a quotient or an index "
        "that is counted along in the loop takes none."},
    CostlyOperation{
        kFloatDivision, "MUFU.RCP", 6, "divisions of floats",
        "Each is a sequence of some twelve that wait for each other, and a call for rare values. "
        "__fdividef (less exact; -use_fast_math makes all so) takes two to five of them; several "
        "divisions by one number are multiplications by its reciprocal."},
    CostlyOperation{
        "0.6366197",
        "",
        22,
        "sines or cosines in full precision",
        "Each is a sequence of some 25, which begins by reducing the angle. __sinf and __cosf "
        "(less exact; -use_fast_math makes all so) take two; sincosf shares the reduction of one "
        "angle.",
        // The sign of the result is a branch where the sine stands in one. Longest: that and the
        // way around large angles, with their barriers.
        {"0x3c0885e4", "0.041666727", "0.4999999", "0x37cbac00", "0x2, RZ, 0xc0"},
        31,
        2},
    CostlyOperation{
        "0.00133913534",
        "",
        25,
        "powers (powf)",
        "Each is a sequence of some 40 to 80. Small whole exponents are multiplications, a power "
        "of the next round is one multiplication by the base, and __powf is less exact.",
        {"16777216", "1.1754943", "0x3a2c32e4", "0.00321816", "0.0096188", "+INF", "+QNAN",
         "0x7fffffff"},
        90,
        3},
    CostlyOperation{
        "F2F.F64.F32", "F2F.F32.F64", 2, "conversions of float to double",
        "What is computed in double between floats is converted there and back. A constant "
        "without f (1.5 for 1.5f) or a function without it makes an expression double."},
};

/// What one line of the source executes; all of the kernel where no lines are known.
struct Row {
  std::vector<Pc> pcs;
  double executed = 0, markers = 0;
  Pc marker = kNoPc;                  ///< the one that is executed most
  bool partner = false;               ///< is there
  std::vector<SparedSteps> sequence;  ///< what the remedy may do without
  double spared = 0;                  ///< executions that it does without
};

bool has_sign(const Subject& s, Pc pc, const CostlyOperation& operation) {
  return text_has(s, pc, operation.marker) ||
         std::ranges::any_of(operation.signs, [&](std::string_view sign) {
           return !sign.empty() && text_has(s, pc, sign);
         });
}

double executions(const Subject& s, const std::vector<Pc>& pcs) {
  double out = 0;
  for (const Pc pc : pcs) out += static_cast<double>(s.run.lines[pc].executed);
  return out;
}

/// Of a sequence whose instructions are not told from others of its line: as many of each.
void find_sequence(const Subject& s, const CostlyOperation& operation, Row& row) {
  std::vector<Pc> sequence = row.pcs;
  if (operation.longest > 0) {
    const auto sign = [&](Pc pc) { return has_sign(s, pc, operation); };
    const auto first = std::ranges::find_if(row.pcs, sign);
    const auto last = std::find_if(row.pcs.rbegin(), row.pcs.rend(), sign).base();
    sequence.assign(first, last);
  }
  const double executed = executions(s, sequence);
  row.spared = operation.spared * row.markers;
  if (operation.longest > 0) {
    const double its = std::min(executed, operation.longest * row.markers);
    row.spared = std::max(row.spared, its - operation.kept * row.markers);
  }
  row.spared = std::min(row.spared, executed);
  for (const Pc pc : sequence) row.sequence.push_back({pc, row.spared / executed});
}

/// Of divisions of floats each instruction is known. False: not in this form.
bool find_divisions(const Subject& s, const Producers& producers, Row& row) {
  row.sequence = spared_of_float_divisions(s, producers, row.pcs);
  row.spared = 0;
  for (const SparedSteps& its : row.sequence)
    row.spared += its.part * static_cast<double>(s.run.lines[its.pc].executed);
  return !row.sequence.empty();
}

double calls_of(const Subject& s, const std::vector<SparedSteps>& sequence) {
  double out = 0;
  for (const SparedSteps& its : sequence)
    if (s.program.code[its.pc].op.transfer == Transfer::Call)
      out += static_cast<double>(s.run.lines[its.pc].executed);
  return out;
}

/// What divisions call for rare values, as a row without a marker.
Row rare_values(const Subject& s, const std::vector<Row>& rows) {
  std::vector<Pc> checks;
  for (const Row& row : rows)
    std::ranges::copy_if(row.pcs, std::back_inserter(checks),
                         [&](Pc pc) { return text_has(s, pc, kFloatDivision); });
  Row out;
  out.sequence = spared_of_rare_values(s, checks);
  for (const SparedSteps& its : out.sequence) {
    const auto executed = static_cast<double>(s.run.lines[its.pc].executed);
    out.spared += executed;
    if (!std::ranges::any_of(rows, [&](const Row& r) { return std::ranges::count(r.pcs, its.pc); }))
      out.executed += executed;
  }
  return out;
}

/// Each row of the source that has the operation, those with most first.
std::vector<Row> rows_with(const Subject& s, const CostlyOperation& operation) {
  const bool lines = has_cuda_lines(s.program);
  const bool divisions = operation.marker == kFloatDivision;
  const std::optional<Producers> producers = divisions ? std::optional<Producers>(s) : std::nullopt;
  std::map<std::pair<std::string, std::uint32_t>, Row> rows;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const auto executed = static_cast<double>(s.run.lines[pc].executed);
    if (executed == 0) continue;
    Row& row = rows[lines ? row_of(s.program, pc) : std::pair(std::string(), 0u)];
    row.partner |= operation.partner.empty() || text_has(s, pc, operation.partner);
    const Kind kind = s.program.code[pc].kind;
    if (kind == Kind::Load || kind == Kind::Store || kind == Kind::Atomic) continue;
    row.pcs.push_back(pc);
    row.executed += executed;
    if (!text_has(s, pc, operation.marker)) continue;
    row.markers += executed;
    if (row.marker == kNoPc || executed > static_cast<double>(s.run.lines[row.marker].executed))
      row.marker = pc;
  }
  std::vector<Row> out;
  for (auto& [place, row] : rows) {
    if (!row.partner || row.markers == 0) continue;
    if (!producers || !find_divisions(s, *producers, row)) find_sequence(s, operation, row);
    out.push_back(std::move(row));
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &Row::markers);
  if (divisions) out.push_back(rare_values(s, out));
  return out;
}

/// Takes what goes away with the rows' sequences; in percent of the launch's time, as all warps
/// share it or as the longest of a block has it.
double take_sequences(const std::vector<Row>& rows, const LongestWarp& longest,
                      WarpCycles& cycles) {
  const double working = cycles.left() - cycles.left({Stall::barrier}), before = cycles.taken();
  double taken = 0, weighted = 0;
  for (const Row& row : rows)
    for (const SparedSteps& its : row.sequence) {
      const double part = its.take(cycles);
      taken += part;
      weighted += longest.weight(its.pc) * part;
    }
  // Warps that do it at different times wait for each other at a barrier: that shrinks with it.
  if (working > 0) taken += cycles.take({Stall::barrier}, taken / working);
  const double shared = cycles.percent(taken);
  const double alone = std::min(longest.share(weighted) * cycles.all(), cycles.all() - before);
  if (alone > shared) cycles.take((alone - shared) / cycles.percent(cycles.left()));
  return std::max(shared, alone);
}

std::string costly_text(const Subject& s, const CostlyOperation& operation,
                        const std::vector<Row>& rows, std::size_t lines) {
  std::string out(operation.remedy);
  if (lines > 1) out += fmt::format(" {} lines have such; the figures are for all.", lines);
  double calls = 0;
  for (const Row& row : rows)
    if (row.marker == kNoPc) calls += calls_of(s, row.sequence);
  if (calls > 0)
    out += fmt::format(
        " {} of their executions call for rare values: a zero that is divided, infinities, very "
        "large and very small numbers.",
        grouped(static_cast<std::uint64_t>(calls)));
  return out;
}

/// What it gains where nothing else is done, if other advice has much of that: the same
/// instructions cost less where fewer lanes run apart.
std::string by_itself_text(const std::vector<Row>& rows, const LongestWarp& longest,
                           WarpCycles untold, double gain) {
  constexpr double kLeastMore = 1;  // percent
  const double alone = take_sequences(rows, longest, untold);
  if (alone < gain + kLeastMore) return "";
  return fmt::format(
      " That is what other advice here leaves of it: where this alone is followed, at most "
      "{:.0f}%.",
      alone);
}

/// One operation on all lines that have it: what helps one of them helps the others. `untold`: what
/// there was before all advice.
std::optional<Advice> costly(const Subject& s, const CostlyOperation& operation,
                             const LongestWarp& longest, const WarpCycles& untold,
                             WarpCycles& cycles) {
  const std::vector<Row> rows = rows_with(s, operation);
  double waits = 0, weighted = 0, spared = 0, executed = 0;
  std::vector<Pc> markers;
  for (const Row& row : rows) {
    for (const SparedSteps& its : row.sequence) {
      waits += its.part * its.left(untold);
      weighted += longest.weight(its.pc) * its.part * its.left(untold);
    }
    spared += row.spared;
    executed += row.executed;
    if (row.marker != kNoPc) markers.push_back(row.marker);
  }
  if (std::max(untold.percent(waits), longest.share(weighted) * untold.all()) < kLeastPercent)
    return std::nullopt;
  Advice a;
  a.title = fmt::format("{} of {} warp instructions here are for {}",
                        grouped(static_cast<std::uint64_t>(spared)),
                        grouped(static_cast<std::uint64_t>(executed)), operation.title);
  a.line = s.program.code[markers.front()].loc.line;
  a.further = further_lines(s, markers);
  a.text = costly_text(s, operation, rows, markers.size());
  a.kind = GainKind::AtMost;
  a.share = a.gain = take_sequences(rows, longest, cycles);
  a.text += by_itself_text(rows, longest, untold, a.gain);
  return a;
}

}  // namespace

void advise_costly(const Subject& s, const WarpCycles& untold, WarpCycles& cycles,
                   std::vector<Advice>& out) {
  if (!s.program.machine) return;  // one instruction of PTX stands for such a sequence
  const LongestWarp longest(s);
  const bool double_told = !out.empty() && out.back().title.starts_with(kDoubleTitle);
  for (const CostlyOperation& operation : kOperations) {
    if (double_told && operation.marker == kOperations.back().marker) continue;
    if (auto told = costly(s, operation, longest, untold, cycles)) out.push_back(std::move(*told));
  }
}

}  // namespace simt
