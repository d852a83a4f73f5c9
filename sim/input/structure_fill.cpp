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
  numbers.is_buffer = true;
  numbers.count = count * part.size();
  numbers.generator = generator;
  check_generator(numbers);
  const unsigned bytes = size_of(numbers.type);
  std::vector<std::byte> values(*numbers.count * bytes);
  generate(numbers, values);
  const std::byte* from = values.data();
  for (std::uint64_t i = 0; i < count; ++i)
    for (const Field& f : part) {
      std::copy_n(from, bytes, structures.data() + i * stride + f.offset);
      from += bytes;
    }
}

ArgSpec::Generator structures_by_part(const StructureLayout& layout, std::uint64_t count,
                                      const std::vector<std::string>& operands) {
  if (count > kMostFilled / layout.bytes)
    throw SpecError(fmt::format("{} structures are too many to fill here: give file(PATH)", count));
  ArgSpec::Generator out{GeneratorKind::Bytes, {}, std::vector<std::byte>(count * layout.bytes)};
  for (const std::string& operand : operands) {
    const std::size_t mark = operand.find('=');
    if (mark == std::string::npos)
      throw SpecError(fmt::format("'{}': name the field that it fills, such as {}={}", operand,
                                  layout.fields.front().name, operand));
    fill_part(out.bytes, layout.bytes, known_part(layout, trim(operand.substr(0, mark))),
              part_generator(trim(operand.substr(mark + 1))));
  }
  return out;
}

}  // namespace simt
