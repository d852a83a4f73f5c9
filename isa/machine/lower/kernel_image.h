// What the machine code of one kernel consists of, however it was packed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/core/program.h"

namespace simt::machine {

/// Lines of the source, by instruction.
struct CodeLines {
  DebugInfo source;
  std::vector<std::uint32_t> line;  ///< by PC: index + 1 into source.lines; 0: none. Or empty
  AssembledFrom ptx;
};

/// A section of code: the kernel's, then those of functions that have their own.
struct CodePart {
  std::string name;
  std::size_t first = 0;  ///< its first instruction
};

struct KernelImage {
  std::string name;
  unsigned sm = 0;              ///< 75, 80, ...
  std::vector<std::byte> code;  ///< 16 bytes an instruction
  std::vector<CodePart> parts;  ///< none: the code is a fragment
  /// Of branches through registers where they may go, by instruction.
  std::map<Pc, std::vector<Pc>> branch_targets;
  std::uint64_t code_address = 0;    ///< of the first instruction, for addresses in registers
  std::uint32_t registers = 0;       ///< of a thread, as the kernel needs them with what it calls
  std::uint32_t most_registers = 0;  ///< that some function in `code` names, called or not
  std::uint32_t barriers = 0;        ///< of a block
  std::uint32_t stack_bytes = 0;     ///< of a thread
  bool open_stack = false;           ///< of `stack_bytes` at least: how deep calls go is not known
  /// Of a block, with the part that the hardware keeps.
  std::uint32_t shared_bytes = 0;
  bool dynamic_shared = false;
  std::uint32_t params_at = 0, param_bytes = 0, bank0_bytes = 0;
  std::vector<Param> params;  ///< by offset; offsets from params_at
  /// Initial bytes of banks 1 to 5; addresses of variables are filled in.
  std::array<std::vector<std::byte>, 6> banks;
  std::vector<std::string> system_calls;  ///< functions of the driver whose addresses banks hold
  std::vector<Variable> variables;        ///< .global ones, and those of bank 3 by offset in it
  std::array<std::uint32_t, 3> max_threads{}, required_threads{};
  bool is_cluster = false;  ///< its cubin says that it is launched in clusters, if of one block
  CodeLines lines;
};

}  // namespace simt::machine
