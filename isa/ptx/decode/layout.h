// Where variables lie in memory, and their initial bytes (PTX ISA 9.1, sections 5.1 and 5.4.4).
// .global: absolute addresses, each variable starts on a multiple of 256 bytes, as an allocation
// would. .const, .shared and entry parameters: offsets, naturally aligned unless .align says more.
// Shared variables are laid out in the order of the file, used ones only; extern arrays share the
// start of the dynamic part.
#pragma once

#include <unordered_map>

#include "isa/core/program.h"
#include "isa/ptx/decode/reach.h"
#include "isa/ptx/frontend.h"

namespace simt::decode {

/// Bytes and alignment of a variable or parameter.
std::uint64_t bytes_of(const ast::Variable& variable);
std::uint32_t alignment_of(const ast::Variable& variable);
constexpr std::uint64_t round_up(std::uint64_t n, std::uint64_t align) {
  return (n + align - 1) / align * align;
}

struct Place {
  StateSpace space = StateSpace::Generic;
  std::uint64_t offset = 0;  ///< absolute in global
  bool in_frame = false;     ///< relative to the stack pointer
};

class Layout {
 public:
  Layout(const ast::Module& module, const ModulePlace& place, const Scope& scope,
         const Reachable& reachable, Diagnostics& diags, Program& program);
  /// The place of a module variable, shared variable or entry parameter; nullptr when it has none.
  const Place* find(const ast::Variable& variable) const;
  std::uint64_t function_address(const ast::Function& function) const;

 private:
  void module_variables();
  void shared_variables();
  void parameters();
  void initial_values();
  void check_used();
  void too_large(const ast::Variable& variable, std::string_view what, std::uint64_t bytes,
                 std::uint64_t limit);

  const ast::Module& module_;
  const ModulePlace& place_;
  const Scope& scope_;
  const Reachable& reachable_;
  Diagnostics& diags_;
  Program& program_;
  std::unordered_map<const ast::Variable*, Place> places_;
  std::unordered_map<const ast::Function*, std::uint64_t> addresses_;
  std::vector<const ast::Variable*> laid_out_;  // parallel to Program::variables
};

}  // namespace simt::decode
