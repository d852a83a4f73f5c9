// Where the text of a program came from, where a compiler says so: the lines of its own language.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt {

/// A line of the language that was compiled to the text (.loc, PTX ISA 9.1, 11.5.4).
struct DebugLine {
  std::uint32_t file, line, column;  ///< DebugFile::id; line 0: the compiler's own code
  /// Index + 1 into DebugInfo::lines, always of an earlier one: the call in whose place the
  /// function stands that holds this line. 0: it stands in the function of the text.
  std::uint32_t inlined_at = 0;
  /// Index + 1 into DebugInfo::functions: that function. 0: not inlined, or not said.
  std::uint32_t function = 0;
};
struct DebugFile {
  std::uint32_t id;
  std::string path;                ///< as the compiler wrote it
  std::vector<std::string> lines;  ///< its text; empty where it was not found (debug_sources.h)
};

/// Where the text came from, where a compiler says so.
struct DebugInfo {
  std::vector<DebugFile> files;
  std::vector<DebugLine> lines;
  std::vector<std::string> functions;  ///< that were inlined, as the linker calls them
};

}  // namespace simt
