#include "sim/views/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "isa/core/place.h"
#include "sim/sm/count/tally.h"
#include "sim/views/producer.h"
#include "sim/views/source_columns.h"

namespace simt {
namespace {

// Waiting is everything but the cycle in which the instruction issues.
std::uint64_t all_cycles(const LineCounters& c) {
  return std::accumulate(c.stall.begin(), c.stall.end(), std::uint64_t{0});
}
std::uint64_t waiting(const LineCounters& c) {
  return all_cycles(c) - c.stall[static_cast<std::size_t>(Stall::selected)];
}

/// By line number.
std::vector<bool> unreached_lines(const Program& program) {
  std::vector<bool> marked(program.text.lines.size() + 1);
  for (const LineRange& range : program.text.unreached)
    for (std::size_t line = range.first; line <= range.last && line < marked.size(); ++line)
      marked[line] = true;
  return marked;
}

double active_lanes(const LineCounters& c) {
  if (c.executed == 0) return 0;
  return static_cast<double>(c.thread_executed) / static_cast<double>(c.executed);
}

/// The words of a wide element of local memory lie in lines of their own: a request for each.
LineCounters with_requests_of_words(const Inst& inst, const LineCounters& of) {
  LineCounters counters = of;
  counters.requests *= local_words(inst);
  return counters;
}

constexpr std::array kResults{Stall::long_scoreboard, Stall::short_scoreboard};

void await(SourceRow& row, const LineCounters& counters, Pc pc, const Producers& producers) {
  for (std::size_t i = 0; i < kResults.size(); ++i) {
    const std::uint64_t cycles = counters.stall[static_cast<std::size_t>(kResults[i])];
    if (cycles > row.awaited[i].cycles) row.awaited[i] = {cycles, producers.of(pc, kResults[i])};
  }
}

/// Of the lines that a kernel can reach, and those with instructions: the text of a program may
/// hold many other kernels.
class Rows {
 public:
  explicit Rows(const Program& program) : row_of_(program.text.lines.size() + 1) {
    std::vector<bool> left_out = unreached_lines(program);
    for (const Inst& inst : program.code)
      if (inst.loc.line < left_out.size()) left_out[inst.loc.line] = false;
    for (std::size_t line = 1; line < row_of_.size(); ++line) {
      if (left_out[line]) continue;
      SourceRow& row = rows.emplace_back();
      row.line = static_cast<unsigned>(line);
      row.text = tabs_expanded(program.text.lines[line - 1]);
      row_of_[line] = rows.size();
    }
  }
  /// nullptr: the text has no such line.
  SourceRow* at(std::uint32_t line) {
    return line >= row_of_.size() || row_of_[line] == 0 ? nullptr : &rows[row_of_[line] - 1];
  }

  std::vector<SourceRow> rows;

 private:
  std::vector<std::size_t> row_of_;  ///< by line, from 1; 0: none
};

}  // namespace

SourceRow& SourceRow::operator+=(const SourceRow& other) {
  if (!has_instruction) pc = other.pc;
  has_instruction = has_instruction || other.has_instruction;
  counters += other.counters;
  local_sectors += other.local_sectors;
  local_sectors_ideal += other.local_sectors_ideal;
  load_requests += other.load_requests;
  load_sectors += other.load_sectors;
  for (std::size_t i = 0; i < awaited.size(); ++i)
    if (other.awaited[i].cycles > awaited[i].cycles) awaited[i] = other.awaited[i];
  active_lanes = simt::active_lanes(counters);
  stall_share += other.stall_share;
  return *this;
}

std::vector<SourceRow> collect_source(const Subject& s) {
  Rows lines(s.program);
  std::optional<Producers> producers;
  if (s.run.timing) producers.emplace(s);
  std::uint64_t all = 0;  // as in the report: the cycles of resident warps
  for (Pc pc = 0; pc < s.run.lines.size() && pc < s.program.code.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    all += all_cycles(s.run.lines[pc]);
    SourceRow* const found = lines.at(inst.loc.line);
    if (found == nullptr) continue;
    SourceRow& row = *found;
    if (!row.has_instruction) row.pc = pc;
    row.has_instruction = true;
    const LineCounters counters = with_requests_of_words(inst, s.run.lines[pc]);
    row.counters += counters;
    if (inst.op_class == OpClass::Memory && inst.memory.space == StateSpace::Local) {
      row.local_sectors += s.run.lines[pc].sectors;
      row.local_sectors_ideal += s.run.lines[pc].sectors_ideal;
    }
    if (inst.kind == Kind::Load) {
      row.load_requests += counters.requests;
      row.load_sectors += s.run.lines[pc].sectors;
    }
    if (row.cuda.empty()) row.cuda = cuda_place(s.program, pc);
    if (producers) await(row, s.run.lines[pc], pc, *producers);
  }
  for (SourceRow& row : lines.rows) {
    row.active_lanes = active_lanes(row.counters);
    if (all > 0)
      row.stall_share =
          100.0 * static_cast<double>(waiting(row.counters)) / static_cast<double>(all);
  }
  return std::move(lines.rows);
}

std::string render_source(const Subject& s, const std::vector<SourceRow>& rows,
                          const Style& style) {
  const bool cuda =
      std::any_of(rows.begin(), rows.end(), [](const SourceRow& r) { return !r.cuda.empty(); });
  std::size_t cuda_width = 0;
  for (const SourceRow& r : rows) cuda_width = std::max(cuda_width, r.cuda.size());
  SourceColumns columns(s.program, s.run.timing, false);
  std::string out =
      style.bold(fmt::format("{} in {}", kernel_title(s.program), s.program.text.name)) + "\n\n";
  out += style.dim(fmt::format("{:>5} {}  {}{}", "line", columns.titles(),
                               cuda ? fmt::format("{:<{}}  ", "source", cuda_width) : "",
                               s.program.machine ? text_name(s.program) : "IR")) +
         "\n";
  unsigned previous = 0;
  for (const SourceRow& r : rows) {
    if (r.line != previous + 1) out += style.dim(fmt::format("{:>5}", "...")) + "\n";
    previous = r.line;
    const std::string place = cuda ? fmt::format("{:<{}}  ", r.cuda, cuda_width) : "";
    std::string line = fmt::format("{:>5} {}  {}{}", r.line, columns.figures(r), place,
                                   r.has_instruction ? r.text : style.dim(r.text));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out + columns.legend(style);
}

}  // namespace simt
