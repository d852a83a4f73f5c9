// CUDA C++ to PTX, by a compiler of the machine: nvcc where it is on PATH, else clang with the
// headers of isa/cuda/include, which need no toolkit (docs/CUDA.md).
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace simt::cuda {

/// No compiler, or one that said no. what() is the whole message: what the compiler wrote, with its
/// positions, and what to do.
struct CompileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CompileRequest {
  std::string file;      ///< the .cu file
  unsigned target = 70;  ///< compute capability of the device: 70, 90
  std::string compiler;  ///< a name on PATH or a path; "clang": any clang; empty: nvcc, else clang
  std::vector<std::string> flags;  ///< for the compiler, as they are
  bool colour = false;             ///< of its messages
};
struct CompileResult {
  std::string ptx;
  std::string messages;  ///< warnings
  std::string compiler;  ///< "nvcc 13.0", "clang 14"
  unsigned target = 0;   ///< compute capability that it compiled for: 75
  /// Registers of a thread by kernel (as the linker calls it): what nvcc's assembler counts for
  /// `target`. Empty with clang.
  std::map<std::string, unsigned> registers;
  /// The machine code for `target` that nvcc's assembler made meanwhile, with tables of lines: a
  /// cubin. Empty with clang, and where the PTX cannot be assembled alone.
  std::string cubin;
};
/// The newest target that the compiler knows and the device can run; where it knows none so old,
/// its oldest. Throws CompileError.
CompileResult compile(const CompileRequest& request);

/// Registers of a thread by kernel, of what `ptxas -v` writes.
std::map<std::string, unsigned> registers_told(const std::string& messages);

enum class CompilerKind { Nvcc, Clang };
struct Compiler {
  CompilerKind kind = CompilerKind::Clang;
  std::string path;
};
/// The compiler that `name` asks for (CompileRequest::compiler), or nullopt.
std::optional<Compiler> find_compiler(const std::string& name);
/// The same; throws CompileError where there is none.
Compiler wanted_compiler(const std::string& name);

/// Of the devices that it compiles for: 75, 80. In order. Throws CompileError.
std::vector<unsigned> compiler_targets(const Compiler& compiler);

using Words = std::vector<std::string>;
/// What every command for this request has besides: its flags, a standard, colours.
void add_flags(Words& words, const Compiler& compiler, const CompileRequest& request);

}  // namespace simt::cuda
