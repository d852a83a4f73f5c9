#include "isa/ptx/decode/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/address_space.h"
#include "isa/base/kernel_name.h"
#include "isa/ptx/decode/error.h"
#include "isa/ptx/decode/initial.h"

namespace simt::decode {
namespace {

using Space = ast::Variable::Space;
constexpr std::uint64_t kGlobalAlign = 256;
constexpr std::uint64_t kMaxConst = 65536;   // PTX ISA 5.1.3
constexpr std::uint64_t kMaxParams = 32764;  // PTX ISA 7.2, .entry
constexpr std::uint64_t kMaxShared = kSharedWindow.size / 2;

/// "tile" for "_ZZ9transposePfE4tile", unless several would be called so.
void name_for_people(std::vector<SharedVariable>& variables) {
  std::vector<std::string> titles;
  for (const SharedVariable& v : variables) titles.push_back(variable_title(v.name));
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (std::ranges::count(titles, titles[i]) == 1) variables[i].name = titles[i];
}

}  // namespace

std::uint64_t bytes_of(const ast::Variable& variable) {
  return variable.elements() * size_of(variable.type);
}
std::uint32_t alignment_of(const ast::Variable& variable) {
  return std::max({variable.align, size_of(variable.type) * variable.vector, 1u});
}

std::uint64_t Layout::function_address(const ast::Function& function) const {
  const auto it = addresses_.find(&function);
  return it == addresses_.end() ? 0 : it->second;
}

Layout::Layout(const ast::Module& module, const ModulePlace& place, const Scope& scope,
               const Reachable& reachable, Diagnostics& diags, Program& program)
    : module_(module),
      place_(place),
      scope_(scope),
      reachable_(reachable),
      diags_(diags),
      program_(program) {
  std::uint64_t address = kFunctionWindow.base + kFunctionStep * place.first_function;
  for (const auto& function : module.functions) {
    if (function->has_body) addresses_.emplace(function.get(), address);
    address += kFunctionStep;
  }
  check_used();
  module_variables();
  shared_variables();
  parameters();
  initial_values();
}

const Place* Layout::find(const ast::Variable& variable) const {
  const auto it = places_.find(&variable);
  return it == places_.end() ? nullptr : &it->second;
}

void Layout::too_large(const ast::Variable& variable, std::string_view what, std::uint64_t bytes,
                       std::uint64_t limit) {
  diags_.error(variable.name.loc,
               fmt::format("{} take {} bytes; the limit is {}", what, bytes, limit),
               static_cast<unsigned>(variable.name.text.size()));
}

void Layout::check_used() {
  for (const ast::Variable* v : reachable_.used) {
    const auto length = static_cast<unsigned>(v->name.text.size());
    const auto report = [&](std::string_view why) {
      diags_.error(v->name.loc, fmt::format("'{}' {}", v->name.text, why), length);
    };
    const bool open = std::find(v->dims.begin(), v->dims.end(), 0u) != v->dims.end();
    if (v->is_extern && v->space != Space::Shared)
      report("is extern and not defined in this file");
    else if (open && !v->is_extern && !v->initial)
      report("has an open extent and no initialiser");
    else if (size_of(v->type) == 0)
      report("cannot lie in memory: it is a predicate");
    else if (v->range != 0)
      report("is no register: only registers are declared with <...>");
  }
  for (const ast::Variable& v : module_.variables)
    if (v.space == Space::Local && reachable_.is_used.contains(&v))
      diags_.error(v.name.loc, fmt::format("'{}' is .local: declare it in a function", v.name.text),
                   static_cast<unsigned>(v.name.text.size()));
}

void Layout::module_variables() {
  std::uint64_t global = place_.globals, constant = 0;
  for (const ast::Variable& v : module_.variables) {
    if (v.space != Space::Global && v.space != Space::Const) continue;
    const Found found = scope_.find(v.name);
    if (v.is_extern || !found || found.symbol->as<ast::Variable>() != &v) continue;
    const bool is_global = v.space == Space::Global;
    std::uint64_t bytes = bytes_of(v);
    if (bytes == 0 && v.initial) {  // the outermost extent is open
      const std::uint64_t given = v.initial->nested.size();
      bytes = given * size_of(v.type) * v.vector;
      for (std::size_t i = 1; i < v.dims.size(); ++i) bytes *= v.dims[i];
    }
    std::uint64_t& next = is_global ? global : constant;
    next = round_up(
        next, is_global ? std::max<std::uint64_t>(kGlobalAlign, alignment_of(v)) : alignment_of(v));
    const auto space = is_global ? StateSpace::Global : StateSpace::Const;
    places_[&v] = {space, next, false};
    program_.variables.push_back({v.name.text, space, v.type, next, bytes, {}});
    laid_out_.push_back(&v);
    next += bytes;
    if (!is_global && constant > kMaxConst)
      return too_large(v, "the .const variables", constant, kMaxConst);
    if (global - kModuleGlobals.base > kModuleGlobals.size)
      return too_large(v, "the .global variables", global - kModuleGlobals.base,
                       kModuleGlobals.size);
  }
}

void Layout::shared_variables() {
  std::vector<const ast::Variable*> shared;
  for (const ast::Variable* v : reachable_.used)
    if (v->space == Space::Shared) shared.push_back(v);
  std::sort(shared.begin(), shared.end(), [](const auto* a, const auto* b) {
    return std::pair(a->name.loc.line, a->name.loc.column) <
           std::pair(b->name.loc.line, b->name.loc.column);
  });
  std::uint64_t end = 0, dynamic_align = 1;
  for (const ast::Variable* v : shared) {
    if (v->is_extern) {
      dynamic_align = std::max<std::uint64_t>(dynamic_align, alignment_of(*v));
      continue;
    }
    end = round_up(end, alignment_of(*v));
    places_[v] = {StateSpace::Shared, end, false};
    program_.shared.variables.push_back({v->name.text, static_cast<std::uint32_t>(end),
                                         static_cast<std::uint32_t>(bytes_of(*v)), v->type});
    end += bytes_of(*v);
    if (end > kMaxShared) return too_large(*v, "the .shared variables", end, kMaxShared);
    if (v->initial)
      diags_.error(v->name.loc,
                   fmt::format("'{}' is .shared: it cannot be initialised", v->name.text),
                   static_cast<unsigned>(v->name.text.size()));
  }
  program_.shared.static_bytes = static_cast<std::uint32_t>(end);
  program_.shared.dynamic_offset = static_cast<std::uint32_t>(round_up(end, dynamic_align));
  for (const ast::Variable* v : shared) {
    if (!v->is_extern) continue;
    program_.shared.uses_dynamic = true;
    places_[v] = {StateSpace::Shared, program_.shared.dynamic_offset, false};
    program_.shared.variables.push_back({v->name.text, program_.shared.dynamic_offset, 0, v->type});
  }
  name_for_people(program_.shared.variables);
}

void Layout::parameters() {
  if (reachable_.functions.empty()) return;  // the module alone
  std::uint64_t end = 0;
  for (const ast::Variable& v : reachable_.functions.front().function->params) {
    const std::uint64_t bytes = bytes_of(v);
    if (v.space != Space::Param || bytes == 0) {
      diags_.error(v.name.loc,
                   fmt::format("kernel parameter '{}' must be a .param of known size", v.name.text),
                   static_cast<unsigned>(v.name.text.size()));
      continue;
    }
    end = round_up(end, alignment_of(v));
    places_[&v] = {StateSpace::Param, end, false};
    program_.params.push_back({v.name.text, v.type, static_cast<std::uint32_t>(v.elements()),
                               static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(bytes),
                               alignment_of(v), v.pointer});
    end += bytes;
    if (end > kMaxParams) return too_large(v, "the kernel's parameters", end, kMaxParams);
  }
  program_.param_bytes = static_cast<std::uint32_t>(end);
}

void Layout::initial_values() {
  for (std::size_t i = 0; i < laid_out_.size(); ++i) {
    const ast::Variable& v = *laid_out_[i];
    if (!v.initial) continue;
    const auto address_of = [&](const ast::Name& name, bool generic) -> std::uint64_t {
      const Found found = scope_.find(name);
      if (!found) fail(name, fmt::format("'{}' is not declared", name.text));
      if (const auto* function = found.symbol->as<ast::Function>())
        return function_address(*function);
      const Place* place = find(*found.symbol->as<ast::Variable>());
      if (place == nullptr || place->space == StateSpace::Shared)
        fail(name, fmt::format("'{}' has no address that is known before the launch", name.text));
      return place->offset + (generic ? generic_base(place->space) : 0);
    };
    try {
      program_.variables[i].initial = initial_bytes(v, address_of);
      if (program_.variables[i].initial.size() > program_.variables[i].bytes)
        fail(v.name, fmt::format("only the first extent of '{}' may be open", v.name.text));
    } catch (const Error& e) {
      diags_.error(e.loc, e.message, e.length, e.hint);
    }
  }
}

}  // namespace simt::decode
