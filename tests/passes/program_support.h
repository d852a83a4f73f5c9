// Programs for the tests of the analyses: the body of a kernel as text, addressed by its labels.
#pragma once

#include <stdexcept>
#include <string>

#include "isa/analysis/flow_graphs.h"
#include "isa/ptx/ast.h"
#include "isa/ptx/frontend.h"
#include "sim/assembler/pipeline.h"

namespace simt {

inline const std::string kHeader = ".version 8.0\n.target sm_75\n.address_size 64\n";

inline Program compiled(const std::string& text, const AssembleOptions& options = {},
                        const std::string& kernel = "") {
  Diagnostics diags("test.ptx", text);
  const auto module = parse_module(diags);
  std::optional<Program> program;
  if (module) program = decode_kernel(*module, kernel, diags);
  if (!program) throw std::runtime_error(diags.render(false));
  assemble(*program, options);
  return *program;
}

/// A kernel with parameter `out` and registers declared; one instruction for one line of the body.
inline Program kernel(const std::string& body, bool as_compiled = false, bool cc_8 = false) {
  return compiled(kHeader +
                      ".visible .entry k(.param .u64 out, .param .u32 n) { .reg .pred %p<20>; "
                      ".reg .u32 %r<40>; .reg .u64 %rd<20>; .reg .f64 %fd<9>; "
                      ".reg .f32 %f<9>;\n" +
                      body + "\n}\n",
                  {.as_compiled = as_compiled, .redux = cc_8});
}

/// The pc of the first instruction at or after line `line` of the body (from 1).
inline Pc at_line(const Program& program, std::uint32_t line) {
  constexpr std::uint32_t kLinesBefore = 4;
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (program.code[pc].loc.line >= line + kLinesBefore) return pc;
  return kNoPc;
}

inline unsigned count_kind(const Program& program, Kind kind) {
  unsigned n = 0;
  for (const Inst& inst : program.code) n += inst.kind == kind ? 1u : 0u;
  return n;
}

}  // namespace simt
