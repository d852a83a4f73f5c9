// Places in the source as LLVM's IR has them, and IR whose lines are numbers of those places: what
// is compiled from it says of each instruction which place it comes from.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace simt::cuda {

/// Beyond the lines of any file: what a .loc directive with a greater one names is a place of the
/// IR.
inline constexpr unsigned kFirstMark = 1'000'000'000;
/// Of calls within calls, as isa/ptx/decode takes them.
inline constexpr unsigned kDeepestCall = 100;

/// A place in the source, as LLVM's IR has it (DILocation).
struct IrPlace {
  unsigned line = 0, column = 0;
  unsigned inlined_at = 0;  ///< the number of the call's place; 0: none
  std::string file, function;
};
struct MarkedIr {
  std::string text;                    ///< the IR, with numbers for lines
  std::map<unsigned, IrPlace> places;  ///< by number in the IR
};
/// Of the text of a module as `clang -S -emit-llvm` writes it.
MarkedIr mark_places(const std::string& ir);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace simt::cuda
