#include "sim/input/structure_bytes.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/input/element.h"
#include "sim/input/spec_cursor.h"
#include "sim/input/spec_text.h"
#include "sim/input/structure_fill.h"

namespace simt {
namespace {

constexpr std::string_view kWithTypes =
    "give each value with its type, such as {f32:1.5, s32:3}. Buffers for the pointers of a "
    "structure need the source, which says where they are: run FILE.cu instead, with --code "
    "machine for its machine code";

constexpr std::size_t kMostNames = 12;

// Fields nest less deep (signature.cpp).
void check_depth(const std::string& text) {
  constexpr unsigned kMost = 64;
  unsigned depth = 0;
  for (const char c : text) {
    if (c == '{' && ++depth > kMost) throw SpecError("braces are nested deeper than fields can be");
    if (c == '}' && depth > 0) --depth;
  }
}

std::string joined(const std::string& part, const std::string& name) {
  return part.empty() || name.starts_with('[') ? part + name : part + "." + name;
}

std::vector<std::string> within_braces(const std::string& text) {
  SpecCursor cursor(text);
  cursor.accept('{');
  std::vector<std::string> out = cursor.list('}');
  cursor.finish();
  return out;
}

}  // namespace

void StructureBytes::set(const std::string& operand) {
  check_depth(operand);
  set_within("", operand);
}

void StructureBytes::set_within(const std::string& part, const std::string& operand) {
  if (operand.starts_with('{')) return set_group(part_at_next(part), operand);
  const std::size_t mark = operand.find_first_of("=:");
  if (mark == std::string::npos) {
    const Field& next = next_known(part);
    return set_generated(next.name, operand) ? void() : put(next, operand);
  }
  const std::string left = trim(operand.substr(0, mark)), right = trim(operand.substr(mark + 1));
  if (operand[mark] == ':') return set_typed(left, right);
  const std::string full = joined(part, left);
  if (set_generated(full, right)) return;
  if (const Field* field = find(full)) {
    if (field->is_pointer) refuse_without_count(*field, right);
    if (!right.starts_with('{')) return put(*field, right);
  } else if (set_pointer(part, operand)) {
    return;
  }
  if (!right.starts_with('{') || !has_part(full)) unknown(full);
  set_group(full, right);
}

// "iota(0,1)" for the fields of a part, but not for a pointer, which wants a buffer.
bool StructureBytes::set_generated(const std::string& part, const std::string& text) {
  const std::optional<ArgSpec::Generator> generator = parse_generator(text);
  const Field* const alone = find(part);
  if (!generator || !has_part(part) || (alone != nullptr && alone->is_pointer)) return false;
  fill_part(bytes_, static_cast<std::uint32_t>(bytes_.size()), fields_of_part(fields_, part),
            *generator);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (lies_in(fields_[i].name, part)) next_ = i + 1;
  return true;
}

// "in=random(1,0,1)", "in={id=zero}": how many?
void StructureBytes::refuse_without_count(const Field& field, const std::string& text) const {
  const std::optional<ArgSpec::Generator> generator = parse_generator(text);
  if (!generator && !text.starts_with('{')) return;
  const bool by_field = generator && field.structure != nullptr &&
                        generator->kind != GeneratorKind::Zero &&
                        generator->kind != GeneratorKind::File;
  throw SpecError(
      fmt::format("'{0}' is a pointer: say how many it points to, {0}[COUNT]={1}", field.name,
                  by_field ? for_each_field(field.structure->fields, *generator) : text));
}

// Braces around the fields of a part.
void StructureBytes::set_group(const std::string& part, const std::string& operand) {
  const auto in_part = [&](const Field& f) { return lies_in(f.name, part); };
  const auto first = std::find_if(fields_.begin(), fields_.end(), in_part);
  const auto end = std::find_if_not(first, fields_.end(), in_part);
  next_ = static_cast<std::size_t>(first - fields_.begin());
  const std::vector<std::string> operands = within_braces(operand);
  if (operands != std::vector<std::string>{"0"})
    for (const std::string& inner : operands) set_within(part, inner);
  next_ = static_cast<std::size_t>(end - fields_.begin());
}

// "in[32]=zero" or "in f32[32]=zero", where `in` is a pointer; "in[0][32]=zero", where it is one of
// an array.
bool StructureBytes::set_pointer(const std::string& part, const std::string& operand) {
  const Field* field = nullptr;
  std::string_view rest;
  for (std::size_t end = operand.find_first_of("[ \t="); end < operand.size();
       end = operand.find_first_of("[ \t=", end + 1)) {
    const Field* const named = find(joined(part, operand.substr(0, end)));
    if (named == nullptr || !named->is_pointer) continue;
    field = named;
    rest = std::string_view(operand).substr(end);
  }
  if (field == nullptr) return false;
  PointedBuffer out;
  out.spec = parse_arg("in" + std::string(rest), true);
  out.spec.name = field->name;
  out.info.name = field->name;
  out.info.type = {"what it points to", 1, false};
  out.info.elements = field->points_to;
  if (field->structure != nullptr) {
    out.info.type.base = field->structure->type;
    out.info.fields = field->structure->fields;
    out.info.structure_bytes = field->structure->bytes;
  }
  out.offset = field->offset;
  pointed_.push_back(std::move(out));
  next_ = static_cast<std::size_t>(field - fields_.data()) + 1;
  return true;
}

void StructureBytes::set_typed(const std::string& name, const std::string& value) {
  const ScalarType type = scalar_type(name);
  if (!is_element_type(type))
    throw SpecError(
        fmt::format("'{}' is not a data type; the types are {}", name, element_type_names()));
  const std::uint32_t at = (at_ + size_of(type) - 1) / size_of(type) * size_of(type);
  put({"", type, at, false, {}}, value);
}

const Field& StructureBytes::next_known(const std::string& part) const {
  if (fields_.empty())
    throw SpecError(
        fmt::format("what its {} bytes hold is not known here: {}", bytes_.size(), kWithTypes));
  if (next_ >= fields_.size() || !lies_in(fields_[next_].name, part))
    throw SpecError(part.empty()
                        ? fmt::format("more values than its {} fields: {}", fields_.size(), names())
                        : fmt::format("more values than '{}' has", part));
  return fields_[next_];
}

const Field* StructureBytes::find(const std::string& name) const {
  for (const Field& f : fields_)
    if (f.name == name) return &f;
  return nullptr;
}

bool StructureBytes::has_part(const std::string& part) const {
  return std::ranges::any_of(fields_, [&](const Field& f) { return lies_in(f.name, part); });
}

// The part of `part` that the next field is in: "a" of "a[0]", "[1]" of "[1].x".
std::string StructureBytes::part_at_next(const std::string& part) const {
  const std::string& name = next_known(part).name;
  std::size_t at = part.size();
  if (at < name.size() && name[at] == '.') ++at;
  std::size_t end = name.find_first_of(".[", at + 1);
  if (at < name.size() && name[at] == '[') end = name.find(']', at) + 1;
  return name.substr(0, end);
}

void StructureBytes::unknown(const std::string& name) const {
  throw SpecError(fields_.empty() ? "its fields are not known here: " + std::string(kWithTypes)
                                  : fmt::format("it has no field '{}'; it has {}", name, names()));
}

std::string StructureBytes::names() const {
  std::string out;
  for (std::size_t i = 0; i < std::min(fields_.size(), kMostNames); ++i)
    out += (out.empty() ? "" : ", ") + fields_[i].name;
  return fields_.size() > kMostNames ? out + ", ..." : out;
}

void StructureBytes::put(const Field& field, const std::string& text) {
  if (field.offset + size_of(field.type) > bytes_.size())
    throw SpecError(fmt::format("the values take more than its {} bytes", bytes_.size()));
  if (field.is_pointer && text.find_first_not_of("0x") != std::string::npos)
    throw SpecError(
        fmt::format("'{0}' is a pointer: give what it points to, such as "
                    "{0}[COUNT]=zero, or 0",
                    field.name));
  std::uint64_t bits = element_bits(field.type, text);
  if (field.is_bool) bits = bits != 0 ? 1 : 0;
  store_bits(bytes_.data() + field.offset, size_of(field.type), bits);
  at_ = field.offset + size_of(field.type);
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (fields_[i].offset == field.offset) next_ = i + 1;
}

}  // namespace simt
