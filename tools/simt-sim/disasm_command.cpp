// Machine code as text, as the disassemblers of NVIDIA's toolkit write it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isa/base/kernel_choice.h"
#include "isa/base/machine_code.h"
#include "isa/machine/control.h"
#include "isa/machine/print.h"
#include "isa/machine/target/targets.h"
#include "tools/driver/kernel_text.h"
#include "tools/driver/machine_code.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/disasm_lines.h"

namespace simt {
namespace {

machine::Word word_at(const std::string& bytes, std::uint64_t offset) {
  machine::Word word;
  std::memcpy(&word.low, bytes.data() + offset, sizeof word.low);
  std::memcpy(&word.high, bytes.data() + offset + sizeof word.low, sizeof word.high);
  return word;
}

/// "@P0 BRA 0x10" -> "@P0" and "BRA 0x10".
std::pair<std::string, std::string> split_guard(const std::string& text) {
  if (!text.starts_with('@')) return {"", text};
  const std::size_t space = text.find(' ');
  return {text.substr(0, space), text.substr(space + 1)};
}

std::string line_of(const machine::Word& word, unsigned target, std::uint64_t address,
                    const DisasmOptions& options) {
  const machine::Instruction instruction = machine::decode(word, target);
  const auto [guard, text] = split_guard(machine::text_of(instruction, address));
  std::string out = options.control ? text_of(machine::control_of(instruction)) : "";
  out += fmt::format("        /*{:04x}*/ {:>17} {} ;", address, guard, text);
  if (options.words) out += fmt::format("  /* 0x{:016x} 0x{:016x} */", word.low, word.high);
  return out;
}

/// In the place of an instruction that is not known, with its words.
std::string unknown_line(const machine::Word& word, std::uint64_t address, const std::string& why) {
  return fmt::format("        /*{:04x}*/ {:>17} ??? ;  /* 0x{:016x} 0x{:016x} */ // {}", address,
                     "", word.low, word.high, why);
}

/// Returns what is wrong with the code: the listing goes on after each.
std::vector<std::string> print_code(const Cubin& cubin, const CubinCode& code,
                                    const CommandLine& line) {
  std::vector<std::string> errors;
  DisasmLines lines(cubin, code);
  fmt::print("\n\t\tFunction : {}\n", code.name);
  auto function = code.functions.begin();
  for (std::uint64_t at = 0; at + kInstructionBytes <= code.bytes.size(); at += kInstructionBytes) {
    for (; function != code.functions.end() && function->offset <= at; ++function)
      if (function->offset > 0) fmt::print("{}:\n", function->name);
    if (line.disasm.lines) fmt::print("{}", lines.before(at));
    const machine::Word word = word_at(code.bytes, at);
    try {
      fmt::print("{}\n", line_of(word, cubin.target, at, line.disasm));
    } catch (const machine::DecodeError& e) {
      fmt::print("{}\n", unknown_line(word, at, e.what()));
      errors.push_back(fmt::format("{}: sm_{}, {}, 0x{:04x}: {}", line.session.file, cubin.target,
                                   code.name, at, e.what()));
    }
  }
  fmt::print("\t\t..........\n");
  return errors;
}

/// The sections that --kernel means; all without it.
std::set<std::string> chosen_code(const std::vector<Cubin>& cubins, const CommandLine& line) {
  std::set<std::string> all;
  for (const Cubin& cubin : cubins)
    for (const CubinCode& code : cubin.code) all.insert(code.name);
  const std::string& wish = line.disasm.kernel;
  if (wish.empty()) return all;
  const std::vector<std::string> names(all.begin(), all.end());
  const std::vector<std::string> meant = kernels_meant(wish, names);
  if (meant.empty())
    throw SessionError(
        Exit::Usage,
        fmt::format("{}: no kernel {}; there {}", line.session.file, wish,
                    names.empty() ? std::string("is none")
                                  : fmt::format("are: {}", fmt::join(kernel_titles(names), ", "))));
  return {meant.begin(), meant.end()};
}

/// --lines of code without any would show nothing and say nothing.
void check_lines(const std::vector<Cubin>& cubins, const std::set<std::string>& chosen,
                 const std::string& file) {
  for (const Cubin& cubin : cubins)
    for (const CubinCode& code : cubin.code)
      if (chosen.contains(code.name) && !DisasmLines(cubin, code).empty()) return;
  throw SessionError(Exit::Usage,
                     fmt::format("--lines: {} has no lines of its source; nvcc and ptxas write "
                                 "them with -lineinfo",
                                 file));
}

}  // namespace

Exit disasm_command(const CommandLine& line) {
  const bool compiles = is_cuda(line.session.file);
  if (!compiles && !line.session.arch.empty())
    throw SessionError(Exit::Usage, "--arch: only a .cu file is compiled for a device");
  const std::vector<Cubin> cubins =
      compiles ? compiled_cubins(line.session) : cubins_of(line.session.file);
  const std::set<std::string> chosen = chosen_code(cubins, line);
  if (line.disasm.lines) check_lines(cubins, chosen, line.session.file);
  std::vector<std::string> errors;
  for (const Cubin& cubin : cubins) {
    bool titled = false;
    for (const CubinCode& code : cubin.code) {
      if (!chosen.contains(code.name)) continue;
      if (!machine::is_known_target(cubin.target))
        throw SessionError(Exit::Source, fmt::format("{}: {}", line.session.file,
                                                     machine::no_table_text(cubin.target)));
      if (!titled) fmt::print("\n\tcode for sm_{}\n", cubin.target);
      titled = true;
      for (std::string& error : print_code(cubin, code, line)) errors.push_back(std::move(error));
    }
  }
  if (!errors.empty())
    throw SessionError(Exit::Source, fmt::format("{}", fmt::join(errors, "\nsimt-sim: ")));
  return Exit::Fine;
}

}  // namespace simt
