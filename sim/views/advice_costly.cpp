// Operators and functions of the source that stand for sequences of many instructions, in machine
// code: an instruction that each sequence has once counts them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

constexpr double kLeastPercent = 5;  ///< of the launch's time that is worth a word

/// Source: what ptxas 13.0 and the mathematical functions of CUDA 13.0 make for sm_75 to sm_90.
struct CostlyOperation {
  std::string_view marker;   ///< in the text of one instruction of each sequence
  std::string_view partner;  ///< in that of another one on the same line of the source; "": none
  double spared;             ///< instructions of a sequence that the remedy does without
  std::string_view title;
  std::string_view remedy;
};
constexpr std::array kOperations{
    CostlyOperation{
        "IMAD.HI.U32", "I2F", 7, "divisions or remainders of integers",
        "Each by a number that is known at run time alone is a sequence of ten or so. By a "
        "constant or a power of two (shift, mask) it takes one to a few; a quotient or an index "
        "that is counted along in the loop takes none."},
    CostlyOperation{
        "0.6366197", "", 22, "sines or cosines in full precision",
        "Each is a sequence of some 25, which begins by reducing the angle. __sinf and __cosf "
        "(less exact; -use_fast_math makes all so) take two; sincosf shares the reduction of one "
        "angle."},
    CostlyOperation{
        "0.00133913534", "", 25, "powers (powf)",
        "Each is a sequence of some 40. Small whole exponents are multiplications, a power of the "
        "next round is one multiplication by the base, and __powf is less exact."},
    CostlyOperation{
        "F2F.F64.F32", "F2F.F32.F64", 2, "conversions of float to double",
        "What is computed in double between floats is converted there and back. A constant "
        "without f (1.5 for 1.5f) or a function without it makes an expression double."},
};

/// What one line of the source executes; all of the kernel where no lines are known.
struct Row {
  std::vector<Pc> pcs;
  double executed = 0, markers = 0;
  Pc marker = kNoPc;     ///< the one that is executed most
  bool partner = false;  ///< is there
};

std::vector<Row> rows_with(const Subject& s, const CostlyOperation& operation) {
  const bool lines = has_cuda_lines(s.program);
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
  for (auto& [place, row] : rows)
    if (row.partner && row.markers > 0) out.push_back(std::move(row));
  std::ranges::stable_sort(out, std::ranges::greater{}, &Row::markers);
  return out;
}

}  // namespace

void advise_costly(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  if (!s.program.machine) return;  // one instruction of PTX stands for such a sequence
  const bool double_told = !out.empty() && out.back().title.starts_with(kDoubleTitle);
  for (const CostlyOperation& operation : kOperations) {
    if (double_told && operation.marker == kOperations.back().marker) continue;
    for (const Row& row : rows_with(s, operation)) {
      const double part = std::min(1.0, operation.spared * row.markers / row.executed);
      double waits = 0;
      for (const Pc pc : row.pcs) waits += cycles.left(pc);
      if (cycles.percent(part * waits) < kLeastPercent) continue;
      double taken = 0;
      for (const Pc pc : row.pcs) taken += cycles.take(pc, part);
      Advice a;
      a.title = fmt::format("{} of {} warp instructions here are for {}",
                            grouped(static_cast<std::uint64_t>(part * row.executed)),
                            grouped(static_cast<std::uint64_t>(row.executed)), operation.title);
      a.line = s.program.code[row.marker].loc.line;
      a.text = operation.remedy;
      a.kind = GainKind::AtMost;
      a.share = a.gain = cycles.percent(taken);
      out.push_back(std::move(a));
    }
  }
}

}  // namespace simt
