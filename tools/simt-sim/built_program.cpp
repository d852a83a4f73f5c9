#include "tools/simt-sim/built_program.h"

#include <filesystem>

#include "isa/cuda/program.h"
#include "tools/driver/kernel_text.h"
#include "tools/simt-sim/program_libraries.h"

namespace simt {

BuiltProgram::BuiltProgram(const std::string& file, const SessionOptions& options) {
  if (!is_cuda(file)) return;
  read_text(file);  // says what is wrong with it, if it cannot be read
  folder_.emplace();
  cuda::ProgramRequest request;
  request.compile.file = file;
  request.compile.compiler = options.cuda.compiler;
  request.compile.flags = options.cuda.flags;
  request.any_target = options.arch.empty();
  request.machine_code = options.machine_code;
  if (!request.any_target) {
    const ArchConfig arch = load_arch(options.arch, options.config_dir);
    request.compile.target = 10 * arch.cc.major + arch.cc.minor;
  }
  request.libraries = program_libraries();
  request.program = folder_->path() / std::filesystem::path(file).stem();
  try {
    cuda::build_program(request);
  } catch (const cuda::CompileError& e) {
    throw SessionError(Exit::Source, e.what());
  }
  path_ = request.program.string();
}

}  // namespace simt
