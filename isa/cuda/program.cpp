#include "isa/cuda/program.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <span>
#include <system_error>

#include "isa/container/fatbin_writer.h"
#include "isa/cuda/clang.h"
#include "isa/cuda/command.h"
#include "isa/cuda/headers.h"

namespace simt::cuda {
namespace {

namespace fs = std::filesystem;

void run(const Words& words, const std::string& file, bool clang) {
  const CommandResult done = run_command(words);
  if (done.output.find("undefined reference to `main'") != std::string::npos)
    throw CompileError(
        fmt::format("{}: there is no main() in it, so it is no program; one kernel of it is run by "
                    "'simt-sim {}'",
                    file, file));
  if (done.exit_code != 0)
    throw CompileError(fmt::format("{}{}{}: the compiler could not make a program of it",
                                   done.output, clang ? clang_hint(done.output) : "", file));
}

// A program for a newer device than the one that was asked for does not run there.
void require_target(const Compiler& nvcc, const CompileRequest& of) {
  const unsigned oldest = compiler_targets(nvcc).front();
  if (of.target >= oldest) return;
  throw CompileError(
      fmt::format("{}: {} compiles for sm_{} and newer devices, not for sm_{}: take --compiler "
                  "clang, the nvcc of "
                  "an older CUDA (--compiler PATH; that of CUDA 12 begins at sm_50), or a newer "
                  "device (--arch)",
                  of.file, nvcc.path, oldest, of.target));
}

// nvcc's own choice of a target suits any device from its oldest on; one that is asked for gets
// code of its own.
void build_by_nvcc(const Compiler& nvcc, const ProgramRequest& request) {
  const CompileRequest& of = request.compile;
  constexpr unsigned kOldest = 75;  // of CUDA 13
  if (!request.any_target && of.target < kOldest) require_target(nvcc, of);
  Words words{nvcc.path, "-O2", "-lineinfo", "-o", request.program.string(), of.file};
  if (!request.any_target && of.target >= kOldest)
    words.push_back(
        request.machine_code
            ? fmt::format("-gencode=arch=compute_{0},code=[compute_{0},sm_{0}]", of.target)
            : fmt::format("-gencode=arch=compute_{0},code=compute_{0}", of.target));
  words.insert(words.end(), of.flags.begin(), of.flags.end());
  run(words, of.file, false);
}

// The device's side first: the host's has it as a fat binary.
void build_by_clang(const Compiler& clang, const ProgramRequest& request) {
  const CompileRequest& of = request.compile;
  if (request.machine_code)
    throw CompileError(fmt::format(
        "{}: clang makes PTX alone, and --code machine needs the machine code of nvcc", of.file));
  const CompileResult device = compile(of);
  const TemporaryFolder folder;
  const fs::path fatbin = folder.path() / "device.fatbin", include = folder.path() / "include";
  write_file(fatbin, fatbin_of({device.ptx, device.target}));
  write_headers(include);
  Words words = clang_host_words(clang.path, include, fatbin, request.libraries);
  add_flags(words, clang, of);
  words.insert(words.end(), {"-o", request.program.string(), of.file});
  run(words, of.file, true);
}

}  // namespace

void build_program(const ProgramRequest& request) {
  const Compiler compiler = wanted_compiler(request.compile.compiler);
  try {
    compiler.kind == CompilerKind::Nvcc ? build_by_nvcc(compiler, request)
                                        : build_by_clang(compiler, request);
  } catch (const std::system_error& e) {
    throw CompileError(fmt::format("cannot compile {}: {}", request.compile.file, e.what()));
  }
}

}  // namespace simt::cuda
