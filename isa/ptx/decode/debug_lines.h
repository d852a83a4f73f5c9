// Lines of the compiled language: .loc directives to DebugInfo::lines.
// `inlined_at` names its call by file, line and column: that of an earlier .loc of the function
// (PTX ISA 9.1, 11.5.4). One place may come several times, with calls of its own each: the latest
// counts, since nvcc writes a chain of calls from the outermost one in.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "isa/core/program.h"
#include "isa/ptx/ast.h"

namespace simt::decode {

class DebugLines {
 public:
  DebugLines(const ast::DebugStrings& strings, Program& program)
      : strings_(strings), program_(program) {}

  /// What came before is no call of what comes now.
  void begin_function() { latest_.clear(); }
  /// Index + 1 into DebugInfo::lines.
  std::uint32_t add(const ast::LocDirective& loc);

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  using Line = std::tuple<Place, std::uint32_t, std::uint32_t>;  // place, call, function

  std::uint32_t function(const ast::LocDirective& loc);
  std::uint32_t call(const ast::LocDirective& loc, std::uint32_t function);
  std::uint32_t entry(const Place& place, std::uint32_t call, std::uint32_t function);
  unsigned depth(std::uint32_t line) const;

  const ast::DebugStrings& strings_;
  Program& program_;
  std::map<std::string, std::uint32_t> functions_;
  std::map<Line, std::uint32_t> all_;
  std::map<Place, std::uint32_t> latest_;
};

}  // namespace simt::decode
