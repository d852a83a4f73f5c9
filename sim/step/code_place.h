// Places in the program that a person names: a line of the text, "31", or a line of CUDA C++,
// "matmul.cu:12"; ":12" is one of the file that the kernel itself stands in. What a person types
// becomes one of these by meant_line().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "isa/core/program.h"

namespace simt {

struct CodePlace {
  std::string name;   ///< "matmul.cu:12", "line 31"
  bool cuda = false;  ///< a line of CUDA C++ was asked for
  /// That the line asked for has no instruction; that a line of the text was asked for, where CUDA
  /// C++ has one of that number, too, and how that one is named.
  std::string remark;
  /// Where a run that comes to the place is: of a line of the text every instruction; of a line of
  /// CUDA C++ the first one in each basic block, and in each place where the line was inlined.
  std::vector<Pc> at;

  bool holds(Pc pc) const;
};

/// `typed` as the functions below take it. A number alone is a line of the text, or with
/// `cuda_file` of the kernel's file of CUDA C++, where it has lines. A line of the text may always
/// be named by what it is, "ptx:31", or by its file, "matmul.ptx:31"; that of an instruction of
/// machine code by its address, "*0x40", as gdb has it. Throws StepError.
std::string meant_line(const Program& program, const std::string& typed, bool cuda_file);
/// The line that `typed` means, or the next one with instructions. Throws StepError when there is
/// none, or no such file.
CodePlace find_place(const Program& program, const std::string& typed, bool cuda_file = false);
/// Whether `word` names a line of CUDA C++.
bool names_cuda_line(const std::string& word);

/// A file as find_place() names it; its text is empty where it was not found.
struct CudaFile {
  std::string name;
  std::vector<std::string> lines;
};
/// The file that `word` ("matmul.cu:12", ":12") names, and the line. Throws StepError.
std::pair<CudaFile, unsigned> find_cuda_line(const Program& program, const std::string& word);
/// All instructions that the line names which names the one at `pc`; empty where none does.
std::vector<Pc> instructions_of_line(const Program& program, Pc pc);
/// The lines of CUDA C++ that have instructions, "matmul.cu:12", in order.
std::vector<std::string> cuda_places(const Program& program);

}  // namespace simt
