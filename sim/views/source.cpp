#include "sim/views/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace simt {
namespace {

// Waiting is everything but the cycle in which the instruction issues.
std::uint64_t waiting(const LineCounters& c) {
  return std::accumulate(c.stall.begin(), c.stall.end(), std::uint64_t{0}) -
         c.stall[static_cast<std::size_t>(Stall::selected)];
}

std::string number(std::uint64_t n) {
  return n == 0 ? "" : grouped(n);
}
std::string quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

/// By line number.
std::vector<bool> unreached_lines(const Program& program) {
  std::vector<bool> marked(program.source_lines.size() + 1);
  for (const LineRange& range : program.unreached_lines)
    for (std::size_t line = range.first; line <= range.last && line < marked.size(); ++line)
      marked[line] = true;
  return marked;
}

}  // namespace

std::string cuda_place(const Program& program, const Inst& inst) {
  if (inst.debug_line == 0) return "";
  const DebugLine& where = program.debug_lines[inst.debug_line - 1];
  if (where.line == 0) return "";  // the compiler's own code
  for (const DebugFile& file : program.debug_files)
    if (file.id == where.file)
      return fmt::format("{}:{}", std::filesystem::path(file.path).filename().string(), where.line);
  return fmt::format("file {}:{}", where.file, where.line);
}

std::vector<SourceRow> collect_source(const Subject& s) {
  std::vector<SourceRow> rows(s.program.source_lines.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].line = static_cast<unsigned>(i + 1);
    rows[i].text = tabs_expanded(s.program.source_lines[i]);
  }
  const std::vector<bool> unreached = unreached_lines(s.program);
  std::uint64_t all_waiting = 0;
  for (Pc pc = 0; pc < s.run.lines.size() && pc < s.program.code.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    all_waiting += waiting(s.run.lines[pc]);
    if (inst.loc.line == 0 || inst.loc.line > rows.size()) continue;
    SourceRow& row = rows[inst.loc.line - 1];
    row.has_instruction = true;
    row.counters += s.run.lines[pc];
    if (inst.op_class == OpClass::Memory && inst.memory.space == StateSpace::Local) {
      row.local_sectors += s.run.lines[pc].sectors;
      row.local_sectors_ideal += s.run.lines[pc].sectors_ideal;
    }
    if (row.cuda.empty()) row.cuda = cuda_place(s.program, inst);
  }
  for (SourceRow& row : rows) {
    const LineCounters& c = row.counters;
    if (c.executed > 0)
      row.active_lanes = static_cast<double>(c.thread_executed) / static_cast<double>(c.executed);
    if (all_waiting > 0)
      row.stall_share = 100.0 * static_cast<double>(waiting(c)) / static_cast<double>(all_waiting);
  }
  std::erase_if(rows, [&](const SourceRow& r) { return !r.has_instruction && unreached[r.line]; });
  return rows;
}

std::string render_source(const Subject& s, const std::vector<SourceRow>& rows,
                          const Style& style) {
  const bool cuda =
      std::any_of(rows.begin(), rows.end(), [](const SourceRow& r) { return !r.cuda.empty(); });
  std::size_t cuda_width = 0;
  for (const SourceRow& r : rows) cuda_width = std::max(cuda_width, r.cuda.size());
  std::string out =
      style.bold(fmt::format("{} in {}", s.program.kernel, s.program.source_name)) + "\n\n";
  out += style.dim(fmt::format("{:>5} {:>12} {:>6} {:>9} {:>8} {:>9} {:>7}  {}{}", "line",
                               "executed", "lanes", "diverged", "sect/req", "conflicts", "waiting",
                               cuda ? fmt::format("{:<{}}  ", "source", cuda_width) : "", "IR")) +
         "\n";
  unsigned previous = 0;
  for (const SourceRow& r : rows) {
    if (r.line != previous + 1) out += style.dim(fmt::format("{:>5}", "...")) + "\n";
    previous = r.line;
    const LineCounters& c = r.counters;
    const std::string figures =
        fmt::format("{:>12} {:>6} {:>9} {:>8} {:>9} {:>7}", number(c.executed),
                    c.executed == 0 ? "" : fmt::format("{:.1f}", r.active_lanes),
                    number(c.divergent), quotient(c.sectors, c.requests), number(shared_excess(c)),
                    r.stall_share < 0.05 ? "" : fmt::format("{:.1f}%", r.stall_share));
    const std::string place = cuda ? fmt::format("{:<{}}  ", r.cuda, cuda_width) : "";
    std::string line = fmt::format("{:>5} {}  {}{}", r.line, figures, place,
                                   r.has_instruction ? r.text : style.dim(r.text));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  out +=
      "\n" +
      style.dim(
          "lanes: active lanes of an average execution; diverged: targets of branches whose lanes "
          "part, but one each;\nsect/req: sectors per request; conflicts: shared wavefronts "
          "beyond the ideal;\nwaiting: share of all warps' waiting cycles spent before the "
          "line") +
      "\n";
  return out;
}

}  // namespace simt
