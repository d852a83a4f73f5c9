// Calls: direct, through a register, and to the functions that the device runtime provides.
// Source: PTX ISA 9.1, sections 7.1 and 9.7.12 (call). Arguments in .param variables are copied
// from the caller's frame to the callee's; .reg formals are copied slot to slot; a register or
// constant given for a .param formal goes through a temporary in the caller's frame.
#include <fmt/format.h>

#include <algorithm>

#include "isa/base/address_space.h"
#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/function_decoder.h"
#include "isa/ptx/decode/opcode.h"

namespace simt::decode {
namespace {

using Shape = ast::Operand::Shape;
constexpr std::string_view kExternals[] = {"vprintf", "__assertfail", "malloc", "free"};

/// What to say of a function that is declared and nowhere written.
std::string missing_function(std::string_view name) {
  if (name.starts_with("cuda") || name.starts_with("__cudaCDP"))
    return "kernels that call the CUDA runtime, to launch others for example (dynamic "
           "parallelism), "
           "are not simulated";
  return "the functions of the device runtime that are supported: vprintf, __assertfail, malloc, "
         "free";
}

bool is_register_formal(const ast::Variable& formal) {
  return formal.space == ast::Variable::Space::Reg;
}

}  // namespace

/// Who is called, with what formals.
struct FunctionDecoder::Callee {
  const std::vector<ast::Variable>* returns = nullptr;
  const std::vector<ast::Variable>* params = nullptr;
  std::optional<std::uint32_t> function;  ///< direct, with a body
  std::string external;
  Value address;  ///< indirect
  bool indirect() const { return address.slot != kNoSlot; }
};

/// A call while its operands are decoded.
struct FunctionDecoder::CallPlan {
  Callee callee;
  FormalLayout formals;
  CallSite site;
  PendingCall pending;
  std::vector<Value> read, written;
  struct Load {
    Value to;
    ScalarType type;
    std::uint32_t offset;
  };
  std::vector<Load> loads;  ///< results after the call
};

FunctionDecoder::Callee FunctionDecoder::callee_of(const ast::Instruction& inst, std::size_t at) {
  if (at >= inst.operands.size() || inst.operands[at].shape != Shape::Name)
    throw Error{loc_, static_cast<std::uint32_t>(opcode_.size()), "the call names no function",
                "call (result), function, (arguments);"};
  const ast::Operand& target = inst.operands[at];
  const Found found = scope_->find(target.name);
  if (!found) unknown(target);
  Callee callee;
  if (const auto* function = found.symbol->as<ast::Function>()) {
    callee.returns = &function->returns;
    callee.params = &function->params;
    const std::string& name = function->name.text;
    if (function->is_entry)
      fail(target, fmt::format("'{}' is a kernel; it cannot be called", name));
    if (function->has_body)
      callee.function = context_.reachable.index.at(function);
    else if (std::find(std::begin(kExternals), std::end(kExternals), name) != std::end(kExternals))
      callee.external = name;
    else
      fail(target, fmt::format("'{}' is not defined in this file", name), missing_function(name));
    return callee;
  }
  if (found.symbol->as_register() == nullptr)
    fail(target, fmt::format("'{}' is {}; it cannot be called", target.name.text,
                             found.symbol->describe()));
  callee.address = register_value(target, found);
  if (is_float(callee.address.type) || size_of(callee.address.type) != 8)
    fail(target, "a function address needs a 64-bit register");
  const bool has_list = at + 1 < inst.operands.size() && inst.operands.back().shape == Shape::Name;
  const Found list = has_list ? scope_->find(inst.operands.back().name) : Found{};
  if (list) {
    if (const auto* prototype = list.symbol->as<ast::CallPrototype>()) {
      callee.returns = &prototype->returns;
      callee.params = &prototype->params;
    } else if (const auto* targets = list.symbol->as<ast::CallTargets>()) {
      for (const ast::Name& name : targets->targets) {
        const Found member = scope_->find(name);
        const auto* function = member ? member.symbol->as<ast::Function>() : nullptr;
        if (function == nullptr) fail(name, fmt::format("'{}' is no function", name.text));
        callee.returns = &function->returns;
        callee.params = &function->params;
      }
    }
  }
  if (callee.returns == nullptr)
    fail(has_list ? inst.operands.back() : target,
         "a call through a register needs a .callprototype or .calltargets at its end");
  for (const auto* formals : {callee.returns, callee.params})
    if (std::any_of(formals->begin(), formals->end(), is_register_formal))
      fail(target, "a call through a register passes its parameters in .param space");
  return callee;
}

const ast::Variable* FunctionDecoder::parameter_variable(const ast::Operand& actual) const {
  if (actual.shape != Shape::Name) return nullptr;
  const Found found = scope_->find(actual.name);
  const auto* variable = found ? found.symbol->as<ast::Variable>() : nullptr;
  return variable != nullptr && variable->space == ast::Variable::Space::Param ? variable : nullptr;
}

void FunctionDecoder::check_sizes(const ast::Operand& actual, const ast::Variable& variable,
                                  const ast::Variable& formal) const {
  if (!frame_.find(variable))
    fail(actual,
         fmt::format("kernel parameter '{}' cannot be passed on as it is", actual.name.text),
         "load it with ld.param and store it to a .param variable");
  if (bytes_of(variable) != bytes_of(formal))
    fail(actual, fmt::format("'{}' has {} bytes; the formal parameter has {}", actual.name.text,
                             bytes_of(variable), bytes_of(formal)));
}

void FunctionDecoder::pass_argument(const ast::Operand& actual, std::size_t i, CallPlan& plan) {
  const ast::Variable& formal = (*plan.callee.params)[i];
  const auto bytes = static_cast<std::uint32_t>(bytes_of(formal));
  const auto* variable = parameter_variable(actual);
  if (variable != nullptr) check_sizes(actual, *variable, formal);
  if (!is_register_formal(formal)) {
    std::uint32_t offset = 0;
    if (variable != nullptr) {
      offset = *frame_.find(*variable);
    } else {
      if (formal.elements() != 1)
        fail(actual, fmt::format("this argument has {} bytes: pass a .param variable", bytes));
      const Value value = source(actual, formal.type, Width::Exact);
      offset = frame_.add_temporary(bytes);
      emit_parameter(true, value, untyped(bytes), offset);
    }
    plan.site.in.push_back({offset, plan.formals.params[i], bytes});
    return;
  }
  Value value;
  if (variable != nullptr) {
    value = hidden_register(actual, formal.type);
    emit_parameter(false, value, untyped(bytes), *frame_.find(*variable));
  } else {
    value = source(actual, formal.type, Width::Exact);
  }
  plan.read.push_back(value);
  plan.pending.links.push_back({false, i, value});
}

void FunctionDecoder::pass_result(const ast::Operand& actual, std::size_t i, CallPlan& plan) {
  const ast::Variable& formal = (*plan.callee.returns)[i];
  if (actual.shape == Shape::Sink) return;
  const auto bytes = static_cast<std::uint32_t>(bytes_of(formal));
  const auto* variable = parameter_variable(actual);
  if (variable != nullptr) check_sizes(actual, *variable, formal);
  if (is_register_formal(formal)) {
    if (variable != nullptr)
      fail(actual, fmt::format("'{}' is a .param variable; this result comes in a register",
                               actual.name.text));
    const Value value = destination(actual, formal.type, Width::Exact);
    plan.written.push_back(value);
    plan.pending.links.push_back({true, i, value});
    return;
  }
  std::uint32_t offset = 0;
  if (variable != nullptr) {
    offset = *frame_.find(*variable);
  } else {
    if (formal.elements() != 1)
      fail(actual, fmt::format("this result has {} bytes: name a .param variable", bytes));
    const Value value = destination(actual, formal.type, Width::Exact);
    offset = frame_.add_temporary(bytes);
    plan.loads.push_back({value, untyped(bytes), offset});
  }
  plan.site.out.push_back({offset, plan.formals.returns[i], bytes});
}

void FunctionDecoder::call(const ast::Instruction& inst, const OpForm& form) {
  const auto& operands = inst.operands;
  const bool has_results = !operands.empty() && operands.front().shape == Shape::Parenthesised;
  const std::size_t at = has_results ? 1 : 0;
  CallPlan plan;
  plan.callee = callee_of(inst, at);
  plan.formals = lay_out_formals(*plan.callee.returns, *plan.callee.params);
  plan.site.caller = index_;
  plan.site.formal_bytes = static_cast<std::uint32_t>(plan.formals.bytes);
  plan.site.external = plan.callee.external;

  static const ast::OperandList kNone;
  const bool has_arguments =
      at + 1 < operands.size() && operands[at + 1].shape == Shape::Parenthesised;
  const auto& results = has_results ? operands.front().elements : kNone;
  const auto& arguments = has_arguments ? operands[at + 1].elements : kNone;
  const auto check_count = [&](std::size_t given, std::size_t wanted, std::string_view what) {
    if (given != wanted)
      fail(operands[at], fmt::format("'{}' has {} {}{}, {} given", operands[at].name.text, wanted,
                                     what, wanted == 1 ? "" : "s", given));
  };
  check_count(results.size(), plan.callee.returns->size(), "result");
  check_count(arguments.size(), plan.callee.params->size(), "parameter");
  for (std::size_t i = 0; i < arguments.size(); ++i) pass_argument(arguments[i], i, plan);
  for (std::size_t i = 0; i < results.size(); ++i) pass_result(results[i], i, plan);

  InstBuilder out(form, loc_);
  if (plan.callee.indirect()) out.add_src(plan.callee.address);
  for (const Value& value : plan.read) out.read(value.reg);
  for (const Value& value : plan.written) out.write(value.reg);
  out.inst.imm = static_cast<std::int64_t>(context_.program.call_sites.size());
  context_.program.call_sites.push_back(std::move(plan.site));
  if (plan.callee.function) {
    plan.pending.pc = static_cast<Pc>(context_.program.code.size());
    plan.pending.callee = *plan.callee.function;
    context_.pending_calls.push_back(std::move(plan.pending));
  }
  emit(out);
  for (const CallPlan::Load& load : plan.loads)
    emit_parameter(false, load.to, load.type, load.offset);
}

}  // namespace simt::decode
