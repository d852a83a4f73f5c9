// Text to Program: the whole front end behind two calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isa/frontend/diagnostics.h"
#include "isa/program/program.h"

namespace simt {

namespace ast {
struct Module;
}

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
/// Parses; nullptr when `diags` has errors.
std::shared_ptr<ast::Module> parse_module(Diagnostics& diags);
/// Decodes one kernel with the functions it can reach. nullopt when `diags` has errors.
/// Never skips an instruction: one that is not supported is an error with line and column.
std::optional<Program> compile(const ast::Module& module, const CompileOptions& options,
                               Diagnostics& diags);

}  // namespace simt
