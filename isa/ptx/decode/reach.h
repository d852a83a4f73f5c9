// Which functions and variables the chosen kernel can reach. Whatever it cannot reach is not
// decoded, so a file may hold code that this simulator does not support beside a kernel that it
// does. Reaching is by name: a call, a function address, a variable whose initialiser names one.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isa/ptx/decode/scope.h"

namespace simt::decode {

struct FunctionNode {
  const ast::Function* function = nullptr;
  std::unique_ptr<FunctionScopes> scopes;
  std::vector<std::uint32_t> calls;  ///< functions named as direct call targets
  bool calls_indirectly = false;
  bool address_taken = false;
};

struct Reachable {
  std::vector<FunctionNode> functions;  ///< the kernel first; only functions with a body
  std::unordered_map<const ast::Function*, std::uint32_t> index;
  std::vector<const ast::Variable*> used;  ///< variables of all spaces but .reg, first use first
  std::unordered_set<const ast::Variable*> is_used;

  /// For each function: can it be active twice in one thread?
  std::vector<bool> recursive() const;
};

/// `callees`: with a call by address, every function of it whose address is taken can be reached;
/// nullptr: those that the kernel or what it reaches names.
Reachable find_reachable(const ast::Function& kernel, const Scope& module,
                         const ast::Module* callees, Diagnostics& diags);

}  // namespace simt::decode
