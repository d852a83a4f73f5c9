#include "sim/step/variable_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/input/shared_content.h"
#include "sim/step/argument_data.h"
#include "sim/step/error.h"

namespace simt {
namespace {

/// The extents, where they are those of all elements.
std::vector<std::uint64_t> fitting(std::vector<std::uint64_t> extents, const NamedData& data) {
  std::uint64_t bytes = size_of(data.type);
  for (const std::uint64_t e : extents) bytes *= e;
  if (bytes != data.bytes || extents.size() < 2) extents.clear();
  return extents;
}

/// "4 x 9 f32", "32 s32", "136 bytes".
std::string elements_text(const NamedData& data) {
  const bool known = data.why_no_element.empty();
  const std::string type = data.is_bool ? "bool"
                           : known      ? std::string(name_of(data.type))
                                        : "bytes";
  const std::uint64_t count = data.bytes / std::max(size_of(data.type), 1u);
  if (data.bytes == 0) return type;
  return fmt::format("{} {}",
                     data.extents.empty() ? std::to_string(count)
                                          : fmt::format("{}", fmt::join(data.extents, " x ")),
                     type);
}

/// What the name of a variable alone is: its value, or that it is an array.
void finish_variable(NamedData& out, const std::string& name, const std::string& where) {
  out.is_variable = true;
  if (out.type == ScalarType::B8)
    out.why_no_element = fmt::format(
        "the type of '{}' is not known here, only its bytes: write one, as {}.s32[0] or {}.f32[0]",
        name, name, name);
  const bool known = out.why_no_element.empty();
  out.is_scalar = known && out.bytes == size_of(out.type);
  std::string first = known ? "[0]" : ".s32[0]";
  for (std::size_t i = 1; i < out.extents.size(); ++i) first += "[0]";
  out.why_not_alone =
      out.is_scalar ? fmt::format("'{}' is one {} in {} memory", name,
                                  out.is_bool ? "bool" : name_of(out.type), where)
                    : fmt::format("'{}' is an array of {} in {} memory: {}{}; &{} is its address",
                                  name, elements_text(out), where, name, first, name);
}

/// Of a variable of structures neither its name nor NAME[INDEX] is a value.
void hold_structures(NamedData& out, const std::string& name, const std::vector<Field>& fields,
                     std::uint64_t each) {
  const bool one = out.bytes == each;
  out.type = ScalarType::B8;
  out.extents.clear();
  out.why_no_element = out.why_not_alone = fmt::format(
      "'{}' {}; {} {}", name, one ? "is a structure" : "holds structures",
      one ? "it has" : "they have", field_names(name + (one ? "." : "[INDEX]."), fields));
}

}  // namespace

std::optional<std::size_t> find_variable(const StepSubject& s, const std::string& name) {
  const auto& variables = s.program.variables;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].name == name) return i;
  std::vector<std::size_t> plain;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (s.signature.variables[i].plain == name) plain.push_back(i);
  if (plain.empty()) return {};
  if (plain.size() > 1)
    throw StepError(fmt::format("'{}' is several variables: {} and {}", name,
                                variables[plain[0]].name, variables[plain[1]].name));
  return plain.front();
}

NamedData variable_data(const StepSubject& s, std::size_t index, const std::string& name) {
  const BoundArg& bound = s.launch.variables[index];
  NamedData out;
  if (bound.space == StateSpace::Const) out.op = ExpressionOp::ConstantElement;
  out.base = bound.address;
  out.bytes = bound.bytes;
  out.type = bound.spec.type;
  out.is_bool = s.signature.variables[index].held.is_bool && size_of(out.type) == 1;
  out.extents = fitting(s.signature.variables[index].extents, out);
  finish_variable(out, name, bound.space == StateSpace::Const ? "constant" : "device");
  if (bound.spec.structure_bytes != 0)
    hold_structures(out, name, bound.spec.fields, bound.spec.structure_bytes);
  return out;
}

std::optional<std::size_t> find_shared(const StepSubject& s, const std::string& name) {
  const auto& variables = s.program.shared.variables;
  const auto found = std::ranges::find(variables, name, &SharedVariable::name);
  if (found == variables.end()) return {};
  return static_cast<std::size_t>(found - variables.begin());
}

StructureLayout shared_structure(const StepSubject& s, std::size_t index) {
  return shared_content(s.program, s.signature, index).structure;
}

NamedData shared_data(const StepSubject& s, std::size_t index, const std::string& name) {
  const SharedVariable& v = s.program.shared.variables[index];
  NamedData out;
  out.op = ExpressionOp::SharedElement;
  out.base = v.offset;
  out.bytes = v.bytes;
  const HeldType held = shared_content(s.program, s.signature, index);
  out.type = held.type;
  out.is_bool = held.is_bool;
  out.extents = fitting(s.signature.shared_extents[index], out);
  finish_variable(out, name, "shared");
  if (!held.structure.fields.empty())
    hold_structures(out, name, held.structure.fields, held.structure.bytes);
  return out;
}

}  // namespace simt
