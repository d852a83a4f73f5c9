#include "tools/driver/machine_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

#include "isa/cuda/command.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

std::vector<std::byte> read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::byte> bytes(text.size());
  std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

Program lowered(const std::vector<std::byte>& cubin, const std::string& kernel,
                const std::string& name) {
  try {
    return machine::lower(machine::image_of(cubin, kernel));
  } catch (const machine::LoweringError& e) {
    throw SessionError(Exit::Source, fmt::format("{}: error: {}", name, e.what()));
  } catch (const machine::CubinError& e) {
    throw SessionError(Exit::Source, fmt::format("{}: error: {}", name, e.what()));
  }
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
  std::vector<char> head(64);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return in.gcount() == static_cast<std::streamsize>(head.size()) &&
         machine::is_cubin(std::as_bytes(std::span(head)));
}

Program cubin_program(const std::string& path, const std::string& kernel) {
  const std::vector<std::byte> bytes = read_bytes(path);
  Program out = lowered(bytes, chosen(machine::kernels_of(bytes), kernel, path), path);
  out.text.name = path;
  return out;
}

Program assembled_program(const Program& as_ptx, const std::string& text, const ArchConfig& arch) {
  const std::string ptxas = cuda::find_program("ptxas");
  if (ptxas.empty())
    throw SessionError(Exit::Usage,
                       "--code machine: there is no ptxas on PATH; it comes with CUDA's toolkit");
  const cuda::TemporaryFolder folder;
  const auto ptx = folder.path() / "kernel.ptx", cubin = folder.path() / "kernel.cubin";
  cuda::write_file(ptx, text);
  const std::string target = fmt::format("sm_{}{}", arch.cc.major, arch.cc.minor);
  const cuda::CommandResult done = cuda::run_command(
      {ptxas, "-O3", "-lineinfo", "-arch=" + target, ptx.string(), "-o", cubin.string()});
  if (done.exit_code != 0)
    throw SessionError(Exit::Source, fmt::format("ptxas, for {}:\n{}", target, done.output));
  Program out = lowered(read_bytes(cubin.string()), as_ptx.kernel, as_ptx.text.name);
  name_parameters(out, as_ptx);
  type_variables(out, as_ptx);
  out.text.name = as_ptx.text.name;
  check_machine(out, arch);
  return out;
}

// Code of one major version runs on later minor ones.
void check_machine(const Program& program, const ArchConfig& arch) {
  const unsigned sm = program.machine->sm;
  if (sm / 10 == arch.cc.major && sm % 10 <= arch.cc.minor) return;
  throw SessionError(Exit::Usage, fmt::format("machine code for sm_{} does not run on {} (sm_{}{})",
                                              sm, arch.name, arch.cc.major, arch.cc.minor));
}

}  // namespace simt
