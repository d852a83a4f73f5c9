#include "isa/core/place.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/core/toolkit_files.h"

namespace simt {
namespace {

std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

std::string trimmed(const std::string& line) {
  const std::size_t from = line.find_first_not_of(" \t");
  if (from == std::string::npos) return "";
  return line.substr(from, line.find_last_not_of(" \t\r") + 1 - from);
}

const DebugFile* file_of(const Program& program, std::uint32_t id) {
  for (const DebugFile& file : program.debug.files)
    if (file.id == id) return &file;
  return nullptr;
}

std::string function_around(const Program& program, Pc pc) {
  for (const FunctionInfo& f : program.functions)
    if (pc >= f.entry && pc < f.end) return display_name(f.name);
  return "";
}

CudaLine cuda_line(const Program& program, const DebugLine& from, Pc pc) {
  CudaLine out;
  out.line = from.line;
  out.column = from.column;
  if (const DebugFile* file = file_of(program, from.file)) {
    out.path = file->path;
    out.file = file_name(file->path);
    out.toolkit = is_toolkit_file(file->path);
    if (from.line <= file->lines.size()) out.text = trimmed(file->lines[from.line - 1]);
  } else {
    out.file = fmt::format("file {}", from.file);
  }
  if (from.function != 0)
    out.function = display_name(program.debug.functions[from.function - 1]);
  else if (from.inlined_at == 0)
    out.function = function_around(program, pc);
  return out;
}

const std::string* text_line(const Program& program, std::uint32_t line) {
  return line == 0 || line > program.text.lines.size() ? nullptr : &program.text.lines[line - 1];
}

/// "PTX ", where the text was compiled.
std::string compiled_text(const Program& program) {
  return has_cuda_lines(program) ? text_name(program) + " " : "";
}

/// The line of PTX that an instruction of machine code was made of: "PTX line 46: add.f32 ...".
std::string ptx_line(const Program& program, Pc pc) {
  if (!program.machine || program.machine->ptx.line.empty()) return "";
  const AssembledFrom& ptx = program.machine->ptx;
  const std::uint32_t line = ptx.line[pc];
  if (line == 0 || line > ptx.text.size()) return "";
  return fmt::format("PTX line {}: {}", line, trimmed(ptx.text[line - 1]));
}

/// "inlined at 12, util.cuh:7; ", each line with its file where that changes.
std::string calls_text(const std::vector<CudaLine>& chain) {
  std::string out;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    const bool same_file = chain[i].path == chain[i - 1].path;
    out += (i == 1 ? "" : ", ") + (same_file ? std::to_string(chain[i].line) : chain[i].place());
  }
  return out.empty() ? "" : "inlined at " + out + "; ";
}

}  // namespace

std::vector<CudaLine> whole_cuda_chain(const Program& program, Pc pc) {
  std::vector<CudaLine> out;
  if (pc >= program.code.size()) return out;
  std::uint32_t at = program.code[pc].debug_line;
  while (at != 0) {
    const DebugLine& line = program.debug.lines[at - 1];
    if (line.line != 0) out.push_back(cuda_line(program, line, pc));
    at = line.inlined_at;
  }
  return out;
}

std::vector<CudaLine> cuda_chain(const Program& program, Pc pc) {
  std::vector<CudaLine> out = whole_cuda_chain(program, pc);
  const auto own = std::find_if(out.begin(), out.end(), [](const auto& l) { return !l.toolkit; });
  if (own != out.end()) out.erase(out.begin(), own);
  return out;
}

bool has_cuda_lines(const Program& program) {
  return !program.debug.lines.empty();
}

std::string cuda_place(const Program& program, Pc pc) {
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  return chain.empty() ? "" : chain.front().place();
}

std::string text_name(const Program& program) {
  return program.machine ? "SASS" : "PTX";
}

std::string text_place(const Program& program, Pc pc) {
  if (pc == kNoPc) return "the end";
  if (pc >= program.code.size() || program.code[pc].loc.line == 0) return fmt::format("pc {}", pc);
  return fmt::format("{}line {}", compiled_text(program), program.code[pc].loc.line);
}

std::string place_text(const Program& program, Pc pc) {
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  const std::string text = text_place(program, pc);
  if (chain.empty()) return text;
  return fmt::format("{} ({}{})", chain.front().place(), calls_text(chain), text);
}

std::string place_text(const Program* program, Pc pc) {
  if (program != nullptr) return place_text(*program, pc);
  return pc == kNoPc ? "the end" : fmt::format("pc {}", pc);
}

std::string place_text(const Program& program, const std::vector<Pc>& pcs) {
  constexpr std::size_t kMost = 4;
  if (pcs.size() <= 1) return place_text(program, pcs.empty() ? kNoPc : pcs.front());
  std::vector<std::uint32_t> lines;
  for (const Pc pc : pcs)
    if (pc < program.code.size()) lines.push_back(program.code[pc].loc.line);
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  const bool more = lines.size() > kMost;
  if (more) lines.resize(kMost - 1);
  const std::vector<CudaLine> chain = cuda_chain(program, pcs.front());
  const std::string text =
      fmt::format("{}line{} {}{}", compiled_text(program), lines.size() == 1 ? "" : "s",
                  fmt::join(lines, ", "), more ? ", ..." : "");
  if (chain.empty()) return text;
  return fmt::format("{} ({}{})", chain.front().place(), calls_text(chain), text);
}

std::string short_place(const Program& program, Pc pc) {
  const std::string cuda = cuda_place(program, pc);
  return cuda.empty()
             ? text_place(program, pc)
             : fmt::format("{} ({} {})", cuda, text_name(program), program.code[pc].loc.line);
}

std::vector<std::string> place_lines(const Program& program, Pc pc) {
  if (pc >= program.code.size()) return {program.text.name};
  std::vector<std::string> out;
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const CudaLine& line = chain[i];
    const std::string text = line.text.empty() ? "" : ": " + line.text;
    const std::string in = line.function.empty() ? "" : " in " + line.function;
    const std::string into = i == 0 ? "" : fmt::format("inlined{} at ", in);
    out.push_back(into + line.place() + text);
  }
  if (std::string ptx = ptx_line(program, pc); !ptx.empty()) out.push_back(std::move(ptx));
  const SourceLoc loc = program.code[pc].loc;
  const std::string* text = text_line(program, loc.line);
  out.push_back(fmt::format("{}:{}:{}{}", program.text.name, loc.line, loc.column,
                            text == nullptr ? "" : ": " + trimmed(*text)));
  return out;
}

Pc first_at_line(const Program& program, std::uint32_t line) {
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (program.code[pc].loc.line == line) return pc;
  return kNoPc;
}

std::string kernel_title(const Program& program) {
  return display_name(program.kernel);
}

}  // namespace simt
