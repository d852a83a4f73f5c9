#include "isa/ptx/decode/reach.h"

#include <utility>

#include "isa/base/graph.h"

namespace simt::decode {
namespace {

class Walk {
 public:
  Walk(const Scope& module, const ast::Module* callees, Diagnostics& diags, Reachable& out)
      : module_(module), callees_(callees), diags_(diags), out_(out) {}

  void run(const ast::Function& kernel) {
    add(kernel);
    for (std::uint32_t i = 0; i < out_.functions.size(); ++i) {  // grows while we walk
      current_ = i;
      const ast::Function& f = *out_.functions[i].function;
      out_.functions[i].scopes = std::make_unique<FunctionScopes>(f, module_, diags_);
      block(f.body, *out_.functions[i].scopes);
      if (out_.functions[i].calls_indirectly) any_callee();
    }
  }

 private:
  std::uint32_t add(const ast::Function& function) {
    const auto next = static_cast<std::uint32_t>(out_.functions.size());
    const auto [it, added] = out_.index.emplace(&function, next);
    if (added) {
      out_.functions.emplace_back();
      out_.functions.back().function = &function;
    }
    return it->second;
  }

  void take_address(const ast::Function& function) {
    if (!function.has_body) return;
    out_.functions[add(function)].address_taken = true;
  }

  // Once: what has its address in a variable or in an instruction of any function of the module.
  void any_callee() {
    const ast::Module* const module = std::exchange(callees_, nullptr);
    if (module == nullptr) return;
    for (const ast::Variable& variable : module->variables)
      if (variable.initial) initialiser(*variable.initial);
    for (const auto& function : module->functions) addresses_in(function->body);
  }

  void addresses_in(const ast::Block& body) {
    for (const ast::Statement& statement : body.statements) {
      if (const auto* inst = std::get_if<ast::Instruction>(&statement)) {
        if (inst->opcode.front().text == "call") continue;
        for (const ast::Operand& operand : inst->operands) {
          const Found found = module_.find(operand.name);
          const auto* function = found ? found.symbol->as<ast::Function>() : nullptr;
          if (function != nullptr) take_address(*function);
        }
      } else if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&statement)) {
        addresses_in(**nested);
      }
    }
  }

  void block(const ast::Block& body, const FunctionScopes& scopes) {
    const Scope& scope = scopes.of(body);
    for (const ast::Statement& statement : body.statements) {
      if (const auto* inst = std::get_if<ast::Instruction>(&statement)) {
        instruction(*inst, scope);
      } else if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&statement)) {
        block(**nested, scopes);
      } else if (const auto* targets = std::get_if<ast::CallTargets>(&statement)) {
        for (const ast::Name& name : targets->targets) use(name, scope);
      }
    }
  }

  void instruction(const ast::Instruction& inst, const Scope& scope) {
    const bool is_call = inst.opcode.front().text == "call";
    for (const ast::Operand& operand : inst.operands) {
      if (is_call && operand.shape == ast::Operand::Shape::Name)
        call(operand.name, scope);
      else
        names_in(operand, scope);
    }
  }

  void call(const ast::Name& name, const Scope& scope) {
    const Found found = scope.find(name);
    if (!found) return;
    FunctionNode& caller = out_.functions[current_];
    if (found.symbol->as_register() != nullptr) caller.calls_indirectly = true;
    const auto* callee = found.symbol->as<ast::Function>();
    if (callee == nullptr || !callee->has_body) return;
    const std::uint32_t index = add(*callee);
    out_.functions[current_].calls.push_back(index);
  }

  void names_in(const ast::Operand& operand, const Scope& scope) {
    if (!operand.name.text.empty()) use(operand.name, scope);
    for (const ast::Operand& element : operand.elements) names_in(element, scope);
  }

  void use(const ast::Name& name, const Scope& scope) {
    const Found found = scope.find(name);
    if (!found) return;
    if (const auto* function = found.symbol->as<ast::Function>()) return take_address(*function);
    const auto* variable = found.symbol->as<ast::Variable>();
    if (variable == nullptr || found.symbol->as_register() != nullptr) return;
    if (!out_.is_used.insert(variable).second) return;
    out_.used.push_back(variable);
    if (variable->initial) initialiser(*variable->initial);
  }

  void initialiser(const ast::Initialiser& element) {
    for (const ast::Initialiser& nested : element.nested) initialiser(nested);
    if (!element.nested.empty()) return;
    if (const auto* name = std::get_if<ast::Name>(&element.value)) use(*name, module_);
  }

  const Scope& module_;
  const ast::Module* callees_;
  Diagnostics& diags_;
  Reachable& out_;
  std::uint32_t current_ = 0;
};

}  // namespace

std::vector<bool> Reachable::recursive() const {
  // One more node stands for "any function whose address is taken".
  const auto any = static_cast<Node>(functions.size());
  Graph graph(functions.size() + 1);
  for (Node f = 0; f < any; ++f) {
    graph[f] = functions[f].calls;
    if (functions[f].calls_indirectly) graph[f].push_back(any);
    if (functions[f].address_taken) graph[any].push_back(f);
  }
  const Components components = strong_components(graph);
  std::vector<bool> result(functions.size());
  for (Node f = 0; f < any; ++f) result[f] = components.cyclic[components.of[f]];
  return result;
}

Reachable find_reachable(const ast::Function& kernel, const Scope& module,
                         const ast::Module* callees, Diagnostics& diags) {
  Reachable out;
  Walk(module, callees, diags, out).run(kernel);
  return out;
}

}  // namespace simt::decode
