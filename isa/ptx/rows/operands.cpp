// Operand patterns of the instruction table (notation: op_table.h).
#include <algorithm>

#include "isa/ptx/rows/op_table.h"

namespace simt {
namespace {

OperandSpec parse_operand(std::string_view text) {
  using enum OperandSpec::Shape;
  OperandSpec spec;
  const auto strip = [&](char c) {
    if (text.empty() || text.back() != c) return false;
    text.remove_suffix(1);
    return true;
  };
  spec.optional = strip('?');
  const auto colon = std::min(text.find(':'), text.size());
  spec.type = colon == text.size() ? "t" : text.substr(colon + 1);
  text = text.substr(0, colon);
  if (text.starts_with('[')) {
    spec.shape = text.find(';') == std::string_view::npos ? Address : Texel;
    text = text.substr(1, text.size() - 2);
  } else if (text.starts_with('#')) {
    spec.shape = Immediate;
    text.remove_prefix(1);
  } else if (text == "label") {
    spec.shape = Label;
  } else if (text == "targets") {
    spec.shape = Targets;
  } else if (text == "call") {
    spec.shape = Call;
  } else if (text.ends_with("|p")) {
    spec.dual_predicate = true;
    text.remove_suffix(2);
  } else if ((text.size() == 2 || text.size() == 3) && text[1] == 'v') {
    spec.shape = Vector;
    if (text.size() == 3) spec.elements = static_cast<std::uint8_t>(text[2] - '0');
    text = text.substr(0, 2);
  }
  spec.name = text;
  spec.written = text.starts_with('d') && spec.shape != Address;
  return spec;
}

ScalarType twice(ScalarType t) {
  using enum ScalarType;
  switch (t) {
    case B8:
      return B16;
    case U8:
      return U16;
    case S8:
      return S16;
    case B16:
      return B32;
    case U16:
      return U32;
    case S16:
      return S32;
    case B32:
      return B64;
    case U32:
      return U64;
    case S32:
      return S64;
    case F16:
      return F32;
    case F32:
      return F64;
    case B64:
      return B128;
    default:
      return None;
  }
}

}  // namespace

ScalarType OperandSpec::resolve(const OpForm& form) const {
  if (type == "wide") return twice(form.type());
  if (type.front() == 't' && type.size() <= 2)  // t, t2, t3, ...
    return form.types[type.size() == 1 ? 0 : static_cast<std::size_t>(type[1] - '1')];
  return scalar_type(type);
}

std::vector<OperandSpec> parse_operands(std::string_view pattern) {
  std::vector<OperandSpec> specs;
  while (!pattern.empty()) {
    const auto comma = std::min(pattern.find(','), pattern.size());
    specs.push_back(parse_operand(pattern.substr(0, comma)));
    pattern.remove_prefix(comma);
    while (!pattern.empty() && (pattern.front() == ',' || pattern.front() == ' '))
      pattern.remove_prefix(1);
  }
  return specs;
}

}  // namespace simt
