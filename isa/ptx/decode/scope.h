// Names and where they are visible: the module, a function's parameters, and every { } block.
// A name is visible from its declaration to the end of its block and hides outer ones; a label is
// visible in its whole block and the blocks within (PTX ISA 9.1, sections 4.4, 6.4 and 7.1).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "isa/ptx/ast.h"
#include "isa/ptx/diagnostics.h"

namespace simt::decode {

class Scope;

/// What a name stands for. Addresses of symbols are stable: they serve as keys.
struct Symbol {
  std::variant<const ast::Variable*, const ast::Function*, const ast::Label*,
               const ast::BranchTargets*, const ast::CallTargets*, const ast::CallPrototype*>
      declaration;
  const ast::Name* name = nullptr;
  const Scope* scope = nullptr;

  template <class T>
  const T* as() const {
    const auto* held = std::get_if<const T*>(&declaration);
    return held == nullptr ? nullptr : *held;
  }
  /// The declaration when it is a register, else nullptr.
  const ast::Variable* as_register() const;
  /// "a label", "a .shared variable" ...: for messages.
  std::string describe() const;
};

struct Found {
  const Symbol* symbol = nullptr;
  std::uint32_t index = 0;  ///< number within a parameterised register %r<N>
  explicit operator bool() const { return symbol != nullptr; }
};

class Scope {
 public:
  explicit Scope(const Scope* parent) : parent_(parent) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  /// Adds a name; a second declaration of it in this scope is reported.
  void declare(const ast::Name& name, decltype(Symbol::declaration) declaration,
               Diagnostics& diags);
  /// The innermost declaration that is visible at `use`.
  Found find(const std::string& name, SourceLoc use) const;
  Found find(const ast::Name& name) const { return find(name.text, name.loc); }
  /// Names visible from here for which `wanted` holds: candidates for a hint.
  std::vector<std::string> names(const std::function<bool(const Symbol&)>& wanted) const;
  /// The parameterised register that `name` would belong to, were its number in range.
  const ast::Variable* range_of(const std::string& name) const;

 private:
  Found find_here(const std::string& name) const;

  const Scope* parent_;
  std::unordered_map<std::string, Symbol> symbols_;
  std::unordered_map<std::string, Symbol> ranges_;  // parameterised registers, by prefix
};

/// The scopes of one function.
class FunctionScopes {
 public:
  FunctionScopes(const ast::Function& function, const Scope& module, Diagnostics& diags);
  const Scope& of(const ast::Block& block) const { return *blocks_.at(&block); }

 private:
  void add(const ast::Block& block, const Scope& parent, Diagnostics& diags);

  Scope parameters_;
  std::unordered_map<const ast::Block*, std::unique_ptr<Scope>> blocks_;
};

/// Module-scope variables and functions: of several declarations of one, the definition.
std::unique_ptr<Scope> module_scope(const ast::Module& module, Diagnostics& diags);

}  // namespace simt::decode
