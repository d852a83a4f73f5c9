// The local frame of one function, in bytes from its stack pointer:
//   formal .param parameters (results first) | .local variables | .param variables of calls
// Parameters declared in a { } block share their place with those of blocks beside it: they live
// from the stores before a call to the loads after it.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "isa/ptx/ast.h"

namespace simt::decode {

/// Offsets of .param formals (results, then parameters), by the rules every caller knows too.
/// A .reg formal has none (offset 0).
struct FormalLayout {
  std::vector<std::uint32_t> returns, params;
  std::uint64_t bytes = 0;
};
FormalLayout lay_out_formals(const std::vector<ast::Variable>& returns,
                             const std::vector<ast::Variable>& params);

class Frame {
 public:
  /// Lays out formals (not those of a kernel, which are in parameter space) and .local variables.
  explicit Frame(const ast::Function& function);

  /// Space for a .param variable of a call.
  void add(const ast::Variable& variable);
  std::uint32_t add_temporary(unsigned bytes);
  /// Marks the start of a block; leave(mark) gives its parameters' space back.
  std::uint64_t mark() const { return next_; }
  void leave(std::uint64_t mark) { next_ = mark; }

  std::optional<std::uint32_t> find(const ast::Variable& variable) const;
  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t alignment() const { return alignment_; }

 private:
  void locals(const ast::Block& block);
  std::uint64_t place(std::uint64_t bytes, std::uint32_t align);

  std::unordered_map<const ast::Variable*, std::uint32_t> offsets_;
  std::uint64_t next_ = 0, bytes_ = 0;
  std::uint32_t alignment_ = 1;
};

}  // namespace simt::decode
