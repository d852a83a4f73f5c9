#include "sim/input/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "isa/analysis/texel_handles.h"
#include "sim/base/nearest_name.h"
#include "sim/input/argument_types.h"
#include "sim/input/count_expression.h"
#include "sim/input/missing_arguments.h"
#include "sim/input/parameter_hints.h"
#include "sim/input/spec_text.h"

namespace simt {
namespace {

class Arranger {
 public:
  Arranger(const Program& program, const Signature& signature)
      : program_(program), signature_(signature), slots_(program.params.size()) {}

  std::vector<std::optional<ArgSpec>> arranged(const std::vector<ArgSpec>& args) {
    const bool some_known =
        std::any_of(args.begin(), args.end(), [&](const ArgSpec& a) { return index_of(a.name); });
    const bool whole = args.size() == slots_.size() && options_in_place(args);
    refuse_twice(args);
    if (args.size() > slots_.size()) too_many(args);
    for (std::size_t i = 0; i < args.size(); ++i) {
      const auto known = index_of(args[i].name);
      const bool in_place = args[i].line != 0 && whole;
      if (known && in_place && *known != i) out_of_order(args[i], i, *known);
      if (known && !in_place)
        put(*known, args[i]);
      else if (!known && !args[i].name.empty() &&
               (args[i].type == ScalarType::None || some_known) && !in_place)
        unknown(args[i]);
      else
        put(i, args[i]);
    }
    return std::move(slots_);
  }

 private:
  /// Of lines of the file the first that has no parameter is named.
  [[noreturn]] void too_many(const std::vector<ArgSpec>& args) const {
    const SpecError problem = wrong_number_of_arguments(program_, signature_, args.size());
    const auto none = std::ranges::find_if(
        args, [&](const ArgSpec& a) { return !a.name.empty() && !index_of(a.name); });
    const ArgSpec& extra = none != args.end() ? *none : args[slots_.size()];
    if (extra.line == 0) throw problem;
    throw SpecError(extra.name.empty()
                        ? problem.what()
                        : fmt::format("argument '{}' is too many: {}{}", extra.name, problem.what(),
                                      whole_structure_hint(extra.name, parameter_names())),
                    extra.line, extra.column);
  }

  std::vector<std::string> parameter_names() const {
    std::vector<std::string> out;
    for (const ParameterInfo& p : signature_.parameters) out.push_back(p.name);
    return out;
  }

  std::optional<std::size_t> index_of(const std::string& name) const {
    for (std::size_t i = 0; i < program_.params.size() && !name.empty(); ++i)
      if (name == signature_.parameters[i].name || name == program_.params[i].name) return i;
    return std::nullopt;
  }

  // An option that the header has no line for comes last, wherever its parameter stands.
  bool options_in_place(const std::vector<ArgSpec>& args) const {
    for (std::size_t i = 0; i < args.size(); ++i)
      if (args[i].line == 0 && index_of(args[i].name).value_or(i) != i) return false;
    return true;
  }

  [[noreturn]] static void twice(const ArgSpec& arg) {
    throw SpecError(fmt::format("argument '{}' is given twice", arg.name), arg.line, arg.column);
  }

  // A name that is no parameter's may be of an argument in its place.
  void refuse_twice(const std::vector<ArgSpec>& args) const {
    std::vector<bool> seen(slots_.size());
    for (const ArgSpec& arg : args)
      if (const auto known = index_of(arg.name)) {
        if (seen[*known]) twice(arg);
        seen[*known] = true;
      }
  }

  // All lines of a file go to parameters by position; a name may be any but another parameter's.
  [[noreturn]] void out_of_order(const ArgSpec& arg, std::size_t place, std::size_t known) const {
    throw SpecError(
        fmt::format("argument {} is named '{}', which is parameter {}; parameter {} is '{}': "
                    "arguments stand in the order of the parameters",
                    place, arg.name, known, place, signature_.parameters[place].name),
        arg.line, arg.column);
  }

  void put(std::size_t i, const ArgSpec& arg) {
    if (slots_[i]) twice(arg);
    slots_[i] = arg;
  }

  [[noreturn]] void unknown(const ArgSpec& arg) const {
    const std::vector<std::string> names = parameter_names();
    throw SpecError(fmt::format("'{}' is no parameter of {}, and no data type{}{}{}", arg.name,
                                signature_.text, nearest_hint(arg.name, names),
                                whole_structure_hint(arg.name, names), numbered_parameters()),
                    arg.line, arg.column);
  }

  // Machine code has no names of parameters; the signature has types alone where it has any.
  std::string numbered_parameters() const {
    if (!program_.machine) return "";
    std::string out;
    for (std::size_t i = 0; i < program_.params.size(); ++i)
      out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", signature_.parameters[i].name,
                         type_text(program_.params[i], signature_.parameters[i].type));
    return out.empty() ? "; it has no parameters" : "; its parameters are " + out;
  }

  static std::string type_text(const Param& param, const CType& type) {
    if (type.base.empty())
      return fmt::format("{} byte{}", param.bytes, param.bytes == 1 ? "" : "s");
    return (type.is_const ? "const " : "") + type.base + std::string(type.pointers, '*');
  }

  const Program& program_;
  const Signature& signature_;
  std::vector<std::optional<ArgSpec>> slots_;
};

void type_symbols(std::vector<SymbolSpec>& symbols, const Signature& signature) {
  for (SymbolSpec& symbol : symbols)
    for (const Signature::Variable& v : signature.variables) {
      if (symbol.name != v.name && symbol.name != v.plain) continue;
      symbol.name = v.name;
      if (symbol.data.type == ScalarType::None) {
        symbol.data.type = v.held.type;
        symbol.data.is_bool = v.held.is_bool;
      }
    }
}

/// What is wrong with the arguments that are given, by parameter.
std::map<std::size_t, Incomplete::Wrong> wrong_arguments(
    const std::vector<std::optional<ArgSpec>>& slots, const Program& program,
    const Signature& signature) {
  std::map<std::size_t, Incomplete::Wrong> out;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i] || !slots[i]->count_text.empty()) continue;
    try {
      typed(*slots[i], program.params[i], signature.parameters[i]);
    } catch (const LacksCount& e) {
      out[i] = {e.what(), e.after};
    } catch (const SpecError& e) {
      out[i] = {e.what(), ""};
    }
  }
  return out;
}

/// Something is missing, or an option lacks a number of elements and none but options are wrong.
bool is_incomplete(const LaunchSpec& spec, const std::vector<std::optional<ArgSpec>>& slots,
                   const std::map<std::size_t, Incomplete::Wrong>& wrong) {
  if (!spec.grid || !spec.block) return true;
  if (!std::ranges::all_of(slots, [](const auto& s) { return s.has_value(); })) return true;
  const auto lacks_count = [](const auto& w) { return !w.second.after.empty(); };
  const auto is_option = [&](const auto& w) { return slots[w.first]->line == 0; };
  return std::ranges::any_of(wrong, lacks_count) && std::ranges::all_of(wrong, is_option);
}

/// A kernel whose texture nobody gives cannot start alone.
void refuse_objects_of_program(const std::vector<std::optional<ArgSpec>>& slots,
                               const Program& program, const Signature& signature) {
  const auto handles = texel_handles(program);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const ParameterInfo& p = signature.parameters[i];
    std::string what = object_of_program(p);
    if (const auto handle = handles.find(program.params[i].offset); handle != handles.end())
      what = fmt::format("the handle of a {} object", name_of(handle->second));
    if (!slots[i] && !what.empty())
      throw SpecError(
          fmt::format("{} cannot start alone: {} is {}, which a program makes; 'simt-sim exec' "
                      "runs a whole one",
                      signature.text, p.name, what));
  }
}

}  // namespace

LaunchSpec completed(LaunchSpec spec, const Program& program, const Signature& signature,
                     const ProposalChanges& changes) {
  type_symbols(spec.symbols, signature);
  auto slots = Arranger(program, signature).arranged(spec.args);
  refuse_objects_of_program(slots, program, signature);
  count_elements(slots, signature);
  const auto wrong = wrong_arguments(slots, program, signature);
  if (is_incomplete(spec, slots, wrong))
    throw what_is_missing({{spec, program, signature, slots}, wrong, changes});
  spec.args.clear();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const ArgSpec& given = *slots[i];
    try {
      spec.args.push_back(typed(given, program.params[i], signature.parameters[i]));
    } catch (const SpecError& e) {
      throw SpecError(fmt::format("argument '{}': {}", signature.parameters[i].name, e.what()),
                      given.line, given.column);
    }
    if (spec.args.back().name.empty()) spec.args.back().name = signature.parameters[i].name;
  }
  return spec;
}

}  // namespace simt
