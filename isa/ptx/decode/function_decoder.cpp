#include "isa/ptx/decode/function_decoder.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/address_space.h"
#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

bool ends_path(const Inst& inst) {
  if (inst.guard != kNoSlot) return false;
  switch (inst.kind) {
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::Ret:
    case Kind::Exit:
    case Kind::Trap:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string Context::nearest_name(const std::string& word, const Scope& scope,
                                  const std::function<bool(const Symbol&)>& wanted,
                                  const std::vector<std::string>& more) const {
  constexpr std::size_t kMaxHints = 20;
  if (diags.error_count() >= kMaxHints) return "";
  auto candidates = scope.names(wanted);
  candidates.insert(candidates.end(), more.begin(), more.end());
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

FunctionDecoder::FunctionDecoder(Context& context, std::uint32_t index)
    : context_(context),
      index_(index),
      node_(context.reachable.functions[index]),
      function_(*node_.function),
      frame_(function_) {}

void FunctionDecoder::run() {
  context_.slots.begin_function(index_);
  context_.debug_lines.begin_function();
  context_.program.functions[index_].entry = static_cast<Pc>(context_.program.code.size());
  bind_formals();
  block(function_.body);
  finish();
}

void FunctionDecoder::bind_formals() {
  if (function_.is_entry) return;
  const Scope& scope = node_.scopes->of(function_.body);
  const auto bind = [&](const std::vector<ast::Variable>& list, std::vector<RegId>& out) {
    for (const ast::Variable& formal : list) {
      out.push_back(kNoReg);
      if (formal.space != ast::Variable::Space::Reg) continue;
      const Found found = scope.find(formal.name);
      if (!found || formal.vector != 1 || formal.type == ScalarType::Pred)
        context_.diags.error(formal.name.loc,
                             fmt::format("parameter '{}': only scalar data registers are supported",
                                         formal.name.text),
                             static_cast<unsigned>(formal.name.text.size()));
      else
        out.back() = register_of(found, 0).reg;
    }
  };
  FunctionInfo& info = context_.program.functions[index_];
  bind(function_.returns, info.result_registers);
  bind(function_.params, info.parameter_registers);
  info.formal_bytes =
      static_cast<std::uint32_t>(lay_out_formals(function_.returns, function_.params).bytes);
  const auto in_register = [](const ast::Variable& formal) {
    return formal.space == ast::Variable::Space::Reg;
  };
  info.register_formals = std::ranges::any_of(function_.returns, in_register) ||
                          std::ranges::any_of(function_.params, in_register);
}

void FunctionDecoder::block(const ast::Block& body) {
  const Scope* const outer = scope_;
  const std::uint64_t mark = frame_.mark();
  scope_ = &node_.scopes->of(body);
  for (const ast::Statement& s : body.statements) {
    try {
      statement(s);
    } catch (const Error& e) {
      context_.diags.error(e.loc, e.message, e.length, e.hint);
      if (!e.help_at_end.empty()) context_.diags.help_at_end(e.help_at_end);
    }
  }
  frame_.leave(mark);
  scope_ = outer;
}

void FunctionDecoder::statement(const ast::Statement& s) {
  if (const auto* inst = std::get_if<ast::Instruction>(&s)) {
    instruction(*inst);
  } else if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&s)) {
    block(**nested);
  } else if (const auto* label = std::get_if<ast::Label>(&s)) {
    labels_[scope_->find(label->name).symbol] = static_cast<Pc>(context_.program.code.size());
  } else if (const auto* loc = std::get_if<ast::LocDirective>(&s)) {
    debug_line_ = context_.debug_lines.add(*loc);
  } else if (const auto* variable = std::get_if<ast::Variable>(&s)) {
    if (variable->space == ast::Variable::Space::Param) frame_.add(*variable);
    if (variable->space == ast::Variable::Space::Reg && variable->is_array)
      fail(variable->name,
           fmt::format("'{}': there are no arrays of registers", variable->name.text),
           fmt::format("{}<N> declares N registers", variable->name.text));
  }
}

Inst& FunctionDecoder::emit(InstBuilder builder) {
  Inst& inst = builder.inst;
  if (guard_.slot != kNoSlot) {
    inst.guard = guard_.slot;
    inst.guard_reg = guard_.reg;
    inst.guard_negated = guard_.negated;
    builder.read(guard_.reg);
  }
  inst.debug_line = debug_line_;
  inst.spelling = context_.spellings.index_of(builder.form);
  context_.program.code.push_back(inst);
  return context_.program.code.back();
}

Pc FunctionDecoder::label_pc(const ast::Name& name, const Scope& scope) const {
  const Found found = scope.find(name);
  const auto it = found ? labels_.find(found.symbol) : labels_.end();
  if (it != labels_.end()) return it->second;
  if (found)
    fail(name, fmt::format("'{}' is {}, not a label", name.text, found.symbol->describe()));
  const bool inner = std::any_of(labels_.begin(), labels_.end(), [&](const auto& label) {
    return label.first->name->text == name.text;
  });
  if (inner)
    fail(name, fmt::format("label '{}' is not visible here", name.text),
         "a label is visible in its own { } block and the blocks within");
  fail(name, fmt::format("label '{}' is not defined in this function", name.text),
       context_.nearest_name(name.text, scope,
                             [](const Symbol& s) { return s.as<ast::Label>() != nullptr; }));
}

void FunctionDecoder::end_without_return() {
  auto& code = context_.program.code;
  const Pc end = static_cast<Pc>(code.size());
  const bool empty = end == context_.program.functions[index_].entry;
  const bool is_target = std::any_of(labels_.begin(), labels_.end(),
                                     [&](const auto& label) { return label.second == end; });
  // A hidden instruction may stand after a call that ends the body; those end no path either.
  if (!empty && !is_target && ends_path(code.back())) return;
  guard_ = {};
  emit(InstBuilder(known_form({"ret"}), empty ? function_.name.loc : code.back().loc));
}

void FunctionDecoder::finish() {
  end_without_return();
  Program& program = context_.program;
  const auto resolve = [&](Pc& pc, const ast::Name& label, const Scope& scope) {
    try {
      pc = label_pc(label, scope);
    } catch (const Error& e) {
      context_.diags.error(e.loc, e.message, e.length, e.hint);
      if (!e.help_at_end.empty()) context_.diags.help_at_end(e.help_at_end);
    }
  };
  for (const BranchUse& use : branches_)
    resolve(program.code[use.pc].target, use.label, *use.scope);
  for (const TableUse& use : tables_)
    for (const ast::Name& label : use.targets->targets)
      resolve(program.branch_tables[use.table].emplace_back(kNoPc), label, *use.scope);

  FunctionInfo& info = program.functions[index_];
  info.end = static_cast<Pc>(program.code.size());
  info.frame_bytes =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(frame_.bytes(), kMaxLocalBytes));
  context_.frame_alignment = std::max(context_.frame_alignment, frame_.alignment());
  if (frame_.bytes() > kMaxLocalBytes)
    context_.diags.error(function_.name.loc,
                         fmt::format("'{}' needs {} bytes of local memory; the limit is {}",
                                     function_.name.text, frame_.bytes(), kMaxLocalBytes),
                         static_cast<unsigned>(function_.name.text.size()));
}

}  // namespace simt::decode
