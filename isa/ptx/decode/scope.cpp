#include "isa/ptx/decode/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "isa/ptx/decode/special.h"

namespace simt::decode {
namespace {

bool not_after(SourceLoc a, SourceLoc b) {
  return a.line != b.line ? a.line < b.line : a.column <= b.column;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Split {
  std::string prefix;
  std::uint32_t index;
};
/// "%r12" as prefix and number, every way: "%r1" + 2, "%r" + 12. Numbers have no leading zeros.
std::vector<Split> splits(const std::string& name) {
  std::vector<Split> all;
  constexpr std::size_t kMaxDigits = 8;  // a range has at most a million registers
  const std::size_t last = name.size() - std::min(name.size(), kMaxDigits);
  for (std::size_t at = name.size(); at > std::max<std::size_t>(last, 1) && is_digit(name[at - 1]);
       --at) {
    const std::string_view digits = std::string_view(name).substr(at - 1);
    if (digits.size() > 1 && digits.front() == '0') continue;
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (error == std::errc{}) all.push_back({name.substr(0, at - 1), index});
  }
  return all;
}

std::string_view name_of(ast::Variable::Space space) {
  constexpr std::string_view kNames[] = {"reg", "shared", "local", "const", "global", "param"};
  return kNames[static_cast<std::size_t>(space)];
}

void report_twice(const ast::Name& second, const ast::Name& first, Diagnostics& diags) {
  diags.error(second.loc, fmt::format("'{}' is declared twice in this scope", second.text),
              static_cast<unsigned>(second.text.size()),
              fmt::format("the first declaration is in line {}", first.loc.line));
}

/// A declared name hides a special register, as ptxas has it; WARP_SZ is a word of the language.
void report_hidden(const ast::Name& name, std::uint32_t range, Diagnostics& diags) {
  const auto length = static_cast<unsigned>(name.text.size());
  if (name.text == "WARP_SZ")
    return diags.error(name.loc, "'WARP_SZ' is a constant; it cannot be declared", length);
  for (const std::string& spelling : special_names()) {
    const std::string special(without_component(spelling));
    const auto in_range = [&](const Split& s) { return s.prefix == name.text && s.index < range; };
    if (range == 0 ? special != name.text : std::ranges::none_of(splits(special), in_range))
      continue;
    diags.report(Severity::Warning, name.loc,
                 fmt::format("from here on '{}' is no special register", special), length,
                 "this declaration hides it; choose another name");
    return;
  }
}

/// Of several declarations of one name, the definition.
template <class T>
class Definitions {
 public:
  void add(const T& item, bool is_definition, Diagnostics& diags) {
    const auto [it, added] = index_.emplace(item.name.text, chosen_.size());
    if (added) return chosen_.push_back({&item, is_definition});
    Choice& choice = chosen_[it->second];
    if (choice.is_definition && is_definition)
      report_twice(item.name, choice.item->name, diags);
    else if (is_definition)
      choice = {&item, true};
  }
  void declare_in(Scope& scope, Diagnostics& diags) const {
    for (const Choice& choice : chosen_) scope.declare(choice.item->name, choice.item, diags);
  }

 private:
  struct Choice {
    const T* item;
    bool is_definition;
  };
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Choice> chosen_;
};

}  // namespace

const ast::Variable* Symbol::as_register() const {
  const auto* variable = as<ast::Variable>();
  return variable != nullptr && variable->space == ast::Variable::Space::Reg ? variable : nullptr;
}

std::string Symbol::describe() const {
  if (as_register() != nullptr) return "a register";
  if (const auto* v = as<ast::Variable>()) return fmt::format("a .{} variable", name_of(v->space));
  if (as<ast::Function>() != nullptr) return "a function";
  if (as<ast::Label>() != nullptr) return "a label";
  if (as<ast::BranchTargets>() != nullptr) return "a list of branch targets";
  if (as<ast::CallTargets>() != nullptr) return "a list of call targets";
  return "a call prototype";
}

void Scope::declare(const ast::Name& name, decltype(Symbol::declaration) declaration,
                    Diagnostics& diags) {
  const Symbol symbol{declaration, &name, this};
  const auto* reg = symbol.as_register();
  const bool is_range = reg != nullptr && reg->range != 0;
  report_hidden(name, is_range ? reg->range : 0, diags);
  auto& map = is_range ? ranges_ : symbols_;
  const Found earlier = is_range ? Found{} : find_here(name.text);
  const auto [it, added] = map.emplace(name.text, symbol);
  if (added && !earlier) return;
  report_twice(name, earlier ? *earlier.symbol->name : *it->second.name, diags);
}

Found Scope::find_here(const std::string& name) const {
  if (const auto it = symbols_.find(name); it != symbols_.end()) return {&it->second, 0};
  if (ranges_.empty()) return {};
  for (const auto& [prefix, index] : splits(name)) {
    const auto it = ranges_.find(prefix);
    if (it != ranges_.end() && index < it->second.as_register()->range) return {&it->second, index};
  }
  return {};
}

Found Scope::find(const std::string& name, SourceLoc use) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_) {
    const Found found = scope->find_here(name);
    // Names of the module may be used before their declaration.
    if (found && (found.symbol->as<ast::Label>() != nullptr || scope->parent_ == nullptr ||
                  not_after(found.symbol->name->loc, use)))
      return found;
  }
  return {};
}

std::vector<std::string> Scope::names(const std::function<bool(const Symbol&)>& wanted) const {
  std::vector<std::string> all;
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    for (const auto& [name, symbol] : scope->symbols_)
      if (wanted(symbol)) all.push_back(name);
  std::sort(all.begin(), all.end());
  return all;
}

const ast::Variable* Scope::range_of(const std::string& name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent_)
    for (const auto& split : splits(name))
      if (const auto it = scope->ranges_.find(split.prefix); it != scope->ranges_.end())
        return it->second.as_register();
  return nullptr;
}

FunctionScopes::FunctionScopes(const ast::Function& function, const Scope& module,
                               Diagnostics& diags)
    : parameters_(&module) {
  for (const auto* list : {&function.returns, &function.params})
    for (const ast::Variable& formal : *list)
      if (formal.name.text != "_") parameters_.declare(formal.name, &formal, diags);
  add(function.body, parameters_, diags);
}

void FunctionScopes::add(const ast::Block& block, const Scope& parent, Diagnostics& diags) {
  auto& scope = *(blocks_[&block] = std::make_unique<Scope>(&parent));
  for (const ast::Statement& statement : block.statements) {
    if (const auto* variable = std::get_if<ast::Variable>(&statement))
      scope.declare(variable->name, variable, diags);
    else if (const auto* label = std::get_if<ast::Label>(&statement))
      scope.declare(label->name, label, diags);
    else if (const auto* branches = std::get_if<ast::BranchTargets>(&statement))
      scope.declare(branches->label, branches, diags);
    else if (const auto* calls = std::get_if<ast::CallTargets>(&statement))
      scope.declare(calls->label, calls, diags);
    else if (const auto* prototype = std::get_if<ast::CallPrototype>(&statement))
      scope.declare(prototype->label, prototype, diags);
    else if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&statement))
      add(**nested, scope, diags);
  }
}

std::unique_ptr<Scope> module_scope(const ast::Module& module, Diagnostics& diags) {
  auto scope = std::make_unique<Scope>(nullptr);
  Definitions<ast::Variable> variables;
  for (const auto& v : module.variables) variables.add(v, !v.is_extern, diags);
  variables.declare_in(*scope, diags);
  Definitions<ast::Function> functions;
  for (const auto& f : module.functions) functions.add(*f, f->has_body, diags);
  functions.declare_in(*scope, diags);
  return scope;
}

}  // namespace simt::decode
