#include "isa/cuda/compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "isa/base/regex.h"
#include "isa/cuda/backend_failure.h"
#include "isa/cuda/clang.h"
#include "isa/cuda/command.h"
#include "isa/cuda/headers.h"
#include "isa/cuda/inlined_calls.h"

namespace simt::cuda {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kHowToGetOne =
    "install clang (Debian: apt install clang; no CUDA toolkit is needed), or put nvcc on PATH, or "
    "give --compiler PATH";

// Newest first; clang 14 is Debian 12's.
Words clang_names() {
  Words names{"clang"};
  for (unsigned version = 22; version >= 14; --version)
    names.push_back(fmt::format("clang-{}", version));
  return names;
}

CompilerKind kind_of(const std::string& path) {
  return fs::path(path).filename().string().find("nvcc") != std::string::npos ? CompilerKind::Nvcc
                                                                              : CompilerKind::Clang;
}

}  // namespace

Compiler wanted_compiler(const std::string& name) {
  const auto found = find_compiler(name);
  if (found) return *found;
  throw CompileError(
      name.empty() ? fmt::format("a .cu file needs a compiler of CUDA C++ and none is on PATH: {}",
                                 kHowToGetOne)
                   : fmt::format("--compiler {}: there is no such program", name));
}

void add_flags(Words& words, const Compiler& compiler, const CompileRequest& request) {
  const bool standard = std::any_of(request.flags.begin(), request.flags.end(), [](const auto& f) {
    return f.starts_with("-std") || f.starts_with("--std");
  });
  if (compiler.kind == CompilerKind::Clang && request.colour)
    words.emplace_back("-fcolor-diagnostics");
  if (!standard) words.emplace_back("-std=c++17");
  words.insert(words.end(), request.flags.begin(), request.flags.end());
}

namespace {

// What the compiler says of its targets. clang names its version there, too.
std::string listed_targets(const Compiler& compiler) {
  return compiler.kind == CompilerKind::Nvcc
             ? run_command({compiler.path, "--list-gpu-arch"}).output
             : run_command(
                   {compiler.path, "--print-supported-cpus", "--target=nvptx64-nvidia-cuda"})
                   .output;
}

// "nvcc 13.0" of the PTX that it made, "clang 14" of its list.
std::string title(const Compiler& compiler, const std::string& listed, const std::string& ptx) {
  const bool nvcc = compiler.kind == CompilerKind::Nvcc;
  const std::string name = nvcc ? "nvcc" : "clang";
  const Regex version(nvcc ? "release ([0-9.]+)" : "clang version ([0-9]+)");
  const auto found = version.first_in(nvcc ? ptx.substr(0, 1000) : listed);
  return found ? name + " " + (*found)[1] : name;
}

// The targets of that list, as numbers, in order. Those with a letter (sm_90a) are left.
std::vector<unsigned> targets_of(const Compiler& compiler, const std::string& listed) {
  std::vector<unsigned> out;
  const Regex target("(?:sm|compute)_([0-9]+)(?![0-9a-z])");
  for (const Regex::Groups& found : target.all_in(listed))
    out.push_back(static_cast<unsigned>(std::stoul(found[1])));
  std::sort(out.begin(), out.end());
  if (out.empty())
    throw CompileError(
        fmt::format("{} lists no targets for CUDA: {}\n{}", compiler.path, kHowToGetOne, listed));
  return out;
}

unsigned best_target(const std::vector<unsigned>& known, unsigned wanted) {
  const auto newer = std::upper_bound(known.begin(), known.end(), wanted);
  return newer == known.begin() ? known.front() : *std::prev(newer);
}

Words nvcc_words(const Compiler& compiler, unsigned target) {
  return {compiler.path, "-ptx", "-lineinfo", fmt::format("-arch=compute_{}", target)};
}

// What a newer device has is not defined for an older one: a name of CUDA that is unknown, or a
// message that tells of targets.
bool may_lack_target(const std::string& messages) {
  const Regex error("error *:[^\\n]*");
  const Regex unknown("undefined|undeclared|no member|overloaded|matching function|target feature");
  const Regex of_cuda("[\"'](__|atomic|cooperative_groups|cuda|nvcuda)");
  const Regex of_target("(sm|compute)_[0-9]|__CUDA_ARCH__|compute capability|architecture");
  return std::ranges::any_of(error.all_in(messages), [&](const Regex::Groups& line) {
    return (unknown.found_in(line[0]) && of_cuda.found_in(line[0])) || of_target.found_in(line[0]);
  });
}

std::string target_hint(const std::string& messages, const Compiler& compiler, unsigned target) {
  if (!may_lack_target(messages)) return "";
  return fmt::format(
      "{} was to compile for sm_{}. What only newer devices have is unknown to it: --arch h200 and "
      "the like compile for those.\n",
      fs::path(compiler.path).filename().string(), target);
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Assembles what nvcc compiled, as nvcc would for this target. PTX that cannot be assembled alone
// (it is to be linked with more) has neither count nor code.
void assemble_by_nvcc(CompileResult& out, const Compiler& compiler, const fs::path& ptx,
                      const CompileRequest& request) {
  const fs::path cubin = fs::path(ptx).replace_extension("cubin");
  Words words{compiler.path, "-cubin", "-lineinfo",
              "-Xptxas",     "-v",     fmt::format("-arch=sm_{}", out.target)};
  words.insert(words.end(), request.flags.begin(), request.flags.end());
  words.insert(words.end(), {"-o", cubin.string(), ptx});
  const CommandResult done = run_command(words);
  if (done.exit_code != 0) return;
  out.registers = registers_told(done.output);
  out.cubin = read(cubin);
}

// clang's PTX with the calls that were inlined (isa/cuda/inlined_calls.h); as it is where clang
// does not make the same instructions of its own IR. `words` made the PTX.
std::string with_inlined_calls(Words words, const fs::path& folder, const CompileRequest& request,
                               unsigned target, const std::string& ptx) {
  const fs::path ir = folder / "kernel.ll", marked = folder / "marked.ll",
                 marked_ptx = folder / "marked.ptx";
  words.insert(words.end(), {"-emit-llvm", "-o", ir.string(), request.file});
  if (run_command(words).exit_code != 0) return ptx;
  const MarkedIr places = mark_places(read(ir));
  const bool inlined = std::ranges::any_of(
      places.places, [](const auto& place) { return place.second.inlined_at != 0; });
  if (!inlined) return ptx;
  write_file(marked, places.text);
  const Words backend = clang_backend_words(words.front(), target, marked, marked_ptx);
  if (run_command(backend).exit_code != 0) return ptx;
  return with_calls(ptx, read(marked_ptx), places);
}

// What went wrong, for a person. `words` are those of the compiler, without the output.
std::string failure_text(Words words, const Compiler& compiler, const std::string& messages,
                         const fs::path& folder, const CompileRequest& request, unsigned target) {
  if (compiler.kind == CompilerKind::Clang && is_backend_failure(messages)) {
    const fs::path ir = folder / "kernel.ll";
    words.insert(words.end(), {"-emit-llvm", "-o", ir.string(), request.file});
    const bool made = run_command(words).exit_code == 0;
    return backend_failure_text(messages, made ? read(ir) : "", request.file);
  }
  return fmt::format("{}{}{}", messages, target_hint(messages, compiler, target),
                     compiler.kind == CompilerKind::Clang ? clang_hint(messages) : "");
}

CompileResult compile_in(const TemporaryFolder& folder, const CompileRequest& request) {
  const Compiler compiler = wanted_compiler(request.compiler);
  const std::string listed = listed_targets(compiler);
  const unsigned target = best_target(targets_of(compiler, listed), request.target);
  const fs::path include = folder.path() / "include", ptx = folder.path() / "kernel.ptx";
  const bool clang = compiler.kind == CompilerKind::Clang;
  if (clang) write_headers(include);
  Words words =
      clang ? clang_device_words(compiler.path, target, include) : nvcc_words(compiler, target);
  add_flags(words, compiler, request);
  const Words without_output = words;
  words.insert(words.end(), {"-o", ptx.string(), request.file});
  CommandResult done = run_command(words);
  if (done.exit_code != 0)
    throw CompileError(
        failure_text(without_output, compiler, done.output, folder.path(), request, target));
  std::string text = read(ptx);
  if (clang) text = with_inlined_calls(without_output, folder.path(), request, target, text);
  const std::string by = title(compiler, listed, text);
  CompileResult out{std::move(text), std::move(done.output), by, target, {}, {}};
  if (!clang) assemble_by_nvcc(out, compiler, ptx, request);
  return out;
}

}  // namespace

std::map<std::string, unsigned> registers_told(const std::string& messages) {
  std::map<std::string, unsigned> out;
  std::string kernel;
  const Regex line("Compiling entry function '([^']*)'|Used ([0-9]+) registers");
  for (const Regex::Groups& found : line.all_in(messages)) {
    if (!found[1].empty())
      kernel = found[1];
    else if (!kernel.empty())
      out[std::exchange(kernel, "")] = static_cast<unsigned>(std::stoul(found[2]));
  }
  return out;
}

std::optional<Compiler> find_compiler(const std::string& name) {
  Words names = name.empty() || name == "clang" ? clang_names() : Words{name};
  if (name.empty()) names.insert(names.begin(), "nvcc");
  for (const std::string& n : names)
    if (const std::string path = find_program(n); !path.empty())
      return Compiler{kind_of(path), path};
  return std::nullopt;
}

std::vector<unsigned> compiler_targets(const Compiler& compiler) {
  return targets_of(compiler, listed_targets(compiler));
}

CompileResult compile(const CompileRequest& request) {
  try {
    const TemporaryFolder folder;
    return compile_in(folder, request);
  } catch (const std::system_error& e) {
    throw CompileError(fmt::format("cannot compile {}: {}", request.file, e.what()));
  }
}

}  // namespace simt::cuda
