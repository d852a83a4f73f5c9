// Machine code as text, as the disassemblers of NVIDIA's toolkit write it.
#include <fmt/format.h>

#include <cstring>

#include "isa/container/machine_code.h"
#include "isa/machine/control.h"
#include "isa/machine/print.h"
#include "tools/simt-sim/commands.h"

namespace simt {
namespace {

using machine::kInstructionBytes;

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

void print_code(const CubinCode& code, unsigned target, const CommandLine& line) {
  fmt::print("\n\t\tFunction : {}\n", code.name);
  auto function = code.functions.begin();
  for (std::uint64_t at = 0; at + kInstructionBytes <= code.bytes.size(); at += kInstructionBytes) {
    for (; function != code.functions.end() && function->offset <= at; ++function)
      if (function->offset > 0) fmt::print("{}:\n", function->name);
    try {
      fmt::print("{}\n", line_of(word_at(code.bytes, at), target, at, line.disasm));
    } catch (const machine::DecodeError& e) {
      throw SessionError(Exit::Source, fmt::format("{}: sm_{}, {}, 0x{:04x}: {}", line.session.file,
                                                   target, code.name, at, e.what()));
    }
  }
  fmt::print("\t\t..........\n");
}

std::string kernels_text(const std::vector<Cubin>& cubins) {
  std::string out;
  for (const Cubin& cubin : cubins)
    for (const CubinCode& code : cubin.code)
      if (out.find(code.name) == std::string::npos) out += (out.empty() ? "" : ", ") + code.name;
  return out.empty() ? "none" : out;
}

}  // namespace

Exit disasm_command(const CommandLine& line) {
  std::vector<Cubin> cubins;
  try {
    cubins = machine_code_of(line.session.file);
  } catch (const ContainerError& e) {
    throw SessionError(Exit::Usage, e.what());
  }
  const std::string& wanted = line.disasm.kernel;
  bool found = false;
  for (const Cubin& cubin : cubins) {
    bool titled = false;
    for (const CubinCode& code : cubin.code) {
      if (!wanted.empty() && code.name != wanted) continue;
      found = true;
      if (!titled) fmt::print("\n\tcode for sm_{}\n", cubin.target);
      titled = true;
      print_code(code, cubin.target, line);
    }
  }
  if (!found && !wanted.empty())
    throw SessionError(Exit::Usage, fmt::format("{}: no kernel {}; there are: {}",
                                                line.session.file, wanted, kernels_text(cubins)));
  return Exit::Fine;
}

}  // namespace simt
