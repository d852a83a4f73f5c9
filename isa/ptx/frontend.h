// Text to Program: the whole front end in two calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isa/base/address_space.h"
#include "isa/core/program.h"
#include "isa/ptx/diagnostics.h"

namespace simt {

namespace ast {
struct Function;
struct Module;
}  // namespace ast

/// Names of the .entry functions, in order, for messages and completion.
std::vector<std::string> kernel_names(const ast::Module& module);
/// The kernel that a person means, or why there is none.
struct KernelChoice {
  const ast::Function* kernel = nullptr;
  std::string problem, help;  ///< "the file defines 2 kernels: choose one", "kernels: a, b"
};
/// `wish`: the linker's name, or as a person writes it (kernel_name.h); empty: the only one. One
/// that a header of the toolkit defines is chosen by its name alone.
KernelChoice find_kernel(const ast::Module& module, const std::string& wish);
/// Where a module lies in a program that has several, and kernels that share what lies in memory.
struct ModulePlace {
  std::uint64_t globals = kModuleGlobals.base;  ///< address of the first .global variable
  std::uint32_t first_function = 0;             ///< number of its first function in the program
  /// Memory may hold the address of any function of the module: a kernel that calls by address is
  /// decoded with all whose address is taken anywhere, not only with those that it names itself.
  bool any_callee = false;
};
/// Its .global and .const variables, with addresses and initial bytes, those of functions included.
std::vector<Variable> module_variables(const ast::Module& module, Diagnostics& diags,
                                       const ModulePlace& place = {});
/// Parses; nullptr when `diags` has errors.
std::shared_ptr<ast::Module> parse_module(Diagnostics& diags);
/// Decodes one kernel (empty: the only entry; several are an error that lists them) with the
/// functions it can reach, as written; sim/assembler makes of it what runs. nullopt when `diags`
/// has errors. Never skips an instruction: one that is not supported is an error with line and
/// column.
std::optional<Program> decode_kernel(const ast::Module& module, const std::string& name,
                                     Diagnostics& diags, const ModulePlace& place = {});

}  // namespace simt
