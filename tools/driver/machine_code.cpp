#include "tools/driver/machine_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "isa/analysis/constant_registers.h"
#include "isa/base/kernel_choice.h"
#include "isa/container/fatbin_format.h"
#include "isa/container/machine_code.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "tools/driver/assembler_target.h"
#include "tools/driver/kernel_text.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

/// `name`: of the file, in messages; `ptx`: of the PTX that is its source where none is known.
Program lowered(const Cubin& cubin, const CubinCode& code, const std::string& name,
                const std::string& ptx) {
  const auto refused = [&](const std::string& place, const std::string& what) {
    const std::string at = place.empty()
                               ? name + ": error: "
                               : fmt::format("{}: error: machine code of {}: ", place, name);
    throw SessionError(Exit::Source, at + what);
  };
  try {
    const machine::KernelImage image = machine::image_of(cubin, code);
    try {
      return machine::lower(image);
    } catch (const machine::LoweringError& e) {
      refused(machine::place_of(image, e.pc, ptx), e.what());
    }
  } catch (const ContainerError& e) {
    refused("", e.what());
  }
  std::abort();  // refused() throws
}

std::vector<std::string> kernels_in(const std::vector<Cubin>& cubins) {
  std::set<std::string> names;
  for (const Cubin& cubin : cubins)
    for (const CubinCode& code : cubin.code)
      if (code.has_kernel()) names.insert(code.name);
  return {names.begin(), names.end()};
}

// A name that the file does not have is a usage error, a file that says not which one a mistake of
// its own.
std::string chosen(const std::vector<std::string>& kernels, const std::string& wish,
                   const std::string& path) {
  if (kernels.empty())
    throw SessionError(Exit::Source, fmt::format("{}: its machine code has no kernel", path));
  if (wish.empty() && kernels.size() == 1) return kernels.front();
  const std::vector<std::string> meant = wish.empty() ? kernels : kernels_meant(wish, kernels);
  if (!wish.empty() && meant.size() == 1) return meant.front();
  const std::string all =
      fmt::format("kernels: {}", fmt::join(kernel_titles(meant.empty() ? kernels : meant), ", "));
  if (wish.empty())
    throw SessionError(
        Exit::Source,
        fmt::format("{}: error: it has {} kernels: --kernel NAME chooses one\nhelp: {}", path,
                    kernels.size(), all));
  throw SessionError(
      Exit::Usage,
      fmt::format("--kernel {}: {}: {}\nhelp: {}", wish, path,
                  meant.empty()
                      ? fmt::format("the file has no kernel '{}'", wish)
                      : fmt::format("several kernels are called '{}': give the whole name", wish),
                  all));
}

bool executes(const ArchConfig& arch, unsigned sm) {
  return sm / 10 == arch.cc.major && sm % 10 <= arch.cc.minor;
}

[[noreturn]] void not_for_device(const std::string& file, const std::string& targets,
                                 const ArchConfig& arch) {
  throw SessionError(
      Exit::Source, fmt::format("{}: error: machine code for {} does not run on {} (sm_{}{})", file,
                                targets, arch.name, arch.cc.major, arch.cc.minor));
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

// Lanes that a shuffle of the PTX names by a constant: machine code names none.
void name_members(Program& program, const Program& as_ptx) {
  const std::vector<std::uint32_t>& lines = program.machine->ptx.line;
  const ConstantValues constants = constant_registers(as_ptx);
  std::map<std::uint32_t, std::uint64_t> named;
  for (const Inst& inst : as_ptx.code)
    if (inst.kind == Kind::Shuffle && inst.op.sync)
      if (const auto mask = constants.at(inst.src[3])) named[inst.loc.line] = *mask;
  for (Pc pc = 0; pc < program.code.size() && pc < lines.size(); ++pc)
    if (program.code[pc].kind == Kind::Shuffle && named.contains(lines[pc]))
      program.code[pc].imm = static_cast<std::int64_t>(named.at(lines[pc]));
}

// What nvcc's assembler made when the PTX was compiled, where it is for this very target.
Cubin assembled(const Program& as_ptx, const PtxText& text, const ArchConfig& arch) {
  const std::string target = ptxas_target(arch, as_ptx.target);
  if (!text.cubin.empty() && target == fmt::format("sm_{}", text.target))
    return read_cubin(text.cubin);
  const std::string ptxas = ptxas_of_path();
  const cuda::TemporaryFolder folder;
  const auto ptx = folder.path() / "kernel.ptx", cubin = folder.path() / "kernel.cubin";
  cuda::write_file(ptx, text.text);
  const cuda::CommandResult done = cuda::run_command(
      {ptxas, "-O3", "-lineinfo", "-arch=" + target, ptx.string(), "-o", cubin.string()});
  if (done.exit_code != 0)
    throw SessionError(Exit::Source, fmt::format("ptxas, for {}:\n{}", target, done.output));
  return cubins_of(cubin.string()).at(0);
}

// A cubin has the size of shared memory alone. Where that is the size of what the PTX declares, the
// assembler left none out, and they lie as they are declared (ptxas 13.0, sm_75 and sm_90).
void share_variables(Program& program, const Program& as_ptx) {
  const SharedLayout& declared = as_ptx.shared;
  const std::uint32_t bytes = program.shared.static_bytes;
  if (bytes != declared.static_bytes && bytes != declared.dynamic_offset) return;
  program.shared = declared;
  program.shared.static_bytes = bytes;
}

// Machine code knows sizes of variables only, and constants that nobody fills as zeros.
void type_variables(Program& program, const Program& as_ptx) {
  for (Variable& v : program.variables) {
    const auto known = std::ranges::find(as_ptx.variables, v.name, &Variable::name);
    if (known == as_ptx.variables.end()) continue;
    v.type = known->type;
    if (known->initial.empty()) v.initial.clear();
  }
}

}  // namespace

std::vector<Cubin> cubins_of(const std::string& path) {
  try {
    return machine_code_of(path);
  } catch (const UnreadableFile& e) {
    throw SessionError(Exit::Usage, e.what());
  } catch (const ContainerError& e) {
    throw SessionError(Exit::Source, e.what());
  }
}

std::vector<Cubin> compiled_cubins(const SessionOptions& options) {
  const ArchConfig arch = configured_arch(options);
  PtxText compiled = ptx_of(read_text(options.file), options, 10 * arch.cc.major + arch.cc.minor);
  if (compiled.cubin.empty())
    throw SessionError(Exit::Source,
                       fmt::format("{}: {} made PTX of it, but no machine code; nvcc makes both",
                                   options.file, compiled.compiler));
  std::vector<Cubin> out;
  out.push_back(read_cubin(std::move(compiled.cubin)));
  return out;
}

bool is_machine_code(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string head(4, '\0');
  in.read(head.data(), 4);
  head.resize(static_cast<std::size_t>(in.gcount()));
  std::string fatbin(4, '\0');
  std::memcpy(fatbin.data(), &fatbin_format::kMagic, 4);
  // A file that is cut off within its first word is no text either: no PTX begins so.
  const bool elf = !head.empty() && std::string(
                                        "\x7f"
                                        "ELF")
                                        .starts_with(head);
  return elf || (head.size() > 1 && fatbin.starts_with(head));
}

Program machine_program(const std::string& path, const std::string& kernel,
                        const ArchConfig* arch) {
  const std::vector<Cubin> cubins = cubins_of(path);
  const std::string name = chosen(kernels_in(cubins), kernel, path);
  const Cubin* from = nullptr;
  const CubinCode* code = nullptr;
  std::vector<std::string> others;
  for (const Cubin& cubin : cubins) {
    const auto found = std::ranges::find(cubin.code, name, &CubinCode::name);
    if (found == cubin.code.end()) continue;
    if (arch != nullptr && !executes(*arch, cubin.target)) {
      others.push_back(fmt::format("sm_{}", cubin.target));
      continue;
    }
    // Of several that the device executes the newest.
    if (from != nullptr && cubin.target < from->target) continue;
    from = &cubin;
    code = &*found;
  }
  if (from == nullptr) not_for_device(path, fmt::format("{}", fmt::join(others, ", ")), *arch);
  const std::string ptx = path + " (PTX)";
  Program out = lowered(*from, *code, path, ptx);
  out.text.name = path;
  machine::take_ptx_as_source(out, ptx);
  return out;
}

Program assembled_program(const Program& as_ptx, const PtxText& ptx, const ArchConfig& arch) {
  const Cubin cubin = assembled(as_ptx, ptx, arch);
  const auto code = std::ranges::find(cubin.code, as_ptx.kernel, &CubinCode::name);
  if (code == cubin.code.end())
    throw SessionError(Exit::Source, fmt::format("ptxas made no code for {}", as_ptx.kernel));
  constexpr std::string_view kOfCuda = " (PTX)";
  std::string file = as_ptx.text.name;
  if (file.ends_with(kOfCuda)) file.resize(file.size() - kOfCuda.size());
  Program out = lowered(cubin, *code, file, as_ptx.text.name);
  name_parameters(out, as_ptx);
  type_variables(out, as_ptx);
  share_variables(out, as_ptx);
  name_members(out, as_ptx);
  out.text.name = file + " (SASS)";
  machine::take_ptx_as_source(out, as_ptx.text.name);
  check_machine(out, arch);
  return out;
}

MaybeMachineCode machine_code_if_possible(const Program& as_ptx, const PtxText& ptx,
                                          const ArchConfig& arch) {
  if (std::string why = not_assembled(arch, as_ptx.target); !why.empty())
    return {std::nullopt, std::move(why)};
  try {
    return {assembled_program(as_ptx, ptx, arch), ""};
  } catch (const SessionError& e) {
    return {std::nullopt, e.what()};
  }
}

// Code of one major version runs on later minor ones.
void check_machine(const Program& program, const ArchConfig& arch) {
  const unsigned sm = program.machine->sm;
  if (!executes(arch, sm)) not_for_device(program.text.name, fmt::format("sm_{}", sm), arch);
}

}  // namespace simt
