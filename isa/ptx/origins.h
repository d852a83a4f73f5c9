// Where the lines of a compiled text come from: what its .file and .loc directives say (PTX ISA
// 9.1, 11.5), for messages about the text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isa/ptx/ast.h"

namespace simt {

/// A line of the language that was compiled.
struct Origin {
  std::string path;  ///< as the compiler wrote it
  std::uint32_t line = 0, column = 0;
};

class Origins {
 public:
  void add_file(std::uint32_t id, std::string path) { files_[id] = std::move(path); }
  /// A function begins at this line of the text: no directive before it speaks of what follows.
  void begin_function(std::uint32_t line) { functions_.push_back(line); }
  void add(const ast::LocDirective& loc) { locs_.push_back(loc); }

  /// Of a line of the text: the innermost place of its chain of calls that no toolkit supplied.
  /// Before a function's first directive: that one's.
  std::optional<Origin> at(std::uint32_t line) const;

 private:
  const ast::LocDirective* directive(std::uint32_t line) const;
  const std::string* path(const ast::Place& place) const;
  const ast::LocDirective* caller(const ast::LocDirective& loc) const;

  std::map<std::uint32_t, std::string> files_;
  std::vector<std::uint32_t> functions_;  ///< ascending
  std::vector<ast::LocDirective> locs_;   ///< in the order of the text
};

}  // namespace simt
