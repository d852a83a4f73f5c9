#include "sim/launch/argument_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/launch/element.h"
#include "sim/launch/generators.h"
#include "sim/launch/spec_cursor.h"

namespace simt {
namespace {

using enum ScalarType;
using Kind = ArgSpec::Generator::Kind;

bool is_integer(const std::string& text) {
  try {
    element_bits(S64, text);
    return true;
  } catch (const SpecError&) {
    return false;
  }
}

// Bytes of a structure, filled field by field.
class Fields {
 public:
  Fields(const Param& param, const ParameterInfo& info) : info_(info), bytes_(param.bytes) {}

  void set(const std::string& operand) {
    const std::size_t mark = operand.find_first_of("=:");
    if (mark == std::string::npos) return put(next_known(), operand);
    const std::string left = trim(operand.substr(0, mark)), right = trim(operand.substr(mark + 1));
    if (operand[mark] == '=') return put(named(left), right);
    const ScalarType type = scalar_type(left);
    if (!is_element_type(type))
      throw SpecError(
          fmt::format("'{}' is not a data type; the types are {}", left, element_type_names()));
    at_ = (at_ + size_of(type) - 1) / size_of(type) * size_of(type);
    put({"", type, at_}, right);
  }

  std::vector<std::string> as_numbers() const {
    std::vector<std::string> out;
    for (const std::byte b : bytes_) out.push_back(std::to_string(std::to_integer<unsigned>(b)));
    return out;
  }

 private:
  Field next_known() const {
    if (info_.fields.empty())
      throw SpecError(fmt::format(
          "what its {} bytes hold is not known here: give each value with its type, such as "
          "{{f32:1.5, s32:3}}",
          bytes_.size()));
    if (next_ >= info_.fields.size())
      throw SpecError(
          fmt::format("more values than its {} fields: {}", info_.fields.size(), names()));
    return info_.fields[next_];
  }

  Field named(const std::string& name) const {
    for (const Field& f : info_.fields)
      if (f.name == name) return f;
    throw SpecError(info_.fields.empty()
                        ? "its fields are not known here: give each value with its type, such as "
                          "{f32:1.5, s32:3}"
                        : fmt::format("it has no field '{}'; it has {}", name, names()));
  }

  std::string names() const {
    std::string out;
    for (const Field& f : info_.fields) out += (out.empty() ? "" : ", ") + f.name;
    return out;
  }

  void put(const Field& field, const std::string& text) {
    if (field.offset + size_of(field.type) > bytes_.size())
      throw SpecError(fmt::format("the values take more than its {} bytes", bytes_.size()));
    const std::uint64_t bits = element_bits(field.type, text);
    store_bits(bytes_.data() + field.offset, size_of(field.type), bits);
    at_ = field.offset + size_of(field.type);
    for (std::size_t i = 0; i < info_.fields.size(); ++i)
      if (info_.fields[i].offset == field.offset) next_ = i + 1;
  }

  const ParameterInfo& info_;
  std::vector<std::byte> bytes_;
  std::size_t next_ = 0;  ///< the field that a value without a name is for
  std::uint32_t at_ = 0;  ///< where a value with a type goes
};

ArgSpec structure(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (arg.count)
    throw SpecError(
        fmt::format("it is a structure of {} bytes: give its fields in {{...}}", param.bytes));
  Fields fields(param, info);
  if (arg.generator.kind == Kind::List) {
    if (arg.generator.operands != std::vector<std::string>{"0"})
      for (const std::string& operand : arg.generator.operands) fields.set(operand);
  } else if (arg.generator.kind != Kind::Zero) {
    throw SpecError(fmt::format(
        "it is a structure of {} bytes: give its fields in {{...}}, or zero", param.bytes));
  }
  arg.type = B8;
  arg.count = param.bytes;
  arg.generator = {Kind::List, fields.as_numbers()};
  return arg;
}

ArgSpec buffer(ArgSpec arg, const ParameterInfo& info) {
  const bool pointer = info.type.pointers > 0 || info.type.base.empty();
  if (!pointer)
    throw SpecError(fmt::format("it is no pointer but {}: give a value, such as {}=1",
                                info.type.base, info.name));
  arg.type = info.type.pointers > 1 ? U64 : info.elements.type;
  const unsigned each = info.type.pointers > 1 ? 1 : info.elements.count;
  if (arg.type == None)
    throw SpecError(fmt::format(
        "what {} points to is not known here: write the type, such as '{} f32[COUNT] = ...'",
        info.name, info.name));
  const bool self_sized = arg.generator.kind == Kind::File || arg.generator.kind == Kind::List;
  if (!arg.count && !self_sized)
    throw SpecError(
        fmt::format("the number of elements is missing: write {}[COUNT]=...", info.name));
  if (arg.count) *arg.count *= each;
  check_generator(arg);
  return arg;
}

ArgSpec scalar(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (info.type.pointers > 0) {
    if (!is_integer(arg.value) || element_bits(U64, arg.value) != 0)
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
    if (!is_float(param.type) && !is_integer(arg.value) && param.bytes >= 4)
      arg.type = param.bytes == 8 ? F64 : F32;
  }
  element_bits(arg.type, arg.value);
  return arg;
}

}  // namespace

ArgSpec typed(ArgSpec arg, const Param& param, const ParameterInfo& info) {
  if (arg.type != None) return arg;
  if (!arg.is_buffer) return scalar(std::move(arg), param, info);
  return param.count > 1 ? structure(std::move(arg), param, info) : buffer(std::move(arg), info);
}

}  // namespace simt
