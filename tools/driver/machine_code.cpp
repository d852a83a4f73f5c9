#include "tools/driver/machine_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <vector>

#include "isa/container/fatbin_format.h"
#include "isa/container/machine_code.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "tools/driver/assembler_target.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

/// `name`: of the file, in messages.
Program lowered(const Cubin& cubin, const CubinCode& code, const std::string& name) {
  try {
    return machine::lower(machine::image_of(cubin, code));
  } catch (const std::runtime_error& e) {  // LoweringError, ContainerError
    throw SessionError(Exit::Source, fmt::format("{}: error: {}", name, e.what()));
  }
}

std::vector<Cubin> cubins_of(const std::string& path) {
  try {
    return machine_code_of(path);
  } catch (const ContainerError& e) {
    throw SessionError(Exit::Source, e.what());
  }
}

std::vector<std::string> kernels_in(const std::vector<Cubin>& cubins) {
  std::set<std::string> names;
  for (const Cubin& cubin : cubins)
    for (const CubinCode& code : cubin.code)
      if (code.has_kernel()) names.insert(code.name);
  return {names.begin(), names.end()};
}

std::string chosen(const std::vector<std::string>& kernels, const std::string& wanted,
                   const std::string& path) {
  if (wanted.empty() && kernels.size() == 1) return kernels.front();
  if (std::ranges::find(kernels, wanted) != kernels.end()) return wanted;
  const std::string what =
      wanted.empty() ? "which kernel? --kernel NAME chooses one" : "there is no kernel " + wanted;
  throw SessionError(Exit::Usage,
                     fmt::format("{}: {}; it has {}", path, what, fmt::join(kernels, ", ")));
}

bool executes(const ArchConfig& arch, unsigned sm) {
  return sm / 10 == arch.cc.major && sm % 10 <= arch.cc.minor;
}

// Names are those of the PTX; places and sizes are the same in both.
void name_parameters(Program& program, const Program& as_ptx) {
  const auto same = [](const Param& a, const Param& b) {
    return a.offset == b.offset && a.bytes == b.bytes;
  };
  if (!std::ranges::equal(program.params, as_ptx.params, same))
    throw SessionError(Exit::Source, fmt::format("the machine code of {} has other parameters than "
                                                 "its PTX",
                                                 program.kernel));
  program.params = as_ptx.params;
}

// Machine code knows sizes of variables only.
void type_variables(Program& program, const Program& as_ptx) {
  for (Variable& v : program.variables) {
    const auto known = std::ranges::find(as_ptx.variables, v.name, &Variable::name);
    if (known != as_ptx.variables.end()) v.type = known->type;
  }
}

}  // namespace

bool is_machine_code(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::uint32_t magic = 0;
  in.read(reinterpret_cast<char*>(&magic), sizeof magic);
  constexpr std::uint32_t kElf = 0x464c457f;
  return in && (magic == kElf || magic == fatbin_format::kMagic);
}

Program machine_program(const std::string& path, const std::string& kernel,
                        const ArchConfig* arch) {
  const std::vector<Cubin> cubins = cubins_of(path);
  const std::string name = chosen(kernels_in(cubins), kernel, path);
  const Cubin* from = nullptr;
  const CubinCode* code = nullptr;
  for (const Cubin& cubin : cubins) {
    const auto found = std::ranges::find(cubin.code, name, &CubinCode::name);
    if (found == cubin.code.end()) continue;
    const bool fits = arch == nullptr || executes(*arch, cubin.target);
    // Of several that the device executes the newest.
    if (from != nullptr && (!fits || cubin.target < from->target)) continue;
    from = &cubin;
    code = &*found;
  }
  Program out = lowered(*from, *code, path);
  out.text.name = path;
  machine::take_ptx_as_source(out, path + " (PTX)");
  return out;
}

Program assembled_program(const Program& as_ptx, const std::string& text, const ArchConfig& arch) {
  const std::string ptxas = ptxas_of_path();
  const cuda::TemporaryFolder folder;
  const auto ptx = folder.path() / "kernel.ptx", cubin = folder.path() / "kernel.cubin";
  cuda::write_file(ptx, text);
  const std::string target = ptxas_target(arch, as_ptx.target);
  const cuda::CommandResult done = cuda::run_command(
      {ptxas, "-O3", "-lineinfo", "-arch=" + target, ptx.string(), "-o", cubin.string()});
  if (done.exit_code != 0)
    throw SessionError(Exit::Source, fmt::format("ptxas, for {}:\n{}", target, done.output));
  const std::vector<Cubin> cubins = cubins_of(cubin.string());
  const auto code = std::ranges::find(cubins.at(0).code, as_ptx.kernel, &CubinCode::name);
  if (code == cubins[0].code.end())
    throw SessionError(Exit::Source, fmt::format("ptxas made no code for {}", as_ptx.kernel));
  Program out = lowered(cubins[0], *code, as_ptx.text.name);
  name_parameters(out, as_ptx);
  type_variables(out, as_ptx);
  constexpr std::string_view kOfCuda = " (PTX)";
  std::string file = as_ptx.text.name;
  if (file.ends_with(kOfCuda)) file.resize(file.size() - kOfCuda.size());
  out.text.name = file + " (SASS)";
  machine::take_ptx_as_source(out, as_ptx.text.name);
  check_machine(out, arch);
  return out;
}

// Code of one major version runs on later minor ones.
void check_machine(const Program& program, const ArchConfig& arch) {
  const unsigned sm = program.machine->sm;
  if (executes(arch, sm)) return;
  throw SessionError(Exit::Usage, fmt::format("machine code for sm_{} does not run on {} (sm_{}{})",
                                              sm, arch.name, arch.cc.major, arch.cc.minor));
}

}  // namespace simt
