// What the kernels of a module are made of: PTX, or the machine code of a cubin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "isa/container/cubin.h"
#include "isa/ptx/frontend.h"

namespace simt::program {

/// Of kernels by the linker's name: registers of a thread.
using KernelRegisters = std::map<std::string, unsigned>;

/// As they are read.
struct CodeOptions {
  bool as_compiled = true;      ///< as an assembler would have it (AssembleOptions)
  bool redux = false;           ///< the device has it
  bool keep_registers = false;  ///< an observer looks at registers
  KernelRegisters registers{};  ///< as ptxas counted them for the device; of others an estimate
};

/// What a kernel or a function that it calls takes of the device's runtime library.
struct LibraryUse {
  bool heap = false, printf = false;
};

class ModuleCode {
 public:
  virtual ~ModuleCode() = default;
  /// By the linker's names.
  virtual std::vector<std::string> kernels() const = 0;
  /// That it was made for: 75.
  virtual unsigned target() const = 0;
  /// Its variables, each alone, with their addresses and initial bytes; those of constant memory by
  /// offset.
  virtual std::vector<Variable> variables() const = 0;
  /// Functions that have an address.
  virtual std::uint32_t functions() const { return 0; }
  /// Throws CallError with messages.
  virtual Program program(const std::string& kernel) const = 0;
  /// Of a kernel whose program this is.
  virtual LibraryUse library_use(const std::string& kernel, const Program& program) const = 0;
  /// How deep its calls go is not known: it has the stack that the host asks for.
  virtual bool open_stack(const std::string& /*kernel*/) const { return false; }
};

/// Throw CallError where the code cannot be read.
std::unique_ptr<ModuleCode> ptx_code(const std::string& name, std::string text,
                                     const ModulePlace& place, const CodeOptions& options);
std::unique_ptr<ModuleCode> machine_code(const std::string& name, Cubin cubin,
                                         const ModulePlace& place, bool keep_registers);

/// Constant memory of a launch, of which the module has `own`: all of it, or of machine code the
/// bank of its variables.
std::vector<std::byte> launch_constants(const Program& program, const std::vector<std::byte>& own);

}  // namespace simt::program
