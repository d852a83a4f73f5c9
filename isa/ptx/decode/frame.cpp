#include "isa/ptx/decode/frame.h"

#include <algorithm>

#include "isa/ptx/decode/layout.h"

namespace simt::decode {

FormalLayout lay_out_formals(const std::vector<ast::Variable>& returns,
                             const std::vector<ast::Variable>& params) {
  FormalLayout layout;
  const auto add = [&](const std::vector<ast::Variable>& list, std::vector<std::uint32_t>& out) {
    for (const ast::Variable& formal : list) {
      std::uint64_t offset = 0;
      if (formal.space == ast::Variable::Space::Param) {
        offset = round_up(layout.bytes, alignment_of(formal));
        layout.bytes = offset + bytes_of(formal);
      }
      out.push_back(static_cast<std::uint32_t>(offset));
    }
  };
  add(returns, layout.returns);
  add(params, layout.params);
  return layout;
}

Frame::Frame(const ast::Function& function) {
  if (!function.is_entry) {
    const FormalLayout formals = lay_out_formals(function.returns, function.params);
    const auto add = [&](const std::vector<ast::Variable>& list,
                         const std::vector<std::uint32_t>& offsets) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].space != ast::Variable::Space::Param) continue;
        offsets_[&list[i]] = offsets[i];
        alignment_ = std::max(alignment_, alignment_of(list[i]));
      }
    };
    add(function.returns, formals.returns);
    add(function.params, formals.params);
    next_ = bytes_ = formals.bytes;
  }
  locals(function.body);
}

std::uint64_t Frame::place(std::uint64_t bytes, std::uint32_t align) {
  const std::uint64_t offset = round_up(next_, align);
  next_ = offset + bytes;
  bytes_ = std::max(bytes_, next_);
  alignment_ = std::max(alignment_, align);
  return offset;
}

void Frame::locals(const ast::Block& block) {
  for (const ast::Statement& statement : block.statements) {
    if (const auto* variable = std::get_if<ast::Variable>(&statement)) {
      if (variable->space == ast::Variable::Space::Local) add(*variable);
    } else if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&statement)) {
      locals(**nested);
    }
  }
}

void Frame::add(const ast::Variable& variable) {
  offsets_[&variable] =
      static_cast<std::uint32_t>(place(bytes_of(variable), alignment_of(variable)));
}

std::uint32_t Frame::add_temporary(unsigned bytes) {
  return static_cast<std::uint32_t>(place(bytes, bytes));
}

std::optional<std::uint32_t> Frame::find(const ast::Variable& variable) const {
  const auto it = offsets_.find(&variable);
  if (it == offsets_.end()) return std::nullopt;
  return it->second;
}

}  // namespace simt::decode
