#include "sim/input/argument_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "sim/input/spec_cursor.h"
#include "sim/input/spec_text.h"
#include "sim/input/structure_bytes.h"
#include "sim/input/structure_fill.h"

namespace simt {
namespace {

using enum ScalarType;

bool is_a(ScalarType type, const std::string& text) {
  try {
    element_bits(type, text);
    return true;
  } catch (const SpecError&) {
    return false;
  }
}

// "{id=iota(0,1), dist=0.5}": what fills the fields of all structures, not one of them.
bool names_parts(const ArgSpec& arg) {
  return std::ranges::any_of(arg.generator.operands, [](const std::string& operand) {
    return !operand.starts_with('{') && operand.find('=') != std::string::npos;
  });
}

// "{iota(0,1), 0.5}": generators without the names of the fields that they fill.
void refuse_unnamed_parts(const ArgSpec& arg, const ParameterInfo& info) {
  const std::vector<std::string>& operands = arg.generator.operands;
  if (std::ranges::none_of(operands, [](const auto& o) { return parse_generator(o).has_value(); }))
    return;
  std::string named;
  for (std::size_t i = 0; i < std::min(operands.size(), info.fields.size()); ++i)
    named += (i == 0 ? "" : ", ") + info.fields[i].name + "=" + operands[i];
  throw SpecError(fmt::format(
      "name the field of {} that each of these fills: write {}[{}]={{{}}}", info.type.base,
      info.name, arg.count ? std::to_string(*arg.count) : std::string("COUNT"), named));
}

LacksCount number_missing(const ParameterInfo& info, std::string_view of, std::string after) {
  return {fmt::format("the number of {} is missing: write {}[COUNT]={}", of, info.name, after),
          after};
}

constexpr std::uint64_t kMostListed = 65536;  ///< structures

std::uint64_t scaled(std::uint64_t count, std::uint64_t by) {
  std::uint64_t out = 0;
  if (__builtin_mul_overflow(count, by, &out))
    throw SpecError(fmt::format("{} structures are more than a device has room for", count));
  return out;
}

// A list of structures in braces, or of all their fields.
ArgSpec listed_structures(ArgSpec arg, const ParameterInfo& info) {
  const std::vector<std::string>& operands = arg.generator.operands;
  if (names_parts(arg)) {
    if (!arg.count) throw number_missing(info, "structures", text_of(arg.generator));
    arg.generator = structures_by_part({info.type.base, info.fields, info.structure_bytes},
                                       *arg.count, operands);
    arg.type = B8;
    arg.count = scaled(*arg.count, info.structure_bytes);
    return arg;
  }
  refuse_unnamed_parts(arg, info);
  const bool braced =
      std::ranges::all_of(operands, [](const auto& o) { return o.starts_with('{'); });
  const std::size_t given =
      braced ? operands.size() : (operands.size() + info.fields.size() - 1) / info.fields.size();
  const std::uint64_t count = arg.count.value_or(given);
  if (count != given) throw SpecError(fmt::format("{} structures are listed for {}", given, count));
  if (count > kMostListed)
    throw SpecError(fmt::format("{} structures are too many for a list: give file(PATH)", count));
  std::vector<Field> fields;
  for (std::uint64_t i = 0; i < count; ++i)
    for (Field f : info.fields) {
      f.name = fmt::format("[{}].{}", i, f.name);
      f.offset += static_cast<std::uint32_t>(i * info.structure_bytes);
      fields.push_back(std::move(f));
    }
  StructureBytes bytes(info.name, fields, count * info.structure_bytes);
  for (const std::string& operand : operands) bytes.set(operand);
  if (!bytes.pointed().empty())
    throw SpecError(
        fmt::format("'{}': structures in a buffer cannot bring buffers for their pointers; a whole "
                    "program that does runs with 'simt-sim exec'",
                    bytes.pointed().front().info.name));
  arg.type = B8;
  arg.count = count * info.structure_bytes;
  arg.generator = bytes.as_generator();
  return arg;
}

bool is_uniform(const ParameterInfo& info) {
  const ScalarType type = info.fields.front().type;
  return std::ranges::all_of(info.fields, [&](const Field& f) { return f.type == type; }) &&
         info.fields.size() * size_of(type) == info.structure_bytes;
}

// Structures one after another: bytes, or numbers where all fields are of one type.
ArgSpec structures(ArgSpec arg, const ParameterInfo& info) {
  const bool whole =
      arg.generator.kind == GeneratorKind::Zero || arg.generator.kind == GeneratorKind::File;
  if (arg.generator.kind == GeneratorKind::List) {
    arg = listed_structures(std::move(arg), info);
  } else if (!arg.count && arg.generator.kind != GeneratorKind::File) {
    throw number_missing(info, "structures",
                         whole || is_uniform(info) ? text_of(arg.generator)
                                                   : for_each_field(info.fields, arg.generator));
  } else if (whole) {
    arg.type = B8;
    if (arg.count) arg.count = scaled(*arg.count, info.structure_bytes);
  } else {
    arg.type = info.fields.front().type;
    if (!is_uniform(info))
      throw SpecError(fmt::format(
          "{} has fields of several types: give zero, file(PATH), a list {{{{...}}, {{...}}}}, or "
          "what fills each field: {}[{}]={}",
          info.type.base, info.name, *arg.count, for_each_field(info.fields, arg.generator)));
    arg.count = scaled(*arg.count, info.fields.size());
    check_generator(arg);
  }
  arg.fields = info.fields;
  arg.structure_bytes = info.structure_bytes;
  return arg;
}

// Elements of vectors have names, too: a[3].x.
void name_elements(ArgSpec& arg, const ParameterInfo& info) {
  if (info.type.pointers != 1 || info.elements.count == 1) return;
  StructureLayout vector = vector_layout(info.elements);
  arg.fields = std::move(vector.fields);
  arg.structure_bytes = vector.bytes;
}

ArgSpec buffer(ArgSpec arg, const ParameterInfo& info) {
  const bool pointer = info.type.pointers > 0 || info.type.base.empty();
  if (!pointer)
    throw SpecError(fmt::format("it is no pointer but {}: give a value, such as {}=1",
                                info.type.base, info.name));
  if (info.type.pointers == 1 && info.structure_bytes != 0) return structures(std::move(arg), info);
  arg.type = info.type.pointers > 1 ? U64 : info.elements.type;
  const unsigned each = info.type.pointers > 1 ? 1 : info.elements.count;
  if (arg.type == None && !info.unknown.empty())
    throw SpecError(
        fmt::format("{0} points to structures whose fields are not known here ({1}): give their "
                    "bytes, such as '{0} b8[COUNT] = zero' or '{0} b8[COUNT] = file(PATH)'",
                    info.name, info.unknown));
  if (arg.type == None)
    throw SpecError(fmt::format(
        "what {} points to is not known here: write the type, such as '{} f32[COUNT] = ...'",
        info.name, info.name));
  const bool self_sized =
      arg.generator.kind == GeneratorKind::File || arg.generator.kind == GeneratorKind::List;
  if (!arg.count && !self_sized) throw number_missing(info, "elements", text_of(arg.generator));
  if (arg.count) *arg.count *= each;
  arg.is_bool = info.type.base == "bool" && info.type.pointers == 1;
  check_generator(arg);
  name_elements(arg, info);
  return arg;
}

// What a pointer within a structure points to.
ArgSpec pointed_buffer(PointedBuffer p) {
  if (!p.spec.count_text.empty())
    throw SpecError(
        fmt::format("'{}' names an argument: within a structure the number of elements "
                    "has numbers alone",
                    p.spec.count_text));
  if (p.spec.type != None) return std::move(p.spec);
  try {
    return buffer(std::move(p.spec), p.info);
  } catch (const LacksCount& e) {
    throw SpecError(e.what());  // it is not the structure that lacks one
  }
}

// "it is a structure of 8 bytes: give its fields, q={x=1, id=2}".
SpecError give_fields(const ArgSpec& arg, const Param& param, const ParameterInfo& info) {
  const std::string how =
      info.fields.empty()
          ? "its fields in {...}"
          : fmt::format("its fields, {}={}", info.name, for_each_field(info.fields, arg.generator));
  return SpecError(
      fmt::format("it is a structure of {} bytes: give {}, or zero", param.bytes, how));
}

ArgSpec structure(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (arg.count) throw give_fields(arg, param, info);
  StructureBytes fields(info.name, info.fields, param.bytes);
  if (arg.generator.kind == GeneratorKind::List) {
    if (arg.generator.operands != std::vector<std::string>{"0"})
      for (const std::string& operand : arg.generator.operands) fields.set(operand);
    for (PointedBuffer& p : fields.pointed()) {
      p.spec.line = arg.line;
      const std::string name = p.info.name;
      const std::uint32_t offset = p.offset;
      arg.pointed.push_back(pointed_buffer(std::move(p)));
      arg.pointed.back().name = fmt::format("{}.{}", info.name, name);
      arg.pointed.back().pointer_offset = offset;
    }
  } else if (arg.generator.kind != GeneratorKind::Zero) {
    throw give_fields(arg, param, info);
  }
  arg.type = B8;
  arg.count = param.bytes;
  arg.generator = fields.as_generator();
  arg.fields = info.fields;
  arg.structure_bytes = param.bytes;
  return arg;
}

ArgSpec scalar(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (info.type.pointers > 0) {
    if (!is_a(S64, arg.value) || element_bits(U64, arg.value) != 0)
      throw SpecError(fmt::format(
          "it is a pointer: give what it points to, such as {}[COUNT]=zero, or 0", info.name));
    arg.type = U64;
    return arg;
  }
  const bool fits = info.elements.type != None && info.elements.count == 1 &&
                    size_of(info.elements.type) == param.bytes;
  if (fits) {
    arg.type = info.elements.type;
  } else if (param.count > 1) {
    throw SpecError(
        fmt::format("it is a structure of {} bytes: give its fields in {{...}}", param.bytes));
  } else {
    // PTX says how wide it is; a compiler may leave open whether it is a float.
    arg.type = param.type;
    if (!is_float(param.type) && !is_a(S64, arg.value) && is_a(F64, arg.value) && param.bytes >= 4)
      arg.type = param.bytes == 8 ? F64 : F32;
  }
  const std::uint64_t bits = element_bits(arg.type, arg.value);
  if (info.type.base == "bool") arg.value = bits != 0 ? "1" : "0";
  return arg;
}

// "f32 = 10000" for an int.
void check_written_type(const ArgSpec& arg, const ParameterInfo& info) {
  const ScalarType type = info.elements.type;
  const bool bits = arg.type == B8 || arg.type == B16 || arg.type == B32 || arg.type == B64;
  if (bits || arg.is_buffer || type == None || info.elements.count != 1 || info.type.pointers > 0 ||
      info.structure_bytes != 0 || is_float(arg.type) == is_float(type))
    return;
  throw SpecError(fmt::format("it is {} ({}), not {}: write {} = {}", info.type.base, name_of(type),
                              name_of(arg.type), info.name, arg.value));
}

}  // namespace

ArgSpec typed(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (arg.type != None) {
    check_written_type(arg, info);
    // Numbers whose fields have names all the same; of b8 each byte is meant.
    if (arg.is_buffer && arg.type != B8 && info.type.pointers == 1 && info.structure_bytes != 0) {
      arg.fields = info.fields;
      arg.structure_bytes = info.structure_bytes;
    }
    if (arg.is_buffer && arg.type != B8) name_elements(arg, info);
    return arg;
  }
  if (!arg.is_buffer) return scalar(std::move(arg), param, info);
  return param.count > 1 ? structure(std::move(arg), param, info) : buffer(std::move(arg), info);
}

}  // namespace simt
