// Text to Program: the whole front end behind two calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isa/frontend/diagnostics.h"
#include "isa/program/program.h"

namespace simt {

namespace ast {
struct Function;
struct Module;
}  // namespace ast

struct CompileOptions {
  std::string kernel;  ///< empty: the only entry; an error that lists them when several
  bool if_convert =
      false;  ///< predicate short branches, hoist loads, drop results that are not read
  bool aggregate = false;  ///< with if_convert: the architecture has redux (CC 8.0 and later)
  /// Nobody looks at registers: those that are never live together lie in one place, and runs of
  /// arithmetic compute at once. Faster, with the same results.
  bool hide_registers = false;
};

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
/// Parses; nullptr when `diags` has errors.
std::shared_ptr<ast::Module> parse_module(Diagnostics& diags);
/// Decodes one kernel with the functions it can reach. nullopt when `diags` has errors.
/// Never skips an instruction: one that is not supported is an error with line and column.
std::optional<Program> compile(const ast::Module& module, const CompileOptions& options,
                               Diagnostics& diags);

}  // namespace simt
