#include "tools/simt-sim/built_program.h"

#include <fmt/format.h>

#include <filesystem>

#include "isa/cuda/compiler.h"
#include "tools/driver/kernel_text.h"

namespace simt {
namespace {

// The compiler's own choice of a target suits any device from its oldest on; one that is asked for
// gets code of its own.
std::vector<std::string> target_flags(const SessionOptions& options) {
  if (options.arch.empty()) return {};
  const ArchConfig arch = load_arch(options.arch, options.config_dir);
  const unsigned target = 10 * arch.cc_major + arch.cc_minor;
  if (target < 75) return {};
  return {fmt::format("-gencode=arch=compute_{0},code=compute_{0}", target)};
}

}  // namespace

BuiltProgram::BuiltProgram(const std::string& file, const SessionOptions& options) {
  if (!is_cuda(file)) return;
  read_text(file);  // says what is wrong with it, if it cannot be read
  const auto compiler = cuda::find_compiler(options.cuda.compiler);
  if (!compiler || compiler->kind != cuda::CompilerKind::Nvcc)
    throw SessionError(
        Exit::Usage,
        "exec compiles CUDA programs with nvcc, and there is none (PATH, --compiler); clang "
        "compiles kernels here ('simt-sim run kernel.cu'), not yet whole programs");
  folder_.emplace();
  path_ = (folder_->path() / std::filesystem::path(file).stem()).string();
  std::vector<std::string> words{compiler->path, "-O2", "-lineinfo", "-o", path_, file};
  for (const std::string& flag : target_flags(options)) words.push_back(flag);
  words.insert(words.end(), options.cuda.flags.begin(), options.cuda.flags.end());
  const cuda::CommandResult result = cuda::run_command(words);
  if (result.output.find("undefined reference to `main'") != std::string::npos)
    throw SessionError(Exit::Source,
                       fmt::format("{}: there is no main() in it, so it is no program; one kernel "
                                   "of it is run by 'simt-sim {}'",
                                   file, file));
  if (result.exit_code != 0)
    throw SessionError(
        Exit::Source,
        fmt::format("{}{}: the compiler could not make a program of it", result.output, file));
}

}  // namespace simt
