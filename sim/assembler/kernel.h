// A kernel as one architecture runs it: its program and what the assembler decides about each
// instruction. Made once, launched as often as one likes.
#pragma once

#include "sim/assembler/issue_info.h"

namespace simt {

struct Kernel {
  /// `program` and `arch` outlive the kernel.
  Kernel(const Program& its_program, const ArchConfig& arch)
      : program(its_program),
        table(issue_table(its_program, arch)),
        parameter_lines(simt::parameter_lines(its_program, arch)) {}

  const Inst* code() const { return program.code.data(); }
  const IssueInfo* issue() const { return table.issue.data(); }
  /// Of a warp's scoreboard: registers, or the barriers that the program's own control names.
  std::size_t scoreboard_entries() const {
    return program.issue_control.empty() ? program.registers.size()
                                         : ScoreboardUse::kBarrierEntries;
  }
  /// Lines of the instruction caches that its machine code takes.
  std::uint64_t code_lines() const {
    return table.issue.empty() ? 0 : table.issue.back().last_line + 1;
  }

  const Program& program;
  const IssueTable table;
  const unsigned parameter_lines;  ///< of the constant bank
};

}  // namespace simt
