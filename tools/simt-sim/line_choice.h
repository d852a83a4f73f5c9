// --lines: which lines of a source page or of a picture are meant, of the text or of CUDA C++.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "isa/core/program.h"

namespace simt {

inline constexpr LineRange kAllLines{0, ~std::uint32_t{0}};

struct LineChoice {
  std::string text;  ///< as typed; empty: all lines
  std::string file;  ///< "reduce.cu"; empty where only numbers were given
  LineRange lines = kAllLines;
};

/// "17", "17:18", "17:", ":18", "reduce.cu:17", "reduce.cu:17:18". Throws SpecError.
LineChoice parse_lines(const std::string& text);

/// What numbers without a file count.
enum class LineKind { Text, Cuda };

/// By instruction: is it of these lines? An instruction is of the line of CUDA C++ that names it
/// (isa/core/place.h). Throws SessionError where none is: it says which lines have one.
std::vector<bool> chosen_instructions(const LineChoice& choice, const Program& program,
                                      LineKind plain);
/// "9, 12-15": the lines, as `choice` means them, that have an instruction that `counts`.
std::string lines_with(const std::function<bool(const Inst&)>& counts, const LineChoice& choice,
                       const Program& program, LineKind plain);

}  // namespace simt
