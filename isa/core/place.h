// What an instruction is called for a person. Who compiled CUDA C++ knows the line of that, so it
// comes first where the compiler wrote it down (.loc), and the line of PTX after it; what was
// written as PTX has that line alone.
//
// An inlined function gives a chain of lines: its own, that of the call, and so on out to the
// kernel. The line that names the instruction is the innermost one that the toolkit did not supply:
// for `x = __shfl_sync(...)` it is this one, not the line of the header that defines __shfl_sync.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/core/program.h"

namespace simt {

/// A line of CUDA C++ in the chain of one instruction.
struct CudaLine {
  std::string file;  ///< "matmul.cu": without its folder
  std::string path;  ///< as the compiler wrote it
  std::uint32_t line = 0, column = 0;
  std::string function;  ///< that holds it: "scaled<float>"
  std::string text;      ///< without indentation; "" where the file was not found
  bool toolkit = false;  ///< of a header that comes with the compiler

  std::string place() const { return file + ":" + std::to_string(line); }
  friend bool operator==(const CudaLine&, const CudaLine&) = default;
};

/// The chain of an instruction, from the line that names it out to its kernel (or .func). Empty
/// where the compiler wrote nothing down.
std::vector<CudaLine> cuda_chain(const Program& program, Pc pc);
/// The same with the toolkit's lines, from the innermost one out.
std::vector<CudaLine> whole_cuda_chain(const Program& program, Pc pc);
/// Whether any instruction has a line of CUDA C++.
bool has_cuda_lines(const Program& program);

/// "matmul.cu:12"; "" where the compiler wrote nothing down.
std::string cuda_place(const Program& program, Pc pc);
/// What the text of a program is called that was compiled: "PTX", of machine code "SASS".
std::string text_name(const Program& program);
/// "line 46" of the text, "PTX line 46" where it was compiled; "pc 3" for an instruction without a
/// line, "the end" for kNoPc.
std::string text_place(const Program& program, Pc pc);
/// "matmul.cu:12 (PTX line 46)", "matmul.cu:7 (inlined at 12; PTX line 46)", "line 46".
/// `program` may be nullptr: "pc 3".
std::string place_text(const Program& program, Pc pc);
std::string place_text(const Program* program, Pc pc);
/// The same of several instructions of one line of CUDA C++: "matmul.cu:12 (PTX lines 46, 48, 50)".
/// The first one gives the chain; of more than four lines the first three.
std::string place_text(const Program& program, const std::vector<Pc>& pcs);

/// The same for a table, without the calls: "matmul.cu:12 (PTX 46)", "line 46".
std::string short_place(const Program& program, Pc pc);

/// The place with the texts, for a message: in lines, the second one on to be indented as the
/// caller likes.
///     matmul.cu:7: return tile[row][column];
///     inlined in multiply<float> at matmul.cu:12: sum += at(tile, row, k);
///     matmul.ptx:46:3: ld.shared.f32 %f2, [%r5];
std::vector<std::string> place_lines(const Program& program, Pc pc);

/// The first instruction of a line of the text; kNoPc: it has none.
Pc first_at_line(const Program& program, std::uint32_t line);

/// "multiply<float>": the program's kernel as a person calls it.
std::string kernel_title(const Program& program);

}  // namespace simt
