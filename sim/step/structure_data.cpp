#include "sim/step/structure_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/input/structure_fill.h"
#include "sim/step/argument_data.h"
#include "sim/step/error.h"
#include "sim/step/memory_view.h"
#include "sim/step/variable_data.h"

namespace simt {
namespace {

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

/// Of a field that lies `offset` bytes into the parameters.
Value parameter_value(const StepSubject& s, const Field& field, std::uint64_t offset) {
  const std::uint64_t bits =
      bits_at(s.launch.state.params, offset, size_of(field.type)).value_or(0);
  return field.is_bool ? Value{ScalarType::Pred, bits != 0} : Value{field.type, bits};
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
  out.is_bool = found.front()->is_bool;
  out.stride =
      found.size() > 1 ? found[1]->offset - found[0]->offset : std::uint64_t{size_of(out.type)};
  out.bytes = out.stride * found.size();
  return out;
}

/// Structures that lie one after the other.
struct Structures {
  NamedData place;
  std::vector<Field> fields;
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
  const auto shared = find_shared(s, name);
  if (!shared) return {};
  const StructureLayout held = shared_structure(s, *shared);
  if (held.fields.empty()) return {};
  return Structures{shared_data(s, *shared, name), held.fields, held.bytes};
}

/// What a name with a member in it is a part of: a structure that is passed by value, or a variable
/// that is one structure.
struct Owner {
  std::vector<Field> fields;
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

}  // namespace

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
      out.is_bool = f.is_bool;
      out.has_elements = f.name == first;
      out.is_scalar = !out.has_elements && !owner->by_value;
      if (!out.has_elements && owner->by_value) out.alone = parameter_value(s, f, offset);
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

bool points_to_structures(const StepSubject& subject, const std::string& name) {
  return structures_of(subject, name).has_value();
}

std::vector<std::string> fields_of_structures(const StepSubject& subject, const std::string& name) {
  std::vector<std::string> out;
  if (const auto structures = structures_of(subject, name))
    for (const Field& f : structures->fields) out.push_back(f.name);
  return out;
}

std::uint64_t structure_bytes(const StepSubject& subject, const std::string& name) {
  const auto structures = structures_of(subject, name);
  return structures ? structures->bytes : 0;
}

std::optional<NamedData> field_of_each(const StepSubject& subject, const std::string& name,
                                       const std::string& field) {
  const auto structures = structures_of(subject, name);
  if (!structures) return field_in_array(subject, name, field);
  const auto& fields = structures->fields;
  const auto found = std::ranges::find_if(fields, [&](const Field& f) { return f.name == field; });
  std::string parts;
  for (const Field& f : fields_of_part(fields, field))
    parts += fmt::format("{}{}[INDEX].{}", parts.empty() ? "" : ", ", name, f.name);
  if (found == fields.end() && !parts.empty())
    throw StepError(
        fmt::format("'{}[INDEX].{}' has no value of its own: write {}", name, field, parts));
  if (found == fields.end())
    throw StepError(fmt::format("'{}' {} structures without a field '{}'; they have {}", name,
                                structures->place.is_variable ? "holds" : "points to", field,
                                field_names(name + "[INDEX].", fields)));
  NamedData out = structures->place;
  out.base += found->offset;
  out.type = found->type;
  out.is_bool = found->is_bool;
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
    out.emplace_back(rest, parameter_value(subject, f, argument->param.offset + f.offset));
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

}  // namespace simt
