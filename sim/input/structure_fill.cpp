#include "sim/input/structure_fill.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

constexpr std::uint64_t kMostFilled = std::uint64_t{1} << 30;  ///< bytes

/// What stands after "NAME=" of one part of many structures.
ArgSpec::Generator part_generator(const std::string& text) {
  if (const auto generator = parse_generator(text)) return *generator;
  if (text.starts_with('{')) return parse_arg("list[]=" + text, true).generator;
  return {GeneratorKind::Const, {text}};
}

/// Numbers stand in braces, one for each field; what makes a row of them needs the field's name.
void refuse_generators_in(const ArgSpec::Generator& list, const std::vector<Field>& part) {
  for (std::size_t i = 0; i < list.operands.size(); ++i)
    if (parse_generator(list.operands[i]))
      throw SpecError(fmt::format("'{0}' is no number: name the field that it fills, {1}={0}",
                                  list.operands[i], part[std::min(i, part.size() - 1)].name));
}

std::vector<Field> known_part(const StructureLayout& layout, const std::string& name) {
  std::vector<Field> part = fields_of_part(layout.fields, name);
  if (part.empty()) {
    std::string known;
    for (const Field& f : layout.fields) known += (known.empty() ? "" : ", ") + f.name;
    throw SpecError(fmt::format("{} has no field '{}'; it has {}", layout.type, name, known));
  }
  for (const Field& f : part)
    if (f.is_pointer)
      throw SpecError(fmt::format(
          "'{}': structures in a buffer cannot bring buffers for their pointers; a whole program "
          "that does runs with 'simt-sim exec'",
          f.name));
  return part;
}

/// What fills the fields within a part, "x=iota(0,1)" and "y=2" of "{x=iota(0,1), y=2}"; empty for
/// everything else.
std::vector<std::string> fills_within(const std::string& text) {
  SpecCursor cursor(text);
  if (!cursor.accept('{')) return {};
  std::vector<std::string> out = cursor.list('}');
  const bool all = std::ranges::all_of(out, [](const std::string& operand) {
    return !operand.starts_with('{') && operand.find('=') != std::string::npos;
  });
  return all ? out : std::vector<std::string>{};
}

/// "NAME=WHAT" of the structures, where NAME begins within the part `in` ("" or "pos.").
void fill_named(std::span<std::byte> structures, const StructureLayout& layout,
                const std::string& in, const std::string& operand) {
  const std::size_t mark = operand.find('=');
  if (mark == std::string::npos)
    throw SpecError(fmt::format("'{}': name the field that it fills, such as {}={}", operand,
                                layout.fields.front().name, operand));
  const std::string name = in + trim(operand.substr(0, mark));
  const std::string what = trim(operand.substr(mark + 1));
  const std::vector<Field> part = known_part(layout, name);
  const std::vector<std::string> within = fills_within(what);
  for (const std::string& o : within) fill_named(structures, layout, name + ".", o);
  if (!within.empty()) return;
  const ArgSpec::Generator generator = part_generator(what);
  if (generator.kind == GeneratorKind::List) refuse_generators_in(generator, part);
  fill_part(structures, layout.bytes, part, generator);
}

/// "{1,2,3}" for a part of three fields: each structure has them.
bool is_for_each(const ArgSpec::Generator& generator, const std::vector<Field>& part) {
  return generator.kind == GeneratorKind::List && part.size() > 1 &&
         generator.operands.size() == part.size();
}

}  // namespace

bool lies_in(const std::string& field, const std::string& part) {
  if (part.empty()) return true;
  if (!field.starts_with(part)) return false;
  return field.size() == part.size() || field[part.size()] == '.' || field[part.size()] == '[';
}

std::vector<Field> fields_of_part(const std::vector<Field>& fields, const std::string& part) {
  std::vector<Field> out;
  std::ranges::copy_if(fields, std::back_inserter(out),
                       [&](const Field& f) { return lies_in(f.name, part); });
  return out;
}

void fill_part(std::span<std::byte> structures, std::uint32_t stride,
               const std::vector<Field>& part, const ArgSpec::Generator& generator) {
  ArgSpec numbers;
  numbers.type = part.front().type;
  for (const Field& f : part)
    if (f.type != numbers.type)
      throw SpecError(fmt::format("'{}' and '{}' are of different types: fill each by its name",
                                  part.front().name, f.name));
  if (generator.kind == GeneratorKind::File)
    throw SpecError(fmt::format("'{}': file(PATH) is for a whole buffer", part.front().name));
  const std::uint64_t count = structures.size() / stride;
  const bool for_each = is_for_each(generator, part);
  numbers.is_buffer = true;
  numbers.count = for_each ? part.size() : count * part.size();
  numbers.generator = generator;
  check_generator(numbers);
  const unsigned bytes = size_of(numbers.type);
  std::vector<std::byte> values(*numbers.count * bytes);
  generate(numbers, values);
  const std::byte* from = values.data();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (for_each) from = values.data();
    for (const Field& f : part) {
      std::byte* const to = structures.data() + i * stride + f.offset;
      std::copy_n(from, bytes, to);
      if (f.is_bool) *to = std::byte{*to != std::byte{0}};
      from += bytes;
    }
  }
}

ArgSpec::Generator structures_by_part(const StructureLayout& layout, std::uint64_t count,
                                      const std::vector<std::string>& operands) {
  if (count > kMostFilled / layout.bytes)
    throw SpecError(fmt::format("{} structures are too many to fill here: give file(PATH)", count));
  ArgSpec::Generator out{GeneratorKind::Bytes, {}, std::vector<std::byte>(count * layout.bytes)};
  for (const std::string& operand : operands) fill_named(out.bytes, layout, "", operand);
  return out;
}

}  // namespace simt
