// A kernel's text: PTX as it stands in a file, or what a compiler makes of a .cu file.
#pragma once

#include <map>
#include <string>

#include "tools/driver/session.h"

namespace simt {

/// The file's text, without a byte-order mark. Throws SessionError: what cannot be read, is empty
/// or no text.
std::string read_text(const std::string& path);
/// Is it CUDA C++, by its name?
bool is_cuda(const std::string& path);
/// A line that tells how to run all of a .cu file that has a main(); of other files "".
std::string whole_program_hint(const std::string& path);

struct PtxText {
  std::string name;  ///< for messages: a file, or "reduce.cu (PTX)" for what is in none
  std::string text;
  std::string messages = {};                       ///< the compiler's warnings
  std::string compiler = {};                       ///< "nvcc 13.0"; "" where the file is PTX itself
  unsigned target = 0;                             ///< that it compiled for: 75
  std::map<std::string, unsigned> registers = {};  ///< CompileResult::registers
  std::string cubin = {};                          ///< CompileResult::cubin
};
/// `text` of the file itself, or what its compiler makes of it for compute capability `target`
/// (75). Throws SessionError.
PtxText ptx_of(const std::string& text, const SessionOptions& options, unsigned target);

/// The text of the .cu file that the PTX was made of, where .loc names one that can be read; else
/// "".
std::string cuda_text_of(const Program& program);

}  // namespace simt
