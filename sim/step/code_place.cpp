#include "sim/step/code_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "isa/analysis/cfg.h"
#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"
#include "sim/step/names.h"

namespace simt {
namespace {

using Line = std::pair<std::string, unsigned>;  // file, line

unsigned parse_line(const std::string& text) {
  constexpr std::size_t kDigits = 9;
  const bool digits = !text.empty() && text.size() <= kDigits &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  const unsigned line = digits ? static_cast<unsigned>(std::stoul(text)) : 0;
  if (line == 0) throw StepError(fmt::format("'{}' is no line; they count from 1", text));
  return line;
}

std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

bool is(const CudaLine& line, const Line& wanted) {
  return line.line == wanted.second && line.file == wanted.first;
}

/// By pc, a number for the basic block that it lies in.
std::vector<std::size_t> block_numbers(const Program& program) {
  std::vector<std::size_t> out(program.code.size());
  std::size_t number = 0;
  for (const FunctionInfo& f : program.functions)
    for (const BasicBlock& block : build_cfg(program, f).blocks) {
      ++number;
      for (Pc pc = block.begin; pc < block.end; ++pc) out[pc] = number;
    }
  return out;
}

using Chains = std::vector<std::vector<CudaLine>>;  // by pc

Chains all_chains(const Program& program) {
  Chains out;
  for (Pc pc = 0; pc < program.code.size(); ++pc) out.push_back(cuda_chain(program, pc));
  return out;
}

/// The instructions that the line names; those of functions inlined in it where it names none.
std::vector<Pc> instructions_of(const Chains& chains, const Line& line) {
  std::vector<Pc> named, inlined;
  for (Pc pc = 0; pc < chains.size(); ++pc) {
    const auto at = std::find_if(chains[pc].begin(), chains[pc].end(),
                                 [&](const CudaLine& l) { return is(l, line); });
    if (at == chains[pc].end()) continue;
    (at == chains[pc].begin() ? named : inlined).push_back(pc);
  }
  return named.empty() ? inlined : named;
}

/// Of those instructions the first in each block and each place where the line was inlined.
std::vector<Pc> beginnings(const Program& program, const Chains& chains, const Line& line) {
  const std::vector<std::size_t> block = block_numbers(program);
  std::vector<Pc> out;
  std::vector<std::pair<std::size_t, std::vector<CudaLine>>> seen;
  for (const Pc pc : instructions_of(chains, line)) {
    auto at = chains[pc].begin();
    while (!is(*at, line)) ++at;
    const std::pair key{block[pc], std::vector<CudaLine>(at, chains[pc].end())};
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(key);
    out.push_back(pc);
  }
  return out;
}

/// The lines with instructions, of calls too.
std::set<Line> known_lines(const Chains& chains) {
  std::set<Line> out;
  for (const auto& chain : chains)
    for (const CudaLine& line : chain) out.insert({line.file, line.line});
  return out;
}

std::string kernel_file(const Program& program) {
  for (Pc pc = 0; pc < program.code.size(); ++pc)
    if (const auto chain = cuda_chain(program, pc); !chain.empty()) return chain.back().file;
  throw StepError("the text names no lines of CUDA C++; nvcc -lineinfo writes them");
}

/// The file that a person means, and an error that lists them when there is none.
std::string file_named(const Program& program, const std::string& word) {
  if (word.empty()) return kernel_file(program);
  std::set<std::string> files;
  for (const auto& [file, line] : known_lines(all_chains(program))) files.insert(file);
  const std::string name = file_name(word);
  if (files.count(name) != 0) return name;
  if (files.empty()) kernel_file(program);
  std::string all;
  for (const std::string& f : files) all += (all.empty() ? "" : ", ") + f;
  throw StepError(fmt::format("no instruction comes from '{}'{}; there is {}", word,
                              nearest_hint(name, {files.begin(), files.end()}), all));
}

std::string lower(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word;
}

/// "; line 46 of the PTX is 'ptx:46'"; "" where the text has no such line.
std::string text_line_of_that_number(const Program& program, unsigned wanted) {
  if (first_at_line(program, wanted) == kNoPc) return "";
  const std::string name = text_name(program);
  return fmt::format("; line {} of the {} is '{}:{}'", wanted, name, lower(name), wanted);
}

/// The file that the text stands in, "matmul.ptx", or would, where it is in none.
std::string text_file(const Program& program) {
  std::string name = file_name(program.text.name);
  const std::string made = fmt::format(" ({})", text_name(program));
  if (name.ends_with(made)) name.resize(name.size() - made.size());
  if (name.ends_with(".cu")) name.replace(name.size() - 2, 2, lower(text_name(program)));
  return name;
}

/// "5" of "*0x40": the line of the text whose address that is.
std::string line_at_address(const Program& program, const std::string& typed) {
  if (!program.machine)
    throw StepError(fmt::format("'{}': PTX has no addresses; --code machine has", typed));
  char* end = nullptr;
  const std::uint64_t address = std::strtoull(typed.c_str() + 1, &end, 0);
  const std::string mark = fmt::format("/*{:04x}*/", address);
  const auto& lines = program.text.lines;
  const auto found = std::ranges::find_if(
      lines, [&](const std::string& line) { return line.compare(0, mark.size(), mark) == 0; });
  if (*end != '\0' || typed.size() < 2 || found == lines.end())
    throw StepError(fmt::format("'{}' is no address of an instruction", typed));
  return std::to_string(found - lines.begin() + 1);
}

CodePlace find_cuda_place(const Program& program, const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const std::string file = file_named(program, word.substr(0, colon));
  const unsigned wanted = parse_line(word.substr(colon + 1));
  const Chains chains = all_chains(program);
  const std::set<Line> known = known_lines(chains);
  const auto line = known.lower_bound({file, wanted});
  if (line == known.end() || line->first != file)
    throw StepError(fmt::format("no instruction at {}:{} or after it{}", file, wanted,
                                text_line_of_that_number(program, wanted)));
  CodePlace out;
  out.cuda = true;
  out.name = fmt::format("{}:{}", file, line->second);
  if (line->second != wanted) out.remark = fmt::format("line {} has no instruction", wanted);
  out.at = beginnings(program, chains, *line);
  return out;
}

/// "line 19 of the PTX; line 19 of soapad.cu is ':19'"; "" where the kernel's file has no such
/// line.
std::string cuda_line_of_that_number(const Program& program, unsigned wanted) {
  if (!has_cuda_lines(program)) return "";
  const std::string file = kernel_file(program);
  if (known_lines(all_chains(program)).count({file, wanted}) == 0) return "";
  return fmt::format("line {0} of the {2}; line {0} of {1} is ':{0}'", wanted, file,
                     text_name(program));
}

/// `bare`: as a number alone, which may have been meant as a line of CUDA C++.
CodePlace find_text_place(const Program& program, unsigned wanted, bool bare) {
  Pc pc = 0;
  const unsigned line = line_with_code(program, wanted, pc);
  if (line == 0) throw StepError(fmt::format("no instruction at line {} or after it", wanted));
  CodePlace out;
  out.name = place_text(program, pc);
  if (bare) out.remark = cuda_line_of_that_number(program, wanted);
  if (line != wanted)
    out.remark = fmt::format("line {} has no instruction{}{}", wanted,
                             out.remark.empty() ? "" : "; ", out.remark);
  for (Pc at = 0; at < program.code.size(); ++at)
    if (program.code[at].loc.line == line) out.at.push_back(at);
  return out;
}

/// A number alone beyond the kernel's file of CUDA C++ is a line of the text, which is shown below
/// the other one.
bool is_of_text_alone(const Program& program, const std::string& typed, bool cuda_file) {
  const bool number = !typed.empty() && typed.find_first_not_of("0123456789") == std::string::npos;
  if (!number || !cuda_file || !has_cuda_lines(program)) return false;
  const unsigned wanted = parse_line(typed);
  const std::string file = kernel_file(program);
  const std::set<Line> known = known_lines(all_chains(program));
  const auto line = known.lower_bound({file, wanted});
  return (line == known.end() || line->first != file) && first_at_line(program, wanted) != kNoPc;
}

}  // namespace

bool CodePlace::holds(Pc pc) const {
  return std::find(at.begin(), at.end(), pc) != at.end();
}

std::string meant_line(const Program& program, const std::string& typed, bool cuda_file) {
  if (typed.starts_with('*')) return line_at_address(program, typed);
  const std::size_t colon = typed.rfind(':');
  if (colon == std::string::npos) return cuda_file && has_cuda_lines(program) ? ":" + typed : typed;
  const std::string file = lower(typed.substr(0, colon)), number = typed.substr(colon + 1);
  const std::string text = lower(text_name(program));
  if (file == text || file == lower(text_file(program))) return number;
  if (file == "ptx" || file == "sass")
    throw StepError(
        fmt::format("the text of this program is {}: '{}:{}'", text_name(program), text, number));
  return typed;
}

bool names_cuda_line(const std::string& word) {
  return word.find(':') != std::string::npos;
}

CodePlace find_place(const Program& program, const std::string& typed, bool cuda_file) {
  if (is_of_text_alone(program, typed, cuda_file)) {
    CodePlace out = find_text_place(program, parse_line(typed), false);
    out.remark = fmt::format("line {} of the {}: {} has no instruction there or after it", typed,
                             text_name(program), kernel_file(program));
    return out;
  }
  const std::string word = meant_line(program, typed, cuda_file);
  return names_cuda_line(word)
             ? find_cuda_place(program, word)
             : find_text_place(program, parse_line(word),
                               !names_cuda_line(typed) && !typed.starts_with('*'));
}

std::pair<CudaFile, unsigned> find_cuda_line(const Program& program, const std::string& word) {
  const std::size_t colon = word.rfind(':');
  CudaFile out{file_named(program, word.substr(0, colon)), {}};
  for (const DebugFile& f : program.debug.files)
    if (file_name(f.path) == out.name && !f.lines.empty()) out.lines = f.lines;
  return {out, parse_line(word.substr(colon + 1))};
}

std::vector<Pc> instructions_of_line(const Program& program, Pc pc) {
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  if (chain.empty()) return {};
  return instructions_of(all_chains(program), {chain.front().file, chain.front().line});
}

std::vector<std::string> cuda_places(const Program& program) {
  std::vector<std::string> out;
  for (const auto& [file, line] : known_lines(all_chains(program)))
    out.push_back(fmt::format("{}:{}", file, line));
  return out;
}

}  // namespace simt
