#include "sim/step/argument_data.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {
namespace {

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

}  // namespace

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

const BoundArg* find_buffer(const StepSubject& s, const std::string& name) {
  for (const BoundArg& b : s.launch.pointed)
    if (b.spec.name == name) return &b;
  const auto argument = find_argument(s, name);
  return argument && argument->bound.space == StateSpace::Global ? &argument->bound : nullptr;
}

std::string without_indices(const std::string& field) {
  return field.substr(0, field.find('['));
}

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
  if (a.bound.space == StateSpace::Param) return parameter_data(a, name);
  NamedData out = buffer_data(a.bound);
  out.is_bool = a.info.type.base == "bool" && a.info.type.pointers == 1 && size_of(out.type) == 1;
  return out;
}

}  // namespace simt
