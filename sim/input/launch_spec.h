// A launch as a person writes it: `//!` header lines of an .ir file and command-line options.
// The grammar is a contract (docs/CLI.md): grid, block, shared, arg, symbol, check, goal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isa/core/program.h"
#include "sim/exec/executor.h"
#include "sim/input/field.h"

namespace simt {

/// A wrong spec: what is wrong and what would be right. `line`: in the file, 0 for an option;
/// `column` from 1, 0 when it is the whole line.
struct SpecError : std::runtime_error {
  SpecError(const std::string& message, unsigned at_line = 0, unsigned at_column = 0)
      : std::runtime_error(message), line(at_line), column(at_column) {}
  unsigned line, column;
};

/// TYPE:VALUE or TYPE[COUNT]=GEN. Numbers are those that element.h describes.
struct ArgSpec {
  std::string name;  ///< "in"; empty where only the position says what it is for
  ScalarType type = ScalarType::S32;
  bool is_buffer = false;
  bool is_bool = false;  ///< CUDA C++ calls it bool: numbers are 1 where they are not zero
  std::optional<std::uint64_t> count;  ///< buffers; absent: taken from file or list
  std::string count_text;   ///< COUNT that names scalar arguments, until their values are known
  unsigned count_each = 1;  ///< numbers that one of COUNT has
  /// What fills a buffer; exact meaning in generators.h.
  struct Generator {
    enum class Kind : std::uint8_t {
      Zero,
      Const,
      Iota,
      Random,
      Sorted,
      Dominant,
      Choice,
      Chain,
      Heap,
      File,
      List,
      Bytes
    };
    Kind kind = Kind::Zero;
    std::vector<std::string> operands;  ///< numbers as written, or the path
    std::vector<std::byte> bytes = {};  ///< Bytes: of all elements
  } generator;
  std::string value;  ///< scalars: number as written
  /// Of an array of several dimensions, the length of each, where known.
  std::vector<std::uint64_t> extents = {};
  /// Of structures whose definition is known, which are given as bytes.
  std::vector<Field> fields;
  std::uint32_t structure_bytes = 0;
  /// What the pointers of a structure that is passed by value point to: named "v.in".
  std::vector<ArgSpec> pointed;
  std::uint32_t pointer_offset = 0;  ///< of one of these: where in the structure its pointer is
  unsigned line = 0, column = 0;     ///< in the file; 0: an option
};
using GeneratorKind = ArgSpec::Generator::Kind;

/// NAME=GEN, or NAME TYPE=GEN where the variable is declared as bytes but holds TYPE.
struct SymbolSpec {
  std::string name;
  /// Type None: the variable's own. A value: of a variable that is no array. An empty list: the
  /// variable keeps what it has.
  ArgSpec data;
};
struct CheckSpec {
  std::string text;
  unsigned line = 0, column = 0;  ///< where `text` begins; 0: an option
};

struct LaunchSpec {
  std::optional<Dim3> grid, block;
  unsigned grid_line = 0, block_line = 0;  ///< in the file; 0: an option
  std::optional<std::uint32_t> dynamic_shared;
  std::optional<unsigned> warp_size;
  std::string kernel;
  unsigned kernel_line = 0;  ///< in the file; 0: an option
  std::vector<ArgSpec> args;
  std::vector<SymbolSpec> symbols;
  std::vector<CheckSpec> checks;  ///< of the result
  std::vector<CheckSpec> goals;   ///< of the metrics
};

/// X[,Y[,Z]], each at least 1.
Dim3 parse_dim3(const std::string& text);
/// A size in bytes or a number of lanes; `what` is named in the message.
std::uint32_t parse_small(const std::string& text, const std::string& what);
/// `named`: "NAME " may stand before the type.
ArgSpec parse_arg(const std::string& text, bool named);
/// "zero", "iota(0,1)": what fills a buffer or a part of a structure; nothing where the text is a
/// number or a list in braces. Throws SpecError.
std::optional<ArgSpec::Generator> parse_generator(const std::string& text);
SymbolSpec parse_symbol(const std::string& text);
/// Reads the `//!` lines of the IR text. Throws SpecError.
LaunchSpec parse_header(const std::string& ir_text);
/// `header` with everything that `options` gives replaced. Arguments that all have names replace
/// the header's of these names; else they replace all of them and keep the header's names by
/// position, so that its checks still apply. Checks are replaced as a whole; goals are added.
LaunchSpec overridden(LaunchSpec header, const LaunchSpec& options);

/// A buffer or scalar argument, or a module variable, with its place in the run's memory.
struct BoundArg {
  ArgSpec spec;  ///< name and count filled in; the path of a file resolved
  StateSpace space = StateSpace::Global;
  std::uint64_t address = 0, bytes = 0;
  std::uint64_t scalar_bits = 0;
};
struct BoundLaunch {
  LaunchState state;
  std::vector<BoundArg> args;
  std::vector<BoundArg> variables;  ///< .global and .const variables of the module
  std::vector<BoundArg> pointed;    ///< ArgSpec::pointed of all arguments
};
/// Allocates and fills buffers, lays out the parameters, maps module variables.
/// Paths in header lines are relative to the folder of ProgramText::name, those of options to
/// the working directory. Throws SpecError; its `line` is 0 for an option.
BoundLaunch bind(const LaunchSpec& spec, const Program& program, GlobalMemory& memory);

/// The figures of a run that a goal may name beside the values in memory.
class MetricSource {
 public:
  virtual ~MetricSource() = default;
  virtual std::optional<double> find(std::string_view name) const = 0;
  virtual std::vector<std::string> names() const = 0;
};

struct CheckResult {
  bool passed = false;
  std::string message;  ///< why it failed; of one that passed what to know of it, mostly nothing
};
/// Reads a check without evaluating it, so that mistakes show before the run. Throws SpecError.
/// With `metrics` it is a goal.
void validate_check(const CheckSpec& check, const BoundLaunch& launch, const GlobalMemory& memory,
                    const MetricSource* metrics = nullptr);
/// Evaluates one check line (language: check.h) on memory after the run. Throws SpecError when it
/// cannot be read.
CheckResult evaluate_check(const CheckSpec& check, const BoundLaunch& launch,
                           const GlobalMemory& memory, const MetricSource* metrics = nullptr);

}  // namespace simt
