#include "sim/input/launch_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/input/element.h"

namespace simt {
namespace {

bool contradicts(ScalarType given, ScalarType held) {
  if (is_untyped(given) || is_untyped(held)) return false;
  return size_of(given) != size_of(held) || is_float(given) != is_float(held);
}

void add_wrong_types(const LaunchSpec& spec, const Signature& signature,
                     std::vector<SpecError>& out) {
  for (std::size_t i = 0; i < spec.args.size() && i < signature.parameters.size(); ++i) {
    const ArgSpec& arg = spec.args[i];
    const ParameterInfo& info = signature.parameters[i];
    const ScalarType held = info.elements.type;
    if (!arg.is_buffer || info.type.pointers != 1 || held == ScalarType::None) continue;
    if (!contradicts(arg.type, held)) continue;
    out.emplace_back(
        fmt::format("argument '{}' is given as {}, but {} reads it as {} ({}): leave the type out, "
                    "'{}[{}] = ...', to have the kernel's",
                    arg.name, name_of(arg.type), signature.text, name_of(held), info.type.base,
                    info.name, arg.count ? std::to_string(*arg.count) : ""),
        arg.line, arg.column);
  }
}

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

bool has_word(const std::string& line, const std::string& word) {
  for (std::size_t at = 0; (at = line.find(word, at)) != std::string::npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_name_char(line[at - 1])) &&
        (end >= line.size() || !is_name_char(line[end])))
      return true;
  }
  return false;
}

// Whether what the kernel can reach names the variable outside of its declaration and comments.
bool is_used(const Program& program, const std::string& variable) {
  for (std::uint32_t i = 0; i < program.text.lines.size(); ++i) {
    const bool unreached = std::ranges::any_of(program.text.unreached, [&](const LineRange& range) {
      return i + 1 >= range.first && i + 1 <= range.last;
    });
    const std::string& line = program.text.lines[i];
    if (unreached || line.find(".const ") < line.find(variable)) continue;
    if (line.find("//") < line.find(variable)) continue;
    if (has_word(line, variable)) return true;
  }
  return false;
}

void add_unfilled(const LaunchSpec& spec, const Program& program, const Signature& signature,
                  std::vector<SpecError>& out) {
  for (const Variable* const v : unfilled_constants(spec, program)) {
    std::string name = v->name;
    for (const Signature::Variable& s : signature.variables)
      if (s.name == v->name && !s.plain.empty()) name = s.plain;
    out.emplace_back(
        fmt::format("nothing fills '{0}' ({1} bytes of constant memory that the kernel uses): it "
                    "holds zeros; fill it with --symbol '{0}=...' or a line '//! symbol {0} = ...'",
                    name, v->bytes));
  }
}

}  // namespace

std::vector<const Variable*> unfilled_constants(const LaunchSpec& spec, const Program& program) {
  std::vector<const Variable*> out;
  for (const Variable& v : program.variables) {
    const auto fills = [&](const SymbolSpec& s) {
      const ArgSpec::Generator& g = s.data.generator;
      const bool type_alone = g.kind == GeneratorKind::List && g.operands.empty();
      return s.name == v.name && !type_alone;
    };
    const bool filled = std::ranges::any_of(spec.symbols, fills);
    if (v.space == StateSpace::Const && v.initial.empty() && !filled && is_used(program, v.name))
      out.push_back(&v);
  }
  return out;
}

std::vector<SpecError> launch_warnings(const LaunchSpec& spec, const Program& program,
                                       const Signature& signature) {
  std::vector<SpecError> out;
  add_wrong_types(spec, signature, out);
  add_unfilled(spec, program, signature, out);
  return out;
}

}  // namespace simt
