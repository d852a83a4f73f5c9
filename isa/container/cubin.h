// Cubins: machine code for one architecture as ptxas and nvlink write it, an ELF file with a
// section of code for each kernel and what a launch of it needs beside it (docs/MACHINE.md, "A
// cubin").
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/container/fatbin.h"
#include "isa/container/line_table.h"

namespace simt {

struct CubinParameter {
  unsigned ordinal = 0;
  unsigned offset = 0, bytes = 0;  ///< from the first parameter
  bool operator==(const CubinParameter&) const = default;
};

/// A function in a section of code: its kernel, or what the kernel calls.
struct CubinFunction {
  std::string name;
  bool kernel = false;
  std::uint64_t offset = 0, bytes = 0;  ///< in the section
};

/// A section of code, and what a launch of its kernel needs.
struct CubinCode {
  std::string name;  ///< of the kernel: the section is ".text." and this
  std::string bytes;
  std::vector<CubinFunction> functions;  ///< by offset
  /// Where a branch through a register (BRX) may go, by its offset in the section: all of its
  /// targets, each once or more often.
  std::map<std::uint64_t, std::vector<std::uint64_t>> branch_targets;
  unsigned registers = 0;  ///< of a thread
  unsigned barriers = 0;
  std::uint64_t shared_bytes = 0;  ///< static; on sm_90 with the kilobyte that the driver keeps
  std::uint64_t stack_bytes = 0;   ///< of a thread, at least
  unsigned parameters_offset = 0;  ///< in constant bank 0
  unsigned parameters_bytes = 0;
  std::vector<CubinParameter> parameters;                   ///< by ordinal
  std::optional<std::array<unsigned, 3>> max_threads;       ///< __launch_bounds__
  std::optional<std::array<unsigned, 3>> required_threads;  ///< .reqntid
  std::optional<std::array<unsigned, 3>> cluster;           ///< its blocks, .reqnctapercluster
  std::map<unsigned, std::string> constants;                ///< banks that it has of its own

  bool dynamic_shared = false;  ///< it may have shared memory of a size that a launch gives

  bool has_kernel() const;
};

struct CubinRelocation {
  std::string section;  ///< that is changed
  std::uint64_t offset = 0;
  unsigned type = 0;
  std::string symbol;
  std::string target;                  ///< the section that the symbol lies in; "" for none
  std::uint64_t target_offset = 0;     ///< of the symbol in it
  std::optional<std::int64_t> addend;  ///< nullopt: it stands at the place
};

/// A variable in global memory, or in the constant bank of the source.
struct CubinVariable {
  std::string name;
  std::string section;                  ///< kCubinConstants, kCubinInitialised or kCubinZeroed
  std::uint64_t offset = 0, bytes = 0;  ///< in it
};
inline constexpr std::string_view kCubinConstants = ".nv.constant3",
                                  kCubinInitialised = ".nv.global.init",
                                  kCubinZeroed = ".nv.global";

/// A call of a function by its name.
struct CubinCall {
  std::string caller, callee;
  bool operator==(const CubinCall&) const = default;
};

/// Where the code came from, where the compiler was asked for it (-lineinfo).
struct CubinLines {
  std::vector<LineTable> source;  ///< CUDA C++
  std::vector<LineTable> ptx;     ///< lines of `ptx_text`; files have no names
  std::vector<std::string> ptx_text;
};

struct Cubin {
  unsigned target = 0;       ///< 75 for sm_75
  bool relocatable = false;  ///< of -rdc: not linked yet
  std::vector<CubinCode> code;
  std::map<unsigned, std::string> constants;  ///< banks that all kernels share
  std::string global_data;                    ///< initialised global memory
  std::uint64_t global_bytes = 0;             ///< the other one
  std::vector<CubinVariable> variables;
  std::vector<CubinRelocation> relocations;
  std::vector<CubinCall> calls;
  CubinLines lines;
};

/// Whether `function` calls `callee`, or one that does. Calls through pointers are not known.
bool calls(const Cubin& cubin, const std::string& function, const std::string& callee);

/// Whether `bytes` begin as a cubin does.
bool is_cubin(std::string_view bytes);

/// Throws ContainerError.
Cubin read_cubin(std::string bytes);

}  // namespace simt
