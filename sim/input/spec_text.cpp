#include "sim/input/spec_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "sim/input/generators.h"

namespace simt {
namespace {

constexpr std::size_t kMostFields = 4;

bool suits(const Field& field, const ArgSpec::Generator& generator) {
  if (generator.kind == GeneratorKind::File || generator.kind == GeneratorKind::Bytes) return false;
  // A share of 0..1 says nothing to an integer.
  const bool share =
      generator.kind == GeneratorKind::Random || generator.kind == GeneratorKind::Sorted;
  if (share && !is_float(field.type)) return false;
  ArgSpec numbers;
  numbers.type = field.type;
  numbers.generator = generator;
  try {
    check_generator(numbers);
    return true;
  } catch (const SpecError&) {
    return false;
  }
}

}  // namespace

std::string text_of(const ArgSpec::Generator& generator) {
  const std::string operands = fmt::format("{}", fmt::join(generator.operands, ","));
  switch (generator.kind) {
    case GeneratorKind::Zero:
      return "zero";
    case GeneratorKind::Const:
      return "const(" + operands + ")";
    case GeneratorKind::Iota:
      return "iota(" + operands + ")";
    case GeneratorKind::Random:
      return "random(" + operands + ")";
    case GeneratorKind::Sorted:
      return "sorted(" + operands + ")";
    case GeneratorKind::Dominant:
      return "dominant(" + operands + ")";
    case GeneratorKind::Choice:
      return "choice(" + operands + ")";
    case GeneratorKind::Chain:
      return "chain(" + operands + ")";
    case GeneratorKind::Heap:
      return "heap(" + operands + ")";
    case GeneratorKind::File:
      return "file(" + operands + ")";
    case GeneratorKind::List:
    case GeneratorKind::Bytes:
      break;
  }
  return fmt::format("{{{}}}", fmt::join(generator.operands, ", "));
}

std::string for_each_field(const std::vector<Field>& fields, const ArgSpec::Generator& wanted) {
  std::vector<std::string> out;
  for (const Field& f : fields) {
    if (f.is_pointer) continue;
    if (out.size() == kMostFields) break;
    out.push_back(f.name + "=" +
                  (suits(f, wanted)
                       ? text_of(wanted)
                       : std::string(is_float(f.type) ? "random(1,0,1)" : "iota(0,1)")));
  }
  return fmt::format("{{{}}}", fmt::join(out, ", "));
}

}  // namespace simt
