#include "sim/step/named_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/core/element_type.h"
#include "sim/step/error.h"
#include "sim/step/memory_view.h"

namespace simt {
namespace {

/// An argument with all that is known of its parameter.
struct Argument {
  const BoundArg& bound;
  const Param& param;
  const ParameterInfo& info;
};

std::optional<Argument> find_argument(const StepSubject& s, const std::string& name) {
  const auto at = [&](std::size_t i) {
    return Argument{s.launch.args[i], s.program.params[i], s.signature.parameters[i]};
  };
  for (std::size_t i = 0; i < s.launch.args.size(); ++i)
    if (s.launch.args[i].spec.name == name) return at(i);
  for (std::size_t i = 0; i < s.launch.args.size(); ++i)
    if (s.signature.parameters[i].name == name) return at(i);
  return {};
}

/// What the launch put where a pointer points to: an argument, or a pointer in a structure
/// ("p.in").
const BoundArg* find_buffer(const StepSubject& s, const std::string& name) {
  for (const BoundArg& b : s.launch.pointed)
    if (b.spec.name == name) return &b;
  const auto argument = find_argument(s, name);
  return argument && argument->bound.space == StateSpace::Global ? &argument->bound : nullptr;
}

/// A name within a structure: "p" and "rows[1].first" of "p.rows[1].first".
struct AccessPath {
  std::optional<Argument> argument;
  std::string within;
};

AccessPath path_of(const StepSubject& s, const std::string& name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  AccessPath out{find_argument(s, name.substr(0, dot)), ""};
  if (dot < name.size()) out.within = name.substr(dot + 1);
  return out;
}

Value parameter_value(const StepSubject& s, ScalarType type, std::uint64_t offset) {
  return {type, bits_at(s.launch.state.params, offset, size_of(type)).value_or(0)};
}

std::string without_indices(const std::string& field) {
  return field.substr(0, field.find('['));
}

/// "p.n, p.scale" of `name` "p.".
std::string field_names(const std::string& name, const std::vector<Field>& fields) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> names;
  for (const Field& f : fields)
    if (names.empty() || names.back() != without_indices(f.name))
      names.push_back(without_indices(f.name));
  std::string out;
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i)
    out += fmt::format("{}{}{}", i == 0 ? "" : ", ", name, names[i]);
  return names.size() > kMost ? out + ", ..." : out;
}

NamedData parameter_data(const Argument& a, const std::string& name) {
  NamedData out;
  out.op = ExpressionOp::ParameterElement;
  out.base = a.param.offset;
  out.bytes = a.param.bytes;
  out.type = a.bound.spec.type;
  out.has_elements = a.param.count > 1;
  const bool structure = a.param.count > 1 && a.bound.spec.is_buffer;
  if (!structure && a.info.type.base == "bool" && a.info.type.pointers == 0)
    out.alone = Value{ScalarType::Pred, a.bound.scalar_bits};
  else if (!structure)
    out.alone = Value{a.bound.spec.type, a.bound.scalar_bits};
  else if (a.info.fields.empty())
    out.why_not_alone = fmt::format(
        "'{}' is a structure of {} bytes whose fields are not known here: {}.f32[0] is its first "
        "word as a float, {}.s32[1] its second one as an integer",
        name, a.param.bytes, name, name);
  else
    out.why_not_alone =
        fmt::format("'{}' is a structure; it has {}", name, field_names(name + ".", a.info.fields));
  return out;
}

NamedData buffer_data(const BoundArg& buffer) {
  NamedData out;
  out.base = buffer.address;
  out.bytes = buffer.bytes;
  out.type = buffer.spec.type;
  out.alone = Value{ScalarType::B64, buffer.address};
  out.is_address = true;
  if (buffer.spec.structure_bytes != 0)
    out.why_no_element =
        fmt::format("'{}' points to structures; they have {}", buffer.spec.name,
                    field_names(buffer.spec.name + "[INDEX].", buffer.spec.fields));
  return out;
}

NamedData argument_data(const Argument& a, const std::string& name) {
  return a.bound.space == StateSpace::Param ? parameter_data(a, name) : buffer_data(a.bound);
}

/// A field of an array of structures that lies in a structure: "first" of "p.rows".
std::optional<NamedData> field_in_array(const StepSubject& s, const std::string& name,
                                        const std::string& field) {
  const auto [argument, within] = path_of(s, name);
  if (!argument) return {};
  std::vector<const Field*> found;
  for (const Field& f : argument->info.fields)
    if (f.name == fmt::format("{}[{}].{}", within, found.size(), field)) found.push_back(&f);
  if (found.empty())
    throw StepError(
        fmt::format("'{}' is an array of structures without a field '{}'", name, field));
  NamedData out;
  out.op = ExpressionOp::ParameterElement;
  out.base = argument->param.offset + found.front()->offset;
  out.type = found.front()->type;
  out.stride =
      found.size() > 1 ? found[1]->offset - found[0]->offset : std::uint64_t{size_of(out.type)};
  out.bytes = out.stride * found.size();
  return out;
}

/// The variable of the module that is called so, in the PTX or, if it is the only one, in the
/// source.
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
  const std::string type = known ? std::string(name_of(data.type)) : "bytes";
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
      out.is_scalar ? fmt::format("'{}' is one {} in {} memory", name, name_of(out.type), where)
                    : fmt::format("'{}' is an array of {} in {} memory: {}{}; &{} is its address",
                                  name, elements_text(out), where, name, first, name);
}

bool holds_structures(const SharedVariable& v, const HeldType& held) {
  return v.type == ScalarType::B8 && v.bytes != 0 && !held.structure.fields.empty();
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

std::optional<NamedData> shared_data(const StepSubject& s, const std::string& name) {
  for (std::size_t i = 0; i < s.program.shared.variables.size(); ++i) {
    const SharedVariable& v = s.program.shared.variables[i];
    if (v.name != name) continue;
    NamedData out;
    out.op = ExpressionOp::SharedElement;
    out.base = v.offset;
    out.bytes = v.bytes;
    out.type = element_type(s.program, v);
    const HeldType& held = s.signature.shared[i];
    out.is_bool = held.is_bool && size_of(out.type) == 1;
    out.extents = fitting(s.signature.shared_extents[i], out);
    finish_variable(out, name, "shared");
    if (holds_structures(v, held))
      hold_structures(out, name, held.structure.fields, held.structure.bytes);
    return out;
  }
  return {};
}

/// Structures that lie one after the other.
struct Structures {
  NamedData place;
  const std::vector<Field>& fields;
  std::uint64_t bytes = 0;  ///< of each
};

std::optional<Structures> structures_of(const StepSubject& s, const std::string& name) {
  if (const BoundArg* const buffer = find_buffer(s, name)) {
    const ArgSpec& spec = buffer->spec;
    if (spec.structure_bytes == 0) return {};
    return Structures{buffer_data(*buffer), spec.fields, spec.structure_bytes};
  }
  if (find_argument(s, name)) return {};
  if (const auto index = find_variable(s, name)) {
    const ArgSpec& spec = s.launch.variables[*index].spec;
    if (spec.structure_bytes == 0) return {};
    return Structures{variable_data(s, *index, name), spec.fields, spec.structure_bytes};
  }
  for (std::size_t i = 0; i < s.program.shared.variables.size(); ++i) {
    if (s.program.shared.variables[i].name != name) continue;
    const HeldType& held = s.signature.shared[i];
    if (!holds_structures(s.program.shared.variables[i], held)) return {};
    return Structures{*shared_data(s, name), held.structure.fields, held.structure.bytes};
  }
  return {};
}

/// What a name with a member in it is a part of: a structure that is passed by value, or a variable
/// that is one structure.
struct Owner {
  const std::vector<Field>& fields;
  ExpressionOp op;
  std::uint64_t base;
  bool by_value;
};

std::optional<Owner> owner_of(const StepSubject& s, const std::string& name) {
  if (const auto argument = find_argument(s, name))
    return Owner{argument->info.fields, ExpressionOp::ParameterElement, argument->param.offset,
                 true};
  const auto structures = structures_of(s, name);
  if (!structures || structures->place.bytes != structures->bytes) return {};
  return Owner{structures->fields, structures->place.op, structures->place.base, false};
}

/// A scalar field, or an array of scalars.
std::optional<NamedData> field_data(const StepSubject& s, const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return {};
  const std::optional<Owner> owner = owner_of(s, name.substr(0, dot));
  if (!owner) return {};
  const std::string within = name.substr(dot + 1);
  const std::string first = within + "[0]", any = within + "[";
  NamedData out;
  out.op = owner->op;
  for (const Field& f : owner->fields) {
    const std::uint64_t offset = owner->base + f.offset;
    if (f.name == within || f.name == first) {
      out.base = offset;
      out.type = f.type;
      out.has_elements = f.name == first;
      out.is_scalar = !out.has_elements && !owner->by_value;
      if (!out.has_elements && owner->by_value) out.alone = parameter_value(s, f.type, offset);
    }
    const bool scalar = f.name.starts_with(any) && f.name.find(']') + 1 == f.name.size();
    if (f.name == within || scalar) out.bytes += size_of(f.type);
  }
  if (out.bytes == 0) return {};
  if (out.has_elements)
    out.why_not_alone = fmt::format("'{}' is an array of {} elements: {}[0]", name,
                                    out.bytes / size_of(out.type), name);
  return out;
}

}  // namespace

std::optional<NamedData> named_data(const StepSubject& subject, const std::string& name) {
  if (const auto argument = find_argument(subject, name)) return argument_data(*argument, name);
  if (const auto index = find_variable(subject, name)) return variable_data(subject, *index, name);
  if (auto shared = shared_data(subject, name)) return shared;
  if (const BoundArg* const buffer = find_buffer(subject, name)) return buffer_data(*buffer);
  return field_data(subject, name);
}

bool points_to_structures(const StepSubject& subject, const std::string& name) {
  return structures_of(subject, name).has_value();
}

std::optional<NamedData> field_of_each(const StepSubject& subject, const std::string& name,
                                       const std::string& field) {
  const auto structures = structures_of(subject, name);
  if (!structures) return field_in_array(subject, name, field);
  const auto& fields = structures->fields;
  const auto found = std::ranges::find_if(fields, [&](const Field& f) { return f.name == field; });
  if (found == fields.end())
    throw StepError(fmt::format("'{}' {} structures without a field '{}'; they have {}", name,
                                structures->place.is_variable ? "holds" : "points to", field,
                                field_names(name + "[INDEX].", fields)));
  NamedData out = structures->place;
  out.base += found->offset;
  out.type = found->type;
  out.stride = structures->bytes;
  out.alone.reset();
  return out;
}

std::vector<std::pair<std::string, Value>> structure_fields(const StepSubject& subject,
                                                            const std::string& name) {
  const auto [argument, within] = path_of(subject, name);
  std::vector<std::pair<std::string, Value>> out;
  if (!argument || argument->bound.space != StateSpace::Param) return out;
  for (const Field& f : argument->info.fields) {
    if (!f.name.starts_with(within)) continue;
    std::string rest = f.name.substr(within.size());
    if (!within.empty() && !rest.starts_with('.') && !rest.starts_with('[')) continue;
    if (rest.starts_with('.')) rest.erase(0, 1);
    out.emplace_back(rest, parameter_value(subject, f.type, argument->param.offset + f.offset));
  }
  return out;
}

bool is_array_of_structures(const StepSubject& subject, const std::string& name) {
  const auto [argument, within] = path_of(subject, name);
  if (!argument || within.empty()) return false;
  const std::string first = within + "[0].";
  return std::any_of(argument->info.fields.begin(), argument->info.fields.end(),
                     [&](const Field& f) { return f.name.starts_with(first); });
}

std::vector<std::string> variable_names(const StepSubject& subject) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < subject.launch.args.size(); ++i) {
    const std::string& name = subject.launch.args[i].spec.name;
    names.push_back(name);
    for (const Field& f : subject.signature.parameters[i].fields) {
      std::string field = fmt::format("{}.{}", name, without_indices(f.name));
      if (names.back() != field) names.push_back(std::move(field));
    }
  }
  for (const Signature::Variable& v : subject.signature.variables)
    names.push_back(v.plain.empty() ? v.name : v.plain);
  for (const SharedVariable& v : subject.program.shared.variables) names.push_back(v.name);
  return names;
}

}  // namespace simt
