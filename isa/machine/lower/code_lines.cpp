#include "isa/machine/lower/code_lines.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "isa/base/machine_code.h"
#include "isa/core/place.h"

namespace simt::machine {
namespace {

/// Rows of line tables as lines of a program: each place once.
class Lines {
 public:
  explicit Lines(DebugInfo& out) : out_(out) {}

  /// Index + 1 into DebugInfo::lines of the row `number`, from 1.
  std::uint32_t add(const LineTable& table, const LineSequence& sequence, std::uint32_t number) {
    std::vector<std::uint32_t>& known = rows_[&sequence];
    known.resize(sequence.rows.size() + 1);
    std::vector<std::uint32_t> calls;  // the innermost first
    // A row names an earlier one as its call; what does not is broken.
    while (number != 0 && known[number] == 0) {
      calls.push_back(number);
      const std::uint32_t call = sequence.rows[number - 1].inlined_at;
      number = call < number ? call : 0;
    }
    std::uint32_t line = known[number];
    for (auto at = calls.rbegin(); at != calls.rend(); ++at)
      line = known[*at] = add_row(table, sequence.rows[*at - 1], line);
    return line;
  }

 private:
  std::uint32_t add_row(const LineTable& table, const LineRow& row, std::uint32_t call) {
    const DebugLine line{file(table, row.file), row.line, row.column, call, function(row.function)};
    const auto [at, made] =
        lines_.try_emplace({line.file, line.line, line.column, line.inlined_at, line.function});
    if (made) {
      out_.lines.push_back(line);
      at->second = static_cast<std::uint32_t>(out_.lines.size());
    }
    return at->second;
  }
  std::uint32_t file(const LineTable& table, std::uint32_t number) {
    if (number == 0 || number > table.files.size()) return 0;
    const auto [at, made] = files_.try_emplace(table.files[number - 1]);
    if (made) {
      at->second = static_cast<std::uint32_t>(out_.files.size() + 1);
      out_.files.push_back({at->second, at->first, {}});
    }
    return at->second;
  }
  std::uint32_t function(const std::string& name) {
    if (name.empty()) return 0;
    const auto [at, made] = functions_.try_emplace(name);
    if (made) {
      out_.functions.push_back(name);
      at->second = static_cast<std::uint32_t>(out_.functions.size());
    }
    return at->second;
  }

  DebugInfo& out_;
  std::map<std::string, std::uint32_t> files_, functions_;
  std::map<const LineSequence*, std::vector<std::uint32_t>> rows_;  ///< their lines, by number
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>,
           std::uint32_t>
      lines_;
};

/// The part of the code that a sequence is about; nullptr: it is about other code.
const CodePart* part_of(const std::vector<CodePart>& parts, const LineSequence& sequence) {
  for (const CodePart& part : parts)
    if (sequence.section == std::string(kCodeSection) + part.name) return &part;
  return nullptr;
}

/// Calls `with(pc, table, sequence, row)` for each instruction that has a row.
template <class F>
void over_rows(const std::vector<LineTable>& tables, const std::vector<CodePart>& parts,
               std::size_t instructions, F with) {
  for (const LineTable& table : tables)
    for (const LineSequence& sequence : table.sequences) {
      const CodePart* const part = part_of(parts, sequence);
      if (part == nullptr) continue;
      for (std::size_t at = 0; part->first + at < instructions; ++at)
        if (const auto row = row_at(sequence, at * kInstructionBytes); row != 0)
          with(static_cast<Pc>(part->first + at), table, sequence, row);
    }
}

}  // namespace

CodeLines code_lines(const Cubin& cubin, const std::vector<CodePart>& parts,
                     std::size_t instructions) {
  CodeLines out;
  Lines lines(out.source);
  const auto put = [&](std::vector<std::uint32_t>& to, Pc pc, std::uint32_t line) {
    if (to.empty()) to.resize(instructions);
    to[pc] = line;
  };
  over_rows(cubin.lines.source, parts, instructions,
            [&](Pc pc, const LineTable& table, const LineSequence& sequence, std::uint32_t row) {
              put(out.line, pc, lines.add(table, sequence, row));
            });
  // The texts of several compilations lie one after the other, and no table says where.
  if (cubin.lines.ptx.size() != 1) return out;
  over_rows(cubin.lines.ptx, parts, instructions,
            [&](Pc pc, const LineTable&, const LineSequence& sequence, std::uint32_t row) {
              put(out.ptx.line, pc, sequence.rows[row - 1].line);
            });
  if (!out.ptx.line.empty()) out.ptx.text = cubin.lines.ptx_text;
  return out;
}

std::string place_of(const KernelImage& image, Pc pc, const std::string& ptx) {
  Program lines;
  lines.kernel = image.name;
  lines.machine.emplace().ptx = image.lines.ptx;
  lines.debug = image.lines.source;
  lines.code.resize(image.code.size() / kInstructionBytes);
  for (Pc at = 0; at < lines.code.size(); ++at) {
    lines.code[at].loc = {at + 1, 1};
    if (!image.lines.line.empty()) lines.code[at].debug_line = image.lines.line[at];
  }
  lines.functions.push_back({.name = image.name, .end = static_cast<Pc>(lines.code.size())});
  take_ptx_as_source(lines, ptx);
  return cuda_place(lines, pc).empty() ? "" : place_text(lines, pc);
}

void take_ptx_as_source(Program& program, const std::string& path) {
  if (!program.debug.lines.empty() || program.machine->ptx.line.empty()) return;
  AssembledFrom ptx = std::exchange(program.machine->ptx, {});
  program.debug.files.push_back({1, path, std::move(ptx.text)});
  std::map<std::uint32_t, std::uint32_t> known;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (ptx.line[pc] == 0) continue;
    const auto [at, made] = known.try_emplace(ptx.line[pc]);
    if (made) {
      program.debug.lines.push_back({1, ptx.line[pc], 0});
      at->second = static_cast<std::uint32_t>(program.debug.lines.size());
    }
    program.code[pc].debug_line = at->second;
  }
}

}  // namespace simt::machine
