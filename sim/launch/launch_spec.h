// A launch as a person writes it: `//!` header lines of an .ir file and command-line options.
// The grammar is a contract (docs/CLI.md): grid, block, shared, arg, symbol, check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program/program.h"
#include "sim/exec/executor.h"

namespace simt {

/// A wrong spec: what is wrong and what would be right. `line`: in the file, 0 for an option.
struct SpecError : std::runtime_error {
  SpecError(const std::string& message, unsigned at_line = 0)
      : std::runtime_error(message), line(at_line) {}
  unsigned line;
};

/// TYPE:VALUE or TYPE[COUNT]=GEN.
struct ArgSpec {
  std::string name;                 ///< from the header ("in"); empty on the command line
  ScalarType type = ScalarType::S32;
  bool is_buffer = false;
  std::optional<std::uint64_t> count;  ///< buffers; absent: taken from file or list
  struct Generator {
    enum class Kind : std::uint8_t { Zero, Const, Iota, Random, File, List } kind = Kind::Zero;
    std::vector<std::string> operands;   ///< numbers as written, or the path
  } generator;
  std::string value;                ///< scalars: number as written
  unsigned line = 0;
};

struct SymbolSpec { std::string name; ArgSpec data; };
struct CheckSpec { std::string text; unsigned line = 0; };

struct LaunchSpec {
  std::optional<Dim3> grid, block;
  std::optional<std::uint32_t> dynamic_shared;
  std::optional<unsigned> warp_size;
  std::string kernel;
  std::vector<ArgSpec> args;
  std::vector<SymbolSpec> symbols;
  std::vector<CheckSpec> checks;
};

Dim3 parse_dim3(const std::string& text);
ArgSpec parse_arg(const std::string& text, bool named);
/// Reads the `//!` lines of the IR text. Throws SpecError.
LaunchSpec parse_header(const std::string& ir_text);

/// A buffer argument after allocation.
struct BoundArg {
  ArgSpec spec;
  std::uint64_t address = 0, bytes = 0;
  std::uint64_t scalar_bits = 0;
};
struct BoundLaunch {
  LaunchState state;
  std::vector<BoundArg> args;
};
/// Allocates and fills buffers, lays out the parameters, maps module variables.
BoundLaunch bind(const LaunchSpec& spec, const Program& program, GlobalMemory& memory);

struct CheckResult { bool passed = false; std::string message; };
/// Evaluates one check line on memory after the run. Throws SpecError when it cannot be read.
CheckResult evaluate_check(const CheckSpec& check, const BoundLaunch& launch,
                           const GlobalMemory& memory);

}  // namespace simt
